// Writes VS Code's log files in place of its native writer, which is not compiled: same file names,
// each line written at once.
const { appendFileSync } = require('node:fs');

exports.version = 0;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;

exports.Logger = class Logger {
  #file;

  constructor(_type, _name, file) {
    this.#file = file;
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'critical']) {
      this[level] = (text) => this.#write(`[${level}] ${text}\n`);
    }
    for (const nothing of ['setLevel', 'clearFormatters', 'setPattern', 'flush', 'drop'])
      this[nothing] = () => undefined;
  }

  #write(line) {
    appendFileSync(this.#file, line);
  }
};

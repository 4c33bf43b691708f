// Replaces VS Code's native module `spdlog`, which is not compiled here, and writes the log files.
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
    for (const unsupported of ['setLevel', 'clearFormatters', 'setPattern', 'flush', 'drop'])
      this[unsupported] = () => undefined;
  }

  #write(line) {
    appendFileSync(this.#file, line);
  }
};

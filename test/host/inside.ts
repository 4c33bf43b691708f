// Runs Mocha inside the extension host. VS Code loads this bundle and calls `run`.
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import { reportVariable, type TestLine } from './report.ts';

/** Runs the host tests. Rejects if a test fails, so that VS Code ends with an exit code other than 0. */
export function run(): Promise<void> {
  const file = process.env[reportVariable];
  if (file === undefined) throw new Error(`${reportVariable} must name the file for the results`);
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000 });
  const folder = join(__dirname, 'tests');
  for (const name of readdirSync(folder).filter((fileName) => fileName.endsWith('.cjs')))
    mocha.addFile(join(folder, name));
  const writeResult = (test: Mocha.Test, outcome: TestLine['outcome'], errorText?: string): void => {
    const line: TestLine = {
      title: test.fullTitle(),
      outcome,
      milliseconds: test.duration ?? 0,
      ...(errorText === undefined ? {} : { trouble: errorText }),
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  };
  return new Promise((resolve, reject) => {
    mocha
      .run((failures) => (failures === 0 ? resolve() : reject(new Error(`${failures} tests failed`))))
      .on('pass', (test) => writeResult(test, 'passed'))
      .on('pending', (test) => writeResult(test, 'pending'))
      .on('fail', (test, cause: Error) => writeResult(test, 'failed', cause.stack ?? cause.message));
  });
}

// Runs Mocha inside the extension host. VS Code loads this bundle and calls `run`.
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type Mocha from 'mocha';
import { type EndLine, reportVariable, type TestLine } from './report.ts';

/** Runs the host tests, and resolves when they have ended. */
export async function run(): Promise<void> {
  const file = process.env[reportVariable];
  if (file === undefined) throw new Error(`${reportVariable} must name the file for the results`);
  // The Node.js of older VS Code versions returns the module without its default export when it is required.
  const { default: Runner } = await import('mocha');
  const mocha = new Runner({ ui: 'bdd', timeout: 30_000 });
  const folder = join(__dirname, 'tests');
  for (const name of readdirSync(folder).filter((fileName) => fileName.endsWith('.cjs')))
    mocha.addFile(join(folder, name));
  const writeLine = (line: TestLine | EndLine): void => appendFileSync(file, `${JSON.stringify(line)}\n`);
  const writeResult = (test: Mocha.Test, outcome: TestLine['outcome'], errorText?: string): void => {
    writeLine({
      title: test.fullTitle(),
      outcome,
      milliseconds: test.duration ?? 0,
      ...(errorText === undefined ? {} : { error: errorText }),
    });
  };
  return new Promise((resolve) => {
    mocha
      .run(() => {
        writeLine({ ended: true });
        resolve();
      })
      .on('pass', (test) => writeResult(test, 'passed'))
      .on('pending', (test) => writeResult(test, 'pending'))
      .on('fail', (test, cause: Error) => writeResult(test, 'failed', cause.stack ?? cause.message));
  });
}

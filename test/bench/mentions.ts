// Measures the search for mentions in 5,000 files, against VS Code's search of the same files.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readFileContent } from '../../src/core/mentions/fileContent.ts';
import { GitignoreRules } from '../../src/core/mentions/gitignore.ts';
import { createIdentifierFinder } from '../../src/core/mentions/identifierFinder.ts';
import { searchMentions } from '../../src/core/mentions/mentions.ts';
import { ensureCodeServer, ripgrep } from '../support/setup/codeServer.mjs';
import { countEquals, type Measure, ratioAtMost, shortestDurations } from './measure.ts';

const run = promisify(execFile);

const FILE_COUNT = 5_000;
/** Of this number of files, one mentions the work item. */
const FILES_PER_MENTION = 20;
const IDENTIFIER = 'WEB-28';
const TURNS = 10;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Both searches list the files with ripgrep, as VS Code does; Contrail's search then reads each file. */
export async function benchMentions(): Promise<readonly Measure[]> {
  await ensureCodeServer();
  const folder = mkdtempSync(join(tmpdir(), 'contrail-bench-'));
  try {
    writeFiles(folder);
    let contrailCount = 0;
    let vscodeCount = 0;
    const [ours, baseline] = await shortestDurations(
      TURNS,
      async () => {
        contrailCount = await contrailSearch(folder);
      },
      async () => {
        vscodeCount = await vscodeSearch(folder);
      },
    );
    return [
      countEquals(
        `mentions of ${IDENTIFIER} found in ${FILE_COUNT} files, against VS Code's search`,
        contrailCount,
        vscodeCount,
        'mentions',
      ),
      // Contrail reads the files one by one in one thread; ripgrep uses all cores.
      ratioAtMost(
        `searching ${FILE_COUNT} files for ${IDENTIFIER}, against VS Code's search`,
        ours,
        baseline,
        12,
        'ms',
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes source files of about 8 kB. */
function writeFiles(folder: string): void {
  const line = (number: number) =>
    `  const value${number} = await read(source, { offset: ${number}, encoding: 'UTF-8' }); // ISO-8601\n`;
  const body = Array.from({ length: 50 }, (_, number) => line(number)).join('');
  writeFileSync(join(folder, '.gitignore'), 'out/\n');
  for (let number = 0; number < FILE_COUNT; number += 1) {
    const file = join(folder, `part${number % 50}`, `file${number}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, number % FILES_PER_MENTION === 0 ? `${body}// ${IDENTIFIER}: see there\n${body}` : body);
  }
}

/** Resolves with the number of mentions. */
async function contrailSearch(folder: string): Promise<number> {
  const { stdout } = await run(ripgrep, ['--files', '--hidden', '--no-ignore', '--no-config'], {
    cwd: folder,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const gitignoreRules = new GitignoreRules(new Map([['.gitignore', 'out/\n']]));
  const files = stdout
    .split('\n')
    .filter((path) => path !== '' && !gitignoreRules.ignores(path))
    .map((path) => join(folder, path));
  const { signal } = new AbortController();
  const { count } = await searchMentions({
    files,
    find: createIdentifierFinder(IDENTIFIER),
    read: readFileContent,
    signal,
  });
  return count;
}

/** Resolves with the number of mentions. */
async function vscodeSearch(folder: string): Promise<number> {
  const flags = [
    '--json',
    '--hidden',
    '--no-config',
    '--no-require-git',
    '--fixed-strings',
    '--word-regexp',
    '--regexp',
    IDENTIFIER,
  ];
  const { stdout } = await run(ripgrep, [...flags, '.'], { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES });
  return stdout.split('\n').filter((line) => line !== '' && JSON.parse(line).type === 'match').length;
}

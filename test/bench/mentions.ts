// Measures the search for mentions in a folder of many files, against the workbench's own search of
// it.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { contentOnDisk } from '../../src/mentions/fileContent.ts';
import { Ignored } from '../../src/mentions/ignored.ts';
import { matcherFor } from '../../src/mentions/matcherFor.ts';
import { searchMentions } from '../../src/mentions/mentions.ts';
import { ensureCodeServer, ripgrep } from '../support/setup/codeServer.mjs';
import { atMost, exactly, inTurns, type Measure } from './measure.ts';

const run = promisify(execFile);

const FILES = 5_000;
/** One of this number of files mentions the work item. */
const MENTIONED_EVERY = 20;
const IDENTIFIER = 'WEB-28';
const TIMES = 10;
const BUFFER = 256 * 1024 * 1024;

/**
 * Both list the files with the program that VS Code uses for its search; Contrail's search then reads each file as the
 * extension does.
 */
export async function mentions(): Promise<readonly Measure[]> {
  await ensureCodeServer();
  const folder = mkdtempSync(join(tmpdir(), 'contrail-bench-'));
  try {
    plant(folder);
    let ours = 0;
    let theirs = 0;
    const [own, floor] = await inTurns(
      TIMES,
      async () => {
        ours = await search(folder);
      },
      async () => {
        theirs = await workbenchSearch(folder);
      },
    );
    return [
      exactly(
        `mentions of ${IDENTIFIER} found in ${FILES} files, against the workbench's own search`,
        ours,
        theirs,
        'mentions',
      ),
      // One thread that reads the files one by one, against a Rust program that uses all cores.
      atMost(`searching ${FILES} files for ${IDENTIFIER}, against the workbench's own search`, own, floor, 12, 'ms'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes source files of about 4 kB, and a folder that git ignores. */
function plant(folder: string): void {
  const line = (number: number) =>
    `  const value${number} = await read(source, { offset: ${number}, encoding: 'UTF-8' }); // ISO-8601\n`;
  const body = Array.from({ length: 50 }, (_, number) => line(number)).join('');
  writeFileSync(join(folder, '.gitignore'), 'out/\n');
  for (let number = 0; number < FILES; number += 1) {
    const file = join(folder, `part${number % 50}`, `file${number}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, number % MENTIONED_EVERY === 0 ? `${body}// ${IDENTIFIER}: see there\n${body}` : body);
  }
}

async function search(folder: string): Promise<number> {
  const { stdout } = await run(ripgrep, ['--files', '--hidden', '--no-ignore', '--no-config'], {
    cwd: folder,
    maxBuffer: BUFFER,
  });
  const ignored = new Ignored(new Map([['.gitignore', 'out/\n']]));
  const files = stdout
    .split('\n')
    .filter((path) => path !== '' && !ignored.has(path))
    .map((path) => join(folder, path));
  const { signal } = new AbortController();
  const { count } = await searchMentions({ files, find: matcherFor(IDENTIFIER), read: contentOnDisk, signal });
  return count;
}

async function workbenchSearch(folder: string): Promise<number> {
  const how = [
    '--json',
    '--hidden',
    '--no-config',
    '--no-require-git',
    '--fixed-strings',
    '--word-regexp',
    '--regexp',
    IDENTIFIER,
  ];
  const { stdout } = await run(ripgrep, [...how, '.'], { cwd: folder, maxBuffer: BUFFER });
  return stdout.split('\n').filter((line) => line !== '' && JSON.parse(line).type === 'match').length;
}

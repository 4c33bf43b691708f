// Owns the table of endpoints in the README, made from the table of operations: `npm run endpoints` puts it in its place, without `--write` it is printed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../../src/contract/operation.ts';
import { operationEntries } from '../../src/contract/operations.ts';
import { root } from './setup/paths.mjs';

const START = '<!-- endpoints -->';
const END = '<!-- /endpoints -->';
/** Left out of each path. */
const PREFIX = '/api/v1/workspaces/{workspace_slug}';
/** Folders of tests, in the order in which they are named. */
const KINDS = ['contract', 'unit', 'host', 'browser'] as const;
type Kind = (typeof KINDS)[number];

/** The text of every test of one kind. */
export type TestTexts = Readonly<Record<Kind, readonly string[]>>;

/** Kinds that hold a test which names the operation, or one which goes through the whole table. */
export function testedBy(name: string, tests: TestTexts): Kind[] {
  const named = new RegExp(`\\b${name}\\b|\\.each\\(\\s*operationEntries\\b|= operationEntries\\.map\\b`);
  return KINDS.filter((kind) => tests[kind].some((text) => named.test(text)));
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function pathOf({ path }: Operation): string {
  return path.startsWith(PREFIX) ? `…${path.slice(PREFIX.length)}` : path;
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`;
}

function row(operation: Operation, kinds: readonly string[]): string {
  const { number, summary, method, scope, edition } = operation;
  const request = `\`${method} ${pathOf(operation)}\``;
  return line([
    number === 'supporting' ? '' : String(number),
    summary,
    request,
    scope === null ? 'any' : `\`${scope}\``,
    edition,
    kinds.join(', '),
  ]);
}

/** The section between the markers: what the specification numbers first, then the rest, in the order of the table. */
export function endpointTable(entries: readonly (readonly [name: string, operation: Operation])[], tests: TestTexts): string {
  const numbered = entries.filter(([, { number }]) => number !== 'supporting');
  const all = [...numbered, ...entries.filter(([, { number }]) => number === 'supporting')];
  return [
    `${numbered.length} operations of the specification, which have a number, and ${all.length - numbered.length} supporting ones. \`…\` stands for \`${PREFIX}\`. A token needs the scope; an API key needs none. Operations of the commercial edition are answered with 404 by open-source servers. The last column names the folders of \`test/\` whose tests hold the row.`,
    '',
    line(['No.', 'What it does', 'Request', 'Scope', 'Edition', 'Tested by']),
    line(['--:', '---', '---', '---', '---', '---']),
    ...all.map(([name, operation]) => row(operation, testedBy(name, tests))),
  ].join('\n');
}

/** The README with that section between its markers. Throws where the markers are missing. */
export function withTable(readme: string, table: string): string {
  const from = readme.indexOf(START);
  const to = readme.indexOf(END);
  if (from === -1 || to < from) throw new Error(`README.md has no ${START} before ${END}.`);
  return `${readme.slice(0, from + START.length)}\n${table}\n${readme.slice(to)}`;
}

function textsBelow(folder: string): string[] {
  return readdirSync(join(root, 'test', folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:test|journey)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** README.md as it is, and as it should be. */
export function readmes(): { readonly file: string; readonly is: string; readonly should: string } {
  const file = join(root, 'README.md');
  const is = readFileSync(file, 'utf8');
  const tests = Object.fromEntries(KINDS.map((kind) => [kind, textsBelow(kind)])) as Record<Kind, string[]>;
  return { file, is, should: withTable(is, endpointTable(operationEntries, tests)) };
}

if (import.meta.main) {
  const { file, should } = readmes();
  if (process.argv.includes('--write')) writeFileSync(file, should);
  else process.stdout.write(should.slice(should.indexOf(START), should.indexOf(END)));
}

// Generates src/contract/README.md, which lists all operations of the API.
// `npm run endpoints` writes the file; without `--write`, this program prints the text.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../../src/contract/operation.ts';
import { operationEntries } from '../../src/contract/operations.ts';
import { root } from './setup/paths.mjs';

/** The prefix that the generated file omits from each path. */
const PREFIX = '/api/v1/workspaces/{workspace_slug}';
/** The folders of tests, in the order in which the table names them. */
const TEST_FOLDERS = ['contract', 'unit', 'host', 'browser'] as const;
type TestFolder = (typeof TEST_FOLDERS)[number];

/** The texts of all test files, by the folder of tests. */
export type TestTexts = Readonly<Record<TestFolder, readonly string[]>>;

/** Returns the folders with a test that contains the operation's name, or a test that runs for every operation. */
export function testFoldersOf(name: string, tests: TestTexts): TestFolder[] {
  const pattern = new RegExp(`\\b${name}\\b|\\.each\\(\\s*operationEntries\\b|= operationEntries\\.map\\b`);
  return TEST_FOLDERS.filter((kind) => tests[kind].some((text) => pattern.test(text)));
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function pathOf({ path }: Operation): string {
  return path.startsWith(PREFIX) ? `…${path.slice(PREFIX.length)}` : path;
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.map(escapeCell).join(' | ')} |`;
}

function endpointRow(operation: Operation, testFolders: readonly string[]): string {
  const { number, summary, method, scope, edition } = operation;
  const request = `\`${method} ${pathOf(operation)}\``;
  return tableLine([
    number === 'supporting' ? '' : String(number),
    summary,
    request,
    scope === null ? 'any' : `\`${scope}\``,
    edition,
    testFolders.join(', '),
  ]);
}

/**
 * Returns the table in Markdown. Operations with a number in the specification come first; otherwise the order is that
 * of `operations.ts`.
 */
export function endpointTable(
  entries: readonly (readonly [name: string, operation: Operation])[],
  tests: TestTexts,
): string {
  const specifiedEntries = entries.filter(([, { number }]) => number !== 'supporting');
  const orderedEntries = [...specifiedEntries, ...entries.filter(([, { number }]) => number === 'supporting')];
  return [
    `${specifiedEntries.length} operations of the specification, which have a number, and ${orderedEntries.length - specifiedEntries.length} supporting ones. \`…\` stands for \`${PREFIX}\`. A token needs the scope; an API key needs none. Operations of the commercial edition are answered with 404 by open-source servers. The last column names the folders of \`test/\` whose tests hold the row.`,
    '',
    tableLine(['No.', 'What it does', 'Request', 'Scope', 'Edition', 'Tested by']),
    tableLine(['--:', '---', '---', '---', '---', '---']),
    ...orderedEntries.map(([name, operation]) => endpointRow(operation, testFoldersOf(name, tests))),
  ].join('\n');
}

function readTestFiles(folder: string): string[] {
  return readdirSync(join(root, 'test', folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:test|e2e)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** Returns the path of src/contract/README.md, its current text, and the text that it should have. */
export function contractReadme(): {
  readonly file: string;
  readonly currentText: string;
  readonly expectedText: string;
} {
  const file = join(root, 'src', 'contract', 'README.md');
  const currentText = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const tests = Object.fromEntries(TEST_FOLDERS.map((kind) => [kind, readTestFiles(kind)])) as Record<
    TestFolder,
    string[]
  >;
  const introduction = `What the client can request and the server can answer. Generated from \`operations.ts\` by \`npm run endpoints\`.

\`operations.ts\` is the only module for other programs, as the package \`contrail-contract\`. Its table \`operations\` has for each operation the method, the path, the scope, the edition, and zod schemas of the query, the body and the response: \`operations.createComment.body.parse(…)\`. Not affiliated with Plane.`;
  return {
    file,
    currentText,
    expectedText: `# The API\n\n${introduction}\n\n${endpointTable(operationEntries, tests)}\n`,
  };
}

if (import.meta.main) {
  const { file, expectedText } = contractReadme();
  if (process.argv.includes('--write')) writeFileSync(file, expectedText);
  else process.stdout.write(expectedText);
}

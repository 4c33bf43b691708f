// Tests that figures that make the code hard to change only fall: figures.json has the highest values that are allowed.
// A figure that has fallen is written there, so that it stays; none is raised without a reason in the commit.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { findCycles } from './cycles.ts';
import { featureOf } from './layers.ts';
import { manifest } from './manifest.ts';
import { type Source, sources } from './parsedSources.ts';

interface Figures {
  /** The lines of TypeScript in src/ that are neither blank nor only a comment. */
  readonly linesOfCode: number;
  /** The files of src/ that name a field of work items, as an example of a field. */
  readonly filesNamingTargetDate: number;
  /** The folders that import from themselves through other folders. */
  readonly foldersInCycles: number;
  /** The pairs of folders that import from each other. */
  readonly mutualFolders: number;
  /** The imports of a file of a feature from another feature. */
  readonly featureImports: number;
  readonly commands: number;
  readonly settings: number;
  /** The lines of each function that is longer than a screen, under its file and name. */
  readonly longFunctions: Readonly<Record<string, number>>;
}

const LINES_OF_A_SCREEN = 100;

const allowed: Figures = JSON.parse(readFileSync(join(import.meta.dirname, 'figures.json'), 'utf8'));

function linesOfCode({ text, comments }: Pick<Source, 'text' | 'comments'>): number {
  const code = comments.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, '') + rest.slice(end),
    text,
  );
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

/** Returns the name and the number of lines of each function that is longer than a screen. */
function longFunctions({
  path,
  text,
  program,
}: Pick<Source, 'path' | 'text' | 'program'>): [name: string, lines: number][] {
  const found: [string, number][] = [];
  const namesByStart = new Map<number, string>();
  const name = (target: { start: number; end: number }, value: { start: number } | null): void => {
    if (value !== null) namesByStart.set(value.start, text.slice(target.start, target.end));
  };
  const measure = (node: { start: number; end: number; id?: { name: string } | null }): void => {
    const lines = text.slice(node.start, node.end).split('\n').length;
    if (lines > LINES_OF_A_SCREEN)
      found.push([`${path} ${node.id?.name ?? namesByStart.get(node.start) ?? 'anonymous'}`, lines]);
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => name(id, init),
    Property: ({ key, value }) => name(key, value),
    MethodDefinition: ({ key, value }) => name(key, value),
    PropertyDefinition: ({ key, value }) => name(key, value),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  return found;
}

/** Returns the folders from which each folder imports. */
function folderGraph(filesWithImports: readonly Pick<Source, 'path' | 'imports'>[]): Map<string, string[]> {
  const graph = new Map(filesWithImports.map(({ path }) => [posix.dirname(path), new Set<string>()]));
  for (const { path, imports } of filesWithImports) {
    const folder = posix.dirname(path);
    for (const { from } of imports) {
      const other = posix.dirname(posix.join(folder, from));
      if (from.startsWith('.') && other !== folder && graph.has(other)) graph.get(folder)?.add(other);
    }
  }
  return new Map([...graph].map(([folder, others]) => [folder, [...others]]));
}

/** Returns the pairs of folders that import from each other. */
function mutualImports(graph: ReadonlyMap<string, readonly string[]>): string[] {
  return [...graph].flatMap(([folder, others]) =>
    others
      .filter((other) => folder < other && graph.get(other)?.includes(folder))
      .map((other) => `${folder} ↔ ${other}`),
  );
}

/** Returns the imports of a file of a feature from another feature. */
function featureImports(filesWithImports: readonly Pick<Source, 'path' | 'imports'>[]): string[] {
  return filesWithImports.flatMap(({ path, imports }) =>
    imports
      .map(({ from }) => posix.join(posix.dirname(path), from))
      .filter((to) => featureOf(path) !== undefined && featureOf(to) !== undefined && featureOf(path) !== featureOf(to))
      .map((to) => `${path} imports ${to}`),
  );
}

describe('A figure of the code does not rise:', () => {
  const { commands, configuration = [] } = manifest.contributes;
  const folders = folderGraph(sources);
  const settings = [configuration].flat().flatMap(({ properties }) => Object.keys(properties));

  it.each([
    ['lines of code', sources.reduce((sum, file) => sum + linesOfCode(file), 0), allowed.linesOfCode],
    [
      'files that name target_date',
      sources.filter(({ text }) => /\btarget_date\b/.test(text)).length,
      allowed.filesNamingTargetDate,
    ],
    ['folders in import cycles', findCycles(folders).flat().length, allowed.foldersInCycles],
    ['pairs of folders that import from each other', mutualImports(folders).length, allowed.mutualFolders],
    ['imports between features', featureImports(sources).length, allowed.featureImports],
    ['commands', commands.length, allowed.commands],
    ['settings', settings.length, allowed.settings],
  ])('%s', (_, figure, limit) => {
    expect(figure).toBeLessThanOrEqual(limit);
  });
});

it('Figures of the code are counted in files, imports and the manifest that were read', () => {
  expect(sources.length).toBeGreaterThan(0);
  expect(folderGraph(sources).size).toBeGreaterThan(0);
});

describe('The imports between folders', () => {
  const file = (path: string, ...targets: readonly string[]) => ({
    path,
    imports: targets.map((from) => ({ from, typeOnly: true })),
  });

  it('between features are those of files of different features', () => {
    const files = [
      file('src/features/a/workbench/one.ts', '../two.ts', '../../b/three.ts', '../../../shell/ids.ts', 'vscode'),
      file('src/shell/four.ts', '../features/b/three.ts'),
    ];
    expect(featureImports(files)).toEqual(['src/features/a/workbench/one.ts imports src/features/b/three.ts']);
  });

  it('contain those of all files of a folder, and none of packages or of the same folder', () => {
    const graph = folderGraph([
      file('a/one.ts', '../b/two.ts', '../d/four.ts', 'vscode'),
      file('a/zero.ts', '../c/three.ts'),
      file('b/two.ts', './other.ts', '../a/zero.ts'),
      file('b/other.ts', '../c/three.ts'),
      file('c/three.ts', '../a/zero.ts'),
      file('d/four.ts'),
    ]);
    expect(findCycles(graph)).toEqual([['a', 'b', 'c']]);
    expect(mutualImports(graph)).toEqual(['a ↔ b', 'a ↔ c']);
  });
});

describe(`A function of src has at most ${LINES_OF_A_SCREEN} lines`, () => {
  const long = sources.flatMap(longFunctions);

  it('or is listed in figures.json with at least its number of lines', () => {
    expect(
      long
        .filter(([name, lines]) => lines > (allowed.longFunctions[name] ?? 0))
        .map(([name, lines]) => `${name}: ${lines}`),
    ).toEqual([]);
  });

  it('if figures.json does not list it: the list has no function that has become shorter', () => {
    const names = new Set(long.map(([name]) => name));
    expect(Object.keys(allowed.longFunctions).filter((name) => !names.has(name))).toEqual([]);
  });

  it('if it is counted: functions are found in declarations, variables, methods and properties', () => {
    const body = `{\n${'work();\n'.repeat(LINES_OF_A_SCREEN)}}`;
    const text = `function one() ${body}\nconst two = () => ${body};\nclass C { three() ${body} }\nconst o = { four: () => ${body}, five() {} };`;
    expect(longFunctions({ path: 'a.ts', text, program: parseSync('a.ts', text).program })).toEqual(
      ['one', 'two', 'three', 'four'].map((name) => [`a.ts ${name}`, LINES_OF_A_SCREEN + 2]),
    );
  });
});

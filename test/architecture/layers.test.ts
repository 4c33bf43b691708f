// Tests which layers and packages each file imports, import cycles, and the size of folders.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/setup/paths.mjs';
import { findCycles } from './cycles.ts';
import { featureOf, layerOf, layers, MAX_FILES_PER_FOLDER, packages, typeOnlyImports } from './layers.ts';
import { sources } from './parsedSources.ts';
import { filesBelow } from './sources.ts';

const files = sources;

/** Returns the layer of a TypeScript project: `tsconfig.page.json` of a folder is the project of its pages. */
function layerOfProject(path: string): string {
  const folder = posix.dirname(path).replace(/^src\/?/, '');
  const isPage = path.endsWith('tsconfig.page.json');
  if (folder === '') return isPage ? 'page' : 'composition';
  return isPage ? `${folder}/page` : folder;
}

/** Returns the path of the configuration file that a reference of a project in `folder` means. */
function referencedProject(folder: string, { path }: { readonly path: string }): string {
  const target = posix.join(folder, path);
  return target.endsWith('.json') ? target : posix.join(target, 'tsconfig.json');
}

/** One project contains the layers of a feature that run in the host, and one what is directly in src/. */
const COMPILED_WITH: Readonly<Record<string, string>> = { 'features/workbench': 'features', extension: 'composition' };

const imports = files.flatMap((file) =>
  file.imports
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from, typeOnly }) => ({ path: file.path, to: posix.join(posix.dirname(file.path), from), typeOnly }))
    .map((one) => ({ ...one, layer: layerOf(one.path), other: layerOf(one.to) })),
);

describe('Layers of src:', () => {
  it('every file is in a known layer', () => {
    const unknownLayers = files.map(({ path }) => layerOf(path)).filter((layer) => layers[layer] === undefined);
    expect([...new Set(unknownLayers)]).toEqual([]);
  });

  it('a layer imports only from the layers below it', () => {
    // The imports between features are counted in figures.json.
    const isBetweenFeatures = ({ path, to }: (typeof imports)[number]): boolean =>
      featureOf(path) !== undefined && featureOf(to) !== undefined && featureOf(path) !== featureOf(to);
    const violations = imports.filter(
      (one) => one.layer !== one.other && layers[one.layer]?.includes(one.other) !== true && !isBetweenFeatures(one),
    );
    expect(violations.map(({ path, to }) => `${path} imports ${to}`)).toEqual([]);
  });

  it('a page imports only types from the host', () => {
    const violations = imports.filter(
      ({ layer, other, typeOnly }) => typeOnlyImports[layer]?.includes(other) === true && !typeOnly,
    );
    expect(violations.map(({ path, to }) => `${path} imports more than types from ${to}`)).toEqual([]);
  });

  it('a package is imported only in the layers that may import it', () => {
    const violations = files.flatMap((file) =>
      packages.flatMap(({ name, allowedPath: where }) =>
        file.imports
          .filter(({ from }) => name.test(from) && !where.test(file.path))
          .map(({ from }) => `${file.path} imports ${from}`),
      ),
    );
    expect(violations).toEqual([]);
  });

  it('the TypeScript project of a layer references only the layers below it, and tsc -b builds every project', () => {
    const projects = filesBelow('src', '.json')
      .filter(({ path }) => /\/tsconfig(?:\.page)?\.json$/.test(path))
      .map(({ path, text }) => {
        const config: { references?: { path: string }[] } = JSON.parse(text);
        const refersTo = (config.references ?? []).map((one) => referencedProject(posix.dirname(path), one));
        return { path, layer: layerOfProject(path), refersTo };
      });
    const violations = projects.flatMap(({ layer, refersTo }) =>
      refersTo
        .map(layerOfProject)
        .filter((other) => layers[layer]?.includes(other) !== true)
        .map((other) => `${layer} refers to ${other}`),
    );
    expect(violations).toEqual([]);
    expect(projects.map(({ layer }) => layer).sort()).toEqual(
      Object.keys(layers)
        .filter((layer) => COMPILED_WITH[layer] === undefined)
        .sort(),
    );
    const solution: { references: { path: string }[] } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    const builtProjects = solution.references.map((one) => referencedProject('', one));
    expect(projects.map(({ path }) => path).filter((path) => !builtProjects.includes(path))).toEqual([]);
  });

  it('the TypeScript project of the tests references every layer', () => {
    const config: { references: { path: string }[] } = JSON.parse(
      readFileSync(join(root, 'test', 'tsconfig.json'), 'utf8'),
    );
    const referencedLayers = config.references.map((one) => layerOfProject(referencedProject('test', one)));
    expect(Object.keys(layers).filter((layer) => !referencedLayers.includes(COMPILED_WITH[layer] ?? layer))).toEqual(
      [],
    );
  });
});

describe('The diagram of the layers in src/README.md', () => {
  const [, diagram = ''] = /```\n(.*?)```/s.exec(readFileSync(join(root, 'src', 'README.md'), 'utf8')) ?? [];
  const lines = diagram.split('\n');
  /** Returns the name of a layer in the diagram, which has one name for all layers of a folder. */
  const nameOf = (layer: string): string =>
    /^(?:extension|composition)$/.test(layer)
      ? `${layer}.ts`
      : layer === 'page'
        ? 'page.tsx'
        : `${layer.split('/')[0]}/`;
  /** Returns the index of the line of the diagram that contains the layer; -1 if no line does. */
  const lineOf = (layer: string): number =>
    lines.findIndex((line) => line.split(/ {2,}/).some((word) => word === nameOf(layer)));

  it('contains every layer', () => {
    expect(Object.keys(layers).filter((layer) => lineOf(layer) === -1)).toEqual([]);
  });

  it('shows a layer above every layer that it imports', () => {
    const importsOfOtherLayers = imports.filter(({ layer, other }) => nameOf(layer) !== nameOf(other));
    expect(
      importsOfOtherLayers
        .filter(({ layer, other }) => lineOf(layer) >= lineOf(other))
        .map(({ path, to }) => `${path} imports ${to}`),
    ).toEqual([]);
  });
});

describe('Import cycles:', () => {
  it('no file of src imports itself through other files, not even through imports of types', () => {
    const graph = new Map(
      files.map(({ path }) => [path, imports.filter((one) => one.path === path).map(({ to }) => to)]),
    );
    expect(findCycles(graph)).toEqual([]);
  });

  it('findCycles returns each cycle once, and an empty list for a graph without a cycle', () => {
    expect(
      findCycles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual([['b', 'c']]);
    expect(
      findCycles(
        new Map([
          ['a', ['b', 'c']],
          ['b', ['c']],
          ['c', []],
        ]),
      ),
    ).toEqual([]);
    expect(findCycles(new Map([['a', ['a']]]))).toEqual([['a']]);
  });
});

describe('Folders:', () => {
  it(`a folder of src contains at most ${MAX_FILES_PER_FOLDER} files`, () => {
    const counts = new Map<string, number>();
    for (const folder of files.map(({ path }) => posix.dirname(path)))
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MAX_FILES_PER_FOLDER)).toEqual([]);
  });
});

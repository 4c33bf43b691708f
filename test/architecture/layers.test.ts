// Tests which layers and packages each file imports, import cycles, and the size of folders.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/setup/paths.mjs';
import { findCycles } from './cycles.ts';
import { layers, MAX_FILES_PER_FOLDER, packages, typeOnlyImports } from './layers.ts';
import { filesBelow, sources } from './sources.ts';

const files = sources();

function layerOf(path: string): string {
  const [, first, second] = path.split('/');
  return second === undefined ? 'extension' : (first ?? '');
}

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
    const violations = imports.filter(({ layer, other }) => layer !== other && layers[layer]?.includes(other) !== true);
    expect(violations.map(({ path, to }) => `${path} imports ${to}`)).toEqual([]);
  });

  it('the webview imports only types from the host', () => {
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
    const projects = filesBelow('src', 'tsconfig.json').map(({ path, text }) => {
      const config: { references?: { path: string }[] } = JSON.parse(text);
      return {
        layer: layerOf(path),
        refersTo: (config.references ?? []).map((reference) => posix.basename(reference.path)),
      };
    });
    const violations = projects.flatMap(({ layer, refersTo }) =>
      refersTo.filter((other) => layers[layer]?.includes(other) !== true).map((other) => `${layer} refers to ${other}`),
    );
    expect(violations).toEqual([]);
    const solution: { references: { path: string }[] } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    const builtProjects = solution.references.map((reference) => posix.basename(reference.path));
    expect(
      projects
        .map(({ layer }) => (layer === 'extension' ? 'src' : layer))
        .filter((layer) => !builtProjects.includes(layer)),
    ).toEqual([]);
  });

  it('the TypeScript project of the tests references every layer', () => {
    const config: { references: { path: string }[] } = JSON.parse(
      readFileSync(join(root, 'test', 'tsconfig.json'), 'utf8'),
    );
    const referencedLayers = config.references.map(({ path }) => posix.basename(path));
    expect(Object.keys(layers).filter((layer) => layer !== 'extension' && !referencedLayers.includes(layer))).toEqual(
      [],
    );
  });
});

describe('The diagram of the layers in src/README.md', () => {
  const [, diagram = ''] = /```\n(.*?)```/s.exec(readFileSync(join(root, 'src', 'README.md'), 'utf8')) ?? [];
  const lines = diagram.split('\n');
  /** Returns the index of the line of the diagram that contains the layer; -1 if no line does. */
  const lineOf = (layer: string): number =>
    lines.findIndex((line) =>
      (layer === 'extension' ? /^extension\.ts\b/ : new RegExp(`^(?:\\w+/ +)*${layer}/`)).test(line),
    );

  it('contains every layer', () => {
    expect(Object.keys(layers).filter((layer) => lineOf(layer) === -1)).toEqual([]);
  });

  it('shows a layer above every layer that it imports', () => {
    const importsOfOtherLayers = imports.filter(({ layer, other }) => layer !== other);
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

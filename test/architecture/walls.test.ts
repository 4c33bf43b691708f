// Owns the walls: no room imports from a floor above it or from its neighbour, and each package stays where it belongs.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/setup/paths.mjs';
import { floors, packages, typesOnly } from './floors.ts';
import { filesBelow, sources } from './sources.ts';

const files = sources();

function roomOf(path: string): string {
  const [, first, second] = path.split('/');
  return second === undefined ? 'door' : (first ?? '');
}

const between = files.flatMap(({ path, imports }) =>
  imports
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from, typeOnly }) => ({ path, to: posix.join(posix.dirname(path), from), typeOnly }))
    .map((one) => ({ ...one, room: roomOf(one.path), other: roomOf(one.to) })),
);

describe('the walls', () => {
  it('stand around rooms that the plan knows', () => {
    const unknown = files.map(({ path }) => roomOf(path)).filter((room) => floors[room] === undefined);
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('let a room import only from the floors below it', () => {
    const breaches = between.filter(({ room, other }) => room !== other && floors[room]?.includes(other) !== true);
    expect(breaches.map(({ path, to }) => `${path} imports ${to}`)).toEqual([]);
  });

  it('let the page see only the shapes of what the host owns', () => {
    const breaches = between.filter(({ room, other, typeOnly }) => typesOnly[room]?.includes(other) === true && !typeOnly);
    expect(breaches.map(({ path, to }) => `${path} imports more than types from ${to}`)).toEqual([]);
  });

  it('keep each package in its room', () => {
    const breaches = files.flatMap(({ path, imports }) =>
      packages.flatMap(({ name, where }) =>
        imports.filter(({ from }) => name.test(from) && !where.test(path)).map(({ from }) => `${path} imports ${from}`),
      ),
    );
    expect(breaches).toEqual([]);
  });

  it('are drawn the same way for the compiler', () => {
    const drawn = filesBelow('src', 'tsconfig.json').map(({ path, text }) => {
      const config: { references?: { path: string }[] } = JSON.parse(text);
      return { room: roomOf(path), refers: (config.references ?? []).map((reference) => posix.basename(reference.path)) };
    });
    const breaches = drawn.flatMap(({ room, refers }) =>
      refers.filter((other) => floors[room]?.includes(other) !== true).map((other) => `${room} refers to ${other}`),
    );
    expect(breaches).toEqual([]);
    const solution: { references: { path: string }[] } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
    const built = solution.references.map((reference) => posix.basename(reference.path));
    expect(drawn.map(({ room }) => (room === 'door' ? 'src' : room)).filter((room) => !built.includes(room))).toEqual([]);
  });
});

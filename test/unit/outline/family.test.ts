// Owns the proof of families: every item of a list stands in the tree exactly once, whatever parents a server names.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Family, familyOf } from '../../../src/outline/family.ts';
import { item } from './known.ts';

function family(ids: string, parents: Record<string, string>): Family {
  return familyOf(ids === '' ? [] : ids.split(' '), (id) => item(id, { parent: parents[id] ?? null }));
}

describe('a family', () => {
  it('has sub-items under their parent, oldest first, and the others in the list’s order', () => {
    const { roots, below } = family('d c b a', { d: 'a', c: 'a' });
    expect(roots).toEqual(['b', 'a']);
    expect(below).toEqual(new Map([['a', ['c', 'd']]]));
  });

  it('nests as deep as the parents do', () => {
    const { roots, below } = family('c b a', { c: 'b', b: 'a' });
    expect([roots, below.get('a'), below.get('b')]).toEqual([['a'], ['b'], ['c']]);
  });

  it('lets an orphan, whose parent is not read, stand beside the others', () => {
    expect(family('b a', { b: 'not read yet' }).roots).toEqual(['b', 'a']);
  });

  it('lets every member of a circle stand right under the project, and who hangs on it under that', () => {
    const { roots, below } = family('a b c d', { a: 'b', b: 'c', c: 'a', d: 'a' });
    expect(roots).toEqual(['a', 'b', 'c']);
    expect(below).toEqual(new Map([['a', ['d']]]));
  });

  it('does not let an item stand under itself', () => {
    expect(family('a', { a: 'a' })).toEqual({ roots: ['a'], below: new Map(), parents: new Map() });
  });

  it('of items that nobody told of is a list', () => {
    expect(familyOf(['a', 'b'], () => undefined).roots).toEqual(['a', 'b']);
  });

  it('holds every item once, and ends, whoever names whom', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const parents = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...names, 'elsewhere'));
    fc.assert(
      fc.property(fc.shuffledSubarray(names), parents, (ids, named) => {
        const { roots, below } = family(ids.join(' '), named);
        const walk = (id: string): string[] => [id, ...(below.get(id) ?? []).flatMap(walk)];
        expect(roots.flatMap(walk).sort()).toEqual([...ids].sort());
      }),
    );
  });

  it('of ten thousand items under one parent asks for each record once', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `w${index}`);
    let asked = 0;
    const { below } = familyOf(['top', ...ids], (id) => {
      asked += 1;
      return item(id, { parent: id === 'top' ? null : 'top' });
    });
    expect(below.get('top')).toHaveLength(10_000);
    expect(below.get('top')?.[0]).toBe('w9999');
    expect(asked).toBe(10_001);
  });
});

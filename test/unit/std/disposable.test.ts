// Tests the collection of disposables.
import { describe, expect, it } from 'vitest';
import { Disposables } from '../../../src/std/disposable.ts';

describe('Disposables', () => {
  it('disposes of each member once, in reverse order', () => {
    const disposables = new Disposables();
    const gone: string[] = [];
    disposables.add({ dispose: () => gone.push('ground') });
    disposables.add({ dispose: () => gone.push('roof') });
    disposables.dispose();
    disposables.dispose();
    expect(gone).toEqual(['roof', 'ground']);
  });

  it('disposes immediately of a member that is added after dispose', () => {
    const disposables = new Disposables();
    const gone: string[] = [];
    disposables.dispose();
    disposables.add({ dispose: () => gone.push('late') });
    expect(gone).toEqual(['late']);
  });

  it('returns the added member', () => {
    const one = { dispose: () => undefined, name: 'one' };
    expect(new Disposables().add(one)).toBe(one);
  });

  it('disposes of a member that is added during dispose', () => {
    const disposables = new Disposables();
    const gone: string[] = [];
    disposables.add({ dispose: () => disposables.add({ dispose: () => gone.push('added meanwhile') }) });
    disposables.dispose();
    expect(gone).toEqual(['added meanwhile']);
  });
});

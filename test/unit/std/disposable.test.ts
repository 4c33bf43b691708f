// Tests of the stack of disposables.
import { describe, expect, it } from 'vitest';
import { Disposables } from '../../../src/std/disposable.ts';

describe('Disposables', () => {
  it('disposes of the last added member first, and of each once', () => {
    const disposables = new Disposables();
    const gone: string[] = [];
    disposables.add({ dispose: () => gone.push('ground') });
    disposables.add({ dispose: () => gone.push('roof') });
    disposables.dispose();
    disposables.dispose();
    expect(gone).toEqual(['roof', 'ground']);
  });

  it('disposes at once of a member that is added afterwards', () => {
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

  it('disposes of a member that is added while it disposes of others', () => {
    const disposables = new Disposables();
    const gone: string[] = [];
    disposables.add({ dispose: () => disposables.add({ dispose: () => gone.push('added meanwhile') }) });
    disposables.dispose();
    expect(gone).toEqual(['added meanwhile']);
  });
});

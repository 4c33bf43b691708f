// Tests of the stack of disposables.
import { describe, expect, it } from 'vitest';
import { Disposables } from '../../../src/std/disposable.ts';

describe('Disposables', () => {
  it('disposes of the last added member first, and of each once', () => {
    const held = new Disposables();
    const gone: string[] = [];
    held.add({ dispose: () => gone.push('ground') });
    held.add({ dispose: () => gone.push('roof') });
    held.dispose();
    held.dispose();
    expect(gone).toEqual(['roof', 'ground']);
  });

  it('disposes at once of a member that is added afterwards', () => {
    const held = new Disposables();
    const gone: string[] = [];
    held.dispose();
    held.add({ dispose: () => gone.push('late') });
    expect(gone).toEqual(['late']);
  });

  it('returns the added member', () => {
    const one = { dispose: () => undefined, name: 'one' };
    expect(new Disposables().add(one)).toBe(one);
  });

  it('disposes of a member that is added while it disposes of others', () => {
    const held = new Disposables();
    const gone: string[] = [];
    held.add({ dispose: () => held.add({ dispose: () => gone.push('added meanwhile') }) });
    held.dispose();
    expect(gone).toEqual(['added meanwhile']);
  });
});

// Owns the proof of the stack of things that are let go of.
import { describe, expect, it } from 'vitest';
import { Disposables } from '../../../src/std/disposable.ts';

describe('a stack of disposables', () => {
  it('lets go of what came last first, and of each once', () => {
    const held = new Disposables();
    const gone: string[] = [];
    held.add({ dispose: () => gone.push('ground') });
    held.add({ dispose: () => gone.push('roof') });
    held.dispose();
    held.dispose();
    expect(gone).toEqual(['roof', 'ground']);
  });

  it('lets go at once of what is added afterwards', () => {
    const held = new Disposables();
    const gone: string[] = [];
    held.dispose();
    held.add({ dispose: () => gone.push('late') });
    expect(gone).toEqual(['late']);
  });

  it('hands back what was added', () => {
    const one = { dispose: () => undefined, name: 'one' };
    expect(new Disposables().add(one)).toBe(one);
  });

  it('takes in what is added while it lets go', () => {
    const held = new Disposables();
    const gone: string[] = [];
    held.add({ dispose: () => held.add({ dispose: () => gone.push('added meanwhile') }) });
    held.dispose();
    expect(gone).toEqual(['added meanwhile']);
  });
});

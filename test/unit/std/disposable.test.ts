// Tests the collection of disposables.
import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../src/std/disposable.ts';

describe('DisposableStore', () => {
  it('disposes of each member once, in reverse order', () => {
    const disposables = new DisposableStore();
    const disposedNames: string[] = [];
    disposables.add({ dispose: () => disposedNames.push('ground') });
    disposables.add({ dispose: () => disposedNames.push('roof') });
    disposables.dispose();
    disposables.dispose();
    expect(disposedNames).toEqual(['roof', 'ground']);
  });

  it('disposes immediately of a member that is added after dispose', () => {
    const disposables = new DisposableStore();
    const disposedNames: string[] = [];
    disposables.dispose();
    disposables.add({ dispose: () => disposedNames.push('late') });
    expect(disposedNames).toEqual(['late']);
  });

  it('returns the added object from `add`', () => {
    const member = { dispose: () => undefined, name: 'one' };
    expect(new DisposableStore().add(member)).toBe(member);
  });

  it('disposes of a member that is added during dispose', () => {
    const disposables = new DisposableStore();
    const disposedNames: string[] = [];
    disposables.add({ dispose: () => disposables.add({ dispose: () => disposedNames.push('added meanwhile') }) });
    disposables.dispose();
    expect(disposedNames).toEqual(['added meanwhile']);
  });
});

// Tests that the composer remembers the visibility that the user chose most recently.
import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessLevel } from '../../../../src/contract/resources/comment.ts';
import { CommentComposer } from '../../../../src/features/comments/composer.ts';
import { formatError } from '../../../../src/shell/faults/formatError.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';

let lastVisibility: AccessLevel;
const setup = forEachTest(createSetup);
beforeEach(async () => {
  lastVisibility = 'INTERNAL';
});

function composerOf(id: string): CommentComposer {
  let count = 0;
  return new CommentComposer({
    address: { ...WEB_1, id },
    key: `${WEB_1.project}/${id}`,
    draftStore: setup.draftStore,
    store: () => setup.store,
    formatError,
    newId: () => `new-${(count += 1)}`,
    lastVisibilityStorage: {
      get: () => lastVisibility,
      set: (access) => {
        lastVisibility = access;
      },
    },
    now: () => 0,
    title: () => 'WEB-1',
    changed: () => undefined,
  });
}

describe('The visibility of a new comment', () => {
  it('is the visibility that the user chose most recently in the project', () => {
    const composer = composerOf('one');
    expect(composer.view().access).toBe('INTERNAL');
    composer.compose({ html: '', access: 'EXTERNAL' });
    expect(lastVisibility).toBe('EXTERNAL');
    expect(composerOf('two').view()).toMatchObject({ html: '', access: 'EXTERNAL' });
  });

  it('does not change when the user edits the text of another draft, which keeps its visibility', () => {
    const first = composerOf('one');
    first.compose({ html: '<p>Mine</p>', access: 'INTERNAL' });
    lastVisibility = 'EXTERNAL';
    expect(first.view().access).toBe('INTERNAL');
    first.compose({ html: '<p>Mine too</p>', access: 'INTERNAL' });
    expect(lastVisibility).toBe('EXTERNAL');
  });

  it('is the visibility of the previous comment', async () => {
    const composer = composerOf(WEB_1.id);
    composer.compose({ html: '<p>For everyone</p>', access: 'EXTERNAL' });
    const sending = composer.send(1);
    expect(composer.view()).toMatchObject({ html: '', access: 'EXTERNAL' });
    expect(await setup.whileTimePasses(sending)).toBeUndefined();
    expect(composer.view().access).toBe('EXTERNAL');
  });
});

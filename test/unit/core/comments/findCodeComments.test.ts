// Tests that a comment with code is sent once, is found among the comments of its work item, and is
// not mistaken for the comment of another user.
import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { restoreSnapshot, takeSnapshot } from '../../../../src/core/cache/store/snapshot.ts';
import type { Store } from '../../../../src/core/cache/store/store.ts';
import { commentStartWithOrigin, pathWithLines } from '../../../../src/core/comments/codeComment.ts';
import {
  codeExternalId,
  isNameHash,
  type LinkedCode,
  parseCodeExternalId,
} from '../../../../src/core/comments/codeExternalId.ts';
import { codeCommentsOf, loadComments, parseCodeComment } from '../../../../src/core/comments/findCodeComments.ts';
import { type DraftOutcome, sendDraft } from '../../../../src/core/comments/sendDraft.ts';
import {
  type CommentSlot,
  commentIn,
  draft,
  emptyDraft,
  isEmpty,
  withComment,
} from '../../../../src/core/drafts/draft.ts';
import type { Session } from '../../../../src/core/session/session.ts';
import { formatError } from '../../../../src/shell/faults/formatError.ts';
import { markdownToHtml } from '../../../../src/std/html/markdown.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';

const DRAFT_KEY = keyOf(WEB_1);
const commentPosts = matchRequest('POST', '/comments/');
const commentLists = matchRequest('GET', '/comments/');
const place: LinkedCode = {
  repository: 'github.com/acme/web',
  commit: '0123456789abcdef0123456789abcdef01234567',
  path: 'src/a.ts',
  lines: { first: 3, last: 4 },
  changed: false,
  ordinal: 1,
};
const id = codeExternalId(place);
const slot: CommentSlot = { code: id };
const text = `${commentStartWithOrigin({ ...place, changed: 'no', noLinkReason: 'noRemote' }, 'typescript', 'const a = 1;\na();')}Why?`;

const setup = forEachTest(createSetup);

function writeDraft(commentText = text): void {
  setup.draftStore.change(DRAFT_KEY, 'WEB-1', (before) =>
    withComment(before, slot, { externalId: id, access: 'INTERNAL', ...commentIn(before, slot), text: commentText }),
  );
}

function sendComment(): Promise<DraftOutcome> {
  const storedDraft = commentIn(setup.draftStore.get(DRAFT_KEY), slot);
  if (storedDraft === undefined) throw new Error('nothing was written');
  const draftTarget = {
    address: WEB_1,
    key: DRAFT_KEY,
    draftStore: setup.draftStore,
    slot,
    formatError,
    title: () => 'WEB-1',
    newId: () => codeExternalId({ ...place, ordinal: (parseCodeExternalId(storedDraft.externalId)?.ordinal ?? 1) + 1 }),
  };
  return setup.whileTimePasses(sendDraft(draftTarget, setup.store, storedDraft, markdownToHtml(storedDraft.text)));
}

function findComments(store: Store = setup.store) {
  return codeCommentsOf({ store } as Session, WEB_1);
}

describe('A comment with code', () => {
  it('is found with its code location, the quoted code and the text', async () => {
    writeDraft();
    expect(await sendComment()).toMatchObject({ sent: true });
    const otherStore = setup.otherStore();
    await setup.whileTimePasses(loadComments({ store: otherStore } as Session, WEB_1));
    expect(findComments(otherStore)).toMatchObject([
      { item: WEB_1, place, quote: { lines: ['const a = 1;', 'a();'], firstLine: 'Why?' } },
    ]);
    expect(otherStore.comments.itemOf(findComments(otherStore)[0]?.id ?? '')).toEqual(WEB_1);
    expect(commentIn(setup.draftStore.get(DRAFT_KEY), slot)).toBeUndefined();
  });

  it('is restored from the snapshot, with its work item', async () => {
    writeDraft();
    await setup.whileTimePasses(loadComments({ store: setup.store } as Session, WEB_1));
    await sendComment();
    const [foundComment] = findComments();
    const restoredStore = setup.otherStore();
    restoreSnapshot(restoredStore, takeSnapshot(setup.store, 1));
    expect(restoredStore.comments.itemOf(foundComment?.id ?? '')).toEqual(WEB_1);
    expect(findComments(restoredStore)).toEqual([foundComment]);
  });

  it('has a different draft than a comment from the Command Palette', async () => {
    setup.draftStore.change(DRAFT_KEY, 'WEB-1', () => ({
      palette: { text: 'Half a thought', access: 'EXTERNAL', externalId: 'p' },
    }));
    writeDraft();
    await setup.draftStore.flush();
    const reloadedDraft = await setup.newDraftStore().open(DRAFT_KEY);
    expect(draft.parse(JSON.parse(JSON.stringify(reloadedDraft)))).toEqual(reloadedDraft);
    expect([commentIn(reloadedDraft, 'palette')?.text, commentIn(reloadedDraft, slot)?.text]).toEqual([
      'Half a thought',
      text,
    ]);
    await sendComment();
    expect(setup.draftStore.get(DRAFT_KEY)?.palette?.text).toBe('Half a thought');
    expect(isEmpty({ ...emptyDraft('WEB-1', 0), code: { [id]: { text, access: 'INTERNAL', externalId: id } } })).toBe(
      false,
    );
  });

  it('is not sent twice if the response was lost', async () => {
    writeDraft();
    setup.proxy.inject(commentPosts, { kind: 'lost' }, 1);
    expect(await sendComment()).toMatchObject({ sent: false });
    expect(await sendComment()).toMatchObject({ sent: true });
    expect(setup.proxy.matchingRequests(commentPosts)).toHaveLength(1);
  });

  it('counts as sent if another window has already sent it', async () => {
    writeDraft();
    const sameComment = { text, access: 'INTERNAL', externalId: id } as const;
    await setup.otherStore().comments.send(WEB_1, sameComment, markdownToHtml(text));
    expect(await sendComment()).toMatchObject({ sent: true });
    expect(findComments()).toHaveLength(1);
  });

  it('stays a draft if another user has commented on the same lines, and is sent on retry', async () => {
    writeDraft();
    const otherComment = { text: 'Mine', access: 'INTERNAL', externalId: id } as const;
    await setup.otherStore().comments.send(WEB_1, otherComment, '<p>Mine</p>');
    expect(await sendComment()).toEqual({
      sent: false,
      isTemporary: false,
      problem: expect.stringMatching(/another comment on the same lines .* Your text is kept as a draft\./),
    });
    expect(commentIn(setup.draftStore.get(DRAFT_KEY), slot)?.text).toBe(text);
    expect(await sendComment()).toMatchObject({ sent: true });
    expect(new Set(findComments().map((one) => one.place.ordinal))).toEqual(new Set([1, 2]));
  });

  it('is found on the second page of the list of comments', async () => {
    for (let ordinal = 1; ordinal <= 101; ordinal += 1) {
      const one = { text, access: 'INTERNAL', externalId: codeExternalId({ ...place, ordinal }) } as const;
      await setup.otherStore().comments.send(WEB_1, one, '<p>Again</p>');
    }
    await setup.whileTimePasses(loadComments({ store: setup.store } as Session, WEB_1));
    expect(findComments()).toHaveLength(101);
    expect(setup.proxy.matchingRequests(commentLists)).toHaveLength(2);
  });

  it('is ignored if it has another external source, an invalid external id or a path outside of the repository', () => {
    const receivedComment = { id: 'c1', comment_html: '<p>Hello</p>', external_source: 'contrail', external_id: id };
    expect(parseCodeComment(receivedComment, WEB_1)?.place).toEqual(place);
    expect(parseCodeComment({ ...receivedComment, external_source: 'github' }, WEB_1)).toBeUndefined();
    expect(parseCodeComment({ ...receivedComment, external_id: 'b59c1a7e' }, WEB_1)).toBeUndefined();
    expect(
      parseCodeComment({ ...receivedComment, external_id: id.replace('src/a.ts', '../../.ssh/id_rsa') }, WEB_1),
    ).toBeUndefined();
    expect(parseCodeComment({ ...receivedComment, external_id: null, comment_html: null }, WEB_1)).toBeUndefined();
  });

  it('has the path in its text if the external id contains only a hash, and is ignored if the hash differs', () => {
    const longPlace = { ...place, path: `${'deep/'.repeat(60)}a.ts` };
    const one = { id: 'c1', external_source: 'contrail', external_id: codeExternalId(longPlace) };
    expect(isNameHash(parseCodeExternalId(one.external_id)?.path ?? '')).toBe(true);
    const html = (path: string): string =>
      markdownToHtml(commentStartWithOrigin({ ...longPlace, path, changed: 'no' }, 'typescript', 'a'));
    expect(parseCodeComment({ ...one, comment_html: html(longPlace.path) }, WEB_1)?.place.path).toBe(longPlace.path);
    expect(parseCodeComment({ ...one, comment_html: html('src/other.ts') }, WEB_1)).toBeUndefined();
    expect(
      parseCodeComment({ ...one, comment_html: `<code>${pathWithLines('../a.ts', place.lines)}</code>` }, WEB_1),
    ).toBeUndefined();
  });
});

// Tests that a comment with code is sent once, found among the comments of its work item, and not
// confused with the comment of another user.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../../../src/cache/address.ts';
import { restoreSnapshot, takeSnapshot } from '../../../src/cache/snapshot.ts';
import type { Store } from '../../../src/cache/store.ts';
import { codeMarkdown, placeName } from '../../../src/codeLinks/codeComment.ts';
import { type CodePlace, externalId, isShort, readExternalId } from '../../../src/codeLinks/codePlace.ts';
import { codeComment, codeCommentsOf, readComments } from '../../../src/codeLinks/commented.ts';
import { type CommentSlot, commentIn, draft, emptyDraft, isEmpty, withComment } from '../../../src/drafts/draft.ts';
import { type DraftOutcome, sendDraft } from '../../../src/pages/discussion/sendDraft.ts';
import type { Session } from '../../../src/session/session.ts';
import { markdownToHtml } from '../../../src/workbench/features/comments/markdown.ts';
import { formatError } from '../../../src/workbench/ui/formatError.ts';
import { requestTo } from '../../support/faultProxy.ts';
import { createSetup, type Setup, WEB_1 } from '../../support/pageSetup.ts';

const KEY = keyOf(WEB_1);
const posts = requestTo('POST', '/comments/');
const lists = requestTo('GET', '/comments/');
const place: CodePlace = {
  repository: 'github.com/acme/web',
  commit: '0123456789abcdef0123456789abcdef01234567',
  path: 'src/a.ts',
  lines: { first: 3, last: 4 },
  changed: false,
  ordinal: 1,
};
const id = externalId(place);
const slot: CommentSlot = { code: id };
const text = `${codeMarkdown({ ...place, changed: 'no', unlinked: 'noRemote' }, 'typescript', 'const a = 1;\na();')}Why?`;

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

function write(words = text): void {
  setup.draftStore.change(KEY, 'WEB-1', (before) =>
    withComment(before, slot, { externalId: id, access: 'INTERNAL', ...commentIn(before, slot), text: words }),
  );
}

function send(): Promise<DraftOutcome> {
  const held = commentIn(setup.draftStore.get(KEY), slot);
  if (held === undefined) throw new Error('nothing was written');
  const where = {
    address: WEB_1,
    key: KEY,
    draftStore: setup.draftStore,
    slot,
    words: formatError,
    title: () => 'WEB-1',
    newId: () => externalId({ ...place, ordinal: (readExternalId(held.externalId)?.ordinal ?? 1) + 1 }),
  };
  return setup.whileTimePasses(sendDraft(where, setup.store, held, markdownToHtml(held.text)));
}

function found(store: Store = setup.store) {
  return codeCommentsOf({ store } as Session, WEB_1);
}

describe('A comment with code', () => {
  it('is found with its place, quoted code and text', async () => {
    write();
    expect(await send()).toEqual({ sent: true, rest: false });
    const other = setup.otherStore();
    await setup.whileTimePasses(readComments({ store: other } as Session, WEB_1));
    expect(found(other)).toMatchObject([
      { item: WEB_1, place, quote: { lines: ['const a = 1;', 'a();'], says: 'Why?' } },
    ]);
    expect(other.comments.itemOf(found(other)[0]?.id ?? '')).toEqual(WEB_1);
    expect(commentIn(setup.draftStore.get(KEY), slot)).toBeUndefined();
  });

  it('is restored from the snapshot, for its work item', async () => {
    write();
    await setup.whileTimePasses(readComments({ store: setup.store } as Session, WEB_1));
    await send();
    const [one] = found();
    const next = setup.otherStore();
    restoreSnapshot(next, takeSnapshot(setup.store, 1));
    expect(next.comments.itemOf(one?.id ?? '')).toEqual(WEB_1);
    expect(found(next)).toEqual([one]);
  });

  it('is a draft separate from the draft of the Command Palette', async () => {
    setup.draftStore.change(KEY, 'WEB-1', () => ({
      palette: { text: 'Half a thought', access: 'EXTERNAL', externalId: 'p' },
    }));
    write();
    await setup.draftStore.flush();
    const kept = await setup.newDesk().open(KEY);
    expect(draft.parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    expect([commentIn(kept, 'palette')?.text, commentIn(kept, slot)?.text]).toEqual(['Half a thought', text]);
    await send();
    expect(setup.draftStore.get(KEY)?.palette?.text).toBe('Half a thought');
    expect(isEmpty({ ...emptyDraft('WEB-1', 0), code: { [id]: { text, access: 'INTERNAL', externalId: id } } })).toBe(
      false,
    );
  });

  it('whose response was lost is not sent twice', async () => {
    write();
    setup.proxy.inject(posts, { kind: 'lost' }, 1);
    expect(await send()).toMatchObject({ sent: false });
    expect(await send()).toMatchObject({ sent: true });
    expect(setup.proxy.requestsTo(posts)).toHaveLength(1);
  });

  it('that another window already sent counts as sent', async () => {
    write();
    const same = { text, access: 'INTERNAL', externalId: id } as const;
    await setup.otherStore().comments.send(WEB_1, same, markdownToHtml(text));
    expect(await send()).toEqual({ sent: true, rest: false });
    expect(found()).toHaveLength(1);
  });

  it('on lines with a new comment of another user is kept, and posted beside it on retry', async () => {
    write();
    const theirs = { text: 'Mine', access: 'INTERNAL', externalId: id } as const;
    await setup.otherStore().comments.send(WEB_1, theirs, '<p>Mine</p>');
    expect(await send()).toEqual({
      sent: false,
      passing: false,
      sentence: expect.stringContaining('another comment on the same lines'),
    });
    expect(commentIn(setup.draftStore.get(KEY), slot)?.text).toBe(text);
    expect(await send()).toEqual({ sent: true, rest: false });
    expect(new Set(found().map((one) => one.place.ordinal))).toEqual(new Set([1, 2]));
  });

  it('is found on the second page of a long list', async () => {
    for (let ordinal = 1; ordinal <= 101; ordinal += 1) {
      const one = { text, access: 'INTERNAL', externalId: externalId({ ...place, ordinal }) } as const;
      await setup.otherStore().comments.send(WEB_1, one, '<p>Again</p>');
    }
    await setup.whileTimePasses(readComments({ store: setup.store } as Session, WEB_1));
    expect(found()).toHaveLength(101);
    expect(setup.proxy.requestsTo(lists)).toHaveLength(2);
  });

  it('is ignored with another source, an invalid id or a path outside of the repository', () => {
    const said = { id: 'c1', comment_html: '<p>Hello</p>', external_source: 'contrail', external_id: id };
    expect(codeComment(said, WEB_1)?.place).toEqual(place);
    expect(codeComment({ ...said, external_source: 'github' }, WEB_1)).toBeUndefined();
    expect(codeComment({ ...said, external_id: 'b59c1a7e' }, WEB_1)).toBeUndefined();
    expect(codeComment({ ...said, external_id: id.replace('src/a.ts', '../../.ssh/id_rsa') }, WEB_1)).toBeUndefined();
    expect(codeComment({ ...said, external_id: null, comment_html: null }, WEB_1)).toBeUndefined();
  });

  it('takes a path too long for the id from its text, but not the path of another file', () => {
    const long = { ...place, path: `${'deep/'.repeat(60)}a.ts` };
    const one = { id: 'c1', external_source: 'contrail', external_id: externalId(long) };
    expect(isShort(readExternalId(one.external_id)?.path ?? '')).toBe(true);
    const html = (path: string): string =>
      markdownToHtml(codeMarkdown({ ...long, path, changed: 'no' }, 'typescript', 'a'));
    expect(codeComment({ ...one, comment_html: html(long.path) }, WEB_1)?.place.path).toBe(long.path);
    expect(codeComment({ ...one, comment_html: html('src/other.ts') }, WEB_1)).toBeUndefined();
    expect(
      codeComment({ ...one, comment_html: `<code>${placeName('../a.ts', place.lines)}</code>` }, WEB_1),
    ).toBeUndefined();
  });
});

// Tests that the user's own comments are edited and deleted without losing text.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settled } from '../../support/clock.ts';
import { answered, requestTo } from '../../support/faultProxy.ts';
import { createSetup, openPage, type Page, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';
import { deferred } from '../std/deferred.ts';

const KEY = `${WEB_1.project}/${WEB_1.id}`;
/** By the signed-in user; OTHERS is by another user. */
const OWN = sample.comment('WEB', 1, 3);
const OTHERS = sample.comment('WEB', 1, 1);
const CHANGED = '<p>Two in, two out.</p>';
const patches = requestTo('PATCH', `/comments/${OWN}/`);
const deletions = requestTo('DELETE', `/comments/${OWN}/`);

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

const draftStore = (page: Page) => page.model.discussion?.comments;
const shown = (page: Page) => page.model.comments.items.find(({ id }) => id === OWN);

async function change(page: Page, html: string | null = CHANGED): Promise<void> {
  await page.send({ type: 'editComment', id: OWN, html });
  await settled();
}

async function ask(page: Page, type: 'saveComment' | 'deleteComment'): Promise<string | undefined> {
  const { problem } = await setup.whileTimePasses(page.send({ type, id: OWN }));
  await settled();
  return problem;
}

async function onTheServer(): Promise<string | undefined> {
  const other = setup.otherStore();
  await other.comments.list(WEB_1).read();
  return other.comments.get(OWN)?.comment_html ?? undefined;
}

describe('A comment', () => {
  it('can be edited by its author only', async () => {
    using page = await openPage(setup);
    expect(draftStore(page)?.mine).toContain(OWN);
    expect(draftStore(page)?.mine).not.toContain(OTHERS);
  });

  it('that is being edited is a draft on disk and marks the tab', async () => {
    using page = await openPage(setup);
    const before = shown(page)?.html ?? '';
    await change(page);
    expect(draftStore(page)?.edits).toEqual({ [OWN]: { html: CHANGED, saving: false, overtaken: false } });
    expect(page.titles.at(-1)).toMatch(/^● /);
    await setup.draftStore.flush();
    expect((await setup.newDesk().open(KEY))?.edits).toEqual({ [OWN]: { html: CHANGED, base: before } });
  });

  it('has no draft when its text is equal to the original again or the edit is canceled', async () => {
    using page = await openPage(setup);
    const before = shown(page)?.html ?? '';
    await change(page);
    await change(page, before);
    expect(draftStore(page)?.edits).toEqual({});
    await change(page);
    await change(page, null);
    expect(draftStore(page)?.edits).toEqual({});
    expect(page.titles.at(-1)).not.toMatch(/^● /);
    await setup.draftStore.flush();
    expect(await setup.newDesk().open(KEY)).toBeUndefined();
  });

  it('shows the edited text immediately and is changed on the server', async () => {
    using page = await openPage(setup);
    await change(page);
    const release = deferred<void>();
    setup.proxy.inject(patches, { kind: 'held', until: release.promise });
    const saving = page.send({ type: 'saveComment', id: OWN });
    await setup.proxy.until(patches);
    await settled();
    expect(shown(page)?.html).toBe(CHANGED);
    expect(draftStore(page)?.edits[OWN]?.saving).toBe(true);
    release.resolve();
    expect((await saving).problem).toBeUndefined();
    await settled();
    expect(draftStore(page)?.edits).toEqual({});
    expect(await onTheServer()).toBe(CHANGED);
  });

  it('keeps the edited text and shows the reason when the server rejects it', async () => {
    using page = await openPage(setup);
    const before = shown(page)?.html;
    await change(page);
    setup.proxy.inject(patches, answered(403, { error: 'Only the author may do that' }));
    expect(await ask(page, 'saveComment')).toBe(
      "Not saved. You don't have permission to do this (Only the author may do that). Your text is kept, and saving again is safe.",
    );
    expect(draftStore(page)?.problems[OWN]).toContain("You don't have permission");
    expect(draftStore(page)?.edits[OWN]?.html).toBe(CHANGED);
    expect(shown(page)?.html).toBe(before);
  });

  it('is saved by an automatic retry when one response is lost', async () => {
    using page = await openPage(setup);
    await change(page);
    setup.proxy.inject(patches, { kind: 'lost' }, 1);
    expect(await ask(page, 'saveComment')).toBeUndefined();
    expect(await onTheServer()).toBe(CHANGED);
    expect(draftStore(page)?.edits).toEqual({});
  });

  it('has no draft after a reload when all responses of the save were lost', async () => {
    using page = await openPage(setup);
    await change(page);
    setup.proxy.inject(patches, { kind: 'lost' });
    expect(await ask(page, 'saveComment')).toMatch(/^Not saved\./);
    expect(draftStore(page)?.edits[OWN]?.html).toBe(CHANGED);
    setup.proxy.heal();
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await settled();
    expect(draftStore(page)?.edits).toEqual({});
    expect(shown(page)?.html).toBe(CHANGED);
  });

  it('shows that it was changed on the server before the edit overwrites it', async () => {
    using page = await openPage(setup);
    await change(page);
    await setup.otherStore().comments.edit(WEB_1, OWN, '<p>By another window.</p>');
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await settled();
    expect(draftStore(page)?.edits[OWN]).toEqual({ html: CHANGED, saving: false, overtaken: true });
  });

  it('cannot be saved as empty', async () => {
    using page = await openPage(setup);
    await change(page, '<p></p>');
    expect(await ask(page, 'saveComment')).toBe("A comment can't be empty. Delete it instead.");
  });

  it('is removed from the page immediately when it is deleted, and then from the server', async () => {
    using page = await openPage(setup);
    const release = deferred<void>();
    setup.proxy.inject(deletions, { kind: 'held', until: release.promise });
    const deleting = page.send({ type: 'deleteComment', id: OWN });
    await setup.proxy.until(deletions);
    await settled();
    expect(shown(page)).toBeUndefined();
    release.resolve();
    await deleting;
    await settled();
    expect(shown(page)).toBeUndefined();
    expect(await onTheServer()).toBeUndefined();
  });

  it('is shown again when the server rejects its deletion', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(deletions, answered(403, { error: 'Only the author may do that' }));
    expect(await ask(page, 'deleteComment')).toBe(
      "Not deleted. You don't have permission to do this (Only the author may do that).",
    );
    expect(shown(page)).toBeDefined();
    expect(draftStore(page)?.problems[OWN]).toContain('Not deleted.');
  });

  it('is deleted when the response to the deletion is lost', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(deletions, { kind: 'lost' }, 1);
    expect(await ask(page, 'deleteComment')).toBeUndefined();
    expect(shown(page)).toBeUndefined();
  });

  it('keeps the edited text visible when it was deleted elsewhere', async () => {
    using page = await openPage(setup);
    await change(page);
    await setup.otherStore().comments.remove(WEB_1, OWN);
    expect(await ask(page, 'saveComment')).toBe('This comment no longer exists. Copy your text, or cancel.');
    await setup.whileTimePasses(page.send({ type: 'reload' }));
    await settled();
    expect(shown(page)).toBeUndefined();
    expect(draftStore(page)?.orphans).toEqual([OWN]);
    await change(page, null);
    expect(draftStore(page)?.orphans).toEqual([]);
  });
});

// Tests that nothing is sent before it is on disk, so that a window that crashes loses nothing.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Pick, requestTo } from '../../support/faultProxy.ts';
import { createSetup, openPage, type Page, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const KEY = `${WEB_1.project}/${WEB_1.id}`;
const HELLO = '<p>Hello</p>';
const OWN = sample.comment('WEB', 1, 3);

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

/** Returns the draft that a new window would find on disk if this one crashed during the request. */
async function onDiskWhenItLeaves(asked: Pick) {
  await setup.proxy.until(asked);
  return setup.newDesk().open(KEY);
}

/** Sends a message without waiting for its answer, as if the window crashed. */
function leave(page: Page, word: Parameters<Page['send']>[0]): void {
  void page.send(word).catch(() => undefined);
}

describe('The draft', () => {
  it('of an edited field is on disk before the request', async () => {
    using page = await openPage(setup);
    const patches = requestTo('PATCH', `/${WEB_1.id}/`);
    setup.proxy.inject(patches, { kind: 'hanging' });
    await page.edit('name', 'Fix login');
    leave(page, { type: 'save' });
    expect(await onDiskWhenItLeaves(patches)).toMatchObject({ touched: { name: 'Fix login' } });
  });

  it('of an edited comment is on disk before the request', async () => {
    using page = await openPage(setup);
    const patches = requestTo('PATCH', `/comments/${OWN}/`);
    setup.proxy.inject(patches, { kind: 'hanging' });
    await page.send({ type: 'editComment', id: OWN, html: HELLO });
    leave(page, { type: 'saveComment', id: OWN });
    expect(await onDiskWhenItLeaves(patches)).toMatchObject({ edits: { [OWN]: { html: HELLO } } });
  });

  it('of a comment is on disk before the request, including text added after a lost response', async () => {
    using page = await openPage(setup);
    const posts = requestTo('POST', '/comments/');
    const compose = (html: string) => page.send({ type: 'compose', html, access: 'INTERNAL' });
    setup.proxy.inject(posts, { kind: 'lost' }, 1);
    await compose(HELLO);
    const sending = page.send({ type: 'sendComment' });
    expect(await onDiskWhenItLeaves(posts)).toMatchObject({ composer: { text: HELLO, sentText: HELLO } });
    await setup.whileTimePasses(sending);
    setup.proxy.inject(requestTo('PATCH', ''), { kind: 'hanging' });
    await compose(`${HELLO}<p>and again</p>`);
    leave(page, { type: 'sendComment' });
    expect(await onDiskWhenItLeaves(requestTo('PATCH', ''))).toMatchObject({
      composer: { text: `${HELLO}<p>and again</p>`, sentText: HELLO },
    });
  });
});

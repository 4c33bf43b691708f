// Tests the messages between the host and a record page, and pages that do not respond.
import { describe, expect, it } from 'vitest';
import { createDraftFiles } from '../../../../src/core/drafts/draftFiles.ts';
import { DraftStore } from '../../../../src/core/drafts/draftStore.ts';
import { targetOf } from '../../../../src/items/record/existingRecordTarget.ts';
import { flushPromises } from '../../../support/clock.ts';
import { matchRequest, nginxErrorPage } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, failingFiles, openPage, Page, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const setup = forEachTest(createSetup);

describe('The page of a work item', () => {
  it('offers to start work on it and, while it is the current one, to finish the work', async () => {
    using page = await openPage(setup);
    expect(page.model.actions).toEqual(['openInBrowser', 'startWork']);
    page.currentItem = WEB_1;
    page.recordPage.handleCurrentItemChange();
    await flushPromises();
    expect(page.model.actions).toEqual(['openInBrowser', 'finishWork']);
    await page.send({ type: 'act', action: 'finishWork' });
    expect(page.actions).toEqual(['finishWork']);
  });
});

describe('A message from the page', () => {
  const page = forEachTest(() => openPage(setup));

  it.each([
    [undefined],
    ['save'],
    [{ type: 'quit', seq: 1 }],
    [{ type: 'edit', seq: 1, field: 'sequence_id', value: '4' }],
    [{ type: 'save' }],
  ])('is ignored and logged if it is invalid: %j', async (message) => {
    const [messageCount, requestCount] = [page.receivedMessages.length, setup.proxy.requests.length];
    await page.post(message);
    await flushPromises();
    expect(page.dropReasons).toHaveLength(1);
    expect(page.receivedMessages).toHaveLength(messageCount);
    expect(setup.proxy.requests).toHaveLength(requestCount);
    expect(page.model.unsent).toBe(false);
  });

  it('gets a reply that contains the sequence number of the message', async () => {
    const answers = [
      await page.send({ type: 'edit', field: 'name', value: 'A' }),
      await page.send({ type: 'compose', html: '', access: 'INTERNAL' }),
      await page.send({ type: 'revert' }),
      await page.send({ type: 'save' }),
      await page.send({ type: 'moreComments' }),
      await page.send({ type: 'reload' }),
      await page.send({ type: 'openLink', href: 'https://example.com/' }),
      await page.send({ type: 'act', action: 'openInBrowser' }),
      await page.send({ type: 'find', field: 'parent', text: '' }),
      await page.send({ type: 'flushed', flush: 99 }),
    ];
    expect(answers.map(({ to }) => to)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(page.links).toEqual(['https://example.com/']);
    expect(page.actions).toEqual(['openInBrowser']);
  });

  it('is acknowledged by its sequence number in the property ackSequence of the model', async () => {
    await page.edit('name', 'A');
    await page.edit('name', 'AB');
    await flushPromises();
    expect(page.model.ackSequence).toBe(3);
  });
});

describe('A page that was destroyed and created again', () => {
  it('receives the complete model, and its sequence numbers start again at 1', async () => {
    using page = await openPage(setup);
    for (const name of ['A', 'AB', 'ABC']) await page.edit('name', name);
    page.recreate();
    await page.send({ type: 'ready' });
    await flushPromises();
    expect(page.model.ackSequence).toBe(1);
    expect(page.field('name')).toMatchObject({ value: 'ABC', touched: true });
  });
});

describe('The creation of', () => {
  const page = forEachTest(() => openPage(setup));

  it('a label on a page sends one request, answers with the label, and adds it to the choices of the field', async () => {
    await page.send({ type: 'offer', field: 'labels' });
    await flushPromises();
    expect(page.field('labels')).toMatchObject({ newChoices: [{ id: 'label', label: 'Create Label “{0}”' }] });
    expect(page.field('priority').newChoices).toBeUndefined();
    const requestCount = setup.proxy.requests.length;
    const { choices = [], problem } = await page.send({
      type: 'createChoice',
      field: 'labels',
      newChoice: 'label',
      text: ' Billing ',
    });
    await flushPromises();
    expect(problem).toBeUndefined();
    expect(choices).toEqual([{ id: expect.any(String), label: 'Billing' }]);
    expect(page.field('labels').choices).toContainEqual({
      id: choices[0]?.id,
      label: 'Billing',
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    expect(setup.proxy.requests).toHaveLength(requestCount + 1);
  });

  it('a label on a page returns the reason if it fails, and sends no request if the field is not Labels', async () => {
    setup.proxy.inject(matchRequest('POST', '/labels/'), nginxErrorPage);
    const answer = await page.send({ type: 'createChoice', field: 'labels', newChoice: 'label', text: 'Billing' });
    expect(answer).toMatchObject({ choices: [], problem: expect.stringMatching(/in front of Plane answered/) });
    const requestCount = setup.proxy.requests.length;
    const other = await page.send({ type: 'createChoice', field: 'priority', newChoice: 'label', text: 'Billing' });
    expect(other.choices).toEqual([]);
    expect(setup.proxy.requests).toHaveLength(requestCount);
  });

  it('a state on a page offers each state group, and gives the new state the color of the chosen group', async () => {
    await page.send({ type: 'offer', field: 'state' });
    await flushPromises();
    expect(page.field('state').newChoices?.map(({ id, detail }) => [id, detail])).toEqual([
      ['started', 'Started'],
      ['unstarted', 'Not started'],
      ['backlog', 'Backlog'],
      ['completed', 'Completed'],
      ['cancelled', 'Canceled'],
    ]);
    const requestCount = setup.proxy.requests.length;
    const answer = await page.send({ type: 'createChoice', field: 'state', newChoice: 'completed', text: 'Shipped' });
    await flushPromises();
    expect(setup.proxy.requests).toHaveLength(requestCount + 1);
    expect(page.field('state').choices).toContainEqual({
      id: answer.choices?.[0]?.id,
      label: 'Shipped',
      color: '#46a758',
      icon: 'completed',
    });
  });

  it('a module on a page adds the module to the choices of the field', async () => {
    await page.send({ type: 'offer', field: 'module' });
    await flushPromises();
    const answer = await page.send({ type: 'createChoice', field: 'module', newChoice: 'module', text: 'Billing' });
    await flushPromises();
    expect(page.field('module').choices).toContainEqual({ id: answer.choices?.[0]?.id, label: 'Billing' });
  });
});

describe('The search for a parent', () => {
  it('sends the matching choices to the page', async () => {
    using page = await openPage(setup);
    const answer = await page.send({ type: 'find', field: 'parent', text: 'passkey' });
    expect(answer.choices).toContainEqual({
      id: sample.workItem('WEB', 10),
      label: 'Sign in with a passkey',
      detail: 'WEB-10',
    });
    expect(answer.problem).toBeUndefined();
  });

  it('sends the reason to the page if the search fails', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(matchRequest('GET', '/search/'), nginxErrorPage);
    const answer = await page.send({ type: 'find', field: 'parent', text: 'passkey' });
    expect(answer).toMatchObject({
      choices: [],
      problem: expect.stringMatching(/^Something in front of Plane answered.*\.$/),
    });
  });

  it('has no results while the user is signed out', async () => {
    using page = await openPage(setup, { store: () => undefined });
    expect((await page.send({ type: 'find', field: 'parent', text: 'passkey' })).choices).toEqual([]);
  });
});

describe('A save that the host starts', () => {
  it('waits for edits that the page has not sent yet', async () => {
    using page = await openPage(setup);
    page.delayedMessage = { type: 'edit', field: 'name', value: 'The last letters' };
    expect(await page.recordPage.save()).toBeUndefined();
    expect(setup.store.item(WEB_1)?.name).toBe('The last letters');
  });

  it('waits at most 2 s for a page that does not respond, then saves the edits that the host has', async () => {
    using page = await openPage(setup);
    await page.edit('name', 'What there is');
    page.isUnresponsive = true;
    let isSaved = false;
    const saving = page.recordPage.save().finally(() => {
      isSaved = true;
    });
    await setup.clock.advance(1_900);
    expect(isSaved).toBe(false);
    await setup.whileTimePasses(saving);
    expect(setup.store.item(WEB_1)?.name).toBe('What there is');
  });

  it('does not wait for a page that is not ready yet or is closed', async () => {
    using page = new Page(
      setup,
      setup.draftStore,
      () => setup.store,
      targetOf({ kind: 'workItem', within: WEB_1.project, id: WEB_1.id }),
    );
    await page.recordPage.flush();
    const closedPage = await openPage(setup);
    closedPage.recordPage.dispose();
    closedPage.isUnresponsive = true;
    await closedPage.recordPage.flush();
    expect(page.receivedMessages).toEqual([]);
  });

  it('leaves no timer running', async () => {
    using page = await openPage(setup);
    const timerCount = setup.clock.sleeperCount;
    await page.recordPage.flush();
    await flushPromises();
    expect(setup.clock.sleeperCount).toBe(timerCount);
    expect(page.receivedMessages.some(({ type }) => type === 'flush')).toBe(true);
  });
});

describe('A reply to a comment', () => {
  it('contains the id of that comment', async () => {
    const answeredCommentId = sample.comment('WEB', 1, 1);
    const replyId = sample.comment('WEB', 1, 2);
    using page = await openPage(setup);
    const comment = setup.store.comments.get(replyId);
    if (comment === undefined) throw new Error('The comment is not loaded');
    setup.store.comments.records.confirm([[replyId, { ...comment, parent: answeredCommentId }]]);
    await flushPromises();
    expect(page.model.comments.items.find(({ id }) => id === replyId)?.parent).toBe(answeredCommentId);
    expect(page.model.comments.items.find(({ id }) => id === answeredCommentId)?.parent).toBeUndefined();
  });
});

describe('The composer', () => {
  it('gets the focus when the host requests the focus', async () => {
    using page = await openPage(setup);
    page.recordPage.focusOn('composer');
    expect(page.receivedMessages.at(-1)).toEqual({ type: 'focus', where: 'composer' });
  });

  it('gets the focus when its page becomes ready if the host has requested the focus before', async () => {
    using page = new Page(
      setup,
      setup.draftStore,
      () => setup.store,
      targetOf({ kind: 'workItem', within: WEB_1.project, id: WEB_1.id }),
    );
    page.recordPage.focusOn('composer');
    expect(page.receivedMessages).toEqual([]);
    await page.send({ type: 'ready' });
    expect(page.receivedMessages).toContainEqual({ type: 'focus', where: 'composer' });
  });
});

describe('A page whose draft cannot be read from disk', () => {
  it('shows the work item', async () => {
    const disk = failingFiles(createDraftFiles(setup.folder));
    disk.isFailing = true;
    using page = await openPage(setup, { draftStore: new DraftStore(disk, setup.clock) });
    expect(page.model).toMatchObject({ status: 'ready', identifier: 'WEB-1' });
  });
});

describe('An edit before the draft was read from disk', () => {
  it('is added to the draft on disk and does not overwrite that draft', async () => {
    using firstPage = await openPage(setup);
    await firstPage.edit('name', 'Written before');
    await setup.draftStore.flush();
    const draftStore = setup.newDraftStore();
    using page = new Page(
      setup,
      draftStore,
      () => setup.store,
      targetOf({ kind: 'workItem', within: WEB_1.project, id: WEB_1.id }),
    );
    const startPromise = page.recordPage.start();
    await Promise.all([page.send({ type: 'ready' }), page.edit('priority', 'low')]);
    await startPromise;
    expect(draftStore.get(`${WEB_1.project}/${WEB_1.id}`)?.touched).toEqual({
      name: 'Written before',
      priority: 'low',
    });
  });
});

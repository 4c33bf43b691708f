// Tests how a command gets its work item, and the commands that copy the identifier and open the web page.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/client/apiError.ts';
import type { ItemAddress } from '../../../../src/core/cache/address.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { MentionResolver } from '../../../../src/core/mentions/mentionResolver.ts';
import { createRecentItems } from '../../../../src/shell/itemPicker/rememberedItems.ts';
import { withItem } from '../../../../src/shell/itemPicker/withItem.ts';
import { type ChosenItem, WorkItemPicker } from '../../../../src/shell/itemPicker/workItemPicker.ts';
import type { OnBack } from '../../../../src/shell/prompts/ask.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { memento, signInTo } from '../../support/signedInWindow.ts';

const TITLE = 'Open Work Item';
const isIdentifierRequest = matchRequest('GET', '/work-items/WEB-2/');

const server = forAllTests(startTestServer);
const window = forEachTest(() => signInTo(server));
const items = forEachTest(
  () => new WorkItemPicker(window.sessions, createRecentItems(memento()), window.prompts, window.clock),
);

const address = (number: number): ItemAddress => ({
  project: sample.project('WEB'),
  id: sample.workItem('WEB', number),
});
const chosenItem = (number: number): ChosenItem => ({ session: window.session, address: address(number) });

describe('The class WorkItemPicker', () => {
  it('copies the identifier of a work item that is not in the cache', async () => {
    await items.copyIdentifier(chosenItem(2));
    expect(window.prompts.copiedTexts).toEqual(['WEB-2']);
    expect(window.prompts.statusMessages).toEqual(['Copied WEB-2']);
  });

  it('opens the web page of a work item', async () => {
    await items.openInBrowser(chosenItem(2));
    expect(window.prompts.openedUrls).toEqual([`${window.session.baseUrl}/${window.session.workspace}/browse/WEB-2/`]);
  });

  it('returns the identifier of a recent work item without a request', async () => {
    await window.loadItems('WEB');
    await items.remember(chosenItem(2));
    const { session } = window;
    const restartedSession = { ...session, store: new Store(session.client) };
    const requestCount = window.proxy.requests.length;
    expect(await items.identifierOf({ session: restartedSession, address: address(2) })).toBe('WEB-2');
    expect(window.proxy.requests).toHaveLength(requestCount);
  });

  it.each([
    ['does not list a work item as recent after a read has found it deleted', 404, false],
    ['lists a work item as recent after a read of it was forbidden', 403, true],
  ] as const)('%s', async (_title, status, isListed) => {
    const deletionListener = items.forgetDeleted(window.session);
    await window.loadItems('WEB');
    await items.remember(chosenItem(2));
    const { workItems } = window.session.store.resources;
    window.proxy.inject(matchRequest('GET', `/work-items/${address(2).id}/`), answerWith(status, {}), 1);
    await expect(workItems.readOne(address(2).id, address(2).project)).rejects.toBeInstanceOf(ApiError);
    const pickPromise = items.choose(undefined, TITLE);
    const list = await window.prompts.list(TITLE);
    expect(list.rows.some(({ label }) => label === 'Recent')).toBe(isListed);
    list.escape();
    await pickPromise;
    deletionListener.dispose();
  });

  it('does not list a work item that this window has deleted', async () => {
    const deletionListener = items.forgetDeleted(window.session);
    await window.loadItems('WEB');
    await items.remember(chosenItem(1));
    window.proxy.inject((method) => method === 'DELETE', answerWith(204, ''), 1);
    await window.session.store.resources.workItems.remove(address(1).id, address(1).project);
    const picked = items.choose(undefined, TITLE);
    const list = await window.prompts.list(TITLE);
    expect(list.rows.map(({ label }) => label)).not.toContain('WEB-1');
    list.escape();
    await picked;
    deletionListener.dispose();
  });
});

describe('withItem', () => {
  const otherAccounts = { find: async () => undefined, offerAccountSwitch: async () => false };
  const run = async (
    target: unknown,
    active?: ItemAddress,
    work: (onBack: OnBack | undefined) => void = () => undefined,
  ): Promise<ItemAddress | undefined> => {
    const { prompts, sessions, session, clock } = window;
    await session.store.resources.projects.list().read();
    const mentionResolver = new MentionResolver(session.store, { read: () => [], write: () => undefined }, clock);
    const panels = { active: active === undefined ? undefined : { item: active } } as never;
    const deps = { prompts, sessions, items, panels, mentions: { resolver: mentionResolver }, otherAccounts };
    let chosenAddress: ItemAddress | undefined;
    try {
      await withItem(deps, target, TITLE, async (chosen, onBack) => {
        chosenAddress = chosen.address;
        work(onBack);
      });
    } finally {
      mentionResolver.dispose();
    }
    return chosenAddress;
  };

  it('uses the target of the command, or else the work item of the active page', async () => {
    expect(await run(address(1), address(2))).toEqual(address(1));
    expect(await run(undefined, address(2))).toEqual(address(2));
  });

  it('shows the work item picker if there is no target, and does nothing if the user cancels', async () => {
    const runPromise = run(undefined);
    (await window.prompts.list(TITLE)).escape();
    expect(await runPromise).toBeUndefined();
  });

  it('asks again if the callback calls onBack, which is undefined if the command has a target', async () => {
    await window.loadItems('WEB');
    const onBackCallbacks: (OnBack | undefined)[] = [];
    const runPromise = run(undefined, undefined, (onBack) => {
      onBackCallbacks.push(onBack);
      if (onBackCallbacks.length === 1) onBack?.();
    });
    (await window.prompts.list(TITLE)).pick('WEB-27');
    (await window.prompts.list(TITLE)).pick('WEB-28');
    expect(await runPromise).toEqual(address(28));
    await run(address(1), undefined, (onBack) => onBackCallbacks.push(onBack));
    expect(onBackCallbacks).toEqual([expect.any(Function), expect.any(Function), undefined]);
  });

  it('loads a mentioned work item that is not in the cache, and shows progress', async () => {
    expect(await run({ identifier: 'WEB-2' }, address(1))).toEqual(address(2));
    expect(window.prompts.progressShown.map(({ title }) => title)).toEqual(['Loading WEB-2…']);
    expect(await run({ identifier: 'WEB-2' })).toEqual(address(2));
    expect(window.prompts.progressShown).toHaveLength(1);
  });

  it('rejects if the user cancels the progress while a mentioned work item is loaded', async () => {
    window.proxy.inject(isIdentifierRequest, { kind: 'hanging' });
    const runPromise = run({ identifier: 'WEB-2' });
    const rejection = expect(runPromise).rejects.toMatchObject({ fault: { kind: 'cancelled' } });
    await window.proxy.waitForRequests(isIdentifierRequest);
    window.prompts.progressShown[0]?.cancel();
    await rejection;
  });

  it.each([
    ['NOSUCH-1', 'This work item is in none of your projects.'],
    ['WEB-4711', 'WEB-4711 does not exist, or you have no access to it.'],
  ])('shows a warning without a picker if the mentioned work item %s cannot be found', async (identifier, warning) => {
    const runPromise = run({ identifier });
    const message = await window.prompts.message(warning);
    expect(message.kind).toBe('warning');
    expect(await runPromise).toBeUndefined();
    expect(window.prompts.pending).toEqual([]);
  });
});

// Tests the commands that add and remove relations: the questions, what is sent, the reports and undo.
import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { addRelation } from '../../../../src/features/relations/addRelation.ts';
import { readRelations } from '../../../../src/features/relations/relatedItems.ts';
import { removeRelation } from '../../../../src/features/relations/removeRelation.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import { advanceUntilDone } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import type { ScriptedList } from '../../../support/scriptedPrompts.ts';
import { webItem } from '../quickEdit/setup.ts';
import { LinkedItemsSetup } from './setup.ts';

const TYPE_TITLE = 'Add Relation to WEB-27';
const REMOVE_TITLE = 'Remove Relation of WEB-27';
const isRelationPost = matchRequest('POST', '/relations/');

/** Adds a relation of WEB-27 to the work items with these labels. */
async function add(setup: LinkedItemsSetup, type: string, ...others: readonly string[]): Promise<void> {
  const { list, adding } = await openOtherItems(setup, type);
  list.check(...others);
  list.enter();
  await adding;
}

async function openOtherItems(
  setup: LinkedItemsSetup,
  type: string,
): Promise<{ readonly list: ScriptedList; readonly adding: Promise<void> }> {
  const adding = addRelation(setup.deps, setup.chosenItem(27));
  (await setup.prompts.list(TYPE_TITLE)).pick(type);
  return { list: await setup.prompts.list(`WEB-27: ${type}`), adding };
}

async function openRemoveList(setup: LinkedItemsSetup) {
  const removing = removeRelation(setup.deps, setup.chosenItem(27));
  const list = await setup.prompts.list(REMOVE_TITLE);
  await list.waitUntilIdle();
  return { list, removing };
}

describe('Add Relation', () => {
  const setup = forEachTest(() => LinkedItemsSetup.open());

  it('has a Back button that returns from the work items to the types, and from there to the previous step', async () => {
    let isBackPressed = false;
    const adding = addRelation(setup.deps, setup.chosenItem(27), () => {
      isBackPressed = true;
    });
    (await setup.prompts.list(TYPE_TITLE)).pick('Blocks');
    (await setup.prompts.list('WEB-27: Blocks')).press(BACK_BUTTON.id);
    (await setup.prompts.list(TYPE_TITLE)).press(BACK_BUTTON.id);
    await adding;
    expect(isBackPressed).toBe(true);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('lists the relation types by name', async () => {
    const adding = addRelation(setup.deps, setup.chosenItem(27));
    const list = await setup.prompts.list(TYPE_TITLE);
    expect(list.visible).toEqual([
      'Blocks',
      'Is blocked by',
      'Duplicates',
      'Relates to',
      'Starts before',
      'Starts after',
      'Finishes before',
      'Finishes after',
    ]);
    list.escape();
    await adding;
    expect(setup.prompts.pending).toEqual([]);
  });

  it.each([
    ['Blocks', 'blocking', 'blocks'],
    ['Is blocked by', 'blocked_by', 'is blocked by'],
    ['Duplicates', 'duplicate', 'duplicates'],
    ['Relates to', 'relates_to', 'relates to'],
    ['Starts before', 'start_before', 'starts before'],
    ['Starts after', 'start_after', 'starts after'],
    ['Finishes before', 'finish_before', 'finishes before'],
    ['Finishes after', 'finish_after', 'finishes after'],
  ])('sends the relation type “%s”, and shows the new relation in the status bar', async (label, type, words) => {
    await add(setup, label, 'WEB-26');
    expect(await setup.relations(27)).toEqual([`${type} 26`]);
    expect(setup.prompts.statusMessages).toEqual([`WEB-27 ${words} WEB-26 · Undo`]);
  });

  it('adds relations to several checked work items with one request', async () => {
    await add(setup, 'Blocks', 'WEB-26', 'WEB-25');
    expect(await setup.relations(27)).toEqual(['blocking 25', 'blocking 26']);
    expect(setup.quickEditSetup.proxy.matchingRequests(isRelationPost)).toHaveLength(1);
    expect(setup.prompts.statusMessages).toEqual(['WEB-27 blocks WEB-26 and WEB-25 · Undo']);
  });

  it('adds a relation to the focused work item if no work item is checked', async () => {
    const { list, adding } = await openOtherItems(setup, 'Blocks');
    list.pick('WEB-25');
    await adding;
    expect(await setup.relations(27)).toEqual(['blocking 25']);
  });

  it('keeps check boxes while the user searches for more work items, and excludes the work item itself', async () => {
    const { list, adding } = await openOtherItems(setup, 'Relates to');
    expect(list.visible.some((row) => row.startsWith('WEB-27'))).toBe(false);
    list.check('WEB-26');
    list.type('WEB-25');
    await advanceUntilDone(setup.quickEditSetup.clock, list.waitUntilIdle());
    expect(list.checkedLabels).toEqual(['WEB-26']);
    list.check('WEB-26', 'WEB-25');
    list.type('');
    expect(list.checkedLabels).toEqual(['WEB-26', 'WEB-25']);
    list.enter();
    await adding;
    expect(await setup.relations(27)).toEqual(['relates_to 25', 'relates_to 26']);
  });

  it('accepts the identifier of a work item that is not in the cache if the server finds the work item', async () => {
    const { list, adding } = await openOtherItems(setup, 'Relates to');
    list.type('API-1');
    list.enter();
    await advanceUntilDone(setup.quickEditSetup.clock, adding);
    expect(setup.prompts.statusMessages).toEqual(['WEB-27 relates to API-1 · Undo']);
  });

  it('sends nothing if the user closes the list of work items', async () => {
    const { list, adding } = await openOtherItems(setup, 'Blocks');
    list.escape();
    await adding;
    expect(await setup.relations(27)).toEqual([]);
    expect(setup.quickEditSetup.proxy.matchingRequests(isRelationPost)).toEqual([]);
  });

  it('sends nothing if the relation already exists', async () => {
    await setup.relate(27, 'blocking', 26);
    const requestsBefore = setup.quickEditSetup.proxy.matchingRequests(isRelationPost).length;
    await add(setup, 'Blocks', 'WEB-26');
    expect(setup.quickEditSetup.proxy.matchingRequests(isRelationPost)).toHaveLength(requestsBefore);
    expect(setup.prompts.statusMessages).toEqual(['WEB-27 blocks WEB-26 (unchanged)']);
  });

  it('shows the existing relation in the list, reports that it was replaced, and restores it on Undo', async () => {
    await setup.relate(27, 'relates_to', 26);
    const { list, adding } = await openOtherItems(setup, 'Blocks');
    expect(list.visible.find((row) => row.startsWith('WEB-26'))).toMatch(/· Relates to$/);
    list.check('WEB-26', 'WEB-25');
    list.enter();
    await adding;
    const message = await setup.prompts.message('WEB-27 blocks WEB-26 and WEB-25.');
    expect(message.words).toContain('This replaced the earlier relation: WEB-27 relates to WEB-26.');
    message.select('Undo');
    await expect.poll(() => setup.relations(27)).toEqual(['relates_to 26']);
  });

  it('shows a message if several existing relations were replaced', async () => {
    await setup.relate(27, 'relates_to', 26);
    await setup.relate(27, 'duplicate', 25);
    await add(setup, 'Blocks', 'WEB-26', 'WEB-25');
    const message = await setup.prompts.message('This replaced the earlier relations to');
    message.close();
    expect(await setup.relations(27)).toEqual(['blocking 25', 'blocking 26']);
  });

  it('rejects if the server rejects the request, and adds nothing that can be undone', async () => {
    setup.quickEditSetup.proxy.inject(isRelationPost, answerWith(400, { error: 'No' }), 1);
    await expect(add(setup, 'Blocks', 'WEB-26')).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(await setup.relations(27)).toEqual([]);
    await setup.undo();
    await setup.prompts.message('There is nothing to undo in this window.');
  });

  it('rejects without a list of work items if the existing relations cannot be loaded', async () => {
    setup.quickEditSetup.proxy.inject(matchRequest('GET', '/relations/'), answerWith(403, { detail: 'No' }), 1);
    const adding = addRelation(setup.deps, setup.chosenItem(27));
    const rejected = expect(adding).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    (await setup.prompts.list(TYPE_TITLE)).pick('Blocks');
    await rejected;
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('Undo Last Change after Add Relation', () => {
  it('removes the relations', async () => {
    await using setup = await LinkedItemsSetup.open();
    await add(setup, 'Blocks', 'WEB-26', 'WEB-25');
    await setup.undo();
    expect(await setup.relations(27)).toEqual([]);
    expect(setup.prompts.statusMessages.at(-1)).toBe('Undid the relation of WEB-27 to WEB-26 and WEB-25');
    await setup.undo();
    await setup.prompts.message('There is nothing to undo in this window.');
  });

  it('is not offered if the server cannot remove relations', async () => {
    await using setup = await LinkedItemsSetup.open('community');
    await add(setup, 'Blocks', 'WEB-26');
    expect(setup.prompts.statusMessages).toEqual(['WEB-27 blocks WEB-26']);
    await setup.undo();
    await setup.prompts.message('There is nothing to undo in this window.');
    expect(await setup.relations(27)).toEqual(['blocking 26']);
  });

  it('offers Open in Browser if the server turns out to be unable to remove relations', async () => {
    await using setup = await LinkedItemsSetup.open();
    await add(setup, 'Blocks', 'WEB-26');
    const missing = answerWith(404, { error: 'Page not found.' });
    setup.quickEditSetup.proxy.inject(matchRequest('POST', '/relations/remove/'), missing);
    const undoing = setup.undo();
    (await setup.prompts.message('This server can only remove relations in Plane itself.')).close();
    await undoing;
    expect(await setup.relations(27)).toEqual(['blocking 26']);
  });

  it('keeps a relation that another client has changed, and removes the other added relations', async () => {
    await using setup = await LinkedItemsSetup.open();
    await add(setup, 'Blocks', 'WEB-26', 'WEB-25');
    await setup.relate(27, 'duplicate', 26);
    await setup.undo();
    await setup.prompts.message('Undid the relation of WEB-27 to WEB-25. Not undone because of later changes: WEB-26.');
    expect(await setup.relations(27)).toEqual(['duplicate 26']);
  });

  it('undoes nothing if another client has changed all relations', async () => {
    await using setup = await LinkedItemsSetup.open();
    await add(setup, 'Blocks', 'WEB-26');
    await setup.relate(27, 'duplicate', 26);
    await setup.undo();
    await setup.prompts.message('Nothing was undone. Not undone because of later changes: WEB-26.');
    expect(await setup.relations(27)).toEqual(['duplicate 26']);
  });

  it('can be run again if the server rejected the request', async () => {
    await using setup = await LinkedItemsSetup.open();
    await add(setup, 'Blocks', 'WEB-26');
    setup.quickEditSetup.proxy.inject(matchRequest('POST', '/relations/remove/'), answerWith(400, { error: 'No' }), 1);
    await expect(setup.undo()).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    await setup.undo();
    expect(await setup.relations(27)).toEqual([]);
  });

  it('is not offered if the server cannot remove relations', async () => {
    await using setup = await LinkedItemsSetup.open('community');
    await add(setup, 'Blocks', 'WEB-26');
    const undoPromise = setup.undo();
    (await setup.prompts.message('There is nothing to undo in this window.')).close();
    await undoPromise;
    expect(await setup.relations(27)).toEqual(['blocking 26']);
  });

  it('is not needed for a relation that the server has ignored: a message names the relation that it keeps', async () => {
    await using setup = await LinkedItemsSetup.open('community');
    await setup.relate(27, 'blocked_by', 26);
    await add(setup, 'Duplicates', 'WEB-26');
    const message = await setup.prompts.message(
      'Not added: WEB-27 is blocked by WEB-26 already, and the server keeps only one relation. Remove it in Plane first.',
    );
    message.select('Open in Browser');
    expect(setup.prompts.statusMessages).not.toContain('WEB-27 duplicates WEB-26');
    expect(await setup.relations(27)).toEqual(['blocked_by 26']);
    await expect.poll(() => setup.prompts.openedUrls[0]).toMatch(/\/browse\/WEB-27\/$/);
  });

  it('undoes a later change of a field first, and the relation when it is run again', async () => {
    await using setup = await LinkedItemsSetup.open();
    await add(setup, 'Blocks', 'WEB-26');
    const editPromise = setup.quickEditSetup.run('priority', 27);
    (await setup.prompts.list('Change Priority: WEB-27')).pick('Low');
    await editPromise;
    await setup.undo();
    expect(await setup.relations(27)).toEqual(['blocking 26']);
    await setup.undo();
    expect(await setup.relations(27)).toEqual([]);
  });
});

describe('Remove Relation', () => {
  it('returns from the list of relations to the work item picker when the user selects Back', async () => {
    await using setup = await LinkedItemsSetup.open();
    let backCount = 0;
    const removing = removeRelation(setup.deps, setup.chosenItem(27), undefined, () => (backCount += 1));
    (await setup.prompts.list('Remove Relation of WEB-27')).press('back');
    await removing;
    expect(backCount).toBe(1);
  });

  it('lists the relations by type, removes the selected one, and adds it again on Undo', async () => {
    await using setup = await LinkedItemsSetup.open();
    await setup.relate(27, 'relates_to', 25);
    await setup.relate(27, 'blocking', 26);
    const { list, removing } = await openRemoveList(setup);
    expect(list.rows.map(({ label }) => label)).toEqual(['Blocks', 'WEB-26', 'Relates to', 'WEB-25']);
    list.pick('WEB-26');
    await removing;
    const message = await setup.prompts.message('Removed the relation of WEB-27 to WEB-26.');
    expect(await setup.relations(27)).toEqual(['relates_to 25']);
    message.select('Undo');
    await expect.poll(() => setup.relations(27)).toEqual(['blocking 26', 'relates_to 25']);
    await expect.poll(() => setup.prompts.statusMessages).toEqual(['WEB-27 blocks WEB-26']);
  });

  it('lists a work item that is not loaded by its identifier and name', async () => {
    await using setup = await LinkedItemsSetup.open();
    const { session } = setup.quickEditSetup;
    const { project } = setup.chosenItem(27).address;
    const body = { name: 'Created in another window' };
    const { id } = await session.client.call.createWorkItem({ project_id: project, body });
    await setup.otherStore().relations.add(setup.chosenItem(27).address, 'blocking', [{ project, id }]);
    const { list, removing } = await openRemoveList(setup);
    expect(list.visible.join('\n')).toMatch(/WEB-29.*Created in another window/);
    list.escape();
    await removing;
  });

  it('removes the relation of a row of the page without a prompt, and Undo Last Change adds it again', async () => {
    await using setup = await LinkedItemsSetup.open();
    await setup.relate(27, 'relates_to', 25);
    await setup.relate(27, 'blocking', 26);
    const chosenItem = setup.chosenItem(27);
    await readRelations(chosenItem.session.store, chosenItem.address);
    await removeRelation(setup.deps, chosenItem, `relates_to:${webItem(25).id}`);
    (await setup.prompts.message('Removed the relation of WEB-27 to WEB-25.')).close();
    expect(await setup.relations(27)).toEqual(['blocking 26']);
    await setup.undo();
    expect(await setup.relations(27)).toEqual(['blocking 26', 'relates_to 25']);
  });

  it('does nothing for a row whose relation has already been removed', async () => {
    await using setup = await LinkedItemsSetup.open();
    await removeRelation(setup.deps, setup.chosenItem(27), `relates_to:${webItem(25).id}`);
    expect(setup.prompts.pending).toEqual([]);
    expect(setup.quickEditSetup.proxy.matchingRequests(matchRequest('POST', '/relations/remove/'))).toEqual([]);
  });

  it('shows a message in the list if there are no relations', async () => {
    await using setup = await LinkedItemsSetup.open();
    const { list, removing } = await openRemoveList(setup);
    expect(list.visible).toEqual(['WEB-27 has no relations.']);
    list.enter();
    list.escape();
    await removing;
  });

  it('shows the reason in the list if the relations cannot be loaded', async () => {
    await using setup = await LinkedItemsSetup.open();
    setup.quickEditSetup.proxy.inject(matchRequest('GET', '/relations/'), answerWith(403, { detail: 'No' }), 1);
    const { list, removing } = await openRemoveList(setup);
    expect(list.visible).toEqual(["You don't have permission to do this (No)."]);
    list.escape();
    await removing;
    expect(setup.prompts.pending).toEqual([]);
  });

  it('lists a related work item without a name if the work item cannot be loaded', async () => {
    await using setup = await LinkedItemsSetup.open();
    await setup.relate(27, 'blocking', 26);
    setup.quickEditSetup.session.store.resources.workItems.records.forget([keyOf(webItem(26))]);
    setup.quickEditSetup.proxy.inject(matchRequest('GET', `/${webItem(26).id}/`), answerWith(404, { error: 'No' }), 1);
    const { list, removing } = await openRemoveList(setup);
    expect(list.visible).toEqual(['Work item | You may have no access to it']);
    list.pick('Work item');
    await removing;
    (await setup.prompts.message('Removed the relation of WEB-27 to a work item.')).close();
    expect(await setup.relations(27)).toEqual([]);
  });

  it('reports no error if another user has removed the relation', async () => {
    await using setup = await LinkedItemsSetup.open();
    await setup.relate(27, 'blocking', 26);
    const { list, removing } = await openRemoveList(setup);
    await setup.otherStore().relations.remove(webItem(27), webItem(26));
    list.pick('WEB-26');
    await removing;
    (await setup.prompts.message('Removed the relation of WEB-27 to WEB-26.')).close();
  });

  it('is not asked for if the server cannot remove relations: a message offers Open in Browser', async () => {
    await using setup = await LinkedItemsSetup.open('community');
    await setup.relate(27, 'blocking', 26);
    const removing = removeRelation(setup.deps, setup.chosenItem(27));
    const message = await setup.prompts.message('This server can only remove relations in Plane itself.');
    message.select('Open in Browser');
    await removing;
    expect(setup.prompts.openedUrls[0]).toMatch(/\/browse\/WEB-27\/$/);
    expect(setup.prompts.pending).toEqual([]);
  });

  it('is not undone if another client has added another relation between the work items', async () => {
    await using setup = await LinkedItemsSetup.open();
    await setup.relate(27, 'blocking', 26);
    const { list, removing } = await openRemoveList(setup);
    list.pick('WEB-26');
    await removing;
    (await setup.prompts.message('Removed the relation of WEB-27 to WEB-26.')).close();
    await setup.relate(27, 'duplicate', 26);
    await setup.undo();
    await setup.prompts.message('Nothing was undone. Not undone because of later changes: WEB-26.');
    expect(await setup.relations(27)).toEqual(['duplicate 26']);
  });
});

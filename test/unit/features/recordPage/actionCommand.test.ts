// Tests which command a button on a page runs, and with which argument.
import { describe, expect, it } from 'vitest';
import { actionCommand } from '../../../../src/features/recordPage/actionCommand.ts';
import { targetOf } from '../../../../src/items/record/existingRecordTarget.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const TARGET = targetOf({ kind: 'workItem', within: WEB_1.project, id: WEB_1.id });
const WEB_2 = { project: WEB_1.project, id: sample.workItem('WEB', 2) };

describe('actionCommand', () => {
  const setup = forEachTest(createSetup);

  it('returns the work item of the page as the argument, with the id of the row if the action is in a row', () => {
    expect(actionCommand('addLink', TARGET, setup.store)).toEqual({ command: COMMANDS.addLink, argument: WEB_1 });
    expect(actionCommand('removeLink', TARGET, setup.store, 'l1')).toEqual({
      command: COMMANDS.removeLink,
      argument: { ...WEB_1, row: 'l1' },
    });
  });

  it('returns the address of the record as the argument if the record is not a work item', () => {
    const address = { kind: 'customer', within: '', id: 'c1' } as const;
    expect(actionCommand('newRequest', targetOf(address), setup.store)).toEqual({
      command: COMMANDS.create,
      argument: address,
    });
  });

  it.each(['project', 'cycle', 'initiative'] as const)('returns the overview of the %s of the page', (kind) => {
    const address = { kind, within: kind === 'cycle' ? WEB_1.project : '', id: 'r1' };
    const target = targetOf(address);
    expect(target.form.actions).toContain('showOverview');
    expect(actionCommand('showOverview', target, setup.store)).toEqual({
      command: COMMANDS.showOverview,
      argument: address,
    });
  });

  it.each([
    ['initiative', 'addEpics', 'initiativeEpics'],
    ['initiative', 'addProjects', 'initiativeProjects'],
    ['initiative', 'setLabels', 'labelsOfInitiative'],
    ['teamspace', 'addMembers', 'teamspaceMembers'],
    ['teamspace', 'addTeamspaceProjects', 'teamspaceProjects'],
  ] as const)('on the page of the %s returns for %s the command that changes the folder %s', (kind, action, folder) => {
    expect(actionCommand(action, targetOf({ kind, within: '', id: 'r1' }), setup.store)).toEqual({
      command: COMMANDS.addMembers,
      argument: { kind: 'folder', folder, owner: 'r1', under: undefined },
    });
  });

  it('returns the command that opens the related work item, or undefined if the relation was removed', async () => {
    await setup.store.relations.add(WEB_1, 'blocking', [WEB_2]);
    await setup.store.relations.list(WEB_1).read();
    const row = `blocking:${WEB_2.id}`;
    expect(actionCommand('openRelated', TARGET, setup.store, row)).toEqual({
      command: COMMANDS.openWorkItem,
      argument: WEB_2,
    });
    await setup.store.relations.remove(WEB_1, WEB_2);
    expect(actionCommand('openRelated', TARGET, setup.store, row)).toBeUndefined();
    expect(actionCommand('openRelated', TARGET, undefined, row)).toBeUndefined();
  });

  it('returns the command that opens the parent, or undefined if the work item has no parent', async () => {
    await setup.store.resources.workItems.readOne(WEB_1.id, WEB_1.project);
    expect(actionCommand('openParent', TARGET, setup.store)).toBeUndefined();
    const parent = sample.workItem('WEB', 28);
    await setup.store.resources.workItems.update(WEB_1.id, { parent }, WEB_1.project);
    expect(actionCommand('openParent', TARGET, setup.store)).toEqual({
      command: COMMANDS.openWorkItem,
      argument: { project: WEB_1.project, id: parent },
    });
  });
});

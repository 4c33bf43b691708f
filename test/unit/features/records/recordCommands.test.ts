// Tests what the commands that edit and delete records act on: a row, the open page, or a record that the user picks.
import { expect, it } from 'vitest';
import type { RecordAddress } from '../../../../src/core/cache/address.ts';
import { createRecords, type RecordsDeps } from '../../../../src/features/records/feature.ts';
import { signedIn } from '../../../../src/shell/commands/command.ts';
import { ROW_ARGUMENT } from '../../../../src/shell/commands/commandTarget.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { signInTo } from '../../support/signedInWindow.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const WEB_9: RecordAddress = { kind: 'workItem', within: WEB_PROJECT_ID, id: sample.workItem('WEB', 9) };

const server = forEachTest(startTestServer);
const window = forEachTest(() => signInTo(server));

/** The commands in a window whose active page shows `active`. `acts` gets what they do outside of the server. */
function commandsWith(active?: RecordAddress, isSignedIn = true) {
  const acts: unknown[] = [];
  const { prompts, session } = window;
  // The commands of this test use no other parts of the window.
  const deps = {
    prompts,
    sessions: { current: isSignedIn ? session : undefined },
    items: { choose: async () => ({ session, address: { project: WEB_PROJECT_ID, id: WEB_9.id } }) },
    panels: {
      active: active && { address: active },
      openRecord: (_: unknown, address: RecordAddress) => acts.push(['open', address]),
      close: async (address: RecordAddress) => void acts.push(['close', address]),
    },
    views: {
      pins: { remove: async (_: string, ids: readonly string[]) => void acts.push(['unpin', ids]) },
    },
    savedViewRows: {
      edit: signedIn(async (target) => void acts.push(['edit view', target])),
      delete: signedIn(async (target) => void acts.push(['delete view', target])),
    },
  } as unknown as RecordsDeps;
  return { commands: createRecords(deps).commands, acts };
}

it.each(['edit', 'delete'] as const)('%s on the row of a saved view acts on the view', async (name) => {
  const { commands, acts } = commandsWith();
  const row = { kind: 'savedView', name: 'Bugs', origin: 'account', under: undefined };
  await commands[COMMANDS[name]].run(row, undefined);
  expect(acts).toEqual([[`${name} view`, row]]);
});

it('Edit opens the page of the record on whose row it runs, without a question', async () => {
  const { commands, acts } = commandsWith();
  await commands[COMMANDS.edit].run(WEB_9, undefined);
  expect(acts).toEqual([['open', WEB_9]]);
});

it('Edit without a row asks for the kind of record, and then for the record', async () => {
  const { commands, acts } = commandsWith(WEB_9);
  const done = commands[COMMANDS.editRecord].run(undefined, undefined);
  (await window.prompts.list('Edit')).pick('Work Item');
  await done;
  expect(acts).toEqual([['open', WEB_9]]);
});

it.each([
  ['the row on which it runs', undefined, WEB_9],
  ['the record of the active page', WEB_9, undefined],
])('Delete deletes %s after a confirmation, closes its page and unpins it', async (_, active, target) => {
  const { commands, acts } = commandsWith(active);
  const done = commands[COMMANDS[target === undefined ? 'deleteRecord' : 'delete']].run(target, undefined);
  (await window.prompts.message('Delete the work item “')).select('Delete');
  await done;
  expect(acts).toEqual([
    ['close', WEB_9],
    ['unpin', [WEB_9.id]],
  ]);
  expect((await server.ask('GET', `projects/${WEB_PROJECT_ID}/work-items/${WEB_9.id}/`)).status).toBe(404);
});

it('Delete asks for a record if the active page shows a new one, which is not on the server', async () => {
  const { commands, acts } = commandsWith({ ...WEB_9, id: '' });
  const done = commands[COMMANDS.deleteRecord].run(undefined, undefined);
  (await window.prompts.list('Delete')).escape();
  await done;
  expect(acts).toEqual([]);
});

it('Delete does nothing on a row without a record, and nothing while the user is signed out', async () => {
  const { commands, acts } = commandsWith(WEB_9);
  await commands[COMMANDS.delete].run(ROW_ARGUMENT, undefined);
  await commandsWith(WEB_9, false).commands[COMMANDS.deleteRecord].run(undefined, undefined);
  expect(acts).toEqual([]);
  expect(window.prompts.pending).toEqual([]);
});

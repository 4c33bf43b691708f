// Tests the list of views that the command Refresh shows.
import { expect, it } from 'vitest';
import { pickViewAndRefresh } from '../../../../src/features/tree/refreshCommand.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { startTestServer } from '../../../support/testServer.ts';
import { signInTo } from '../../support/signedInWindow.ts';

const server = forEachTest(startTestServer);
const window = forEachTest(() => signInTo(server));

it('Refresh focuses the row “All Views”, which refreshes every view', async () => {
  const refreshPromise = pickViewAndRefresh(window.prompts, window.session);
  const list = await window.prompts.list('Refresh');
  expect(list.visible).toEqual(['All Views', 'My Work', 'Projects', 'Workspace', 'Stickies']);
  expect(list.focusedRow).toMatchObject({ label: 'All Views' });
  list.enter();
  await refreshPromise;
  expect(window.prompts.commands.map(([id]) => id)).toEqual([
    COMMANDS.refreshMyWork,
    COMMANDS.refreshProjects,
    COMMANDS.refreshWorkspace,
    COMMANDS.refreshStickies,
  ]);
});

it('Refresh refreshes only the picked view, and no view if the user cancels', async () => {
  const refreshPromise = pickViewAndRefresh(window.prompts, window.session);
  (await window.prompts.list('Refresh')).pick('Projects');
  await refreshPromise;
  expect(window.prompts.commands).toEqual([[COMMANDS.refreshProjects]]);
  const canceledRefresh = pickViewAndRefresh(window.prompts, window.session);
  (await window.prompts.list('Refresh')).escape();
  await canceledRefresh;
  expect(window.prompts.commands).toHaveLength(1);
});

it('Refresh does not list views that the server does not support', async () => {
  const community = await startTestServer({ dialect: 'community' });
  await using communityWindow = await signInTo(community);
  for (const name of ['initiatives', 'teamspaces', 'customers'] as const)
    await communityWindow.session.store.resources[name].list().read();
  const refreshPromise = pickViewAndRefresh(communityWindow.prompts, communityWindow.session);
  const list = await communityWindow.prompts.list('Refresh');
  expect(list.visible).not.toContain('Workspace');
  expect(list.visible).toContain('Projects');
  list.escape();
  await refreshPromise;
  await community.stop();
});

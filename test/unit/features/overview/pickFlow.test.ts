// Tests how the user picks the project, initiative or cycle of an overview.
import { expect, it } from 'vitest';
import { pickOverview } from '../../../../src/features/overview/pick.ts';
import { uuidFromName } from '../../../../src/server/database/uuidFromName.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import type { ScriptedList } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { signInTo } from '../../support/signedInWindow.ts';

const PROJECT_COUNT = 108;

const server = forAllTests(startTestServer);
const window = forEachTest(() => signInTo(server));

const pick = () => pickOverview(window.prompts, window.session);

/** Resolves with the picker when the projects and initiatives are loaded. */
async function loadedList(): Promise<ScriptedList> {
  const list = await window.prompts.list('Show Overview');
  await list.waitUntilIdle();
  return list;
}

it('The picker of Show Overview contains projects, initiatives and the row “Cycle of a Project…”', async () => {
  const picked = pick();
  const list = await window.prompts.list('Show Overview');
  expect(list.isBusy).toBe(true);
  await list.waitUntilIdle();
  expect(list.placeholder).toBe('Search projects and initiatives');
  expect(list.rows.filter(({ isSeparator }) => isSeparator).map(({ label }) => label)).toEqual([
    'Projects',
    'Initiatives',
    'Cycles',
  ]);
  expect(list.visible).toContain('Atlas Web | WEB');
  list.pick('Know where every parcel is');
  const id = uuidFromName('initiative', 'Know where every parcel is');
  expect(await picked).toEqual({ kind: 'initiative', within: '', id });

  const next = pick();
  (await loadedList()).pick('Field Notes');
  expect(await next).toEqual({ kind: 'project', within: '', id: sample.project('NOTES') });
});

it('Show Overview asks for a project and then for a cycle if the user selects “Cycle of a Project…”', async () => {
  const picked = pick();
  (await loadedList()).pick('Cycle of a Project…');
  const projects = await window.prompts.list('Show Overview: Project');
  await projects.waitUntilIdle();
  projects.pick('Atlas Web');
  const cycles = await window.prompts.list('Show Overview: Cycle');
  await cycles.waitUntilIdle();
  cycles.pick('Keys and focus');
  expect(await picked).toEqual({
    kind: 'cycle',
    within: sample.project('WEB'),
    id: sample.cycle('WEB', 'Keys and focus'),
  });
});

it('Back in Show Overview returns from the cycles to the projects, and from there to the first list', async () => {
  const picked = pick();
  (await loadedList()).pick('Cycle of a Project…');
  const projects = await window.prompts.list('Show Overview: Project');
  await projects.waitUntilIdle();
  projects.pick('Atlas Web');
  (await window.prompts.list('Show Overview: Cycle')).press(BACK_BUTTON.id);
  (await window.prompts.list('Show Overview: Project')).press(BACK_BUTTON.id);
  const list = await loadedList();
  expect(list.buttons).toEqual([]);
  list.escape();
  expect(await picked).toBeUndefined();
});

it('Show Overview opens nothing if the user cancels any of its pickers', async () => {
  const first = pick();
  (await window.prompts.list('Show Overview')).escape();
  expect(await first).toBeUndefined();
  const second = pick();
  (await loadedList()).pick('Cycle of a Project…');
  (await window.prompts.list('Show Overview: Project')).escape();
  expect(await second).toBeUndefined();
  const third = pick();
  (await loadedList()).pick('Cycle of a Project…');
  const projects = await window.prompts.list('Show Overview: Project');
  await projects.waitUntilIdle();
  projects.pick('Atlas Web');
  (await window.prompts.list('Show Overview: Cycle')).escape();
  expect(await third).toBeUndefined();
  expect(window.prompts.pending).toEqual([]);
});

it('The picker of Show Overview has no initiatives if the server does not support initiatives', async () => {
  window.proxy.inject(matchRequest('GET', '/initiatives/'), answerWith(402, { error: 'Upgrade' }));
  const picked = pick();
  const list = await loadedList();
  expect(list.rows.map(({ label }) => label)).not.toContain('Initiatives');
  list.escape();
  expect(await picked).toBeUndefined();
});

it('The picker of Show Overview loads further projects when the user selects “Load more”', async () => {
  for (let number = 1; number <= PROJECT_COUNT - 3; number += 1) {
    const body = { name: `Depot ${number}`, identifier: `D${number}` };
    expect((await server.ask('POST', 'projects/', { body })).status).toBe(201);
  }
  await using otherWindow = await signInTo(server);
  const picked = pickOverview(otherWindow.prompts, otherWindow.session);
  const list = await otherWindow.prompts.list('Show Overview');
  await list.waitUntilIdle();
  list.type('Depot 105');
  expect(list.visible).toEqual([`Load more (100 of ${PROJECT_COUNT})`, 'Cycle of a Project…']);
  list.enter();
  await list.waitUntilIdle();
  expect(list.visible).toEqual(['Depot 105 | D105', 'Cycle of a Project…']);
  list.pick('Depot 105');
  expect(await picked).toMatchObject({ kind: 'project', within: '' });
});

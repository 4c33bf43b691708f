// Tests how the user changes the members of a record, for example the projects of an initiative.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editMembersFromList } from '../../../../src/features/records/editMembers.ts';
import { uuidFromName } from '../../../../src/server/database/uuidFromName.ts';
import type { OnBack } from '../../../../src/shell/prompts/ask.ts';
import { choicesOfKind } from '../../../../src/shell/recordPicker/recordChoices.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import type { ScriptedList } from '../../../support/scriptedPrompts.ts';
import { startTestServer } from '../../../support/testServer.ts';
import { type SignedInWindow, signInTo } from '../../support/signedInWindow.ts';

const INITIATIVE_ID = uuidFromName('initiative', 'Know where every parcel is');
const TITLE = 'Projects of Know where every parcel is';
const isChange = (method: string, path: string) => method !== 'GET' && path.includes('/initiatives/');

let window: SignedInWindow;
const server = forEachTest(startTestServer);
beforeEach(async () => {
  window = await signInTo(server);
});
afterEach(async () => {
  await window[Symbol.asyncDispose]();
});

function edit(kind: 'project' | 'initiativeLabel' = 'project', onBack?: OnBack): Promise<void> {
  const { prompts, session } = window;
  const { initiativeProjects, initiativeLabels } = session.store.associations;
  return editMembersFromList(
    prompts,
    session,
    kind === 'project' ? initiativeProjects : initiativeLabels,
    { kind: 'initiative', within: '', id: INITIATIVE_ID },
    choicesOfKind(session.store, kind),
    kind,
    onBack,
  );
}

async function open(): Promise<{ list: ScriptedList; done: Promise<void> }> {
  const done = edit();
  const list = await window.prompts.list(TITLE);
  await list.waitUntilIdle();
  return { list, done };
}

/** Returns the names of the projects of the initiative on the server. */
async function projectNames(): Promise<readonly string[]> {
  const response = await server.ask('GET', `initiatives/${INITIATIVE_ID}/projects/`);
  const { results } = (await response.json()) as { readonly results: readonly { readonly name: string }[] };
  return results.map(({ name }) => name).sort();
}

/** Creates enough projects for two pages, and adds the last project, on the second page, to the initiative. */
async function createProjectsForTwoPages(): Promise<void> {
  let lastId = '';
  for (let number = 1; number <= 105; number += 1) {
    const response = await server.ask('POST', 'projects/', {
      body: { name: `Depot ${number}`, identifier: `D${number}` },
    });
    expect(response.status).toBe(201);
    lastId = ((await response.json()) as { readonly id: string }).id;
  }
  await server.ask('POST', `initiatives/${INITIATIVE_ID}/projects/`, { body: { project_ids: [lastId] } });
  expect(await projectNames()).toEqual(['Atlas Web', 'Courier API', 'Depot 105']);
  // The sign-in loads the first page of projects.
  await window[Symbol.asyncDispose]();
  window = await signInTo(server);
}

describe('The member picker of a record', () => {
  it('shows current members as checked, and adds and removes members as the user changes check boxes', async () => {
    const { list, done } = await open();
    expect(list.options).toMatchObject({ isMultiSelect: true, matchedProperties: ['description'] });
    expect(list.placeholder).toBe('Select all that apply');
    expect([...list.checkedLabels].sort()).toEqual(['Atlas Web', 'Courier API']);
    expect(list.visible).toContain('Courier API | API · already added');
    expect(list.visible).toContain('Field Notes | NOTES');
    list.check('Atlas Web', 'Field Notes');
    list.enter();
    const message = await window.prompts.message('Added 1 project to Know where every parcel is.');
    expect(message.words).toContain('Removed 1 project from Know where every parcel is.');
    expect(await projectNames()).toEqual(['Atlas Web', 'Field Notes']);
    message.select('Undo');
    await done;
    expect(await projectNames()).toEqual(['Atlas Web', 'Courier API']);
  });

  it('does not undo the removal if the user closes the message without selecting Undo', async () => {
    const { list, done } = await open();
    list.check('Atlas Web');
    list.enter();
    (await window.prompts.message('Removed 1 project from')).close();
    await done;
    expect(await projectNames()).toEqual(['Atlas Web']);
  });

  it('sends nothing if the user cancels or changes no check box', async () => {
    const canceledPicker = await open();
    canceledPicker.list.check('Field Notes');
    canceledPicker.list.escape();
    await canceledPicker.done;
    const unchangedPicker = await open();
    expect([...unchangedPicker.list.checkedLabels].sort()).toEqual(['Atlas Web', 'Courier API']);
    unchangedPicker.list.enter();
    await unchangedPicker.done;
    expect(window.proxy.matchingRequests(isChange)).toEqual([]);
    expect(window.prompts.pending).toEqual([]);
  });

  it('returns to the record picker when the user selects Back, also after the list is loaded', async () => {
    let backCount = 0;
    const done = edit('project', () => (backCount += 1));
    const list = await window.prompts.list(TITLE);
    await list.waitUntilIdle();
    list.press('back');
    await done;
    expect(backCount).toBe(1);
    expect(window.proxy.matchingRequests(isChange)).toEqual([]);
  });

  it('keeps the check boxes as they are when the next page is loaded', async () => {
    await createProjectsForTwoPages();
    const { list, done } = await open();
    expect(list.checkedLabels).toEqual(['Atlas Web', 'Courier API']);
    list.check('Courier API', 'Depot 1');
    list.press('Load More');
    await list.handled();
    expect(list.isBusy).toBe(true);
    await list.waitUntilIdle();
    expect(list.buttons).toEqual([]);
    expect(list.checkedLabels).toEqual(['Courier API', 'Depot 1', 'Depot 105']);
    list.enter();
    (await window.prompts.message('Removed 1 project from')).close();
    await done;
    expect(await projectNames()).toEqual(['Courier API', 'Depot 1', 'Depot 105']);
  });

  it('does not remove members that are on a page that is not loaded', async () => {
    await createProjectsForTwoPages();
    const { list, done } = await open();
    list.check();
    list.enter();
    (await window.prompts.message('Removed 2 projects from Know where every parcel is.')).close();
    await done;
    expect(await projectNames()).toEqual(['Depot 105']);
  });

  it('shows why the next page could not be loaded, and loads the page when Load More is pressed again', async () => {
    await createProjectsForTwoPages();
    const { list, done } = await open();
    window.proxy.inject(matchRequest('GET', '/projects/'), answerWith(403, { detail: 'Not this page' }), 1);
    list.press('Load More');
    await list.waitUntilIdle();
    expect(list.placeholder).toContain('Not this page');
    list.press('Load More');
    await list.waitUntilIdle();
    expect(list.placeholder).toBe('Select all that apply');
    expect(list.rows).toHaveLength(108);
    list.escape();
    await done;
  });

  it('closes and rejects if the current members cannot be loaded', async () => {
    window.proxy.inject(matchRequest('GET', `${INITIATIVE_ID}/projects/`), answerWith(403, { detail: 'Not yours' }));
    const done = edit();
    const list = await window.prompts.list(TITLE);
    await expect(done).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(list.isOpen).toBe(false);
  });

  it('is busy and does not accept Enter until the members are loaded', async () => {
    window.proxy.inject(matchRequest('GET', `${INITIATIVE_ID}/projects/`), { kind: 'hanging' });
    const done = edit();
    const list = await window.prompts.list(TITLE);
    expect([list.isBusy, list.placeholder]).toEqual([true, 'Loading…']);
    list.enter();
    await list.handled();
    expect(list.isOpen).toBe(true);
    list.escape();
    await done;
    expect(window.proxy.matchingRequests(isChange)).toEqual([]);
  });

  it('shows the reason in the placeholder if the server does not support this kind of record', async () => {
    window.proxy.inject(matchRequest('GET', '/initiatives/labels/'), answerWith(402, { error: 'Upgrade' }));
    const done = edit('initiativeLabel');
    const list = await window.prompts.list('Labels of Know where every parcel is');
    await list.waitUntilIdle();
    expect(list.placeholder).toBe('This server does not support initiative labels.');
    list.escape();
    await done;
    expect(window.prompts.pending).toEqual([]);
  });
});

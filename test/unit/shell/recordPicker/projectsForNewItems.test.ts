// Tests which projects are listed for new work items.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../../../../src/contract/resources/project.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { projectsForNewItems } from '../../../../src/shell/recordPicker/projectsForNewItems.ts';
import { choicesOfKind, type RecordChoices } from '../../../../src/shell/recordPicker/recordChoices.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { createSetup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const setup = forAllTests(createSetup);
beforeAll(async () => {
  await setup.client.call.archiveProject({ project_id: sample.project('API') });
});
const store = forEachTest(() => new Store(setup.client));
beforeEach(async () => {
  await store.resources.projects.list().read();
  const notesProject = store.project(sample.project('NOTES')) as Project;
  store.resources.projects.storeRecords('', [{ ...notesProject, is_member: false }]);
});

function rowsOf(projects: RecordChoices): readonly string[] {
  return projects.ids().map((id) => [projects.row(id)?.label, projects.row(id)?.description].join(': '));
}

describe('The list of projects for a new work item', () => {
  it('contains projects that the user has joined and that are not archived', () => {
    expect(rowsOf(projectsForNewItems(store, () => false))).toEqual(['Atlas Web: WEB']);
  });

  it('has a note if the folder’s settings name a project that the list excludes', () => {
    const noteFor = (key: string) => projectsForNewItems(store, ({ identifier }) => identifier === key).note?.();
    expect(noteFor('API')).toBe('Courier API, the project of this folder, is archived');
    expect(noteFor('NOTES')).toBe('You have not joined Field Notes, the project of this folder');
    expect(noteFor('WEB')).toBeUndefined();
    expect(noteFor('NONE')).toBeUndefined();
  });
});

describe('choicesOfKind for projects', () => {
  it('lists all projects, and marks projects in which no work items can be created', () => {
    expect([...rowsOf(choicesOfKind(store, 'project'))].sort()).toEqual([
      'Atlas Web: WEB',
      'Courier API: API · archived',
      'Field Notes: NOTES · not joined',
    ]);
  });
});

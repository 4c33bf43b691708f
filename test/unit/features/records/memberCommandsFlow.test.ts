// Tests the command that adds records to a record and removes them.
import { describe, expect, it } from 'vitest';
import { changeMembersOf } from '../../../../src/features/records/memberCommands.ts';
import { uuidFromName } from '../../../../src/server/database/uuidFromName.ts';
import type { FolderName, Node } from '../../../../src/shell/tree/node.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { startTestServer } from '../../../support/testServer.ts';
import { signInTo } from '../../support/signedInWindow.ts';

const INITIATIVE = 'Know where every parcel is';
const TEAMSPACE = 'Reading room';

const server = forEachTest(startTestServer);
const window = forEachTest(() => signInTo(server));

const add = (target: unknown): Promise<void> =>
  changeMembersOf(
    {
      prompts: window.prompts,
      sessions: window.sessions,
      folderBinding: () => ({ workspace: undefined, project: undefined }),
    },
    target,
  );
const recordRow = (kind: 'initiative' | 'teamspace', name: string): Node => ({
  kind,
  within: '',
  id: uuidFromName(kind, name),
  under: undefined,
});
const folderRow = (folder: FolderName, under: Node): Node => ({
  kind: 'folder',
  folder,
  owner: 'id' in under ? under.id : '',
  under,
});

describe('Add or Remove', () => {
  it.each([
    ['initiative', INITIATIVE, 'initiativeEpics', 'Add Epics to Initiative: Project'],
    ['initiative', INITIATIVE, 'initiativeProjects', `Projects of ${INITIATIVE}`],
    ['initiative', INITIATIVE, 'labelsOfInitiative', `Labels of ${INITIATIVE}`],
    ['teamspace', TEAMSPACE, 'teamspaceMembers', `Members of ${TEAMSPACE}`],
    ['teamspace', TEAMSPACE, 'teamspaceProjects', `Projects of ${TEAMSPACE}`],
  ] as const)('of the %s “%s” in the folder %s shows the picker “%s”', async (kind, name, folder, title) => {
    const done = add(folderRow(folder, recordRow(kind, name)));
    const list = await window.prompts.list(title);
    list.escape();
    await done;
    expect(window.prompts.pending).toEqual([]);
  });

  it.each([
    ['initiative', INITIATIVE, ['Epics', 'Projects', 'Labels']],
    ['teamspace', TEAMSPACE, ['Members', 'Projects']],
  ] as const)('on the row of the %s “%s” asks for one of %j, to which Back returns', async (kind, name, folders) => {
    const done = add(recordRow(kind, name));
    const list = await window.prompts.list('What do you want to add or remove?');
    expect(list.visible).toEqual(folders);
    list.pick('Projects');
    (await window.prompts.list(`Projects of ${name}`)).press('back');
    (await window.prompts.list('What do you want to add or remove?')).escape();
    await done;
    expect(window.prompts.pending).toEqual([]);
  });

  it('removes a member that the user unchecks', async () => {
    const done = add(folderRow('teamspaceMembers', recordRow('teamspace', TEAMSPACE)));
    const list = await window.prompts.list(`Members of ${TEAMSPACE}`);
    await list.waitUntilIdle();
    const [first, ...others] = list.checkedLabels;
    expect(first).toBeDefined();
    list.check(...others);
    list.enter();
    (await window.prompts.message(`Removed 1 member from ${TEAMSPACE}.`)).close();
    await done;
  });
});

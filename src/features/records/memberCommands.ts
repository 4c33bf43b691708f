// The command that adds records to a record and removes them: epics of an initiative, members of a teamspace…
import * as l10n from '@vscode/l10n';
import { nameOfUser } from '../../contract/resources/user.ts';
import { listedName } from '../../contract/userName.ts';
import type { RecordAddress } from '../../core/cache/address.ts';
import { readAllOrThrow } from '../../core/cache/lists/pagedList.ts';
import type { Session, Sessions } from '../../core/session/session.ts';
import { recordOf } from '../../shell/commands/commandTarget.ts';
import { askInTwoSteps, chooseRow, type OnBack } from '../../shell/prompts/ask.ts';
import { loadRecordName, type PickRecordDeps, pickRecord } from '../../shell/recordPicker/pickRecord.ts';
import { choicesOfKind } from '../../shell/recordPicker/recordChoices.ts';
import { FOLDER_APPEARANCES } from '../../shell/tree/folderAppearances.ts';
import { type FolderName, toNode } from '../../shell/tree/node.ts';
import { type Candidates, editMembers, editMembersFromList, type MemberAssociation } from './editMembers.ts';
import type { MemberKind } from './messages.ts';

export interface MemberCommandDeps extends PickRecordDeps {
  readonly sessions: Pick<Sessions, 'current'>;
}

/** The folders whose rows can be added and removed, below each kind of record. */
const MEMBER_FOLDERS = {
  initiative: ['initiativeEpics', 'initiativeProjects', 'labelsOfInitiative'],
  teamspace: ['teamspaceMembers', 'teamspaceProjects'],
} as const satisfies Readonly<Record<string, readonly FolderName[]>>;
type MemberFolder = (typeof MEMBER_FOLDERS)[keyof typeof MEMBER_FOLDERS][number];

/** Changes the members in the target folder, or in a folder of the target record that the user picks. */
export async function changeMembersOf(deps: MemberCommandDeps, target: unknown): Promise<void> {
  const session = deps.sessions.current;
  const owner = recordOf(target);
  if (session === undefined || (owner?.kind !== 'initiative' && owner?.kind !== 'teamspace')) return;
  const node = toNode(target);
  const folders: readonly MemberFolder[] = MEMBER_FOLDERS[owner.kind];
  const targetFolder = node?.kind === 'folder' ? folders.find((folder) => folder === node.folder) : undefined;
  if (targetFolder !== undefined) return changeMembers(deps, session, owner, targetFolder);
  const rows = folders.map((folder) => {
    const { label, icon } = FOLDER_APPEARANCES[folder];
    return { label: label(), icon: { id: icon }, value: folder };
  });
  await askInTwoSteps(
    async () =>
      (
        await chooseRow(deps.prompts, rows, {
          title: l10n.t('Add or Remove'),
          placeholder: l10n.t('What do you want to add or remove?'),
        })
      )?.value,
    (folder, onBack) => changeMembers(deps, session, owner, folder, onBack),
  );
}

async function changeMembers(
  deps: MemberCommandDeps,
  session: Session,
  owner: RecordAddress,
  folder: MemberFolder,
  onBack?: OnBack,
): Promise<void> {
  const { store } = session;
  const { associations } = store;
  const change = (association: MemberAssociation, kind: Exclude<MemberKind, 'member'>, within = '', back = onBack) =>
    editMembersFromList(deps.prompts, session, association, owner, choicesOfKind(store, kind, within), kind, back);
  switch (folder) {
    case 'initiativeEpics':
      return askInTwoSteps(
        () => pickRecord(deps, session, 'project', l10n.t('Add Epics to Initiative: Project'), onBack),
        (project, backToProjects) => change(associations.initiativeEpics, 'epic', project.id, backToProjects),
      );
    case 'initiativeProjects':
      return change(associations.initiativeProjects, 'project');
    case 'labelsOfInitiative':
      return change(associations.initiativeLabels, 'initiativeLabel');
    case 'teamspaceProjects':
      return change(associations.teamspaceProjects, 'project');
    case 'teamspaceMembers':
      return changeTeamspaceMembers(deps, session, owner, onBack);
  }
}

async function changeTeamspaceMembers(
  { prompts }: MemberCommandDeps,
  session: Session,
  owner: RecordAddress,
  onBack: OnBack | undefined,
): Promise<void> {
  const { store, me } = session;
  const candidates: Candidates = {
    kind: 'member',
    rateLimit: store.rateLimit,
    ids: () => store.workspaceUsers.list().state.ids,
    row: (id) => {
      const person = store.workspaceUser(id);
      if (person === undefined) return undefined;
      return { label: listedName(person, nameOfUser(person), me.id), description: person.email ?? undefined };
    },
    read: () => readAllOrThrow(store.workspaceUsers.list()),
    nextPageLoader: () => undefined,
  };
  const name = await loadRecordName(session, owner);
  await editMembers(prompts, store.associations.teamspaceMembers, owner.id, name, candidates, onBack);
}

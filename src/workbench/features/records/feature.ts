// Commands that open, list, create and delete records, and edit their members.
import * as l10n from '@vscode/l10n';
import type { RecordAddress, RecordKind } from '../../../cache/address.ts';
import type { PagedList } from '../../../cache/lists/pagedList.ts';
import { ApiError } from '../../../client/apiError.ts';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { listedName } from '../../../contract/userName.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { askInTwoSteps, type OnBack } from '../../ui/ask.ts';
import { isRowTarget, recordOf, recordOfRow } from '../../ui/commandTarget.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import type { TemplateDeps } from '../templates/pickTemplate.ts';
import type { Views } from '../tree/views.ts';
import type { WorkItemPicker } from '../workItems/workItemPicker.ts';
import { creationCommands } from './creationCommands.ts';
import { deleteRecord } from './deleteRecord.ts';
import { type Candidates, editMembers, editMembersFromList } from './editMembers.ts';
import { MEMBER_TEXTS } from './messages.ts';
import { KIND_NAMES, type ListTexts } from './names.ts';
import { pickKind } from './pickKind.ts';
import { loadRecordName, type PickRecordDeps, pickFromList, pickRecord } from './pickRecord.ts';
import { choicesOfKind, type RecordChoices } from './recordChoices.ts';

export interface RecordsDeps extends PickRecordDeps {
  readonly clock: Clock;
  readonly templateSettings: TemplateDeps['templateSettings'];
  readonly sessions: Sessions;
  readonly items: WorkItemPicker;
  readonly panels: RecordPanels;
  readonly views: Views;
}

export function createRecords(deps: RecordsDeps) {
  return {
    commands: {
      ...creationCommands({
        ...deps,
        loadMarkdownToHtml: async () => (await import('../../../std/html/markdown.ts')).markdownToHtml,
      }),
      [COMMANDS.edit]: signedIn((target) => editRecordOfAnyKind(deps, target)),
      [COMMANDS.delete]: signedIn((target) => remove(deps, target)),
      [COMMANDS.editProject]: signedIn((target) => edit(deps, 'project', target)),
      [COMMANDS.editEpic]: signedIn((target) => edit(deps, 'epic', target)),
      [COMMANDS.editInitiative]: signedIn((target) => edit(deps, 'initiative', target)),
      [COMMANDS.editInitiativeLabel]: signedIn((target) => edit(deps, 'initiativeLabel', target)),
      [COMMANDS.editTeamspace]: signedIn((target) => edit(deps, 'teamspace', target)),
      [COMMANDS.editCustomer]: signedIn((target) => edit(deps, 'customer', target)),
      [COMMANDS.editCustomerRequest]: signedIn((target) => edit(deps, 'customerRequest', target)),
      [COMMANDS.editCustomerProperty]: signedIn((target) => edit(deps, 'customerProperty', target)),
      [COMMANDS.editSticky]: signedIn((target) => edit(deps, 'sticky', target)),
      [COMMANDS.listCustomerProperties]: signedIn(() => edit(deps, 'customerProperty', undefined)),
      [COMMANDS.listTeamspaceMembers]: signedIn((target) => listTeamspaceMembers(deps, target)),
      [COMMANDS.listTeamspaceProjects]: signedIn((target) => listTeamspaceProjects(deps, target)),
      [COMMANDS.addEpicsToInitiative]: signedIn((target) => addEpics(deps, target)),
      [COMMANDS.addProjectsToInitiative]: signedIn((target) => addProjects(deps, target)),
      [COMMANDS.setInitiativeLabels]: signedIn((target) => setLabels(deps, target)),
      [COMMANDS.addTeamspaceMembers]: signedIn((target) => addTeamspaceMembers(deps, target)),
      [COMMANDS.addTeamspaceProjects]: signedIn((target) => addTeamspaceProjects(deps, target)),
    },
  };
}

/** Opens the page of the target record, or of a record that the user picks. */
async function edit(deps: RecordsDeps, kind: Exclude<RecordKind, 'workItem'>, target: unknown): Promise<void> {
  await withRecord(deps, target, kind, KIND_NAMES[kind].edit(), async (session, address) => {
    deps.panels.openRecord(session, address);
  });
}

/** Opens the page of a record of any kind. Without a target, asks for the kind first. */
async function editRecordOfAnyKind(deps: RecordsDeps, target: unknown): Promise<void> {
  await withRecordOfAnyKind(deps, target, 'edit', async (session, address) => {
    deps.panels.openRecord(session, address);
  });
}

/** Asks for confirmation, and deletes the target, the active page's record, or a record that the user picks. */
async function remove(deps: RecordsDeps, target: unknown): Promise<void> {
  // The key of a tree does nothing on a row that is no record, for example of a state.
  if (isRowTarget(target) && recordOfRow(target) === undefined) return;
  const activeRecord = deps.panels.active?.address;
  await withRecordOfAnyKind(
    deps,
    target ?? (activeRecord?.id === '' ? undefined : activeRecord),
    'delete',
    async (session, address) => {
      const deletedRecords = await deleteRecord(deps.prompts, session, address);
      await Promise.all(deletedRecords.map((deletedAddress) => deps.panels.close(deletedAddress)));
      await deps.views.pins.remove(
        session.account,
        deletedRecords.map(({ id }) => id),
      );
    },
  );
}

async function addEpics(deps: RecordsDeps, target: unknown): Promise<void> {
  await withRecord(deps, target, 'initiative', l10n.t('Add Epics to Initiative'), async (session, { id }, onBack) => {
    const { store } = session;
    await askInTwoSteps(
      () => pickRecord(deps, session, 'project', l10n.t('Add Epics to Initiative: Project'), onBack),
      (project, backToProjects) =>
        editMembersFromList(
          deps.prompts,
          session,
          store.associations.initiativeEpics,
          { kind: 'initiative', within: '', id },
          choicesOfKind(store, 'epic', project.id),
          'epic',
          backToProjects,
        ),
    );
  });
}

async function addProjects(deps: RecordsDeps, target: unknown): Promise<void> {
  await withRecord(deps, target, 'initiative', l10n.t('Add Projects to Initiative'), (session, address, onBack) =>
    editMembersFromList(
      deps.prompts,
      session,
      session.store.associations.initiativeProjects,
      address,
      choicesOfKind(session.store, 'project'),
      'project',
      onBack,
    ),
  );
}

async function setLabels(deps: RecordsDeps, target: unknown): Promise<void> {
  await withRecord(deps, target, 'initiative', l10n.t('Set Initiative Labels'), (session, address, onBack) =>
    editMembersFromList(
      deps.prompts,
      session,
      session.store.associations.initiativeLabels,
      address,
      choicesOfKind(session.store, 'initiativeLabel'),
      'initiativeLabel',
      onBack,
    ),
  );
}

async function addTeamspaceProjects(deps: RecordsDeps, target: unknown): Promise<void> {
  await withRecord(deps, target, 'teamspace', l10n.t('Add Projects to Teamspace'), (session, address, onBack) =>
    editMembersFromList(
      deps.prompts,
      session,
      session.store.associations.teamspaceProjects,
      address,
      choicesOfKind(session.store, 'project'),
      'project',
      onBack,
    ),
  );
}

async function addTeamspaceMembers(deps: RecordsDeps, target: unknown): Promise<void> {
  await withRecord(deps, target, 'teamspace', l10n.t('Add Members to Teamspace'), async (session, address, onBack) => {
    const { store } = session;
    const candidates: Candidates = {
      kind: 'member',
      rateLimit: store.rateLimit,
      ids: () => store.workspaceUsers.get('').records.map(({ id }) => id),
      row: (id) => personRow(session, id),
      read: async () => {
        const peopleList = await store.workspaceUsers.read('');
        if (peopleList.status === 'failed') throw new ApiError(peopleList.fault);
      },
      nextPageLoader: () => undefined,
    };
    await editMembers(
      deps.prompts,
      store.associations.teamspaceMembers,
      address.id,
      await loadRecordName(session, address),
      candidates,
      onBack,
    );
  });
}

/** Lists the members of a teamspace, and copies the email address of the member that the user picks. */
async function listTeamspaceMembers(deps: RecordsDeps, target: unknown): Promise<void> {
  await withRecord(deps, target, 'teamspace', l10n.t('Show Teamspace Members'), async (session, address, onBack) => {
    const list = session.store.associations.teamspaceMembers.list(address.id);
    const members = teamspaceList(
      session,
      list,
      { none: () => l10n.t('No members yet'), typeName: () => l10n.t('Search members') },
      (id) => personRow(session, id),
    );
    const title = MEMBER_TEXTS.member.title(await loadRecordName(session, address));
    const id = await pickFromList(deps.prompts, members, { title, kind: undefined, onBack });
    const person = id === undefined ? undefined : session.store.workspaceUser(id);
    if (person === undefined) return;
    const text = person.email || nameOfUser(person);
    await deps.prompts.copyText(text);
    deps.prompts.showStatus(l10n.t('Copied {0}', text), 3000);
  });
}

/** Lists the projects of a teamspace, and opens the project that the user picks. */
async function listTeamspaceProjects(deps: RecordsDeps, target: unknown): Promise<void> {
  await withRecord(deps, target, 'teamspace', l10n.t('Show Teamspace Projects'), async (session, address, onBack) => {
    const list = session.store.associations.teamspaceProjects.list(address.id);
    const projects = teamspaceList(session, list, KIND_NAMES.project, (id) =>
      choicesOfKind(session.store, 'project').row(id),
    );
    const title = MEMBER_TEXTS.project.title(await loadRecordName(session, address));
    const id = await pickFromList(deps.prompts, projects, { title, kind: 'project', onBack });
    if (id !== undefined) deps.panels.openRecord(session, { kind: 'project', within: '', id });
  });
}

function teamspaceList(
  { store }: Session,
  list: PagedList,
  { none, typeName }: Pick<ListTexts, 'none' | 'typeName'>,
  row: RecordChoices['row'],
): RecordChoices {
  const texts: ListTexts = { none, typeName, unsupported: () => KIND_NAMES.teamspace.unsupported() };
  return { list, rateLimit: store.rateLimit, texts, ids: () => list.state.ids, row, read: () => list.read() };
}

function personRow({ store, me }: Session, id: string): ReturnType<RecordChoices['row']> {
  const person = store.workspaceUser(id);
  if (person === undefined) return undefined;
  return { label: listedName(person, nameOfUser(person), me.id), description: person.email ?? undefined };
}

/**
 * Calls `work` with the target or, without a target, with the record of the active page. If this record is missing or
 * of another kind, calls `work` with a record that the user picks.
 */
async function withRecord(
  deps: RecordsDeps,
  target: unknown,
  kind: Exclude<RecordKind, 'workItem'>,
  title: string,
  work: (session: Session, address: RecordAddress, onBack: OnBack | undefined) => Promise<void>,
): Promise<void> {
  const session = deps.sessions.current;
  if (session === undefined) return;
  const knownRecord = recordOf(target) ?? deps.panels.active?.address;
  if (knownRecord?.kind === kind && knownRecord.id !== '') return work(session, knownRecord, undefined);
  await askInTwoSteps(
    () => pickRecord(deps, session, kind, title),
    (address, onBack) => work(session, address, onBack),
  );
}

async function withRecordOfAnyKind(
  deps: RecordsDeps,
  target: unknown,
  action: 'edit' | 'delete',
  work: (session: Session, address: RecordAddress) => Promise<void>,
): Promise<void> {
  const session = deps.sessions.current;
  if (session === undefined) return;
  const knownRecord = recordOf(target);
  const address =
    knownRecord ??
    (await askInTwoSteps(
      () => pickKind(deps.prompts, session, action),
      (kind, onBack) => pickRecordOfKind(deps, session, kind, KIND_NAMES[kind][action](), onBack),
    ));
  if (address !== undefined) await work(session, address);
}

async function pickRecordOfKind(
  deps: RecordsDeps,
  session: Session,
  kind: RecordKind,
  title: string,
  onBack: OnBack,
): Promise<RecordAddress | undefined> {
  if (kind !== 'workItem') return pickRecord(deps, session, kind, title, onBack);
  const chosenItem = await deps.items.choose(undefined, title, { onBack });
  return chosenItem === undefined ? undefined : { kind, within: chosenItem.address.project, id: chosenItem.address.id };
}

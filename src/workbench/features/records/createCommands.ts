// Commands that open the page of a new record, with the fields that its place implies filled in.

import * as l10n from '@vscode/l10n';
import type { RecordAddress, RecordKind } from '../../../cache/address.ts';
import { closedProjectText } from '../../../cache/closedProject.ts';
import type { FieldValues } from '../../../pages/fields/values.ts';
import { newRecordAt } from '../../../pages/record/newRecordDraft.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { groupOf, initiativeStateOf, recordOf } from '../../ui/commandTarget.ts';
import { showWarning } from '../../ui/notifications.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import type { WorkItems } from '../workItems/items.ts';
import { pickOpenProject, pickRecord, recordName } from './pickRecord.ts';

interface CreateCommandDeps {
  readonly sessions: Sessions;
  readonly items: WorkItems;
  readonly panels: RecordPanels;
}

/** Creates the commands that create records. */
export function createCommands(deps: CreateCommandDeps) {
  return {
    [COMMANDS.createProject]: signedIn(() => create(deps, 'project')),
    [COMMANDS.createInitiativeLabel]: signedIn(() => create(deps, 'initiativeLabel')),
    [COMMANDS.createTeamspace]: signedIn(() => create(deps, 'teamspace')),
    [COMMANDS.createCustomer]: signedIn(() => create(deps, 'customer')),
    [COMMANDS.createCustomerProperty]: signedIn(() => create(deps, 'customerProperty')),
    [COMMANDS.createWorkItem]: signedIn((target) => createWorkItem(deps, target)),
    [COMMANDS.createSubItem]: signedIn((target) => createSubItem(deps, target)),
    [COMMANDS.createEpic]: signedIn((target) => createEpic(deps, target)),
    [COMMANDS.createCycle]: signedIn((target) => createCycle(deps, target)),
    [COMMANDS.createModule]: signedIn((target) => createModule(deps, target)),
    [COMMANDS.createInitiative]: signedIn((target) => createInitiative(deps, target)),
    [COMMANDS.createCustomerRequest]: signedIn((target) => createCustomerRequest(deps, target)),
  };
}

interface Beginning {
  readonly within: string;
  readonly implied: FieldValues;
  /** The cycle to which the work item is added after it is created. */
  readonly cycle?: string;
}

/** Opens a new record of the workspace. */
async function create({ sessions, panels }: CreateCommandDeps, kind: RecordKind): Promise<void> {
  if (sessions.current !== undefined) await panels.openNew(sessions.current, { kind, within: '' }, {});
}

/** Opens a new initiative in the state of the given group. */
async function createInitiative({ sessions, panels }: CreateCommandDeps, given: unknown): Promise<void> {
  const state = initiativeStateOf(given);
  if (sessions.current !== undefined)
    await panels.openNew(sessions.current, { kind: 'initiative', within: '' }, state === undefined ? {} : { state });
}

/**
 * Opens a new work item in the given project, group, cycle or module, or in the project of the given work item. Without
 * one, the user picks a project.
 */
async function createWorkItem(deps: CreateCommandDeps, given: unknown): Promise<void> {
  await begin(
    deps,
    'workItem',
    async (session) =>
      beginningIn(given) ?? (await inPicked(session, 'project', l10n.t('Create Work Item in Project'))),
  );
}

/** Opens a new sub-item of the given work item, the one whose tab has the focus, or one that the user picks. */
async function createSubItem(deps: CreateCommandDeps, given: unknown): Promise<void> {
  await begin(deps, 'workItem', async () => {
    const known = recordOf(given);
    const item = known?.kind === 'workItem' ? { project: known.within, id: known.id } : deps.panels.active?.item;
    const chosen = await deps.items.choose(item, l10n.t('Create Sub-Item of Work Item'));
    return chosen === undefined
      ? undefined
      : { within: chosen.address.project, implied: { parent: chosen.address.id } };
  });
}

/** Opens a new epic in the given project, or in one that the user picks. */
async function createEpic(deps: CreateCommandDeps, given: unknown): Promise<void> {
  await begin(deps, 'epic', (session) => inTarget(session, given, 'project', l10n.t('Create Epic in Project')));
}

/** Opens a new cycle in the project of the given row, or in one that the user picks. */
async function createCycle(deps: CreateCommandDeps, given: unknown): Promise<void> {
  await begin(deps, 'cycle', (session) => inProjectOf(session, given, l10n.t('Create Cycle in Project')));
}

/** Opens a new module in the project of the given row, or in one that the user picks. */
async function createModule(deps: CreateCommandDeps, given: unknown): Promise<void> {
  await begin(deps, 'module', (session) => inProjectOf(session, given, l10n.t('Create Module in Project')));
}

/** Opens a new request of the given customer, or of one that the user picks. */
async function createCustomerRequest(deps: CreateCommandDeps, given: unknown): Promise<void> {
  const open = deps.panels.active?.address;
  await begin(deps, 'customerRequest', (session) =>
    inTarget(session, recordOf(given) ?? open, 'customer', l10n.t('Create Customer Request')),
  );
}

async function begin(
  { sessions, panels }: CreateCommandDeps,
  kind: RecordKind,
  where: (session: Session) => Promise<Beginning | undefined>,
): Promise<void> {
  const session = sessions.current;
  const beginning = session === undefined ? undefined : await where(session);
  if (session === undefined || beginning === undefined) return;
  const { within, implied, cycle } = beginning;
  const closed = kind === 'workItem' || kind === 'epic' ? closedProjectText(session.store.project(within)) : undefined;
  // An unfinished new record is shown anyway, and its page explains why it cannot be created.
  if (closed !== undefined && (await newRecordAt(session.draftStore, { kind, within })) === undefined) {
    void showWarning(closed);
    return;
  }
  const name = cycle === undefined ? undefined : await recordName(session, { kind: 'cycle', within, id: cycle });
  await panels.openNew(session, { kind, within }, implied, {
    cycle: cycle === undefined || name === undefined ? undefined : { id: cycle, name },
  });
}

async function inTarget(
  session: Session,
  given: unknown,
  kind: 'project' | 'customer',
  title: string,
): Promise<Beginning | undefined> {
  const known = recordOf(given);
  return known?.kind === kind ? { within: known.id, implied: {} } : inPicked(session, kind, title);
}

/** `given` may be the row of a project, or of a group in it. */
async function inProjectOf(session: Session, given: unknown, title: string): Promise<Beginning | undefined> {
  const group = groupOf(given);
  return group === undefined ? inTarget(session, given, 'project', title) : { within: group.project, implied: {} };
}

async function inPicked(session: Session, kind: 'project' | 'customer', title: string): Promise<Beginning | undefined> {
  const picked = kind === 'project' ? await pickOpenProject(session, title) : await pickRecord(session, kind, title);
  return picked === undefined ? undefined : { within: picked.id, implied: {} };
}

/** What a place in a tree implies for a work item that is created there. */
function beginningIn(given: unknown): Beginning | undefined {
  const group = groupOf(given);
  if (group?.by === 'cycle' && group.value !== null) return { within: group.project, implied: {}, cycle: group.value };
  if (group !== undefined) return { within: group.project, implied: impliedBy(group.by, group.value) };
  const record = recordOf(given);
  return record === undefined ? undefined : beginningAt(record);
}

function beginningAt({ kind, within, id }: RecordAddress): Beginning | undefined {
  switch (kind) {
    case 'project':
      return { within: id, implied: {} };
    case 'module':
      return { within, implied: { module: id } };
    case 'cycle':
      return { within, implied: {}, cycle: id };
    case 'workItem':
    case 'epic':
      return { within, implied: {} };
    default:
      return undefined;
  }
}

function impliedBy(by: string, value: string | null): FieldValues {
  if (value === null) return {};
  switch (by) {
    case 'state':
    case 'priority':
    case 'module':
    case 'type':
      return { [by]: value };
    case 'assignee':
      return { assignees: [value] };
    case 'label':
      return { labels: [value] };
    default:
      return {};
  }
}

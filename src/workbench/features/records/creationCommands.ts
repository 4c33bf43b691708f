// Commands that create records: they open the page of a new record, or ask for the title of a new work item.

import * as l10n from '@vscode/l10n';
import type { RecordAddress, RecordKind } from '../../../cache/address.ts';
import { newLabelColor } from '../../../cache/newLabelColor.ts';
import { projectRestrictionText } from '../../../cache/projectRestriction.ts';
import { NEW_STATE_COLORS } from '../../../pages/fields/newChoices.ts';
import type { FieldValues } from '../../../pages/fields/values.ts';
import { findStartedDraft } from '../../../pages/record/newRecordDraft.ts';
import { newRecordTarget } from '../../../pages/record/newRecordTarget.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { askInTwoSteps, type OnBack } from '../../ui/ask.ts';
import { emptyProjectOf, groupOf, initiativeStateOf, recordOf } from '../../ui/commandTarget.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import { pickTemplate, type TemplateDeps } from '../templates/pickTemplate.ts';
import type { WorkItemPicker } from '../workItems/workItemPicker.ts';
import { type CreatableKind, pickKindToCreate } from './pickKind.ts';
import { loadRecordName, type PickRecordDeps, pickProjectForNewRecord, pickRecord } from './pickRecord.ts';
import { createFromTitle, isTitleOnly, type QuickCreateDeps, type TypedTitle } from './quickCreate.ts';

interface CreateCommandDeps extends PickRecordDeps, TemplateDeps, QuickCreateDeps {
  readonly sessions: Sessions;
  readonly items: Pick<WorkItemPicker, 'choose'>;
  readonly panels: Pick<RecordPanels, 'active' | 'isOpen' | 'showCreated'> & {
    openNew(...args: Parameters<RecordPanels['openNew']>): Promise<unknown>;
  };
  /**
   * Called when the user presses Back in the first picker. Undefined unless the user has picked the kind of record in a
   * list.
   */
  readonly onBack?: OnBack;
}

export function creationCommands(deps: CreateCommandDeps) {
  return {
    [COMMANDS.create]: signedIn(() => create(deps)),
    [COMMANDS.createProject]: signedIn(() => createInWorkspace(deps, 'project')),
    [COMMANDS.createInitiativeLabel]: signedIn(() => createInWorkspace(deps, 'initiativeLabel')),
    [COMMANDS.createTeamspace]: signedIn(() => createInWorkspace(deps, 'teamspace')),
    [COMMANDS.createCustomer]: signedIn(() => createInWorkspace(deps, 'customer')),
    [COMMANDS.createCustomerProperty]: signedIn(() => createInWorkspace(deps, 'customerProperty')),
    [COMMANDS.createWorkItem]: signedIn((target) => createWorkItem(deps, target)),
    [COMMANDS.createSubItem]: signedIn((target) => createSubItem(deps, target)),
    [COMMANDS.createEpic]: signedIn((target) => createEpic(deps, target)),
    [COMMANDS.createCycle]: signedIn((target) => createCycle(deps, target)),
    [COMMANDS.createModule]: signedIn((target) => createModule(deps, target)),
    [COMMANDS.createInitiative]: signedIn((target) => createInitiative(deps, target)),
    [COMMANDS.createCustomerRequest]: signedIn((target) => createCustomerRequest(deps, target)),
  };
}

/** Asks for the kind of the new record, and then does the same as the command for this kind. */
async function create(deps: CreateCommandDeps): Promise<void> {
  const session = deps.sessions.current;
  if (session === undefined) return;
  await askInTwoSteps(
    () => pickKindToCreate(deps.prompts, session),
    (kind, onBack) => createOfKind({ ...deps, onBack }, kind),
  );
}

async function createOfKind(deps: CreateCommandDeps, kind: CreatableKind): Promise<void> {
  switch (kind) {
    case 'workItem':
      return createWorkItem(deps, undefined);
    case 'subItem':
      return createSubItem(deps, undefined);
    case 'epic':
      return createEpic(deps, undefined);
    case 'cycle':
      return createCycle(deps, undefined);
    case 'module':
      return createModule(deps, undefined);
    case 'state':
      return createState(deps);
    case 'label':
      return createLabel(deps);
    case 'initiative':
      return createInitiative(deps, undefined);
    case 'customerRequest':
      return createCustomerRequest(deps, undefined);
    case 'sticky':
      await deps.prompts.runCommand(COMMANDS.createSticky);
      return;
    default:
      return createInWorkspace(deps, kind);
  }
}

/** Where a new record is created, and its initial values. */
interface CreationContext {
  readonly within: string;
  readonly initialValues: FieldValues;
  /** The cycle to which the work item is added after it is created. */
  readonly cycle?: string;
  /** Whether the user has picked the project or customer in which the record is created. */
  readonly isPicked?: true;
}

/** Opens the page of a new record that belongs to no project or customer. */
async function createInWorkspace({ sessions, panels }: CreateCommandDeps, kind: RecordKind): Promise<void> {
  if (sessions.current !== undefined) await panels.openNew(sessions.current, { kind, within: '' }, {});
}

/** Opens the page of a new initiative. If the target is the group of a state, the initiative gets that state. */
async function createInitiative({ sessions, panels }: CreateCommandDeps, target: unknown): Promise<void> {
  const state = initiativeStateOf(target);
  if (sessions.current !== undefined)
    await panels.openNew(sessions.current, { kind: 'initiative', within: '' }, state === undefined ? {} : { state });
}

/**
 * Creates a work item from a title, or opens the page of a new work item. The target may be a project, its row without
 * work items, a group, cycle, module or work item; the new work item is in the same project. Without a target, the user picks a project.
 */
async function createWorkItem(deps: CreateCommandDeps, target: unknown): Promise<void> {
  await openNewRecord(
    deps,
    'workItem',
    async (session) =>
      contextFromTreeNode(target) ??
      (await contextFromPickedRecord(deps, session, 'project', l10n.t('Create Work Item in Project'))),
    {},
  );
}

/**
 * Opens the page of a new sub-item. Its parent is the target, the active page's work item, or a work item that the user
 * picks.
 */
async function createSubItem(deps: CreateCommandDeps, target: unknown): Promise<void> {
  await openNewRecord(deps, 'workItem', async () => {
    const targetRecord = recordOf(target);
    const item =
      targetRecord?.kind === 'workItem'
        ? { project: targetRecord.within, id: targetRecord.id }
        : deps.panels.active?.item;
    const chosenItem = await deps.items.choose(item, l10n.t('Create Sub-Item: Work Item'), deps);
    return chosenItem === undefined
      ? undefined
      : { within: chosenItem.address.project, initialValues: { parent: chosenItem.address.id } };
  });
}

/** Opens the page of a new epic in the target project, or in a project that the user picks. */
async function createEpic(deps: CreateCommandDeps, target: unknown): Promise<void> {
  await openNewRecord(deps, 'epic', (session) =>
    contextFromTarget(deps, session, target, 'project', l10n.t('Create Epic in Project')),
  );
}

/** Opens the page of a new cycle in the project of the target, or in a project that the user picks. */
async function createCycle(deps: CreateCommandDeps, target: unknown): Promise<void> {
  await openNewRecord(deps, 'cycle', (session) =>
    contextFromProjectOf(deps, session, target, l10n.t('Create Cycle in Project')),
  );
}

/** Opens the page of a new module in the project of the target, or in a project that the user picks. */
async function createModule(deps: CreateCommandDeps, target: unknown): Promise<void> {
  await openNewRecord(deps, 'module', (session) =>
    contextFromProjectOf(deps, session, target, l10n.t('Create Module in Project')),
  );
}

/**
 * Opens the page of a new state in a project that the user picks. The initial group is `started`, with the color for
 * this group.
 */
async function createState(deps: CreateCommandDeps): Promise<void> {
  await openNewRecord(deps, 'state', async (session) => {
    const start = await contextFromPickedRecord(deps, session, 'project', l10n.t('Create State in Project'));
    return start && { ...start, initialValues: { group: 'started', color: NEW_STATE_COLORS.started } };
  });
}

/**
 * Opens the page of a new label in a project that the user picks. The initial color is a color that few labels have.
 */
async function createLabel(deps: CreateCommandDeps): Promise<void> {
  await openNewRecord(deps, 'label', async (session) => {
    const start = await contextFromPickedRecord(deps, session, 'project', l10n.t('Create Label in Project'));
    return (
      start && { ...start, initialValues: { color: newLabelColor(session.store.labels.get(start.within).records) } }
    );
  });
}

/** Opens the page of a new request of the target customer, or of a customer that the user picks. */
async function createCustomerRequest(deps: CreateCommandDeps, target: unknown): Promise<void> {
  const activeRecord = deps.panels.active?.address;
  await openNewRecord(deps, 'customerRequest', (session) =>
    contextFromTarget(deps, session, recordOf(target) ?? activeRecord, 'customer', l10n.t('Create Customer Request')),
  );
}

async function openNewRecord(
  deps: CreateCommandDeps,
  kind: RecordKind,
  chooseContext: (session: Session) => Promise<CreationContext | undefined>,
  typedTitle?: TypedTitle,
): Promise<void> {
  const session = deps.sessions.current;
  if (session === undefined) return;
  await askInTwoSteps(
    () => chooseContext(session),
    (context, onBack) =>
      openPageOrAskTitle(deps, session, kind, context, context.isPicked === true ? onBack : undefined, typedTitle),
  );
}

/**
 * Opens the page of a new record. With `typedTitle`, asks for the title first, unless the page is open or its draft has
 * more than a title.
 */
async function openPageOrAskTitle(
  deps: CreateCommandDeps,
  session: Session,
  kind: RecordKind,
  { within, initialValues, cycle }: CreationContext,
  onBack: OnBack | undefined,
  typedTitle: TypedTitle | undefined,
): Promise<void> {
  const { panels, prompts } = deps;
  const restrictionMessage =
    kind === 'workItem' || kind === 'epic' ? projectRestrictionText(session.store.project(within)) : undefined;
  // An unsaved new record is shown even if its project is archived or not joined. Its page explains why it cannot be
  // created.
  const isStarted = (await findStartedDraft(session.draftStore, { kind, within })) !== undefined;
  if (restrictionMessage !== undefined && !isStarted) {
    void prompts.notify('warning', restrictionMessage);
    return;
  }
  const location = { kind, within };
  const name = cycle === undefined ? undefined : await loadRecordName(session, { kind: 'cycle', within, id: cycle });
  const newRecord = { cycle: cycle === undefined || name === undefined ? undefined : { id: cycle, name } };
  const { key } = newRecordTarget(location);
  const asksForTitleFirst = typedTitle !== undefined && !panels.isOpen(key) && isTitleOnly(session.draftStore.get(key));
  const templateValues = asksForTitleFirst
    ? await askInTwoSteps(
        () => createFromTitle(deps, session, { location, initialValues, newRecord, typedTitle, onBack }),
        (_page, backToTitle) => pickTemplate(deps, session, within, backToTitle),
      )
    : kind !== 'workItem' || isStarted
      ? {}
      : await pickTemplate(deps, session, within, onBack);
  if (templateValues !== undefined)
    await panels.openNew(session, location, { ...templateValues, ...initialValues }, newRecord);
}

async function contextFromTarget(
  deps: CreateCommandDeps,
  session: Session,
  target: unknown,
  kind: 'project' | 'customer',
  title: string,
): Promise<CreationContext | undefined> {
  const targetRecord = recordOf(target);
  return targetRecord?.kind === kind
    ? { within: targetRecord.id, initialValues: {} }
    : contextFromPickedRecord(deps, session, kind, title);
}

/** `target` may be the row of a project, or of a group in a project. */
async function contextFromProjectOf(
  deps: CreateCommandDeps,
  session: Session,
  target: unknown,
  title: string,
): Promise<CreationContext | undefined> {
  const group = groupOf(target);
  return group === undefined
    ? contextFromTarget(deps, session, target, 'project', title)
    : { within: group.project, initialValues: {} };
}

async function contextFromPickedRecord(
  deps: CreateCommandDeps,
  session: Session,
  kind: 'project' | 'customer',
  title: string,
): Promise<CreationContext | undefined> {
  const { onBack } = deps;
  const pickedRecord =
    kind === 'project'
      ? await pickProjectForNewRecord(deps, session, title, onBack)
      : await pickRecord(deps, session, kind, title, onBack);
  return pickedRecord === undefined ? undefined : { within: pickedRecord.id, initialValues: {}, isPicked: true };
}

/** Returns the project and the initial values of a work item that is created on this tree row. */
function contextFromTreeNode(target: unknown): CreationContext | undefined {
  const group = groupOf(target);
  if (group?.by === 'cycle' && group.value !== null)
    return { within: group.project, initialValues: {}, cycle: group.value };
  if (group !== undefined) return { within: group.project, initialValues: groupValues(group.by, group.value) };
  const record = recordOf(target) ?? emptyProjectOf(target);
  return record === undefined ? undefined : contextFromRecord(record);
}

function contextFromRecord({ kind, within, id }: RecordAddress): CreationContext | undefined {
  switch (kind) {
    case 'project':
      return { within: id, initialValues: {} };
    case 'module':
      return { within, initialValues: { module: id } };
    case 'cycle':
      return { within, initialValues: {}, cycle: id };
    case 'epic':
      return { within, initialValues: { parent: id } };
    case 'workItem':
      return { within, initialValues: {} };
    default:
      return undefined;
  }
}

function groupValues(by: string, value: string | null): FieldValues {
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

// Commands that create records: they open the page of a new record, or ask for the title of a new work item.

import * as l10n from '@vscode/l10n';
import type { RecordAddress, RecordKind } from '../../core/cache/address.ts';
import { newLabelColor } from '../../core/cache/newLabelColor.ts';
import { projectRestrictionText } from '../../core/cache/projectRestriction.ts';
import type { Session, Sessions } from '../../core/session/session.ts';
import { NEW_STATE_COLORS } from '../../items/form/newChoices.ts';
import type { FieldValues } from '../../items/form/values.ts';
import { findStartedDraft } from '../../items/record/newRecordDraft.ts';
import { newRecordTarget } from '../../items/record/newRecordTarget.ts';
import { signedIn } from '../../shell/commands/command.ts';
import { emptyProjectOf, groupOf, initiativeStateOf, recordOf } from '../../shell/commands/commandTarget.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import type { WorkItemPicker } from '../../shell/itemPicker/workItemPicker.ts';
import type { RecordPages } from '../../shell/pages/recordPages.ts';
import { askInTwoSteps, type OnBack } from '../../shell/prompts/ask.ts';
import { type CreatableKind, pickKindToCreate } from '../../shell/recordPicker/pickKind.ts';
import {
  loadRecordName,
  type PickRecordDeps,
  pickProjectForNewRecord,
  pickRecord,
} from '../../shell/recordPicker/pickRecord.ts';
import { type FolderName, toNode } from '../../shell/tree/node.ts';
import { pickTemplate, type TemplateDeps } from './pickTemplate.ts';
import { createFromTitle, isTitleOnly, type QuickCreateDeps, type TypedTitle } from './quickCreate.ts';

interface CreateCommandDeps extends PickRecordDeps, TemplateDeps, QuickCreateDeps {
  readonly sessions: Sessions;
  readonly items: Pick<WorkItemPicker, 'choose'>;
  readonly panels: Pick<RecordPages, 'active' | 'isOpen' | 'showCreated' | 'openNew'>;
  /**
   * Called when the user presses Back in the first picker. Undefined unless the user has picked the kind of record in a
   * list.
   */
  readonly onBack?: OnBack;
}

export function creationCommands(deps: CreateCommandDeps) {
  return {
    [COMMANDS.create]: signedIn((target) => create(deps, target)),
    [COMMANDS.createProject]: signedIn(() => createInWorkspace(deps, 'project')),
    [COMMANDS.createWorkItem]: signedIn((target) => createWorkItem(deps, target)),
    [COMMANDS.createSubItem]: signedIn((target) => createSubItem(deps, target)),
  };
}

/** The kind of record that is created on a folder. */
const KIND_BY_FOLDER: Readonly<Partial<Record<FolderName, CreatableKind>>> = {
  cycles: 'cycle',
  modules: 'module',
  epics: 'epic',
  initiatives: 'initiative',
  initiativeLabels: 'initiativeLabel',
  teamspaces: 'teamspace',
  customers: 'customer',
  customerProperties: 'customerProperty',
};

/** Creates a record of the kind that the target's row contains. Without such a row, asks for the kind first. */
async function create(deps: CreateCommandDeps, target: unknown): Promise<void> {
  const session = deps.sessions.current;
  if (session === undefined) return;
  const rowKind = kindCreatedOn(target);
  if (rowKind !== undefined) return createOfKind(deps, rowKind, target);
  const isInProject = toNode(target)?.kind === 'project';
  await askInTwoSteps(
    () => pickKindToCreate(deps.prompts, session, isInProject),
    (kind, onBack) => createOfKind({ ...deps, onBack }, kind, target),
  );
}

function kindCreatedOn(target: unknown): CreatableKind | undefined {
  const node = toNode(target);
  if (node?.kind === 'folder') return KIND_BY_FOLDER[node.folder];
  if (node?.kind === 'initiativeGroup') return 'initiative';
  return recordOf(target)?.kind === 'customer' ? 'customerRequest' : undefined;
}

async function createOfKind(deps: CreateCommandDeps, kind: CreatableKind, target: unknown): Promise<void> {
  switch (kind) {
    case 'workItem':
      return createWorkItem(deps, target);
    case 'subItem':
      return createSubItem(deps, target);
    case 'epic':
      return createInProject(deps, 'epic', target, l10n.t('Create Epic in Project'));
    case 'cycle':
      return createInProject(deps, 'cycle', target, l10n.t('Create Cycle in Project'));
    case 'module':
      return createInProject(deps, 'module', target, l10n.t('Create Module in Project'));
    // A new state is at first in the group `started`, with the color of this group.
    case 'state':
      return createInProject(deps, 'state', target, l10n.t('Create State in Project'), () => ({
        group: 'started',
        color: NEW_STATE_COLORS.started,
      }));
    // A new label has at first a color that few labels have.
    case 'label':
      return createInProject(deps, 'label', target, l10n.t('Create Label in Project'), ({ store }, project) => ({
        color: newLabelColor(store.resources.labels.listed(project)),
      }));
    case 'initiative':
      return createInitiative(deps, target);
    case 'customerRequest':
      return createCustomerRequest(deps, target);
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

/** Opens the page of a new record in the project of the target, or in a project that the user picks. */
async function createInProject(
  deps: CreateCommandDeps,
  kind: RecordKind,
  target: unknown,
  title: string,
  initialValues: (session: Session, project: string) => FieldValues = () => ({}),
): Promise<void> {
  await openNewRecord(deps, kind, async (session) => {
    const context = await contextFromTarget(deps, session, target, 'project', title);
    return context && { ...context, initialValues: initialValues(session, context.within) };
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

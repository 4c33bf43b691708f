// The table of quick edits: the titles of each field, and the function that picks its value.
// Commands and drops use this table.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../../cache/address.ts';
import { itemsCanHaveSeveralModules, loadModuleItemLists } from '../../../cache/changes/editModules.ts';
import type { ChangeField, ItemChange } from '../../../cache/changes/itemChange.ts';
import type { ProjectLists } from '../../../cache/lists/projectLists.ts';
import { ApiError } from '../../../client/apiError.ts';
import { cycleDays } from '../../../contract/cycleDays.ts';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { ESTIMATE_NUMBERS, PRIORITIES } from '../../../contract/resources/workItem.ts';
import { listedName } from '../../../contract/userName.ts';
import { emptyListText } from '../../../items/fieldTexts.ts';
import { priorityName } from '../../../items/priorityName.ts';
import { createChoice, newChoicesIn } from '../../../pages/fields/newChoices.ts';
import type { Session } from '../../../session/session.ts';
import { formatDateRange } from '../../../std/formatTime.ts';
import { stateIcon } from '../../../tree/presentation/symbols.ts';
import type { ChoiceCreation } from './checkedRows.ts';
import {
  type CachedChoices,
  type NamedChoice,
  type PickOptions,
  pickChoice,
  pickChoices,
  projectName,
} from './choices.ts';
import { differentProjectsText, estimateProblem } from './messages.ts';
import { pickDate } from './pickDate.ts';
import { pickParent } from './pickParent.ts';

export interface QuickEdit {
  readonly field: ChangeField;
  /** The title of the command, for example `Change State`. */
  title(): string;
  /** The title of the picker for the work item, for example `Change State: Work Item`. */
  itemTitle(): string;
  /** The title of the progress notification, for example `Changing state`. */
  progress(): string;
  /** Whether the values of the field are the same in every project. */
  readonly isSameInAllProjects: boolean;
  /**
   * Asks for the new value. Resolves with undefined if the user cancels. Rejects with an ApiError if the values cannot
   * be loaded.
   */
  pick(options: PickOptions): Promise<ItemChange | undefined>;
}

export const QUICK_EDITS = {
  state: {
    field: 'state',
    title: () => l10n.t('Change State'),
    itemTitle: () => l10n.t('Change State: Work Item'),
    progress: () => l10n.t('Changing state'),
    isSameInAllProjects: false,
    pick: pickState,
  },
  priority: {
    field: 'priority',
    title: () => l10n.t('Change Priority'),
    itemTitle: () => l10n.t('Change Priority: Work Item'),
    progress: () => l10n.t('Changing priority'),
    isSameInAllProjects: true,
    pick: (options) =>
      pickChoice(options, 'priority', {
        now: () => PRIORITIES.map((id) => ({ id, name: priorityName(id) || l10n.t('None') })),
        isRead: () => true,
      }),
  },
  assignees: {
    field: 'assignees',
    title: () => l10n.t('Change Assignees'),
    itemTitle: () => l10n.t('Change Assignees: Work Item'),
    progress: () => l10n.t('Changing assignees'),
    isSameInAllProjects: false,
    pick: pickAssignees,
  },
  labels: {
    field: 'labels',
    title: () => l10n.t('Change Labels'),
    itemTitle: () => l10n.t('Change Labels: Work Item'),
    progress: () => l10n.t('Changing labels'),
    isSameInAllProjects: false,
    pick: pickLabels,
  },
  startDate: {
    field: 'start_date',
    title: () => l10n.t('Change Start Date'),
    itemTitle: () => l10n.t('Change Start Date: Work Item'),
    progress: () => l10n.t('Changing start date'),
    isSameInAllProjects: true,
    pick: (options) => pickDate(options, 'start_date'),
  },
  targetDate: {
    field: 'target_date',
    title: () => l10n.t('Change Due Date'),
    itemTitle: () => l10n.t('Change Due Date: Work Item'),
    progress: () => l10n.t('Changing due date'),
    isSameInAllProjects: true,
    pick: (options) => pickDate(options, 'target_date'),
  },
  estimate: {
    field: 'estimate_point',
    title: () => l10n.t('Change Estimate'),
    itemTitle: () => l10n.t('Change Estimate: Work Item'),
    progress: () => l10n.t('Changing estimate'),
    isSameInAllProjects: true,
    pick: pickEstimate,
  },
  parent: {
    field: 'parent',
    title: () => l10n.t('Change Parent'),
    itemTitle: () => l10n.t('Change Parent: Work Item'),
    progress: () => l10n.t('Changing parent'),
    isSameInAllProjects: false,
    pick: pickParent,
  },
  module: {
    field: 'module',
    title: () => l10n.t('Change Module'),
    itemTitle: () => l10n.t('Change Module: Work Item'),
    progress: () => l10n.t('Changing module'),
    isSameInAllProjects: false,
    pick: pickModule,
  },
  modules: {
    field: 'modules',
    title: () => l10n.t('Change Modules'),
    itemTitle: () => l10n.t('Change Module: Work Item'),
    progress: () => l10n.t('Changing modules'),
    isSameInAllProjects: false,
    pick: pickModules,
  },
  cycle: {
    field: 'cycle',
    title: () => l10n.t('Change Cycle'),
    itemTitle: () => l10n.t('Change Cycle: Work Item'),
    progress: () => l10n.t('Changing cycle'),
    isSameInAllProjects: false,
    pick: pickCycle,
  },
  type: {
    field: 'type',
    title: () => l10n.t('Change Type'),
    itemTitle: () => l10n.t('Change Type: Work Item'),
    progress: () => l10n.t('Changing type'),
    isSameInAllProjects: false,
    pick: pickType,
  },
  assignToMe: {
    field: 'assignees',
    title: () => l10n.t('Assign to Me'),
    itemTitle: () => l10n.t('Assign Work Item to Me'),
    progress: () => l10n.t('Assigning to you'),
    isSameInAllProjects: true,
    pick: async ({ session }) => ({ field: 'assignees', add: [session.me.id], remove: [] }),
  },
} as const satisfies Readonly<Record<string, QuickEdit>>;

export type QuickEditName = keyof typeof QUICK_EDITS;

/**
 * Returns the edit for several modules if `edit` changes the module and the work items can be in several modules.
 * Otherwise returns `edit`.
 */
export function editForItems(edit: QuickEdit, { store }: Session, addresses: readonly ItemAddress[]): QuickEdit {
  return edit === QUICK_EDITS.module && itemsCanHaveSeveralModules(store, addresses) ? QUICK_EDITS.modules : edit;
}

export function editOfField(field: ChangeField): QuickEdit {
  return Object.values(QUICK_EDITS).find((edit) => edit.field === field) ?? QUICK_EDITS.state;
}

function pickState(options: PickOptions): Promise<ItemChange | undefined> {
  const states = choicesOf(options, options.session.store.states, (record) => ({
    id: record.id,
    name: record.name,
    icon: stateIcon(record, options.session.store.knownStates(options.project)),
  }));
  return pickChoice(options, 'state', states, { creations: () => creationsIn(options, 'states') });
}

function pickModule(options: PickOptions): Promise<ItemChange | undefined> {
  const modules = choicesOf(options, options.session.store.modules, toChoice);
  const emptyText = emptyListText('module', projectName(options));
  return pickChoice(options, 'module', modules, {
    clearLabel: l10n.t('No Module'),
    emptyText,
    creations: () => creationsIn(options, 'modules'),
  });
}

async function pickModules(options: PickOptions): Promise<ItemChange | undefined> {
  await loadModuleItemLists(options.session.store, options.project);
  return pickModulesAfterLoad(options);
}

/**
 * Lets the user pick modules without requesting the modules that the work items are in. `nameOf` returns the name of a
 * module that is not in the list.
 */
export function pickModulesAfterLoad(
  options: PickOptions,
  nameOf: (id: string) => string = () => l10n.t('Unknown module'),
): Promise<ItemChange | undefined> {
  const modules = choicesOf(options, options.session.store.modules, toChoice);
  const [creation] = creationsIn(options, 'modules');
  return pickChoices(options, 'modules', modules, nameOf, creation);
}

function pickType(options: PickOptions): Promise<ItemChange | undefined> {
  const types = choicesOf(options, options.session.store.types, toChoice);
  const emptyText = emptyListText('type', projectName(options));
  return pickChoice(options, 'type', types, { clearLabel: l10n.t('No Type'), emptyText });
}

export function pickCycle(options: PickOptions): Promise<ItemChange | undefined> {
  const cycles = choicesOf(options, options.session.store.cycles, (cycle) => {
    const { id, name } = cycle;
    const { start, end } = cycleDays(cycle, options.session.store.project(options.project));
    const detail = formatDateRange(start, end);
    return { id, name, ...(detail === undefined ? {} : { detail }) };
  });
  const emptyText = emptyListText('cycle', projectName(options));
  return pickChoice(options, 'cycle', cycles, {
    clearLabel: l10n.t('No Cycle'),
    emptyText,
    creations: () => creationsIn(options, 'cycles'),
  });
}

function pickEstimate(options: PickOptions): Promise<ItemChange | undefined> {
  const { addresses, project, session } = options;
  const { store } = session;
  const problemText = estimateProblem(store, addresses);
  const clearLabel = l10n.t('No Estimate');
  if (problemText === undefined) {
    const numberChoices = { now: () => ESTIMATE_NUMBERS.map((id) => ({ id, name: id })), isRead: () => true };
    return pickChoice(options, 'estimate_point', numberChoices, {
      clearLabel,
      noMatchText: (text) => l10n.t('“{0}” is not an estimate. Use a whole number from 0 to 7.', text),
    });
  }
  const hasSingleProject = addresses.every((address) => address.project === project);
  if (
    !hasSingleProject ||
    store.estimateScale(
      project,
      addresses.map(({ id }) => id),
    ) !== 'points'
  ) {
    const problem = hasSingleProject ? problemText : differentProjectsText();
    return pickChoice(options, 'estimate_point', { now: () => [], isRead: () => true }, { emptyText: problem });
  }
  const pointChoices = choicesOf(options, store.estimatePoints, ({ id, value }) => ({ id, name: value }));
  return pickChoice(options, 'estimate_point', pointChoices, {
    clearLabel,
    isClearable: () => pointChoices.now().length > 0,
    emptyText: problemText,
  });
}

function pickAssignees(options: PickOptions): Promise<ItemChange | undefined> {
  const { store, me } = options.session;
  const members = choicesOf(options, store.members, (record) => ({
    id: record.id,
    name: listedName(record, nameOfUser(record), me.id),
    icon: { id: record.id === me.id ? 'account' : 'person' },
    ...(record.email ? { detail: record.email } : {}),
  }));
  return pickChoices(options, 'assignees', members, (id) => {
    const user = store.user(options.project, id);
    return user === undefined ? l10n.t('Unknown user') : listedName(user, nameOfUser(user), me.id);
  });
}

function pickLabels(options: PickOptions): Promise<ItemChange | undefined> {
  const { session, project } = options;
  const { store } = session;
  const labels = choicesOf(options, store.labels, ({ id, name }) => ({ id, name, icon: { id: 'tag' } }));
  const [creation] = creationsIn(options, 'labels');
  const nameOf = (id: string): string => store.label(project, id)?.name ?? l10n.t('Unknown label');
  return pickChoices(options, 'labels', labels, nameOf, creation);
}

/**
 * Returns how the user can create values in a list of the project. Returns an empty list if the project's list is not
 * supported or the user is a guest.
 */
function creationsIn(
  { session: { store, me }, project }: PickOptions,
  list: 'states' | 'labels' | 'modules' | 'cycles',
): readonly ChoiceCreation[] {
  if (store[list].get(project).status === 'unsupported' || store.isGuest(project, me.id)) return [];
  return newChoicesIn(list).map(({ id, label, detail, icon }) => ({
    label: (name) => label.replace('{0}', () => name),
    description: detail,
    icon: icon === undefined ? undefined : stateIcon({ group: icon }, []),
    create: (name) => createChoice(store, project, id, name),
  }));
}

/**
 * Returns the records of a project's list as choices. If the list is not cached or may be outdated, it is loaded while
 * the picker is open. The list is empty if the server or project does not support it.
 */
function choicesOf<T>(
  { session, project }: PickOptions,
  projectLists: ProjectLists<T>,
  choiceOf: (record: T) => NamedChoice,
): CachedChoices {
  return {
    now: () => projectLists.get(project).records.map(choiceOf),
    isRead: () => ['ready', 'unsupported'].includes(projectLists.get(project).status),
    rowUpdates: projectLists.isCurrent(project)
      ? undefined
      : {
          onDidChange: (listener) =>
            projectLists.onDidChange((changedProject) => changedProject === project && listener(undefined)),
          done: readChoices(projectLists, project),
          rateLimit: session.store.rateLimit,
        },
  };
}

/** Loads the records of the project's list. Rejects with an ApiError if loading fails and no records are cached. */
async function readChoices<T>(projectLists: ProjectLists<T>, project: string): Promise<void> {
  const projectList = await projectLists.read(project);
  if (projectList.status === 'failed' && projectList.records.length === 0) throw new ApiError(projectList.fault);
}

function toChoice({ id, name }: NamedChoice): NamedChoice {
  return { id, name };
}

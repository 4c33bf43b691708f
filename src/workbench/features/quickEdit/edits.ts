// The table of quick edits: the title of each field, and how its value is picked.
// Commands on one row, on many rows and drops use the same table.

import * as l10n from '@vscode/l10n';
import type { ChangeField, ItemChange } from '../../../cache/changes/itemChange.ts';
import type { ProjectLists } from '../../../cache/lists/projectLists.ts';
import { ApiError } from '../../../client/apiError.ts';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { ESTIMATE_POINTS, PRIORITIES } from '../../../contract/resources/workItem.ts';
import { priorityName, stateIcon } from '../../../tree/presentation/symbols.ts';
import { showInfo } from '../../ui/notifications.ts';
import {
  type LiveChoices,
  type NamedChoice,
  type PickOptions,
  pickChoice,
  pickChoices,
  projectName,
} from './choices.ts';
import { formatDate } from './dates.ts';
import { emptyListText } from './fieldTexts.ts';
import { estimateProblem } from './messages.ts';
import { pickDate } from './pickDate.ts';
import { pickParent } from './pickParent.ts';

export interface QuickEdit {
  readonly field: ChangeField;
  /** The title of the command, for example `Change State`. */
  title(): string;
  /** The title of the picker for the work item, for example `Change State of Work Item`. */
  itemTitle(): string;
  /** The title while it runs, for example `Changing state`. */
  progress(): string;
  /** Whether its values are the same in every project. */
  readonly everywhere: boolean;
  /** Resolves with undefined if the user cancels, or after a message that there is nothing to pick. */
  pick(picking: PickOptions): Promise<ItemChange | undefined>;
}

export const QUICK_EDITS = {
  state: {
    field: 'state',
    title: () => l10n.t('Change State'),
    itemTitle: () => l10n.t('Change State of Work Item'),
    progress: () => l10n.t('Changing state'),
    everywhere: false,
    pick: pickState,
  },
  priority: {
    field: 'priority',
    title: () => l10n.t('Change Priority'),
    itemTitle: () => l10n.t('Change Priority of Work Item'),
    progress: () => l10n.t('Changing priority'),
    everywhere: true,
    pick: (picking) =>
      pickChoice(picking, 'priority', {
        now: () => PRIORITIES.map((id) => ({ id, name: priorityName(id) || l10n.t('None') })),
      }),
  },
  assignees: {
    field: 'assignees',
    title: () => l10n.t('Change Assignees'),
    itemTitle: () => l10n.t('Change Assignees of Work Item'),
    progress: () => l10n.t('Changing assignees'),
    everywhere: false,
    pick: pickAssignees,
  },
  labels: {
    field: 'labels',
    title: () => l10n.t('Change Labels'),
    itemTitle: () => l10n.t('Change Labels of Work Item'),
    progress: () => l10n.t('Changing labels'),
    everywhere: false,
    pick: pickLabels,
  },
  startDate: {
    field: 'start_date',
    title: () => l10n.t('Change Start Date'),
    itemTitle: () => l10n.t('Change Start Date of Work Item'),
    progress: () => l10n.t('Changing start date'),
    everywhere: true,
    pick: (picking) => pickDate(picking, 'start_date'),
  },
  targetDate: {
    field: 'target_date',
    title: () => l10n.t('Change Due Date'),
    itemTitle: () => l10n.t('Change Due Date of Work Item'),
    progress: () => l10n.t('Changing due date'),
    everywhere: true,
    pick: (picking) => pickDate(picking, 'target_date'),
  },
  estimate: {
    field: 'estimate_point',
    title: () => l10n.t('Change Estimate'),
    itemTitle: () => l10n.t('Change Estimate of Work Item'),
    progress: () => l10n.t('Changing estimate'),
    everywhere: true,
    pick: pickEstimate,
  },
  parent: {
    field: 'parent',
    title: () => l10n.t('Change Parent'),
    itemTitle: () => l10n.t('Change Parent of Work Item'),
    progress: () => l10n.t('Changing parent'),
    everywhere: false,
    pick: pickParent,
  },
  module: {
    field: 'module',
    title: () => l10n.t('Change Module'),
    itemTitle: () => l10n.t('Change Module of Work Item'),
    progress: () => l10n.t('Changing module'),
    everywhere: false,
    pick: pickModule,
  },
  cycle: {
    field: 'cycle',
    title: () => l10n.t('Change Cycle'),
    itemTitle: () => l10n.t('Change Cycle of Work Item'),
    progress: () => l10n.t('Changing cycle'),
    everywhere: false,
    pick: pickCycle,
  },
  type: {
    field: 'type',
    title: () => l10n.t('Change Type'),
    itemTitle: () => l10n.t('Change Type of Work Item'),
    progress: () => l10n.t('Changing type'),
    everywhere: false,
    pick: pickType,
  },
  assignToMe: {
    field: 'assignees',
    title: () => l10n.t('Assign to Me'),
    itemTitle: () => l10n.t('Assign Work Item to Me'),
    progress: () => l10n.t('Assigning to you'),
    everywhere: true,
    pick: async ({ session }) => ({ field: 'assignees', add: [session.me.id], remove: [] }),
  },
} as const satisfies Readonly<Record<string, QuickEdit>>;

export type QuickEditName = keyof typeof QUICK_EDITS;

/** Returns the edit of a field. */
export function editOf(field: ChangeField): QuickEdit {
  return Object.values(QUICK_EDITS).find((one) => one.field === field) ?? QUICK_EDITS.state;
}

async function pickState(picking: PickOptions): Promise<ItemChange | undefined> {
  const states = await choicesOf(picking, picking.session.store.states, (one) => ({
    id: one.id,
    name: one.name,
    icon: stateIcon(one.group ?? undefined),
  }));
  return pickChoice(picking, 'state', states);
}

async function pickModule(picking: PickOptions): Promise<ItemChange | undefined> {
  const modules = await choicesOf(picking, picking.session.store.modules, named);
  return pickOrShowNone(picking, 'module', modules, l10n.t('No Module'));
}

async function pickType(picking: PickOptions): Promise<ItemChange | undefined> {
  const types = await choicesOf(picking, picking.session.store.types, named);
  return pickOrShowNone(picking, 'type', types, l10n.t('No Type'));
}

async function pickCycle(picking: PickOptions): Promise<ItemChange | undefined> {
  const cycles = await choicesOf(picking, picking.session.store.cycles, ({ id, name, start_date, end_date }) => ({
    id,
    name,
    ...(start_date && end_date
      ? { detail: `${formatDate(start_date.slice(0, 10))} – ${formatDate(end_date.slice(0, 10))}` }
      : {}),
  }));
  return pickOrShowNone(picking, 'cycle', cycles, l10n.t('No Cycle'));
}

async function pickEstimate(picking: PickOptions): Promise<ItemChange | undefined> {
  const problem = estimateProblem(picking.session.store, picking.addresses);
  if (problem !== undefined) {
    void showInfo(problem);
    return undefined;
  }
  return pickChoice(
    picking,
    'estimate_point',
    { now: () => ESTIMATE_POINTS.map((id) => ({ id, name: id })) },
    l10n.t('No Estimate'),
    (text) => l10n.t('“{0}” is not an estimate. Use a whole number from 0 to 7.', text),
  );
}

/** A project may have no modules, cycles or types at all. */
async function pickOrShowNone(
  picking: PickOptions,
  field: 'module' | 'cycle' | 'type',
  choices: LiveChoices,
  none: string,
): Promise<ItemChange | undefined> {
  if (choices.now().length > 0) return pickChoice(picking, field, choices, none);
  void showInfo(emptyListText(field, projectName(picking)));
  return undefined;
}

async function pickAssignees(picking: PickOptions): Promise<ItemChange | undefined> {
  const { store, me } = picking.session;
  const members = await choicesOf(picking, store.members, (one) => ({
    id: one.id,
    name: nameOfUser(one),
    icon: { id: one.id === me.id ? 'account' : 'person' },
    ...(one.email ? { detail: one.email } : {}),
  }));
  return pickChoices(picking, 'assignees', members, (id) => {
    const user = store.user(picking.project, id);
    return user === undefined ? l10n.t('Unknown user') : nameOfUser(user);
  });
}

async function pickLabels(picking: PickOptions): Promise<ItemChange | undefined> {
  const { store } = picking.session;
  const labels = await choicesOf(picking, store.labels, ({ id, name }) => ({ id, name, icon: { id: 'tag' } }));
  return pickChoices(
    picking,
    'labels',
    labels,
    (id) => store.label(picking.project, id)?.name ?? l10n.t('Unknown label'),
  );
}

/**
 * Returns a project's list as choices: the cached ones at once, and the newer list when it is loaded. A list that this
 * server or project does not support is empty. Rejects with an ApiError if nothing is cached and the list could not be
 * read.
 */
async function choicesOf<T>(
  { session, project }: PickOptions,
  parts: ProjectLists<T>,
  choice: (one: T) => NamedChoice,
): Promise<LiveChoices> {
  const part = await parts.offer(project);
  if (part.status === 'failed' && part.records.length === 0) throw new ApiError(part.fault);
  return {
    now: () => parts.of(project).records.map(choice),
    renewal: parts.isCurrent(project)
      ? undefined
      : {
          onDidChange: (changed) => parts.onDidChange((one) => one === project && changed(undefined)),
          done: parts.read(project),
          rateLimit: session.store.rateLimit,
        },
  };
}

function named({ id, name }: NamedChoice): NamedChoice {
  return { id, name };
}

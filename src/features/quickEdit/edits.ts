// The quick edit of each field of a work item: its titles, and how the user picks a new value.

import * as l10n from '@vscode/l10n';
import { ApiError } from '../../client/apiError.ts';
import { cycleDays, cyclePhase } from '../../contract/cycleDays.ts';
import type { Cycle } from '../../contract/resources/cycle.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { ESTIMATE_NUMBERS, PRIORITIES } from '../../contract/resources/workItem.ts';
import { listedName } from '../../contract/userName.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import { itemsCanHaveSeveralModules, loadModuleItemLists } from '../../core/cache/changes/editModules.ts';
import {
  type ChangeField,
  currentValue,
  type ItemChange,
  isChangeField,
  isListField,
} from '../../core/cache/changes/itemChange.ts';
import { isListUnsupported, type PagedList } from '../../core/cache/lists/pagedList.ts';
import type { RecordLists, StoredRecord } from '../../core/cache/resources/recordStore.ts';
import type { Session } from '../../core/session/session.ts';
import { ITEM_FIELDS, itemFieldNames } from '../../items/fields.ts';
import { createChoice, newChoicesIn } from '../../items/form/newChoices.ts';
import { stateIcon } from '../../items/icons.ts';
import { priorityName } from '../../items/priorityName.ts';
import { todayAt } from '../../std/calendarDay.ts';
import { formatDateRange } from '../../std/formatTime.ts';
import type { ChoiceCreation } from './checkedRows.ts';
import { type CachedChoices, type NamedChoice, type PickOptions, pickChoice, pickChoices } from './choices.ts';
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

/** The edits in the order of forms, the last one for the command Assign to Me. */
export const QUICK_EDITS: Readonly<Record<ChangeField | 'assignToMe', QuickEdit>> = {
  ...(Object.fromEntries(itemFieldNames.filter(isChangeField).map((field) => [field, fieldEdit(field)])) as Record<
    ChangeField,
    QuickEdit
  >),
  assignToMe: {
    field: 'assignees',
    title: () => l10n.t('Assign to Me'),
    itemTitle: () => l10n.t('Assign Work Item to Me'),
    progress: () => l10n.t('Assigning to you'),
    isSameInAllProjects: true,
    pick: async ({ session }) => ({ field: 'assignees', add: [session.me.id], remove: [] }),
  },
};

export type QuickEditName = keyof typeof QUICK_EDITS;

function fieldEdit(field: ChangeField): QuickEdit {
  const { source, label, word, changeTitle = label } = ITEM_FIELDS[field];
  return {
    field,
    title: changeTitle,
    itemTitle: () =>
      l10n.t({
        message: '{0}: Work Item',
        args: [changeTitle()],
        comment: ['The title of the list of work items; {0} is a command such as Change State'],
      }),
    progress: () => l10n.t({ message: 'Changing {0}', args: [word()], comment: ['{0} is a field, for example state'] }),
    isSameInAllProjects: source === undefined || source === 'estimatePoints',
    pick: (options) => pickValue(options, field),
  };
}

/**
 * Returns the edit for several modules if `edit` changes the module and the work items can be in several modules.
 * Otherwise returns `edit`.
 */
export function editForItems(edit: QuickEdit, { store }: Session, addresses: readonly ItemAddress[]): QuickEdit {
  return edit === QUICK_EDITS.module && itemsCanHaveSeveralModules(store, addresses) ? QUICK_EDITS.modules : edit;
}

/** Lets the user pick a value of the field. */
export async function pickValue(options: PickOptions, field: ChangeField): Promise<ItemChange | undefined> {
  if (field === 'parent') return pickParent(options);
  if (field === 'estimate_point') return pickEstimate(options);
  if (field === 'modules') return pickModules(options);
  if (isListField(field)) return pickChoices(options, field, choicesOf(options, field), creationsOf(options, field)[0]);
  if (ITEM_FIELDS[field].kind === 'day') return pickDate(options, field);
  return pickChoice(options, field, choicesOf(options, field), { creations: () => creationsOf(options, field) });
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
  nameOf?: (id: string) => string,
): Promise<ItemChange | undefined> {
  return pickChoices(options, 'modules', choicesOf(options, 'modules'), creationsOf(options, 'modules')[0], nameOf);
}

function pickEstimate(options: PickOptions): Promise<ItemChange | undefined> {
  const { addresses, project, session } = options;
  const { store } = session;
  const problemText = estimateProblem(store, addresses);
  if (problemText === undefined) {
    const numbers = fixedChoices(ESTIMATE_NUMBERS.map((id) => ({ id, name: id })));
    return pickChoice(options, 'estimate_point', numbers, {
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
    return pickChoice(options, 'estimate_point', fixedChoices([]), { isClearable: () => false, emptyText: problem });
  }
  const pointChoices = choicesOf(options, 'estimate_point');
  return pickChoice(options, 'estimate_point', pointChoices, {
    isClearable: () => pointChoices.now().length > 0,
    emptyText: problemText,
  });
}

/** Returns the values that the user can pick. A list that is not cached is loaded while the picker is open. */
function choicesOf(options: PickOptions, field: ChangeField): CachedChoices {
  const { project, session } = options;
  const { store, me } = session;
  const { kind, source } = ITEM_FIELDS[field];
  if (kind === 'priority')
    return fixedChoices(PRIORITIES.map((id) => ({ id, name: priorityName(id) || l10n.t('None') })));
  switch (source) {
    case 'states':
      return listedChoices(options, store.resources.states, (record) => ({
        id: record.id,
        name: record.name,
        icon: stateIcon(record, store.knownStates(project)),
      }));
    case 'labels':
      return listedChoices(options, store.resources.labels, ({ id, name }) => ({ id, name, icon: { id: 'tag' } }));
    case 'members':
      return listedChoices(options, store.members, (record) => ({
        id: record.id,
        name: listedName(record, nameOfUser(record), me.id),
        icon: { id: record.id === me.id ? 'account' : 'person' },
        ...(record.email ? { detail: record.email } : {}),
      }));
    case 'modules':
      return listedChoices(options, store.resources.modules, toChoice);
    case 'types':
      return listedChoices(options, store.types, toChoice);
    case 'cycles':
      return listedChoices(
        options,
        store.resources.cycles,
        (cycle) => {
          const { start, end } = cycleDays(cycle, store.project(project));
          const detail = formatDateRange(start, end);
          return { ...toChoice(cycle), ...(detail === undefined ? {} : { detail }) };
        },
        (cycle) => mayAddToCycle(options, cycle),
      );
    case 'estimatePoints':
      return listedChoices(options, store.estimatePoints, ({ id, value }) => ({ id, name: value }));
    default:
      return fixedChoices([]);
  }
}

/** Open-source servers reject work items for a cycle that has ended. The cycle that they are in is still shown. */
function mayAddToCycle({ session: { store }, project, addresses, clock }: PickOptions, cycle: Cycle): boolean {
  const now = clock.now();
  return (
    store.isOpenSource !== true ||
    cyclePhase(cycle, store.project(project), { now, today: todayAt(now) }) !== 'completed' ||
    addresses.some((address) => currentValue(store, address, 'cycle') === cycle.id)
  );
}

function fixedChoices(choices: readonly NamedChoice[]): CachedChoices {
  return { now: () => choices, isRead: () => true };
}

/**
 * Returns how the user can create values of the field. Returns an empty list if the project's list is not supported or
 * the user is a guest.
 */
function creationsOf({ session: { store, me }, project }: PickOptions, field: ChangeField): readonly ChoiceCreation[] {
  const { source } = ITEM_FIELDS[field];
  const isCreatable = source === 'states' || source === 'labels' || source === 'modules' || source === 'cycles';
  if (!isCreatable || isListUnsupported(store.resources[source].list(project).state) || store.isGuest(project, me.id))
    return [];
  return newChoicesIn(source).map(({ id, label, detail, icon }) => ({
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
function listedChoices<T extends StoredRecord>(
  { session, project }: PickOptions,
  records: RecordLists<T>,
  choiceOf: (record: T) => NamedChoice,
  isOffered: (record: T) => boolean = () => true,
): CachedChoices {
  const list = records.list(project);
  return {
    now: () => records.listed(project).filter(isOffered).map(choiceOf),
    isRead: () => list.readAt !== undefined,
    rowUpdates: list.isCurrent()
      ? undefined
      : {
          onDidChange: (listener) =>
            records.onDidChangeListed((changedProject) => changedProject === project && listener(undefined)),
          done: readChoices(list),
          rateLimit: session.store.rateLimit,
        },
  };
}

/** Loads the project's list. Rejects with an ApiError if loading fails and no records are cached. */
async function readChoices(list: PagedList): Promise<void> {
  await list.readAll();
  const { status, fault } = list.state;
  if (status === 'failed' && fault !== undefined && !isListUnsupported(list.state)) throw new ApiError(fault);
}

function toChoice({ id, name }: NamedChoice): NamedChoice {
  return { id, name };
}

// Determines the choices of a field from the loaded lists of its project or workspace.

import * as l10n from '@vscode/l10n';
import { filledQuarters } from '../../contract/filledQuarters.ts';
import { nameOfUser, type User } from '../../contract/resources/user.ts';
import { idOf } from '../../contract/schema/wire.ts';
import { listedName } from '../../contract/userName.ts';
import type { RecordAddress } from '../../core/cache/address.ts';
import type { EstimateScale } from '../../core/cache/estimates.ts';
import { isListUnsupported, type PagedList, type PagedListState } from '../../core/cache/lists/pagedList.ts';
import type { LabelRecord, StateRecord } from '../../core/cache/record.ts';
import type { RecordLists, StoredRecord } from '../../core/cache/resources/recordStore.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { ValueSource } from '../fields.ts';
import { nameOfValue } from '../valueTexts.ts';
import type { Choice, FieldValue } from './fieldProtocol.ts';
import type { ChoiceListSource, FieldSpec } from './fieldSpec.ts';
import { itemChoice } from './findItems.ts';

type ChoiceStatus = PagedListState['status'] | 'unsupported';

/**
 * The choices of a field. The status is `unsupported` if the server does not have the list of choices. While the status
 * is `notLoaded` or `loading`, the choices are those of the field's current values whose names are already loaded.
 */
export interface OfferedChoices {
  readonly choices: readonly Choice[];
  readonly status: ChoiceStatus;
  /** The reason why the value cannot be changed in Contrail; undefined if it can be changed. */
  readonly readOnlyReason?: string;
  /** Set while it is unknown whether the server supports the list. */
  readonly isSupportUnknown?: true;
}

/**
 * Called with a list that must be loaded, and with the ids (`unnamed`) of the values whose names the loaded list does
 * not contain.
 */
export type OnMissingList = (source: ChoiceListSource, unnamed?: readonly string[]) => unknown;

/** A list of the store, with its records as choices. */
interface ChoiceList extends Pick<OfferedChoices, 'choices' | 'status'> {
  readonly list: PagedList;
  watch(onChange: () => void): Disposable;
}

function choiceListOf<T extends StoredRecord>(
  lists: RecordLists<T>,
  owner: string,
  toChoice: (record: T, records: readonly T[]) => Choice,
): ChoiceList {
  const list = lists.list(owner);
  return {
    list,
    get choices() {
      const records = lists.listed(owner);
      return records.map((record) => toChoice(record, records));
    },
    get status() {
      const { status, fault, asOf } = list.state;
      if (isListUnsupported(list.state)) return 'unsupported';
      if (fault !== undefined) return 'failed';
      return asOf === undefined ? status : 'notLoaded';
    },
    watch: (changed) => lists.onDidChangeListed((changedOwner) => changedOwner === owner && changed()),
  };
}

/** Returns the project whose states, labels and members a record uses; '' for a record of the workspace. */
export function projectOf({ kind, within, id }: RecordAddress): string {
  if (kind === 'project') return id;
  return kind === 'customerRequest' ? '' : within;
}

export class FieldChoices {
  readonly #store: Store;
  readonly #project: string;
  /** Id of the record; '' for a new record. */
  readonly #id: string;
  readonly #foundChoices: ReadonlyMap<string, Choice>;
  readonly #onMissingList: OnMissingList;
  readonly #me: string | undefined;

  /**
   * `foundChoices` contains the results of this page's searches for work items. `onMissingList` is called with each
   * list that must be loaded to show the name of a value, or to find out whether the server supports the list. The user
   * with the id `me` is marked in the choices.
   */
  constructor(
    store: Store,
    address: RecordAddress,
    foundChoices: ReadonlyMap<string, Choice>,
    onMissingList: OnMissingList,
    me?: string,
  ) {
    this.#store = store;
    this.#project = projectOf(address);
    this.#id = address.id;
    this.#foundChoices = foundChoices;
    this.#onMissingList = onMissingList;
    this.#me = me;
  }

  /** Returns undefined for a field without choices. */
  choicesFor(spec: FieldSpec, value: FieldValue): OfferedChoices | undefined {
    if (spec.source === 'items')
      return { choices: idsIn(value).map((id) => this.#workItemChoice(id)), status: 'ready' };
    if (spec.source === 'estimatePoints') return this.#estimateChoices(spec.choices ?? [], value);
    if (spec.source !== undefined) {
      const offered = this.#offeredChoices(spec.source, value);
      const choices = offered.choices.map((one) =>
        one.id === this.#me ? { ...one, label: listedName(one, one.label, this.#me) } : one,
      );
      return { ...offered, choices };
    }
    if (spec.choices === undefined) return undefined;
    // The value may be a hex code, which is not one of the choices.
    const choices = spec.kind === 'color' ? spec.choices : withCurrentValues(spec.choices, value, unknownValueText);
    return { choices, status: 'ready' };
  }

  #estimateChoices(numbers: readonly Choice[], value: FieldValue): OfferedChoices {
    const nameOf = (id: string): string => this.#store.estimateName(this.#project, id) ?? unknownValueText();
    if (this.#estimateScale === 'numbers')
      return { choices: withCurrentValues(numbers, value, nameOf), status: 'ready' };
    const { status, choices } = this.#list('estimatePoints');
    const mayHavePoints = status !== 'unsupported' && (status !== 'ready' || choices.length > 0);
    if (this.#estimateScale === 'points' && mayHavePoints) return this.#offeredChoices('estimatePoints', value);
    const currentChoices = idsIn(value).map((id): Choice => ({ id, label: nameOf(id) }));
    return {
      choices: currentChoices,
      status: currentChoices.length === 0 ? 'unsupported' : 'ready',
      readOnlyReason: l10n.t('Can only be changed in Plane.'),
    };
  }

  get #estimateScale(): EstimateScale {
    return this.#store.estimateScale(this.#project, this.#id === '' ? [] : [this.#id]);
  }

  /** Returns the list whose records are the choices of the field; undefined if the field has no such list. */
  #sourceOf({ source }: FieldSpec): ValueSource | undefined {
    return source === 'estimatePoints' && this.#estimateScale !== 'points' ? undefined : source;
  }

  /** Returns the choice for a value of a field, or undefined if its name is not loaded. */
  choiceById(source: ValueSource, id: string): Choice | undefined {
    return source === 'items' ? this.#workItemChoice(id) : this.#choiceOf(source, id);
  }

  /** The name of the state that the server sets for a new work item; undefined if it is not loaded. */
  get defaultStateName(): string | undefined {
    const id = this.#store.project(this.#project)?.default_state;
    const state = this.#store.resources.states.listed(this.#project).find((one) => one.default === true);
    return (state ?? this.#store.state(this.#project, id ? idOf(id) : ''))?.name;
  }

  /** The users who can be mentioned in the record's texts. */
  get people(): Pick<OfferedChoices, 'choices' | 'status'> {
    return this.#list(this.#peopleSource);
  }

  /**
   * Loads the choices of the field or, if `spec` is undefined, the users who can be mentioned. Does not reject when the
   * request fails: the list stores the fault.
   */
  async read(spec: FieldSpec | undefined): Promise<void> {
    const source = spec === undefined ? this.#peopleSource : this.#sourceOf(spec);
    if (source !== undefined && source !== 'items') await this.#list(source).list.readAll();
  }

  /**
   * Loads the list, unless loading it has failed before. A loaded list is reloaded once for each id that it does not
   * contain.
   */
  async readMissingNames(source: ChoiceListSource, unnamed: readonly string[]): Promise<void> {
    const { list, status } = this.#list(source);
    if (status === 'failed') return;
    list.expireIfMissing(unnamed);
    // A newer list would not contain more names.
    await list.readAll({ maxAge: Number.POSITIVE_INFINITY });
  }

  /** Reloads a list that was loaded and has expired. */
  async reloadIfExpired(source: ValueSource | undefined): Promise<void> {
    if (source === undefined || source === 'items') return;
    const { list, status } = this.#list(source);
    if (status === 'ready') await list.readAll();
  }

  /** Loads each list of choices that could not be loaded before. */
  async retryFailedLists(fields: readonly FieldSpec[]): Promise<void> {
    await Promise.all(this.#listsOf(fields).map(async ({ list, status }) => status === 'failed' && list.readAll()));
  }

  watch(fields: readonly FieldSpec[], onChange: () => void): Disposable[] {
    return this.#listsOf(fields).map((list) => list.watch(onChange));
  }

  get #peopleSource(): ChoiceListSource {
    return this.#project === '' ? 'people' : 'members';
  }

  #offeredChoices(source: ChoiceListSource, value: FieldValue): OfferedChoices {
    const { status, choices: listed } = this.#list(source);
    const isPending = status === 'notLoaded' || status === 'loading';
    const ids = idsIn(value);
    const namedChoices = ids.flatMap((id) => this.#choiceOf(source, id) ?? []);
    if (status === 'unsupported') return { choices: namedChoices, status };
    if (!isPending || listed.length > 0) {
      const unnamedIds = ids.filter((id) => this.#choiceOf(source, id) === undefined);
      if (unnamedIds.length > 0) this.#onMissingList(source, unnamedIds);
      const choices = withCurrentValues(listed, value, (id) => this.#storedChoice(source, id)?.label);
      return { choices, status: isPending ? 'ready' : status };
    }
    if (source === 'modules' && this.#store.project(this.#project)?.module_view === false)
      return { choices: namedChoices, status: 'unsupported' };
    const isSupportUnknown = source === 'types' && !this.#store.hasTypes;
    if (isSupportUnknown || namedChoices.length < ids.length) this.#onMissingList(source);
    return { choices: namedChoices, status, ...(isSupportUnknown ? { isSupportUnknown: true } : {}) };
  }

  /** Finds the choice in its list, or among the records that were nested in responses with other records. */
  #choiceOf(source: ChoiceListSource, id: string): Choice | undefined {
    return this.#list(source).choices.find((choice) => choice.id === id) ?? this.#storedChoice(source, id);
  }

  #storedChoice(source: ChoiceListSource, id: string): Choice | undefined {
    const store = this.#store;
    const project = this.#project;
    switch (source) {
      case 'states':
        return convertIfDefined(store.state(project, id), (state) => stateChoice(state, store.knownStates(project)));
      case 'labels':
        return convertIfDefined(store.label(project, id), labelChoice);
      case 'members':
        return convertIfDefined(store.user(project, id), personChoice);
      case 'people':
        return convertIfDefined(store.workspaceUser(id), personChoice);
      default:
        return convertIfDefined(nameOfValue(store, project, source, id), (label) => ({ id, label }));
    }
  }

  #listsOf(fields: readonly FieldSpec[]): ChoiceList[] {
    const sources = new Set(
      fields.flatMap(({ source }) => (source === undefined || source === 'items' ? [] : [source])),
    );
    return [...sources.add(this.#peopleSource)].map((source) => this.#list(source));
  }

  #list(source: ChoiceListSource): ChoiceList {
    const store = this.#store;
    const project = this.#project;
    switch (source) {
      case 'states':
        return choiceListOf(store.resources.states, project, stateChoice);
      case 'labels':
        return choiceListOf(store.resources.labels, project, labelChoice);
      case 'members':
        return choiceListOf(store.members, project, personChoice);
      case 'people':
        return choiceListOf(store.workspaceUsers, '', personChoice);
      case 'modules':
        return choiceListOf(store.resources.modules, project, recordChoice);
      case 'cycles':
        return choiceListOf(store.resources.cycles, project, recordChoice);
      case 'types':
        return choiceListOf(store.types, project, recordChoice);
      case 'estimatePoints':
        return choiceListOf(store.estimatePoints, project, ({ id, value }) => ({ id, label: value }));
      default:
        return source satisfies never;
    }
  }

  #workItemChoice(id: string): Choice {
    const storedChoice = itemChoice(this.#store, { project: this.#project, id });
    return this.#foundChoices.get(id) ?? storedChoice;
  }
}

/** Returns the label of a value whose name the server does not send. */
function unknownValueText(): string {
  return l10n.t('Unknown value');
}

function idsIn(value: FieldValue): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value : [];
}

/** Adds the record's current values to the choices if the list does not contain them. */
function withCurrentValues(
  choices: readonly Choice[],
  value: FieldValue,
  nameOf: (id: string) => string | undefined,
): readonly Choice[] {
  const missingIds = idsIn(value).filter((id) => !choices.some((choice) => choice.id === id));
  return [...choices, ...missingIds.map((id) => ({ id, label: nameOf(id) ?? l10n.t('Unknown'), detail: id }))];
}

/** `states` are the states of the project in their order. */
export function stateChoice(state: StateRecord, states: readonly StateRecord[]): Choice {
  return {
    id: state.id,
    label: state.name,
    ...(state.color ? { color: state.color } : {}),
    ...(state.group ? { icon: state.group } : {}),
    ...(state.group === 'started' ? { filledQuarters: filledQuarters(state.id, states) } : {}),
  };
}

function labelChoice(label: LabelRecord): Choice {
  return { ...recordChoice(label), color: label.color ?? '' };
}

function recordChoice({ id, name }: { readonly id: string; readonly name: string }): Choice {
  return { id, label: name };
}

function convertIfDefined<From, To>(record: From | undefined, to: (record: From) => To): To | undefined {
  return record === undefined ? undefined : to(record);
}

function personChoice(user: User): Choice {
  const name = nameOfUser(user);
  return { id: user.id, label: name, person: name, ...(user.email ? { detail: user.email } : {}) };
}

// Owns what fields choose from: the parts of a project or of the workspace, as far as they are read.

import type { RecordAddress } from '../../cache/address.ts';
import { estimateName } from '../../cache/estimates.ts';
import type { ProjectListState, ProjectLists } from '../../cache/lists/projectLists.ts';
import type { LabelRecord, StateRecord } from '../../cache/record.ts';
import type { Store } from '../../cache/store.ts';
import { nameOfUser, type User } from '../../contract/resources/user.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { Choice, FieldValue } from '../protocol/fields.ts';
import type { ChoiceSource, FieldSpec, ListSource } from './fieldSpec.ts';
import { itemChoice } from './findItems.ts';

/**
 * What a field can choose from. `lacking`: the server has no such thing. While it is `unread` or being read the choices
 * are the ones that are set, as far as they can be named without their list.
 */
export interface OfferedChoices {
  readonly choices: readonly Choice[];
  readonly status: ProjectListState<unknown>['status'];
  /** The value is shown and cannot be changed here, for this reason. */
  readonly fixed?: string;
  /** Nobody knows yet whether the server has such things. */
  readonly isUnsure?: true;
}

/** Receives each list that is missed, with the ids of the record's values that it does not name. */
export type MissingChoice = (source: ListSource, unnamed?: readonly string[]) => unknown;

/** A part with its records as choices. */
interface ChoicePart {
  now(): ProjectListState<Choice>;
  read(): Promise<unknown>;
  /** As `Parts.readForNames`, after `unnamed` ids were missed. */
  readForNames(unnamed: readonly string[]): Promise<unknown>;
  watch(changed: () => void): Disposable;
}

function choicePart<T>(parts: ProjectLists<T>, owner: string, choice: (one: T) => Choice): ChoicePart {
  return {
    now: () => {
      const part = parts.of(owner);
      return { ...part, records: part.records.map(choice) };
    },
    read: () => parts.read(owner),
    readForNames: (unnamed) => {
      parts.miss(owner, unnamed);
      return parts.readForNames(owner);
    },
    watch: (changed) => parts.onDidChange((one) => one === owner && changed()),
  };
}

/** The project that a record's states, labels and members are of; '' for what belongs to the workspace. */
export function projectOf({ kind, within, id }: RecordAddress): string {
  if (kind === 'project') return id;
  return kind === 'customerRequest' ? '' : within;
}

const ESTIMATE_SET_ELSEWHERE = 'Set on the server';

export class FieldChoices {
  readonly #store: Store;
  readonly #project: string;
  /** Of the record; '' for a new one. */
  readonly #id: string;
  readonly #found: ReadonlyMap<string, Choice>;
  readonly #missed: MissingChoice;

  /**
   * `found`: the work items that the search of this editor has shown so far. `missed` is told of each list without
   * which something that is shown has no name, or without which nobody knows whether the server has such things.
   */
  constructor(store: Store, address: RecordAddress, found: ReadonlyMap<string, Choice>, missed: MissingChoice) {
    this.#store = store;
    this.#project = projectOf(address);
    this.#id = address.id;
    this.#found = found;
    this.#missed = missed;
  }

  /** Undefined for a field that does not choose. */
  of(spec: FieldSpec, value: FieldValue): OfferedChoices | undefined {
    if (spec.source === 'items') return { choices: idsIn(value).map((id) => this.#item(id)), status: 'ready' };
    if (spec.source !== undefined) return this.#offer(spec.source, value);
    if (spec.choices === undefined) return undefined;
    if (spec.isEstimate === true) return this.#estimate(spec.choices, value);
    // A colour may be a code as well as one of the names.
    const choices = spec.kind === 'color' ? spec.choices : withPresent(spec.choices, value, () => 'Set on the server');
    return { choices, status: 'ready' };
  }

  #estimate(numbers: readonly Choice[], value: FieldValue): OfferedChoices {
    const ids = this.#id === '' ? [] : [this.#id];
    if (this.#store.estimateScale(this.#project, ids) === 'numbers') {
      return {
        choices: withPresent(numbers, value, (id) => estimateName(id) ?? ESTIMATE_SET_ELSEWHERE),
        status: 'ready',
      };
    }
    const present = idsIn(value).map((id): Choice => ({ id, label: estimateName(id) ?? ESTIMATE_SET_ELSEWHERE }));
    return {
      choices: present,
      status: present.length === 0 ? 'unsupported' : 'ready',
      fixed: 'Can only be changed in the browser.',
    };
  }

  /** One of a field's values as a choice; undefined for what nobody has named. */
  named(source: ChoiceSource, id: string): Choice | undefined {
    return source === 'items' ? this.#item(id) : this.#known(source, id);
  }

  /** The people who can be mentioned in the record's texts. */
  get people(): ProjectListState<Choice> {
    return this.#part(this.#peopleSource).now();
  }

  /**
   * Reads what the field chooses from; the people who can be mentioned without a field. Never rejects for a fault: the
   * part holds it.
   */
  async read(spec: FieldSpec | undefined): Promise<void> {
    const source = spec === undefined ? this.#peopleSource : spec.source;
    if (source !== undefined && source !== 'items') await this.#part(source).read();
  }

  /**
   * Reads a list that is missed, unless it has failed before. A list that is known is read again once for each of the
   * ids that it does not name.
   */
  async readMissed(source: ListSource, unnamed: readonly string[]): Promise<void> {
    const part = this.#part(source);
    if (part.now().status !== 'failed') await part.readForNames(unnamed);
  }

  /** Reads a list again that is known and not current. */
  async renew(source: ChoiceSource | undefined): Promise<void> {
    if (source === undefined || source === 'items') return;
    const part = this.#part(source);
    if (part.now().status === 'ready') await part.read();
  }

  /** Tries again what has failed. */
  async readAgain(fields: readonly FieldSpec[]): Promise<void> {
    await Promise.all(this.#parts(fields).map(async (part) => part.now().status === 'failed' && part.read()));
  }

  watch(fields: readonly FieldSpec[], changed: () => void): Disposable[] {
    return this.#parts(fields).map((part) => part.watch(changed));
  }

  get #peopleSource(): ListSource {
    return this.#project === '' ? 'people' : 'members';
  }

  #offer(source: ListSource, value: FieldValue): OfferedChoices {
    const { status, records } = this.#part(source).now();
    const isUnsettled = status === 'unread' || status === 'reading';
    const ids = idsIn(value);
    const named = ids.flatMap((id) => this.#known(source, id) ?? []);
    if (status === 'unsupported') return { choices: named, status };
    if (!isUnsettled || records.length > 0) {
      const unnamed = ids.filter((id) => this.#known(source, id) === undefined);
      if (unnamed.length > 0) this.#missed(source, unnamed);
      const choices = withPresent(records, value, (id) => this.#seen(source, id)?.label);
      return { choices, status: isUnsettled ? 'ready' : status };
    }
    if (source === 'modules' && this.#store.project(this.#project)?.module_view === false)
      return { choices: named, status: 'unsupported' };
    const isUnknown = source === 'types' && !this.#store.hasTypes;
    if (isUnknown || named.length < ids.length) this.#missed(source);
    return { choices: named, status, ...(isUnknown ? { isUnsure: true } : {}) };
  }

  /** From its list, or from what came along with other records. */
  #known(source: ListSource, id: string): Choice | undefined {
    const { records } = this.#part(source).now();
    return records.find((one) => one.id === id) ?? this.#seen(source, id);
  }

  #seen(source: ListSource, id: string): Choice | undefined {
    const store = this.#store;
    const project = this.#project;
    switch (source) {
      case 'states':
        return map(store.state(project, id), stateChoice);
      case 'labels':
        return map(store.label(project, id), labelChoice);
      case 'members':
        return map(store.user(project, id), personChoice);
      case 'people':
        return map(store.person(id), personChoice);
      case 'modules':
        return map(store.resources.modules.get(id, project), namedChoice);
      case 'types':
        return map(store.type(project, id), namedChoice);
      default:
        return source satisfies never;
    }
  }

  #parts(fields: readonly FieldSpec[]): ChoicePart[] {
    const sources = new Set(
      fields.flatMap(({ source }) => (source === undefined || source === 'items' ? [] : [source])),
    );
    return [...sources.add(this.#peopleSource)].map((source) => this.#part(source));
  }

  #part(source: ListSource): ChoicePart {
    const store = this.#store;
    const project = this.#project;
    switch (source) {
      case 'states':
        return choicePart(store.states, project, stateChoice);
      case 'labels':
        return choicePart(store.labels, project, labelChoice);
      case 'members':
        return choicePart(store.members, project, personChoice);
      case 'people':
        return choicePart(store.people, '', personChoice);
      case 'modules':
        return choicePart(store.modules, project, namedChoice);
      case 'types':
        return choicePart(store.types, project, namedChoice);
      default:
        return source satisfies never;
    }
  }

  #item(id: string): Choice {
    const known = itemChoice(this.#store, { project: this.#project, id });
    return this.#found.get(id) ?? known;
  }
}

function idsIn(value: FieldValue): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value : [];
}

/** What the record holds stays choosable although the list does not name it. */
function withPresent(
  choices: readonly Choice[],
  value: FieldValue,
  nameOf: (id: string) => string | undefined,
): readonly Choice[] {
  const missing = idsIn(value).filter((id) => !choices.some((one) => one.id === id));
  return [...choices, ...missing.map((id) => ({ id, label: nameOf(id) ?? 'Unknown', detail: id }))];
}

function stateChoice(one: StateRecord): Choice {
  return { ...withColor({ id: one.id, label: one.name }, one.color), ...(one.group ? { icon: one.group } : {}) };
}

function labelChoice(one: LabelRecord): Choice {
  return withColor(namedChoice(one), one.color);
}

function namedChoice({ id, name }: { readonly id: string; readonly name: string }): Choice {
  return { id, label: name };
}

function map<From, To>(one: From | undefined, to: (one: From) => To): To | undefined {
  return one === undefined ? undefined : to(one);
}

function personChoice(one: User): Choice {
  return { id: one.id, label: nameOfUser(one), ...(one.email ? { detail: one.email } : {}) };
}

function withColor(choice: Choice, color: string | null | undefined): Choice {
  return color ? { ...choice, color } : choice;
}

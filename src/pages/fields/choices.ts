// The choices of a field, from the lists of a project or of the workspace that are loaded.

import * as l10n from '@vscode/l10n';
import type { RecordAddress } from '../../cache/address.ts';
import { estimateName } from '../../cache/estimates.ts';
import type { ProjectListState, ProjectLists } from '../../cache/lists/projectLists.ts';
import type { LabelRecord, StateRecord } from '../../cache/record.ts';
import type { Store } from '../../cache/store.ts';
import { nameOfUser, type User } from '../../contract/resources/user.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { Choice, FieldValue } from '../protocol/fields.ts';
import type { ChoiceListSource, ChoiceSource, FieldSpec } from './fieldSpec.ts';
import { itemChoice } from './findItems.ts';

/**
 * The choices of a field. `unsupported`: the server does not have this list. While the list is `unread` or `reading`,
 * the choices are the field's current values, as far as they can be named without the list.
 */
export interface OfferedChoices {
  readonly choices: readonly Choice[];
  readonly status: ProjectListState<unknown>['status'];
  /** The value cannot be changed here, for this reason. */
  readonly fixed?: string;
  /** Whether the server supports this list is not known yet. */
  readonly isUnsure?: true;
}

/** Receives each list that is needed but not loaded, with the ids of the record's values that it does not name. */
export type MissingChoice = (source: ChoiceListSource, unnamed?: readonly string[]) => unknown;

/** A list whose records are converted to choices. */
interface ChoicePart {
  now(): ProjectListState<Choice>;
  read(): Promise<unknown>;
  /** Reads the list after it did not name the `unnamed` ids; see `ProjectLists.readForNames`. */
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

/** Returns the project whose states, labels and members a record uses; '' for a record of the workspace. */
export function projectOf({ kind, within, id }: RecordAddress): string {
  if (kind === 'project') return id;
  return kind === 'customerRequest' ? '' : within;
}

export class FieldChoices {
  readonly #store: Store;
  readonly #project: string;
  /** Id of the record; '' for a new one. */
  readonly #id: string;
  readonly #found: ReadonlyMap<string, Choice>;
  readonly #missed: MissingChoice;

  /**
   * `found`: the work items that the search of this page has returned so far. `missed` receives each list that is
   * needed to name a value that is shown, or to know whether the server supports it.
   */
  constructor(store: Store, address: RecordAddress, found: ReadonlyMap<string, Choice>, missed: MissingChoice) {
    this.#store = store;
    this.#project = projectOf(address);
    this.#id = address.id;
    this.#found = found;
    this.#missed = missed;
  }

  /** Returns undefined for a field without choices. */
  of(spec: FieldSpec, value: FieldValue): OfferedChoices | undefined {
    if (spec.source === 'items') return { choices: idsIn(value).map((id) => this.#item(id)), status: 'ready' };
    if (spec.source !== undefined) return this.#offer(spec.source, value);
    if (spec.choices === undefined) return undefined;
    if (spec.isEstimate === true) return this.#estimate(spec.choices, value);
    // A color may be a hex code as well as a name.
    const choices = spec.kind === 'color' ? spec.choices : withPresent(spec.choices, value, setOnServer);
    return { choices, status: 'ready' };
  }

  #estimate(numbers: readonly Choice[], value: FieldValue): OfferedChoices {
    const ids = this.#id === '' ? [] : [this.#id];
    if (this.#store.estimateScale(this.#project, ids) === 'numbers') {
      return {
        choices: withPresent(numbers, value, (id) => estimateName(id) ?? setOnServer()),
        status: 'ready',
      };
    }
    const present = idsIn(value).map((id): Choice => ({ id, label: estimateName(id) ?? setOnServer() }));
    return {
      choices: present,
      status: present.length === 0 ? 'unsupported' : 'ready',
      fixed: l10n.t('Can only be changed in Plane.'),
    };
  }

  /** Returns one of a field's values as a choice, or undefined if its name is not loaded. */
  named(source: ChoiceSource, id: string): Choice | undefined {
    return source === 'items' ? this.#item(id) : this.#known(source, id);
  }

  /** The users who can be mentioned in the record's texts. */
  get people(): ProjectListState<Choice> {
    return this.#part(this.#peopleSource).now();
  }

  /**
   * Reads the choices of the field, or without a field the users who can be mentioned. Does not reject when the request
   * fails: the list stores the fault.
   */
  async read(spec: FieldSpec | undefined): Promise<void> {
    const source = spec === undefined ? this.#peopleSource : spec.source;
    if (source !== undefined && source !== 'items') await this.#part(source).read();
  }

  /**
   * Reads a list that is needed, unless it has failed before. A loaded list is reloaded once for each id that it does
   * not name.
   */
  async readMissed(source: ChoiceListSource, unnamed: readonly string[]): Promise<void> {
    const part = this.#part(source);
    if (part.now().status !== 'failed') await part.readForNames(unnamed);
  }

  /** Reloads a loaded list that is not current. */
  async renew(source: ChoiceSource | undefined): Promise<void> {
    if (source === undefined || source === 'items') return;
    const part = this.#part(source);
    if (part.now().status === 'ready') await part.read();
  }

  /** Retries the lists that failed. */
  async readAgain(fields: readonly FieldSpec[]): Promise<void> {
    await Promise.all(this.#parts(fields).map(async (part) => part.now().status === 'failed' && part.read()));
  }

  watch(fields: readonly FieldSpec[], changed: () => void): Disposable[] {
    return this.#parts(fields).map((part) => part.watch(changed));
  }

  get #peopleSource(): ChoiceListSource {
    return this.#project === '' ? 'people' : 'members';
  }

  #offer(source: ChoiceListSource, value: FieldValue): OfferedChoices {
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

  /** Finds the record in its list, or among records that came with other responses. */
  #known(source: ChoiceListSource, id: string): Choice | undefined {
    const { records } = this.#part(source).now();
    return records.find((one) => one.id === id) ?? this.#seen(source, id);
  }

  #seen(source: ChoiceListSource, id: string): Choice | undefined {
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

  #part(source: ChoiceListSource): ChoicePart {
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

/** The label of a value whose name only the server knows. */
function setOnServer(): string {
  return l10n.t('Set on the server');
}

function idsIn(value: FieldValue): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value : [];
}

/** Keeps the record's current values as choices if the list does not contain them. */
function withPresent(
  choices: readonly Choice[],
  value: FieldValue,
  nameOf: (id: string) => string | undefined,
): readonly Choice[] {
  const missing = idsIn(value).filter((id) => !choices.some((one) => one.id === id));
  return [...choices, ...missing.map((id) => ({ id, label: nameOf(id) ?? l10n.t('Unknown'), detail: id }))];
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

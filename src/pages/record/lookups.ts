// Provides the choices of one page's fields: lists that are loaded when needed, and search results.

import type { Store } from '../../cache/store.ts';
import { type Fault, faultOf } from '../../client/apiError.ts';
import type { Disposable } from '../../std/disposable.ts';
import { FieldChoices, type MissingChoice, projectOf } from '../fields/choices.ts';
import { type ChoiceListSource, type ChoiceSource, isNone } from '../fields/fieldSpec.ts';
import type { FieldValues } from '../fields/values.ts';
import type { Choice, FieldName } from '../protocol/fields.ts';
import type { RecordTarget } from './recordTarget.ts';

export interface LookupResult {
  readonly choices: readonly Choice[];
  readonly fault?: Fault;
}

/** These lists are not needed to name the values of a work item, because their names come with it. */
const NAMED_BY_ITEMS: ReadonlySet<ChoiceSource> = new Set(['states', 'labels', 'members', 'types']);

export class Lookups {
  readonly #subject: RecordTarget;
  /** Records that a search returned: their names are not stored anywhere else. */
  readonly #found = new Map<string, Choice>();
  /** Fields whose choices the user requested. */
  readonly #asked = new Set<FieldName>();
  /** Lists that are needed to name a value that is shown. */
  readonly #missed = new Map<ChoiceListSource, readonly string[]>();
  readonly miss: MissingChoice = (source, unnamed = []) =>
    this.#missed.set(source, [...(this.#missed.get(source) ?? []), ...unnamed]);

  constructor(subject: RecordTarget) {
    this.#subject = subject;
  }

  get found(): ReadonlyMap<string, Choice> {
    return this.#found;
  }

  get asked(): ReadonlySet<FieldName> {
    return this.#asked;
  }

  /** The user opens a field or mentions a user: the list is needed now. */
  async offer(store: Store, field: FieldName | undefined): Promise<void> {
    if (field !== undefined) this.#asked.add(field);
    await this.#choices(store).read(this.#subject.kind.fields.find(({ name }) => name === field));
  }

  /** Does not reject when the request fails: the result contains the fault. */
  async find(store: Store | undefined, field: FieldName, text: string): Promise<LookupResult> {
    if (store === undefined) return { choices: [] };
    try {
      const choices = await this.#subject.find(store, field, text);
      for (const one of choices) this.#found.set(one.id, one);
      return { choices };
    } catch (error) {
      return { choices: [], fault: faultOf(error) };
    }
  }

  /** Retries the lists that failed, and reads those that a new record requires. */
  async readAgain(store: Store): Promise<void> {
    const { isNew, kind } = this.#subject;
    const choices = this.#choices(store);
    const needed = isNew ? kind.fields.filter(({ isRequired }) => isRequired) : [];
    await Promise.all([choices.readAgain(kind.fields), ...needed.map((spec) => choices.read(spec))]);
  }

  /** Reads the lists that are needed so far, unless the user is signed out. */
  async readMissed(store: Store | undefined): Promise<void> {
    const missed = [...this.#missed];
    this.#missed.clear();
    if (store === undefined) return;
    const choices = this.#choices(store);
    await Promise.all(missed.map(([source, unnamed]) => choices.readMissed(source, unnamed)));
  }

  /** Marks the lists of choices as expired, so that the next request reads them again. Sends nothing. */
  expire(store: Store): void {
    store.expireNames(projectOf(this.#subject.address) || undefined);
  }

  /** Reads the expired lists that name these values again, unless the names come with the record. */
  async renewShown(store: Store, confirmed: FieldValues): Promise<void> {
    const { kind, item } = this.#subject;
    const shown = kind.fields.filter(({ name, source }) => {
      const comesAlong =
        source === undefined || source === 'items' || (item !== undefined && NAMED_BY_ITEMS.has(source));
      return !comesAlong && !isNone(confirmed[name] ?? null);
    });
    await Promise.all(
      [...new Set(shown.map(({ source }) => source))].map((source) => this.#choices(store).renew(source)),
    );
  }

  watch(store: Store, changed: () => void): Disposable[] {
    return this.#choices(store).watch(this.#subject.kind.fields, changed);
  }

  #choices(store: Store): FieldChoices {
    return new FieldChoices(store, this.#subject.address, this.#found, this.miss);
  }
}

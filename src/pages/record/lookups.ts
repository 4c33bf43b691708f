// Owns what one editor has looked up for its fields: the lists they choose from, read when they are wanted, and what a
// search has shown.

import type { Store } from '../../cache/store.ts';
import { type Fault, faultOf } from '../../client/apiError.ts';
import type { Disposable } from '../../std/disposable.ts';
import { FieldChoices, type MissingChoice, projectOf } from '../fields/choices.ts';
import { type ChoiceSource, isNone, type ListSource } from '../fields/fieldSpec.ts';
import type { FieldValues } from '../fields/values.ts';
import type { Choice, FieldName } from '../protocol/fields.ts';
import type { RecordTarget } from './recordTarget.ts';

export interface LookupResult {
  readonly choices: readonly Choice[];
  readonly fault?: Fault;
}

/** A work item is read with the names of what it refers to in these lists. */
const NAMED_BY_ITEMS: ReadonlySet<ChoiceSource> = new Set(['states', 'labels', 'members', 'types']);

export class Lookups {
  readonly #subject: RecordTarget;
  /** Records that a search has shown: their names are known nowhere else. */
  readonly #found = new Map<string, Choice>();
  /** Fields whose choices the person has asked for. */
  readonly #asked = new Set<FieldName>();
  /** Lists without which something that was shown has no name. */
  readonly #missed = new Map<ListSource, readonly string[]>();
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

  /** A field is opened, or somebody is being mentioned: the list is wanted now. */
  async offer(store: Store, field: FieldName | undefined): Promise<void> {
    if (field !== undefined) this.#asked.add(field);
    await this.#choices(store).read(this.#subject.kind.fields.find(({ name }) => name === field));
  }

  /** Never rejects for a fault. */
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

  /** Tries again the lists that have failed, and reads those that a new record cannot be made without. */
  async readAgain(store: Store): Promise<void> {
    const { isNew, kind } = this.#subject;
    const choices = this.#choices(store);
    const needed = isNew ? kind.fields.filter(({ isRequired }) => isRequired) : [];
    await Promise.all([choices.readAgain(kind.fields), ...needed.map((spec) => choices.read(spec))]);
  }

  /** Reads the lists that were missed so far, unless there is nobody to ask yet. */
  async readMissed(store: Store | undefined): Promise<void> {
    const missed = [...this.#missed];
    this.#missed.clear();
    if (store === undefined) return;
    const choices = this.#choices(store);
    await Promise.all(missed.map(([source, unnamed]) => choices.readMissed(source, unnamed)));
  }

  /** The lists that the fields choose from are read again the next time they are asked for. Sends nothing. */
  expire(store: Store): void {
    store.expireNames(projectOf(this.#subject.address) || undefined);
  }

  /**
   * After the lists have expired: reads again those that name what these values show, unless the names come along with
   * the record.
   */
  async renewShown(store: Store, told: FieldValues): Promise<void> {
    const { kind, item } = this.#subject;
    const shown = kind.fields.filter(({ name, source }) => {
      const comesAlong =
        source === undefined || source === 'items' || (item !== undefined && NAMED_BY_ITEMS.has(source));
      return !comesAlong && !isNone(told[name] ?? null);
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

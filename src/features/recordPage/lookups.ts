// Provides the choices for a page's fields: lists that are loaded when needed, and search results.

import { type Fault, faultOf } from '../../client/apiError.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { ValueSource } from '../../items/fields.ts';
import { FieldChoices, type OnMissingList, projectOf } from '../../items/form/choices.ts';
import type { Choice, FieldName } from '../../items/form/fieldProtocol.ts';
import { type ChoiceListSource, isEmptyValue } from '../../items/form/fieldSpec.ts';
import { createChoice, newChoicesIn } from '../../items/form/newChoices.ts';
import type { FieldValues } from '../../items/form/values.ts';
import type { RecordTarget } from '../../items/record/recordTarget.ts';
import type { Disposable } from '../../std/disposable.ts';

export interface LookupResult {
  readonly choices: readonly Choice[];
  readonly fault?: Fault;
}

/** A response with a work item contains the names of its values from these lists. */
const SOURCES_NAMED_BY_ITEMS: ReadonlySet<ValueSource> = new Set(['states', 'labels', 'members', 'types']);

export class Lookups {
  readonly #target: RecordTarget;
  /** Search results by id. The store may not contain these work items. */
  readonly #foundChoices = new Map<string, Choice>();
  /** Fields whose choices the user requested. */
  readonly #requestedFields = new Set<FieldName>();
  /** Lists that must be loaded to show the names of values, with the ids of these values. */
  readonly #missingLists = new Map<ChoiceListSource, readonly string[]>();
  readonly reportMissingList: OnMissingList = (source, unnamed = []) =>
    this.#missingLists.set(source, [...(this.#missingLists.get(source) ?? []), ...unnamed]);

  constructor(target: RecordTarget) {
    this.#target = target;
  }

  get foundChoices(): ReadonlyMap<string, Choice> {
    return this.#foundChoices;
  }

  get requestedFields(): ReadonlySet<FieldName> {
    return this.#requestedFields;
  }

  /** Loads the choices of a field that the user opens, or, without a field, the users who can be mentioned. */
  async readChoices(store: Store, field: FieldName | undefined): Promise<void> {
    if (field !== undefined) this.#requestedFields.add(field);
    await this.#choices(store).read(this.#target.form.fields.find(({ name }) => name === field));
  }

  /**
   * Searches for values of a field. Does not reject when the request fails: the result contains the fault.
   */
  async find(store: Store | undefined, field: FieldName, text: string): Promise<LookupResult> {
    if (store === undefined) return { choices: [] };
    try {
      const choices = await this.#target.find(store, field, text);
      for (const choice of choices) this.#foundChoices.set(choice.id, choice);
      return { choices };
    } catch (error) {
      return { choices: [], fault: faultOf(error) };
    }
  }

  /**
   * Creates a record in the project as a value of the field. `newChoice` is the id of one of the field's `newChoices`.
   * Does not reject when the request fails: the result contains the fault.
   */
  async create(store: Store | undefined, field: FieldName, newChoice: string, text: string): Promise<LookupResult> {
    const label = text.trim();
    const spec = this.#target.form.fields.find(({ name }) => name === field);
    const isOffered = newChoicesIn(spec?.source).some(({ id }) => id === newChoice);
    if (store === undefined || !isOffered) return { choices: [] };
    try {
      const id = await createChoice(store, projectOf(this.#target.address), newChoice, label);
      return { choices: [{ id, label }] };
    } catch (error) {
      return { choices: [], fault: faultOf(error) };
    }
  }

  /** Retries the lists that could not be loaded, and loads the choices of the required fields of a new record. */
  async retryFailedLists(store: Store): Promise<void> {
    const { isNew, form } = this.#target;
    const choices = this.#choices(store);
    const requiredFields = isNew ? form.fields.filter(({ isRequired }) => isRequired) : [];
    await Promise.all([choices.retryFailedLists(form.fields), ...requiredFields.map((spec) => choices.read(spec))]);
  }

  /** Loads the lists that were reported as missing after the previous call, unless the user is signed out. */
  async readMissingNames(store: Store | undefined): Promise<void> {
    const missingLists = [...this.#missingLists];
    this.#missingLists.clear();
    if (store === undefined) return;
    const choices = this.#choices(store);
    await Promise.all(missingLists.map(([source, unnamed]) => choices.readMissingNames(source, unnamed)));
  }

  /**
   * Marks the lists of choices as expired, so that they are loaded again when they are next needed. Sends no request.
   */
  expire(store: Store): void {
    store.expireProjectLists(projectOf(this.#target.address) || undefined);
  }

  /**
   * Reloads the expired lists that contain the names of these values, except lists whose names are in the response with
   * the record.
   */
  async reloadExpiredNames(store: Store, confirmed: FieldValues): Promise<void> {
    const { form, item } = this.#target;
    const shownFields = form.fields.filter(({ name, source }) => {
      const isNamedByRecord =
        source === undefined || source === 'items' || (item !== undefined && SOURCES_NAMED_BY_ITEMS.has(source));
      return !isNamedByRecord && !isEmptyValue(confirmed[name] ?? null);
    });
    await Promise.all(
      [...new Set(shownFields.map(({ source }) => source))].map((source) =>
        this.#choices(store).reloadIfExpired(source),
      ),
    );
  }

  watch(store: Store, onChange: () => void): Disposable[] {
    return this.#choices(store).watch(this.#target.form.fields, onChange);
  }

  #choices(store: Store): FieldChoices {
    return new FieldChoices(store, this.#target.address, this.#foundChoices, this.reportMissingList);
  }
}

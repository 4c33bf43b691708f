// Builds the suggestions on the page of a new work item: values of the previously created one, similar work items.
import type { ItemAddress, RecordAddress } from '../../core/cache/address.ts';
import { similarItems } from '../../core/cache/similarItems.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { FieldChoices } from '../../items/form/choices.ts';
import type { FieldValue } from '../../items/form/fieldProtocol.ts';
import { type FieldSpec, isEmptyValue } from '../../items/form/fieldSpec.ts';
import type { FieldValues } from '../../items/form/values.ts';
import type { NewItemView } from '../../shell/protocol/newItem.ts';

/** Values of the work item that the user created most recently in a project, and the names of these values. */
export interface LastNewItemValues {
  readonly values: FieldValues;
  readonly text: string;
}

/** Stores the values of the most recently created work item of one project. */
export interface LastNewItemValuesStorage {
  get(): LastNewItemValues | undefined;
  set(lastValues: LastNewItemValues): void;
}

/**
 * The fields whose values are stored, in the order of `text`. The state is not stored: new work items start in the
 * default state.
 */
const REMEMBERED_FIELDS = ['priority', 'assignees', 'labels', 'module'];
const MAX_SIMILAR = 4;

/** Returns the values of the `REMEMBERED_FIELDS` and their names; undefined if all these fields are empty. */
export function lastValuesOf(
  store: Store,
  address: RecordAddress,
  fields: readonly FieldSpec[],
  values: FieldValues,
): LastNewItemValues | undefined {
  const choices = new FieldChoices(store, address, new Map(), () => undefined);
  const nonEmptyValues = REMEMBERED_FIELDS.flatMap((name) => {
    const spec = fields.find((field) => field.name === name);
    const value = values[name];
    return spec === undefined || value === undefined || isEmpty(value) ? [] : [{ spec, value }];
  });
  if (nonEmptyValues.length === 0) return undefined;
  const names = nonEmptyValues.flatMap(({ spec, value }) => {
    const isChosen = (id: string): boolean => (Array.isArray(value) ? value.includes(id) : value === id);
    return (choices.choicesFor(spec, value)?.choices ?? []).filter(({ id }) => isChosen(id)).map(({ label }) => label);
  });
  return {
    values: Object.fromEntries(nonEmptyValues.map(({ spec, value }) => [spec.name, value])),
    text: names.join(', '),
  };
}

/** Returns the stored values whose fields are empty in the form. */
export function applicableValues(
  storedValues: LastNewItemValues | undefined,
  formValues: FieldValues,
): readonly (readonly [string, FieldValue])[] {
  return Object.entries(storedValues?.values ?? {}).filter(([name]) => isEmpty(formValues[name] ?? null));
}

/** Finds the work items of the project whose names are similar to the title. */
export type FindSimilar = (store: Store, title: string) => readonly ItemAddress[];

/** Returns a function that searches only if the title has changed: the page is updated for every edit of any field. */
export function createSimilarFinder(project: string): FindSimilar {
  let lastSearch:
    | { readonly store: Store; readonly title: string; readonly similarItems: readonly ItemAddress[] }
    | undefined;
  return (store, title) => {
    if (lastSearch?.store !== store || lastSearch.title !== title)
      lastSearch = { store, title, similarItems: similarItems(store.finder, title, project, MAX_SIMILAR) };
    return lastSearch.similarItems;
  };
}

/**
 * Returns the suggestions on the page of a new work item: work items with similar titles, and the values of the
 * last new work item if some can be used. `formValues` are the values in the form.
 */
export function newItemView(
  store: Store,
  formValues: FieldValues,
  storedValues: LastNewItemValues | undefined,
  findSimilar: FindSimilar,
): NewItemView {
  const similarItemViews = findSimilar(store, String(formValues['name'] ?? '')).map((item) => ({
    id: item.id,
    identifier: store.identifier(item) ?? '',
    name: store.item(item)?.name ?? '',
  }));
  const hasApplicableValues = storedValues !== undefined && applicableValues(storedValues, formValues).length > 0;
  return { similarItems: similarItemViews, ...(hasApplicableValues ? { lastValues: storedValues.text } : {}) };
}

/** `none` is the value of a work item without a priority. */
function isEmpty(value: FieldValue): boolean {
  return isEmptyValue(value) || value === 'none';
}

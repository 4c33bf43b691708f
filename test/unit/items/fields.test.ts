// Tests the table of the fields of a work item, and what follows from each row.
import { describe, expect, it } from 'vitest';
import { updateInput } from '../../../src/agents/inputs.ts';
import { EDITABLE_FIELDS } from '../../../src/contract/resources/workItem.ts';
import { isChangeField, isListField } from '../../../src/core/cache/changes/itemChange.ts';
import { Store } from '../../../src/core/cache/store/store.ts';
import { FIELD_OF_FILTER, FILTER_KEYS, GROUPINGS, ITEM_FIELDS, itemFieldNames } from '../../../src/items/fields.ts';
import { recordFormOf } from '../../../src/items/form/recordForm.ts';
import { parseQuery } from '../../../src/items/query/parseQuery.ts';
import { fieldTitle, fieldValueText, newValueText, unsavedFieldText } from '../../../src/items/valueTexts.ts';
import { forAllTests } from '../../support/fixture.ts';
import { createSetup } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const address = { project: sample.project('WEB'), id: sample.workItem('WEB', 28) };
const changeFields = itemFieldNames.filter(isChangeField);

const setup = forAllTests(createSetup);
const store = forAllTests(() => new Store(setup.client));

describe('The field of a work item', () => {
  it.each(changeFields)('%s has texts for a changed, an empty and an unsaved value', (field) => {
    const { label, word, none } = ITEM_FIELDS[field];
    expect(fieldTitle(field, 'WEB-28')).toBe(`${label()} of WEB-28`);
    expect(unsavedFieldText(field, 'WEB-28')).toBe(
      `The server accepted the change to WEB-28 but did not save its ${word()}.`,
    );
    const emptyValue = isListField(field) ? [] : null;
    expect(fieldValueText(store, address, field, emptyValue)).toBe(none());
    expect(newValueText(store, { address, field, before: undefined, after: emptyValue }, 'WEB-28')).toBe(
      `WEB-28 → ${none()}`,
    );
    expect(newValueText(store, { address, field, before: undefined, after: ['x'] }, 'WEB-28')).toContain('WEB-28 → ');
  });

  it.each(changeFields.filter((field) => ITEM_FIELDS[field].source !== undefined))(
    '%s never shows the id of a record whose name is not loaded',
    (field) => {
      expect(fieldValueText(store, address, field, 'f2b4c6d8-0000-4000-8000-000000000000')).toMatch(/^Unknown /);
    },
  );

  it.each(EDITABLE_FIELDS)('%s is in the form, with its label', (name) => {
    const spec = recordFormOf('workItem', false).fields.find((field) => field.name === name);
    expect(spec).toMatchObject({ name, label: ITEM_FIELDS[name].label() });
    expect(spec?.kind.startsWith('choices')).toBe(isListField(name));
  });

  it.each(itemFieldNames.filter((name) => ITEM_FIELDS[name].agentKey !== undefined))(
    '%s is in the input of the tool that changes work items',
    (name) => {
      const { agentKey = '', kind } = ITEM_FIELDS[name];
      const listName = `${agentKey.charAt(0).toUpperCase()}${agentKey.slice(1)}`;
      const keys = kind === 'ids' ? [`add${listName}`, `remove${listName}`] : [agentKey];
      expect(Object.keys(updateInput.shape)).toEqual(expect.arrayContaining(keys));
    },
  );

  it.each(FILTER_KEYS)('with the filter %s is described by the filter and by its groups', (key) => {
    const { without, groupIcon } = ITEM_FIELDS[FIELD_OF_FILTER[key]];
    const query = parseQuery(`${key}:none`, () => ({ values: [], isComplete: true }));
    expect(query).toHaveProperty('query');
    expect(without?.()).toMatch(/^(No|In no|Un)/);
    expect(GROUPINGS.some((by) => by === key)).toBe(groupIcon !== undefined);
  });

  it('has a key of its own on the page, if it has one', () => {
    const keys = itemFieldNames.flatMap((name) => ITEM_FIELDS[name].form?.shortcut ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(['S', 'A', 'P', 'D', 'L']);
  });
});

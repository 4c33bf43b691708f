// @vitest-environment jsdom
// Tests the pages of all kinds of records, existing and new, with axe-core and in a pseudo-language.
import axe from 'axe-core';
import { act } from 'preact/test-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordKind } from '../../../../../src/core/cache/address.ts';
import { targetOf } from '../../../../../src/items/record/existingRecordTarget.ts';
import { newRecordTarget } from '../../../../../src/items/record/newRecordTarget.ts';
import type { RecordTarget } from '../../../../../src/items/record/recordTarget.ts';
import { uuidFromName } from '../../../../../src/server/database/uuidFromName.ts';
import { setDisplayLanguage } from '../../../../../src/std/displayLanguage.ts';
import { forAllTests } from '../../../../support/fixture.ts';
import { createSetup, openPage } from '../../../../support/pageSetup.ts';
import { pseudoTranslations } from '../../../../support/pseudoLanguage.ts';
import { sample } from '../../../../support/testServer.ts';
import { serverTextsIn, textsOf, untranslatedWordsIn } from '../../../../support/untranslatedTexts.ts';
import { mount } from './pageFixture.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const API_PROJECT_ID = sample.project('API');
const CUSTOMER_ID = uuidFromName('customer', 'Oat & Anchor');

/** Sample records of all kinds except work items. `within` is the project or customer that contains the record. */
const RECORDS: Readonly<Record<Exclude<RecordKind, 'workItem'>, readonly [within: string, id: string]>> = {
  project: ['', API_PROJECT_ID],
  epic: [API_PROJECT_ID, uuidFromName('epic', 'Webhooks that lose nothing')],
  cycle: [WEB_PROJECT_ID, sample.cycle('WEB', 'Board by keyboard')],
  module: [WEB_PROJECT_ID, sample.module('WEB', 'Sign-in')],
  state: [WEB_PROJECT_ID, sample.state('WEB', 'In Review')],
  label: [WEB_PROJECT_ID, sample.label('WEB', 'Design')],
  initiative: ['', uuidFromName('initiative', 'Know where every parcel is')],
  initiativeLabel: ['', uuidFromName('initiative-label', 'This year')],
  teamspace: ['', uuidFromName('teamspace', 'Depot')],
  customer: ['', CUSTOMER_ID],
  customerRequest: [CUSTOMER_ID, uuidFromName('customer-request', 'Oat & Anchor/1')],
  customerProperty: ['', uuidFromName('customer-property', 'region')],
  sticky: ['', uuidFromName('sticky', 'Books')],
};

/** Rules about the layout, which jsdom does not have, and about the document, which VS Code creates. */
const DISABLED_RULES = ['color-contrast', 'link-in-text-block', 'target-size', 'document-title', 'html-has-lang'];

const kinds = Object.keys(RECORDS) as readonly (keyof typeof RECORDS)[];

const setup = forAllTests(createSetup);
beforeAll(async () => {
  setDisplayLanguage(pseudoTranslations());
  // So that no test waits for the first import.
  await import('../../../../../src/shell/page/richText/richText.tsx');
});
afterAll(async () => {
  setDisplayLanguage({ language: 'en', messages: {} });
});

async function checkPage(target: RecordTarget): Promise<void> {
  using page = await openPage(setup, { target });
  const { root } = await mount(page.model);
  await expect.poll(() => root.querySelector('[data-field]')).not.toBeNull();
  await act(() => undefined);
  const rules = Object.fromEntries(DISABLED_RULES.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(root, { rules, resultTypes: ['violations'] });
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
  const serverTexts = [...serverTextsIn(setup.proxy)].toSorted((first, second) => second.length - first.length);
  const untranslatedWords = textsOf([root]).map((text) => untranslatedWordsIn(text, serverTexts));
  expect(untranslatedWords.filter((words) => words !== undefined)).toEqual([]);
  // Each page has a label with this letter of the pseudo-language.
  expect(root.textContent).toContain('ḗ');
}

describe('A page', () => {
  it.each(kinds)('of an existing %s violates no accessibility rules and shows only translated texts', async (kind) => {
    const [within, id] = RECORDS[kind];
    await checkPage(targetOf({ kind, within, id }));
  });

  it.each(kinds)('of a new %s violates no accessibility rules and shows only translated texts', async (kind) => {
    await checkPage(newRecordTarget({ kind, within: RECORDS[kind][0] }));
  });
});

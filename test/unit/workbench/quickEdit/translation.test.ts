// Tests in a pseudo-language that the pickers of quick edits are translated.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setDisplayLanguage } from '../../../../src/std/displayLanguage.ts';
import { QUICK_EDITS, type QuickEditName } from '../../../../src/workbench/features/quickEdit/edits.ts';
import { pseudoTranslations } from '../../../support/pseudoLanguage.ts';
import { serverTextsIn, untranslatedWordsIn } from '../../../support/untranslatedTexts.ts';
import { QuickEditSetup } from './setup.ts';

let setup: QuickEditSetup;
beforeAll(async () => {
  setup = await QuickEditSetup.open();
  setDisplayLanguage(pseudoTranslations());
});
afterAll(async () => {
  setDisplayLanguage({ language: 'en', messages: {} });
  await setup[Symbol.asyncDispose]();
});

/** Assign to Me has no picker. */
const names = (Object.keys(QUICK_EDITS) as readonly QuickEditName[]).filter((name) => name !== 'assignToMe');

describe('A picker in another display language', () => {
  it.each(names)('shows only translated texts and texts of the server: %s', async (name) => {
    const done = setup.run(name, 28);
    const list = await setup.list('');
    const rows = list.rows.flatMap(({ label, description, detail, buttons }) => [
      label,
      description,
      detail,
      ...(buttons ?? []).map(({ tooltip }) => tooltip),
    ]);
    const texts = [list.title, list.placeholder, ...list.buttons.map(({ tooltip }) => tooltip), ...rows];
    list.escape();
    await done;
    // Each title contains a letter of the pseudo-language.
    expect(list.title).toMatch(/[ḗǿȧŧ]/);
    const serverTexts = [...serverTextsIn(setup.proxy)].toSorted((first, second) => second.length - first.length);
    const untranslatedWords = texts.map((text) => untranslatedWordsIn(text ?? '', serverTexts));
    expect(untranslatedWords.filter((words) => words !== undefined)).toEqual([]);
  });
});

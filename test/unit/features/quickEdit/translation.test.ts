// Tests in a pseudo-language that the texts of quick edits are translated.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QuickEditName } from '../../../../src/features/quickEdit/edits.ts';
import { ITEM_FIELDS, itemFieldNames } from '../../../../src/items/fields.ts';
import { setDisplayLanguage } from '../../../../src/std/displayLanguage.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { pseudoTranslations } from '../../../support/pseudoLanguage.ts';
import type { ScriptedList } from '../../../support/scriptedPrompts.ts';
import { serverTextsIn, untranslatedWordsIn } from '../../../support/untranslatedTexts.ts';
import { QuickEditSetup } from './setup.ts';

const LETTER_OF_PSEUDO_LANGUAGE = /[ḗǿȧŧ]/;

const setup = forAllTests(() => QuickEditSetup.open());
beforeAll(async () => {
  setDisplayLanguage(pseudoTranslations());
});
afterAll(async () => {
  setDisplayLanguage({ language: 'en', messages: {} });
});

/** The fields whose values are picked. */
const names = itemFieldNames.filter((name) => ITEM_FIELDS[name].changeTitle !== undefined) as readonly QuickEditName[];

/** Returns the English words of these texts that are not texts of the server. */
function untranslatedWords(texts: readonly (string | undefined)[]): readonly string[] {
  const serverTexts = [...serverTextsIn(setup.proxy)].toSorted((first, second) => second.length - first.length);
  return texts.flatMap((text) => untranslatedWordsIn(text ?? '', serverTexts) ?? []);
}

function textsOf(list: ScriptedList): readonly (string | undefined)[] {
  const rows = list.rows.flatMap(({ label, description, detail, buttons }) => [
    label,
    description,
    detail,
    ...(buttons ?? []).map(({ tooltip }) => tooltip),
  ]);
  return [list.title, list.placeholder, ...list.buttons.map(({ tooltip }) => tooltip), ...rows];
}

describe('A quick edit in another display language', () => {
  it.each(names)('has a picker that contains only translated texts and texts of the server: %s', async (name) => {
    const done = setup.run(name, 28);
    const list = await setup.list('');
    const texts = textsOf(list);
    list.escape();
    await done;
    expect(list.title).toMatch(LETTER_OF_PSEUDO_LANGUAGE);
    expect(untranslatedWords(texts)).toEqual([]);
  });

  it('has a translated preview and result if it changes several work items', async () => {
    const done = setup.run('priority', 28, 27, 26);
    const list = await setup.list('');
    // The second row is High, which is the current value of WEB-27.
    list.pick(list.rows[1]?.label ?? '');
    const preview = await setup.list('');
    const texts = textsOf(preview);
    preview.enter();
    await done;
    expect(preview.rows).toHaveLength(3);
    const { statusMessages, statusActions } = setup.prompts;
    expect(statusMessages.join()).toMatch(LETTER_OF_PSEUDO_LANGUAGE);
    expect(untranslatedWords([...texts, ...statusMessages, ...statusActions.map(({ tooltip }) => tooltip)])).toEqual(
      [],
    );
  });
});

// Tests that Undo Last Change restores typed text that the page of a work item has saved.
import { describe, expect, it } from 'vitest';
import { undoableSteps } from '../../../../src/features/recordPage/savedSteps.ts';
import { targetOf } from '../../../../src/items/record/existingRecordTarget.ts';
import type { Dialect } from '../../../../src/server/http/dialect.ts';
import { advanceUntilDone, flushPromises } from '../../../support/clock.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { Page } from '../../../support/pageSetup.ts';
import { QuickEditSetup, WEB_PROJECT_ID, webItem } from './setup.ts';

const setup = forEachTest(() => QuickEditSetup.open());

/** Types the texts on the page of WEB-28, saves them, and adds the save to the changes that can be undone. */
async function saveOnPage(
  texts: Readonly<Record<string, string>>,
  { session, clock, quickEdits }: QuickEditSetup = setup,
): Promise<void> {
  const { client, draftStore, store } = session;
  const target = targetOf({ kind: 'workItem', within: WEB_PROJECT_ID, id: webItem(28).id });
  using page = new Page({ clock, client }, draftStore, () => store, target);
  const startPromise = page.recordPage.start();
  await page.send({ type: 'ready' });
  await advanceUntilDone(clock, startPromise);
  await flushPromises();
  for (const [field, text] of Object.entries(texts)) await page.edit(field, text);
  expect((await advanceUntilDone(clock, page.send({ type: 'save' }))).problem).toBeUndefined();
  quickEdits.addSentSteps(session, undoableSteps(webItem(28), page.savedFields));
}

const undoEdit = (): Promise<void> => advanceUntilDone(setup.clock, setup.quickEdits.undo(setup.session));
const textsOnServer = async () => [
  ...(await setup.valuesOnServer('name', 28)),
  ...(await setup.valuesOnServer('description_html', 28)),
];

describe('Undo Last Change, after the page of a work item has saved text,', () => {
  it('restores the description, and then the title', async () => {
    const [name, description] = await textsOnServer();
    await saveOnPage({ name: 'New title', description_html: '<p>New text</p>' });
    expect(await textsOnServer()).toEqual(['New title', '<p>New text</p>']);
    await undoEdit();
    expect(await textsOnServer()).toEqual(['New title', description]);
    await undoEdit();
    expect(await textsOnServer()).toEqual([name, description]);
    expect(setup.prompts.statusMessages.at(-1)).toBe(`WEB-28 → title ${String(name)}`);
  });

  it('restores the text of the previous save if a text was saved twice', async () => {
    const [name] = await textsOnServer();
    await saveOnPage({ name: 'Second title' });
    await saveOnPage({ name: 'Third title' });
    await undoEdit();
    expect((await textsOnServer())[0]).toBe('Second title');
    await undoEdit();
    expect((await textsOnServer())[0]).toBe(name);
  });

  it.each([
    ['name', 'Their title'],
    ['description_html', '<p>Their text</p>'],
  ])('does not change the field %s if another client has changed it again', async (field, theirText) => {
    await saveOnPage({ [field]: field === 'name' ? 'New title' : '<p>New text</p>' });
    await setup.changeOnServer(28, { [field]: theirText });
    await undoEdit();
    expect(await setup.valuesOnServer(field, 28)).toEqual([theirText]);
    await setup.prompts.message('Nothing was undone. Not undone because of later changes: WEB-28.');
  });

  it('restores an empty description as the empty paragraph that servers store', async () => {
    const step = { field: 'description_html', before: '', after: '<p>New text</p>' } as const;
    const steps = undoableSteps(webItem(28), [step]);
    await setup.changeOnServer(28, { description_html: '<p>New text</p>' });
    setup.quickEdits.addSentSteps(setup.session, steps);
    await undoEdit();
    expect(await setup.valuesOnServer('description_html', 28)).toEqual(['<p></p>']);
  });

  it.each<Dialect>(['spec', 'community'])(
    'restores a description that the server may rewrite, with the dialect %s',
    async (dialect) => {
      await using otherSetup = await QuickEditSetup.open(dialect);
      const [before] = await otherSetup.valuesOnServer('description_html', 28);
      await saveOnPage(
        { description_html: '<p><a href="https://example.com" rel="noopener nofollow">Link</a></p>' },
        otherSetup,
      );
      await advanceUntilDone(otherSetup.clock, otherSetup.quickEdits.undo(otherSetup.session));
      expect(await otherSetup.valuesOnServer('description_html', 28)).toEqual([before]);
    },
  );
});

// Tests that Undo Last Change restores typed text that the page of a work item has saved.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { targetOf } from '../../../../src/pages/record/resourceTarget.ts';
import type { Dialect } from '../../../../src/server/dialect.ts';
import { savedSteps } from '../../../../src/workbench/features/recordPages/savedSteps.ts';
import { settled, whileTimePasses } from '../../../support/clock.ts';
import { Page } from '../../../support/pageSetup.ts';
import { QuickEditSetup, WEB, webItem } from './setup.ts';

let setup: QuickEditSetup;
beforeEach(async () => {
  setup = await QuickEditSetup.open();
});
afterEach(() => setup[Symbol.asyncDispose]());

/** Types the texts on the page of WEB-28, saves them, and adds the save to the changes that can be undone. */
async function saveOnPage(
  texts: Readonly<Record<string, string>>,
  { session, clock, quickEdits }: QuickEditSetup = setup,
): Promise<void> {
  const { client, draftStore, store } = session;
  const target = targetOf({ kind: 'workItem', within: WEB, id: webItem(28).id });
  using page = new Page({ clock, client }, draftStore, () => store, target);
  const started = page.recordPage.start();
  await page.send({ type: 'ready' });
  await whileTimePasses(clock, started);
  await settled();
  for (const [field, text] of Object.entries(texts)) await page.edit(field, text);
  expect((await whileTimePasses(clock, page.send({ type: 'save' }))).problem).toBeUndefined();
  quickEdits.addSent(session, savedSteps(webItem(28), page.saved));
}

const undo = (): Promise<void> => whileTimePasses(setup.clock, setup.quickEdits.undo(setup.session));
const onServer = async () => [...(await setup.onServer('name', 28)), ...(await setup.onServer('description_html', 28))];

describe('Undo Last Change, after the page of a work item has saved text,', () => {
  it('restores the description, and then the title', async () => {
    const [name, description] = await onServer();
    await saveOnPage({ name: 'New title', description_html: '<p>New text</p>' });
    expect(await onServer()).toEqual(['New title', '<p>New text</p>']);
    await undo();
    expect(await onServer()).toEqual(['New title', description]);
    await undo();
    expect(await onServer()).toEqual([name, description]);
    expect(setup.prompts.statusMessages.at(-1)).toBe(`WEB-28: title ${String(name)}`);
  });

  it('restores the text of the previous save if a text was saved twice', async () => {
    const [name] = await onServer();
    await saveOnPage({ name: 'Second title' });
    await saveOnPage({ name: 'Third title' });
    await undo();
    expect((await onServer())[0]).toBe('Second title');
    await undo();
    expect((await onServer())[0]).toBe(name);
  });

  it.each([
    ['name', 'Their title'],
    ['description_html', '<p>Their text</p>'],
  ])('does not change the field %s if another client has changed it again', async (field, theirText) => {
    await saveOnPage({ [field]: field === 'name' ? 'New title' : '<p>New text</p>' });
    await setup.changeElsewhere(28, { [field]: theirText });
    await undo();
    expect(await setup.onServer(field, 28)).toEqual([theirText]);
    await setup.prompts.message('Nothing was undone. Not undone because of later changes: WEB-28.');
  });

  it('restores an empty description as the empty paragraph that servers store', async () => {
    const step = { field: 'description_html', before: '', after: '<p>New text</p>' } as const;
    const steps = savedSteps(webItem(28), [step]);
    await setup.changeElsewhere(28, { description_html: '<p>New text</p>' });
    setup.quickEdits.addSent(setup.session, steps);
    await undo();
    expect(await setup.onServer('description_html', 28)).toEqual(['<p></p>']);
  });

  it.each<Dialect>(['spec', 'community'])(
    'restores a description that the server may rewrite, with the dialect %s',
    async (dialect) => {
      await using other = await QuickEditSetup.open(dialect);
      const [before] = await other.onServer('description_html', 28);
      await saveOnPage(
        { description_html: '<p><a href="https://example.com" rel="noopener nofollow">Link</a></p>' },
        other,
      );
      await whileTimePasses(other.clock, other.quickEdits.undo(other.session));
      expect(await other.onServer('description_html', 28)).toEqual([before]);
    },
  );
});

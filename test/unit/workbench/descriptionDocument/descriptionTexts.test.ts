// Tests descriptions as Markdown: reading, saving, and confirming before a change is overwritten.
import { describe, expect, it } from 'vitest';
import { Store } from '../../../../src/cache/store.ts';
import type { Session } from '../../../../src/session/session.ts';
import {
  type BaseHashMemento,
  type DescriptionTarget,
  DescriptionTexts,
} from '../../../../src/workbench/features/descriptionDocument/descriptionTexts.ts';
import { answerWith } from '../../../support/faultProxy.ts';
import { createSetup, type Setup, WEB_1 } from '../../../support/pageSetup.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';

const HTML = '<p class="editor-paragraph-block">One</p><table><tbody><tr><td><p>Cell</p></td></tr></tbody></table>';

class Memory implements BaseHashMemento {
  readonly #values = new Map<string, unknown>();

  get<T>(key: string, defaultValue: T): T {
    return (this.#values.get(key) as T | undefined) ?? defaultValue;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
  }
}

interface DescriptionFixture {
  readonly setup: Setup;
  readonly prompts: ScriptedPrompts;
  readonly memory: Memory;
  readonly target: DescriptionTarget;
  readonly texts: DescriptionTexts;
}

/** Sets the description of WEB-1, and returns the tested objects with that work item as target. */
async function createFixture(setup: Setup, html = HTML): Promise<DescriptionFixture> {
  await setDescription(setup, html);
  const store = new Store(setup.client, setup.clock);
  const session: Pick<Session, 'account' | 'store'> = { account: 'a1', store };
  const prompts = new ScriptedPrompts();
  const memory = new Memory();
  const target = { session: session as Session, address: WEB_1 };
  return { setup, prompts, memory, target, texts: new DescriptionTexts(prompts, memory) };
}

async function setDescription(setup: Setup, description_html: string): Promise<void> {
  await setup.otherStore().resources.workItems.update(WEB_1.id, { description_html }, WEB_1.project);
}

async function description(setup: Setup): Promise<string | null | undefined> {
  return (await setup.otherStore().resources.workItems.readOne(WEB_1.id, WEB_1.project)).description_html;
}

describe('A description that is edited as Markdown', () => {
  it('is saved with two requests, and keeps the HTML of blocks that were not edited', async () => {
    await using setup = await createSetup();
    const { texts, target } = await createFixture(setup);
    expect(await texts.read(target, false)).toEqual({ text: 'One\n\n⟦1 table Cell⟧\n' });
    const requestsBefore = setup.proxy.matchingRequests(() => true).length;
    const text = 'One\n\nTwo\n\n⟦1 table Cell⟧\n';
    expect(await texts.save(target, text)).toEqual({ text });
    expect(setup.proxy.matchingRequests(() => true)).toHaveLength(requestsBefore + 2);
    expect(await description(setup)).toBe(HTML.replace('<table>', '<p>Two</p><table>'));
  });

  it('can be saved several times, and is then read with the saved text', async () => {
    await using setup = await createSetup();
    const { texts, target, prompts } = await createFixture(setup);
    await texts.read(target, false);
    for (const word of ['Two', 'Three', 'Four']) {
      const text = `${word}\n\n⟦1⟧\n`;
      expect(await texts.save(target, text)).toEqual({ text });
      expect(await texts.read(target, false)).toEqual({ text });
    }
    expect(await description(setup)).toMatch(/^<p>Four<\/p><table>/);
    expect(prompts.pending).toEqual([]);
  });

  it('sends nothing if nothing has changed', async () => {
    await using setup = await createSetup();
    const { texts, target } = await createFixture(setup);
    const read = await texts.read(target, false);
    expect(await texts.save(target, 'text' in read ? read.text : '')).toEqual(read);
    expect(setup.proxy.matchingRequests((method) => method === 'PATCH')).toEqual([]);
  });

  it('overwrites a change on the server only if the user confirms', async () => {
    await using setup = await createSetup();
    const { texts, target, prompts } = await createFixture(setup);
    await texts.read(target, false);
    await setDescription(setup, '<p>Theirs</p>');
    const declinedSave = texts.save(target, 'Mine\n\n⟦1⟧');
    const question = await prompts.message('Overwrite the description of');
    expect(question.kind).toBe('modal');
    question.close();
    expect(await declinedSave).toEqual({ problem: 'The description was changed on the server after you opened it.' });
    expect(await description(setup)).toBe('<p>Theirs</p>');
    const confirmedSave = texts.save(target, 'Mine\n\n⟦1⟧');
    (await prompts.message('Overwrite the description of')).select('Overwrite');
    expect(await confirmedSave).toEqual({ text: 'Mine\n\n⟦1⟧' });
    expect(await description(setup)).toMatch(/^<p>Mine<\/p><table>/);
  });

  it('is not replaced by a newer version while the document has unsaved changes', async () => {
    await using setup = await createSetup();
    const { texts, target, prompts } = await createFixture(setup);
    const first = await texts.read(target, false);
    await setDescription(setup, '<p>Theirs</p>');
    expect(await texts.read(target, true)).toEqual(first);
    const saving = texts.save(target, 'Mine\n\n⟦1⟧');
    (await prompts.message('Overwrite the description of')).close();
    await saving;
    expect(await texts.read(target, false)).toEqual({ text: 'Theirs\n' });
  });

  it('is saved after a restart without a confirmation only if the server still has the same version', async () => {
    await using setup = await createSetup();
    const { texts, target, prompts, memory } = await createFixture(setup);
    await texts.read(target, false);
    const restartedTexts = new DescriptionTexts(prompts, memory);
    await restartedTexts.read(target, true);
    expect(await restartedTexts.save(target, 'Mine\n\n⟦1⟧')).toEqual({ text: 'Mine\n\n⟦1⟧' });
    const textsAfterSecondRestart = new DescriptionTexts(prompts, memory);
    await setDescription(setup, HTML.replace('One', 'Theirs'));
    await textsAfterSecondRestart.read(target, true);
    const saving = textsAfterSecondRestart.save(target, 'Mine again\n\n⟦1⟧');
    (await prompts.message('Overwrite the description of')).close();
    expect(await saving).toMatchObject({ problem: expect.any(String) });
  });

  it('is not saved if a placeholder for HTML is missing', async () => {
    await using setup = await createSetup();
    const { texts, target } = await createFixture(setup);
    await texts.read(target, false);
    expect(await texts.save(target, 'One')).toMatchObject({ problem: expect.stringContaining('⟦1 table Cell⟧') });
    expect(await description(setup)).toBe(HTML);
  });

  it('is not opened if it contains HTML that Markdown would lose', async () => {
    await using setup = await createSetup();
    const { texts, target } = await createFixture(setup, '<p>One</p><p>⟦1⟧</p>');
    expect(await texts.read(target, false)).toEqual({
      problem: expect.stringContaining('contains HTML that would be lost as Markdown'),
    });
  });

  it('results in an error message if it cannot be read or saved', async () => {
    await using setup = await createSetup();
    const { texts, target } = await createFixture(setup);
    const read = await texts.read(target, false);
    setup.proxy.inject((method) => method === 'PATCH', answerWith(403, { error: 'No' }));
    expect(await texts.save(target, 'Two\n\n⟦1⟧')).toMatchObject({ problem: expect.stringContaining('No') });
    expect(await texts.read(target, false)).toEqual(read);
    setup.proxy.inject((method) => method === 'GET', answerWith(403, { error: 'Never' }));
    expect(await new DescriptionTexts(new ScriptedPrompts(), new Memory()).read(target, false)).toMatchObject({
      problem: expect.stringContaining('Never'),
    });
  });
});

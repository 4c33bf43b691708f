// Tests descriptions as Markdown: reading, saving, and confirming before a change is overwritten.
import { describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import type { DraftStore } from '../../../../src/core/drafts/draftStore.ts';
import { entriesOf } from '../../../../src/core/drafts/entries.ts';
import type { Session } from '../../../../src/core/session/session.ts';
import {
  type DescriptionTarget,
  DescriptionTexts,
  locationOf,
  type TextOutcome,
} from '../../../../src/features/descriptionDocument/descriptionTexts.ts';
import { advanceUntilDone } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, type Setup, WEB_1 } from '../../../support/pageSetup.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';

const HTML = '<p class="editor-paragraph-block">One</p><table><tbody><tr><td><p>Cell</p></td></tr></tbody></table>';
const isPatch = matchRequest('PATCH', `${WEB_1.id}/`);

interface DescriptionFixture {
  readonly setup: Setup;
  readonly prompts: ScriptedPrompts;
  readonly target: DescriptionTarget;
  readonly texts: DescriptionTexts;
  /** The outcomes of the saves that the user started with “Overwrite”. */
  readonly savedAgain: Promise<TextOutcome>[];
  /** Returns the objects of a window that is opened after this one has ended. */
  restart(): Promise<DescriptionFixture>;
}

/** Sets the description of WEB-1, and returns the tested objects with that work item as target. */
async function createFixture(setup: Setup, html = HTML): Promise<DescriptionFixture> {
  await setDescription(setup, html);
  return openWindow(setup, setup.draftStore);
}

function openWindow(setup: Setup, draftStore: DraftStore): DescriptionFixture {
  const store = new Store(setup.client, setup.clock);
  const session: Pick<Session, 'account' | 'store' | 'draftStore'> = { account: 'a1', store, draftStore };
  const prompts = new ScriptedPrompts();
  const target = { session: session as Session, address: WEB_1 };
  const savedAgain: Promise<TextOutcome>[] = [];
  const saveAgain = async (): Promise<void> => {
    savedAgain.push(texts.save(target, draftText({ target }) ?? ''));
  };
  const texts = new DescriptionTexts({ prompts, saveAgain, runInBackground: (work) => void work() });
  const restart = async (): Promise<DescriptionFixture> => {
    await draftStore.flush();
    return openWindow(setup, setup.newDraftStore());
  };
  return { setup, prompts, target, texts, savedAgain, restart };
}

function draftText({ target }: Pick<DescriptionFixture, 'target'>): string | undefined {
  const { draftStore, key } = locationOf(target);
  return draftStore.get(key)?.description?.markdown;
}

function type({ texts, target }: DescriptionFixture, text: string): Promise<void> {
  return texts.keepTyped(locationOf(target), () => text);
}

async function setDescription(setup: Setup, description_html: string): Promise<void> {
  await setup.otherStore().resources.workItems.update(WEB_1.id, { description_html }, WEB_1.project);
}

async function description(setup: Setup): Promise<string | null | undefined> {
  return (await setup.otherStore().resources.workItems.readOne(WEB_1.id, WEB_1.project)).description_html;
}

const setup = forEachTest(createSetup);

describe('A description that is edited as Markdown', () => {
  it('is saved with two requests, and keeps the HTML of blocks that were not edited', async () => {
    const { texts, target } = await createFixture(setup);
    expect(await texts.read(target, false)).toEqual({ text: 'One\n\n⟦1 table Cell⟧\n' });
    const requestsBefore = setup.proxy.matchingRequests(() => true).length;
    const text = 'One\n\nTwo\n\n⟦1 table Cell⟧\n';
    expect(await texts.save(target, text)).toEqual({ text });
    expect(setup.proxy.matchingRequests(() => true)).toHaveLength(requestsBefore + 2);
    expect(await description(setup)).toBe(HTML.replace('<table>', '<p>Two</p><table>'));
  });

  it('can be saved several times, and is then read with the saved text', async () => {
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
    const { texts, target } = await createFixture(setup);
    const read = await texts.read(target, false);
    expect(await texts.save(target, 'text' in read ? read.text : '')).toEqual(read);
    expect(setup.proxy.matchingRequests((method) => method === 'PATCH')).toEqual([]);
  });

  it('overwrites a change on the server only if the user confirms, without a modal question', async () => {
    const { texts, target, prompts, savedAgain } = await createFixture(setup);
    await texts.read(target, false);
    await setDescription(setup, '<p>Theirs</p>');
    const problem = 'The description was changed on the server after you opened it.';
    expect(await texts.save(target, 'Mine\n\n⟦1⟧')).toEqual({ problem });
    const notification = await prompts.message('The description of WEB-1 was changed on the server');
    expect(notification.kind).toBe('warning');
    notification.close();
    expect(await description(setup)).toBe('<p>Theirs</p>');
    expect(draftText({ target })).toBe('Mine\n\n⟦1⟧');
    expect(await texts.save(target, 'Mine\n\n⟦1⟧')).toEqual({ problem });
    (await prompts.message('was changed on the server')).select('Overwrite');
    await expect.poll(() => savedAgain).toHaveLength(1);
    expect(await savedAgain[0]).toEqual({ text: 'Mine\n\n⟦1⟧' });
    expect(await description(setup)).toMatch(/^<p>Mine<\/p><table>/);
    expect(draftText({ target })).toBeUndefined();
  });

  it('is not compared with an answer that the server gave before the save', async () => {
    const { texts, target, prompts } = await createFixture(setup);
    await texts.read(target, false);
    const isRead = matchRequest('GET', `${WEB_1.id}/`);
    setup.proxy.inject(isRead, { kind: 'hanging' }, 1);
    let isAnswered = false;
    const readCount = setup.proxy.matchingRequests(isRead).length;
    const background = target.session.store.resources.workItems.readOne(WEB_1.id, WEB_1.project).finally(() => {
      isAnswered = true;
    });
    await setup.proxy.waitForRequests(isRead, readCount + 1);
    await setDescription(setup, '<p>Theirs</p>');
    expect(await texts.save(target, 'Mine\n\n⟦1⟧')).toHaveProperty('problem');
    await prompts.message('was changed on the server');
    expect(isAnswered).toBe(false);
    setup.proxy.removeFaults();
    await advanceUntilDone(setup.clock, background);
  });

  it('is not overwritten with “Overwrite” if it changes once more after the question', async () => {
    const { texts, target, prompts, savedAgain } = await createFixture(setup);
    await texts.read(target, false);
    await setDescription(setup, '<p>Theirs</p>');
    await texts.save(target, 'Mine\n\n⟦1⟧');
    const notification = await prompts.message('was changed on the server');
    await setDescription(setup, '<p>Theirs again</p>');
    notification.select('Overwrite');
    await expect.poll(() => savedAgain).toHaveLength(1);
    expect(await savedAgain[0]).toMatchObject({ problem: expect.any(String) });
    expect(await description(setup)).toBe('<p>Theirs again</p>');
  });

  it('is not replaced by a newer version while the document has unsaved changes', async () => {
    const fixture = await createFixture(setup);
    const { texts, target } = fixture;
    const first = await texts.read(target, false);
    await type(fixture, 'Mine\n\n⟦1⟧\n');
    await setDescription(setup, '<p>Theirs</p>');
    expect(await texts.read(target, true)).toEqual(first);
    expect(await texts.save(target, 'Mine\n\n⟦1⟧')).toMatchObject({ problem: expect.any(String) });
    // The user reverts the document, so VS Code sets it to the text that was read first.
    await type(fixture, 'text' in first ? first.text : '');
    expect(await texts.read(target, false)).toEqual({ text: 'Theirs\n' });
  });

  it('is saved after a restart without a question only if the server still has the same version', async () => {
    const fixture = await createFixture(setup);
    await fixture.texts.read(fixture.target, false);
    await type(fixture, 'Mine\n\n⟦1⟧');
    const restarted = await fixture.restart();
    expect(await restarted.texts.save(restarted.target, 'Mine\n\n⟦1⟧')).toEqual({ text: 'Mine\n\n⟦1⟧' });
    await type(restarted, 'Mine again\n\n⟦1⟧');
    const restartedAgain = await restarted.restart();
    await setDescription(setup, HTML.replace('One', 'Theirs'));
    const outcome = await restartedAgain.texts.save(restartedAgain.target, 'Mine again\n\n⟦1⟧');
    expect(outcome).toMatchObject({ problem: expect.any(String) });
  });

  it('is not saved if a placeholder for HTML is missing', async () => {
    const { texts, target } = await createFixture(setup);
    await texts.read(target, false);
    expect(await texts.save(target, 'One')).toMatchObject({ problem: expect.stringContaining('⟦1 table Cell⟧') });
    expect(await description(setup)).toBe(HTML);
  });

  it('is not opened if it contains HTML that Markdown would lose', async () => {
    const { texts, target } = await createFixture(setup, '<p>One</p><p>⟦1⟧</p>');
    expect(await texts.read(target, false)).toEqual({
      problem: expect.stringContaining('contains HTML that would be lost as Markdown'),
    });
  });

  it('results in an error message if it cannot be read or saved', async () => {
    const fixture = await createFixture(setup);
    const { texts, target } = fixture;
    const read = await texts.read(target, false);
    setup.proxy.inject((method) => method === 'PATCH', answerWith(403, { error: 'No' }));
    const outcome = await texts.save(target, 'Two\n\n⟦1⟧');
    expect(outcome).toMatchObject({ problem: expect.stringMatching(/^Not saved\. .*No.* Your text is kept/) });
    expect(outcome).not.toMatchObject({ problem: expect.stringContaining('may have received') });
    expect(await texts.read(target, true)).toEqual(read);
    setup.proxy.inject((method) => method === 'GET', answerWith(403, { error: 'Never' }));
    await type(fixture, 'text' in read ? read.text : '');
    const other = await fixture.restart();
    expect(await other.texts.read(other.target, false)).toMatchObject({ problem: expect.stringContaining('Never') });
  });
});

describe('A description that is saved without a response', () => {
  /** Saves the text, and loses the response after the server has processed the request. */
  async function saveWithLostAnswer({ setup, texts, target }: DescriptionFixture, text: string): Promise<TextOutcome> {
    const fault = setup.proxy.inject(isPatch, { kind: 'lost' });
    const outcome = await setup.whileTimePasses(texts.save(target, text));
    expect(fault.occurrences).toBeGreaterThan(0);
    setup.proxy.removeFaults();
    return outcome;
  }

  it('results in a message that says that the server may have the text', async () => {
    const fixture = await createFixture(setup);
    await fixture.texts.read(fixture.target, false);
    expect(await saveWithLostAnswer(fixture, 'Two\n\n⟦1⟧\n')).toMatchObject({
      problem: expect.stringContaining('The server may have received the changes. Your text is kept'),
    });
  });

  it('is saved again without a question, also after a restart', async () => {
    const fixture = await createFixture(setup);
    await fixture.texts.read(fixture.target, false);
    await saveWithLostAnswer(fixture, 'Two\n\n⟦1⟧\n');
    expect(await description(setup)).toMatch(/^<p>Two<\/p>/);
    await saveWithLostAnswer(fixture, 'Two and\n\n⟦1⟧\n');
    const restarted = await fixture.restart();
    const text = 'Two and three\n\n⟦1⟧\n';
    expect(await restarted.texts.save(restarted.target, text)).toEqual({ text });
    expect(await description(setup)).toMatch(/^<p>Two and three<\/p>/);
    expect([...fixture.prompts.pending, ...restarted.prompts.pending]).toEqual([]);
    expect(draftText(restarted)).toBeUndefined();
  });

  it('is not sent again if the server has the text', async () => {
    const fixture = await createFixture(setup);
    await fixture.texts.read(fixture.target, false);
    await saveWithLostAnswer(fixture, 'Two\n\n⟦1⟧\n');
    const requestsBefore = setup.proxy.matchingRequests(isPatch).length;
    expect(await fixture.texts.save(fixture.target, 'Two\n\n⟦1⟧\n')).toEqual({ text: 'Two\n\n⟦1⟧\n' });
    expect(setup.proxy.matchingRequests(isPatch)).toHaveLength(requestsBefore);
    expect(draftText(fixture)).toBeUndefined();
  });

  it('is sent when it is changed back, because the request may still be processed', async () => {
    const fixture = await createFixture(setup);
    const first = await fixture.texts.read(fixture.target, false);
    await saveWithLostAnswer(fixture, 'Two\n\n⟦1⟧\n');
    await setDescription(setup, HTML);
    const requestsBefore = setup.proxy.matchingRequests(isPatch).length;
    expect(await fixture.texts.save(fixture.target, 'text' in first ? first.text : '')).toEqual(first);
    expect(setup.proxy.matchingRequests(isPatch)).toHaveLength(requestsBefore + 1);
  });

  it('is not overwritten if another user has changed it after the request', async () => {
    const fixture = await createFixture(setup);
    await fixture.texts.read(fixture.target, false);
    await saveWithLostAnswer(fixture, 'Two\n\n⟦1⟧\n');
    await setDescription(setup, '<p>Theirs</p>');
    expect(await fixture.texts.save(fixture.target, 'Three\n\n⟦1⟧\n')).toMatchObject({ problem: expect.any(String) });
    expect(await description(setup)).toBe('<p>Theirs</p>');
  });
});

describe('The typed text of a description', () => {
  it('is a draft on disk within 500 ms, is listed, and is read when the document is opened again', async () => {
    const fixture = await createFixture(setup);
    await fixture.texts.read(fixture.target, false);
    await type(fixture, 'Half a sent\n\n⟦1⟧\n');
    await setup.clock.advance(500);
    const otherWindow = openWindow(setup, setup.newDraftStore());
    await expect
      .poll(async () => await otherWindow.texts.read(otherWindow.target, false))
      .toEqual({ text: 'Half a sent\n\n⟦1⟧\n' });
    const [stored] = await otherWindow.target.session.draftStore.all();
    expect(stored && entriesOf(stored.draft)).toEqual([{ kind: 'description' }]);
    expect(setup.proxy.matchingRequests(isPatch)).toEqual([]);
  });

  it('is no draft any more when it is the text of the server again', async () => {
    const fixture = await createFixture(setup);
    const first = await fixture.texts.read(fixture.target, false);
    await type(fixture, 'Two\n\n⟦1⟧\n');
    await type(fixture, 'text' in first ? first.text : '');
    expect(draftText(fixture)).toBeUndefined();
  });

  it('stays a draft if it was typed while the description was being saved', async () => {
    const fixture = await createFixture(setup);
    await fixture.texts.read(fixture.target, false);
    const saving = fixture.texts.save(fixture.target, 'Two\n\n⟦1⟧\n');
    await setup.proxy.waitForRequests(isPatch);
    await type(fixture, 'Two and\n\n⟦1⟧\n');
    await saving;
    expect(draftText(fixture)).toBe('Two and\n\n⟦1⟧\n');
    expect(await fixture.texts.save(fixture.target, 'Two and\n\n⟦1⟧\n')).toEqual({ text: 'Two and\n\n⟦1⟧\n' });
    expect(await description(setup)).toMatch(/^<p>Two and<\/p>/);
  });

  it('keeps the blocks that its placeholders stand for, after a restart and a change of the numbers', async () => {
    const table = (cell: string): string => `<table><tbody><tr><td><p>${cell}</p></td></tr></tbody></table>`;
    const fixture = await createFixture(setup, `${table('A')}<p>One</p>${table('B')}`);
    await fixture.texts.read(fixture.target, false);
    await fixture.texts.save(fixture.target, '⟦2⟧\n\nOne\n\n⟦1⟧\n');
    await type(fixture, '⟦2⟧\n\nTwo\n\n⟦1⟧\n');
    const restarted = await fixture.restart();
    await restarted.texts.save(restarted.target, '⟦2⟧\n\nTwo\n\n⟦1⟧\n');
    expect(await description(setup)).toBe(`${table('B')}<p>Two</p>${table('A')}`);
  });
});

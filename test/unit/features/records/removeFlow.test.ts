// Tests the deletion of records: the confirmation, the name that the user types, and errors of the server.
import { describe, expect, it } from 'vitest';
import { type RecordAddress, recordKey } from '../../../../src/core/cache/address.ts';
import { deleteRecord } from '../../../../src/features/records/deleteRecord.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import type { ScriptedTextBox } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { signInTo } from '../../support/signedInWindow.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const API_PROJECT: RecordAddress = { kind: 'project', within: '', id: sample.project('API') };
const item = (number: number): RecordAddress => ({
  kind: 'workItem',
  within: WEB_PROJECT_ID,
  id: sample.workItem('WEB', number),
});
const isDelete = (method: string) => method === 'DELETE';

const server = forEachTest(startTestServer);
const window = forEachTest(() => signInTo(server));

const remove = (address: RecordAddress) => deleteRecord(window.prompts, window.session, address);
const statusOf = async ({ within, id }: RecordAddress) =>
  (await server.ask('GET', `projects/${within}/work-items/${id}/`)).status;

describe('deleteRecord for a work item', () => {
  it('asks for confirmation with the number of sub-items, and resolves with all deleted work items', async () => {
    await window.loadItems('WEB');
    const done = remove(item(15));
    const question = await window.prompts.message('Delete the work item “WEB-15');
    expect(question.kind).toBe('modal');
    expect(question.words).toContain('This also deletes its 3 sub-items');
    expect(question.words).not.toContain('draft');
    question.select('Delete');
    expect(new Set(await done)).toEqual(new Set([15, 16, 17, 18].map(item)));
    expect(window.prompts.statusMessages).toEqual([expect.stringContaining('Deleted WEB-15 ')]);
    expect(await Promise.all([15, 18].map((number) => statusOf(item(number))))).toEqual([404, 404]);
  });

  it('shows in the confirmation that unsent drafts are kept if a deleted work item has a draft', async () => {
    await window.loadItems('WEB');
    const { draftStore } = window.session;
    draftStore.change(recordKey(item(16)), 'WEB-16', () => ({ touched: { name: 'Not sent' } }));
    const done = remove(item(15));
    const question = await window.prompts.message('Your unsent draft is kept in Drafts.');
    question.close();
    expect(await done).toEqual([]);
  });

  it('sends nothing if the user cancels', async () => {
    const done = remove(item(1));
    (await window.prompts.message('Delete the work item “')).close();
    expect(await done).toEqual([]);
    expect(window.proxy.matchingRequests(isDelete)).toEqual([]);
  });

  it('shows an error with the button Show Log if the server rejects the request', async () => {
    window.proxy.inject(matchRequest('DELETE', `${item(1).id}/`), answerWith(403, { detail: 'Only the author' }));
    const done = remove(item(1));
    (await window.prompts.message('Delete the work item “')).select('Delete');
    const error = await window.prompts.message('was not deleted.');
    expect([error.kind, error.words]).toEqual(['error', expect.stringContaining('Only the author')]);
    expect(await done).toEqual([]);
    error.select('Show Log');
    expect(window.prompts.statusMessages).toEqual([]);
    expect(await statusOf(item(1))).toBe(200);
  });
});

describe('deleteRecord without a response', () => {
  it('says that the record may have been deleted', async () => {
    window.proxy.inject(matchRequest('DELETE', `${item(1).id}/`), { kind: 'lost' });
    const done = window.whileTimePasses(remove(item(1)));
    (await window.prompts.message('Delete the work item “')).select('Delete');
    const error = await window.prompts.message('may have been deleted.');
    expect(error.words).toContain('Deleting it again is safe.');
    expect(await done).toEqual([]);
  });
});

describe('deleteRecord for a project', () => {
  async function askForName(): Promise<{ box: ScriptedTextBox; done: ReturnType<typeof remove> }> {
    const done = remove(API_PROJECT);
    const question = await window.prompts.message('Delete the project “Courier API”?');
    expect(question.buttons).toEqual(['Delete…']);
    question.select('Delete…');
    return { box: await window.prompts.textBox('Delete Project “Courier API”'), done };
  }
  const projectExists = async () => (await server.ask('GET', `projects/${API_PROJECT.id}/`)).ok;

  it('requires the user to type the complete name of the project', async () => {
    const { box, done } = await askForName();
    expect([box.placeholder, box.options.staysOpen]).toEqual(['Courier API', true]);
    expect(box.prompt).toContain('Enter the name of the project to confirm.');
    box.type('courier');
    expect(box.message).toBe('The text does not match “Courier API”.');
    box.enter();
    await box.handled();
    expect(box.isOpen).toBe(true);
    box.type('Courier');
    expect(box.message).toBeUndefined();
    box.enter('Courier API');
    expect(await done).toEqual([API_PROJECT]);
    expect(await projectExists()).toBe(false);
  });

  it.each(['', 'Courier'])('does nothing if the user enters only the start of the name: “%s”', async (text) => {
    const { box, done } = await askForName();
    box.enter(text);
    expect(await done).toEqual([]);
    expect(await projectExists()).toBe(true);
  });

  it('does nothing if the user cancels the confirmation or the text box', async () => {
    const firstRemoval = remove(API_PROJECT);
    (await window.prompts.message('Delete the project')).close();
    expect(await firstRemoval).toEqual([]);
    const { box, done } = await askForName();
    box.type('Courier API');
    box.escape();
    expect(await done).toEqual([]);
    expect(window.proxy.matchingRequests(isDelete)).toEqual([]);
  });
});

// Tests the CodeLens of a comment document: what it shows, and what a click on it does.
import { beforeEach, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import type { CommentTarget } from '../../../../src/core/comments/commentTarget.ts';
import {
  changeDocumentItem,
  type DocumentActionDeps,
  discardDocument,
  documentLenses,
} from '../../../../src/features/comments/documentActions.ts';
import type { OpenCommentDocument } from '../../../../src/features/comments/send.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample } from '../../../support/testServer.ts';
import { CommentSetup } from './setup.ts';

let opened: CommentTarget[];
let isClosed: boolean;
const setup = forEachTest(() => CommentSetup.open());
const window = forEachTest(() => setup.window());
beforeEach(async () => {
  const { session, address } = window.chosenItem;
  await session.store.resources.workItems.readOne(address.id, address.project);
  [opened, isClosed] = [[], false];
});

const documentWith = (text: string): OpenCommentDocument => ({
  target: async () => window.chosenItem,
  text,
  isClosed: false,
  save: async () => undefined,
  closeTab: async () => {
    isClosed = true;
  },
});
const otherItem = (): CommentTarget => ({
  session: window.session,
  address: { project: sample.project('WEB'), id: sample.workItem('WEB', 27) },
});
const deps = (picked?: CommentTarget): DocumentActionDeps => ({
  prompts: window.prompts,
  comments: window.comments,
  quickEdits: window.quickEdits,
  clock: window.clock,
  showFault: (message) => expect.fail(message),
  items: { choose: async () => picked },
  open: async (target) => void opened.push(target),
});
const titles = async (): Promise<readonly string[]> => {
  const lenses = await documentLenses(window.chosenItem, window.comments.visibilityOf(window.chosenItem), 'Ctrl+Enter');
  return lenses.map(({ title }) => title);
};

it('The CodeLens shows how to send, the visibility of the draft, and its work item', async () => {
  window.comments.storeDraft(window.chosenItem, 'Hello', 'INTERNAL');
  expect(await titles()).toEqual(['$(send) Send (Ctrl+Enter)', '$(lock) Internal', 'WEB-28', 'Discard']);
  await window.comments.toggleVisibility(window.chosenItem);
  expect(await titles()).toEqual(['$(send) Send (Ctrl+Enter)', '$(globe) External', 'WEB-28', 'Discard']);
  expect(window.draft()).toMatchObject({ text: 'Hello', access: 'EXTERNAL' });
  expect(window.comments.lastVisibility(window.chosenItem).get()).toBe('EXTERNAL');
});

it('The CodeLens does not offer another work item while the server may have the comment', async () => {
  setup.proxy.inject((method) => method === 'POST', { kind: 'lost' });
  window.comments.storeDraft(window.chosenItem, 'Perhaps sent', 'INTERNAL');
  await setup.whileTimePasses(window.comments.send(window.chosenItem));
  expect(await titles()).toEqual(['$(send) Send (Ctrl+Enter)', '$(lock) Internal', 'Discard']);
});

it('The text and its visibility move to the work item that the user picks after a click, and its document is opened', async () => {
  window.comments.storeDraft(window.chosenItem, 'Before', 'EXTERNAL');
  await changeDocumentItem(deps(otherItem()), documentWith('For another one'));
  expect(window.session.draftStore.get(keyOf(otherItem().address))?.palette).toMatchObject({
    text: 'For another one',
    access: 'EXTERNAL',
  });
  expect(window.draft()).toBeUndefined();
  expect([isClosed, opened.map(({ address }) => address)]).toEqual([true, [otherItem().address]]);
});

it.each(['no work item', 'the same work item'])('The document stays as it is if the user picks %s', async (picked) => {
  window.comments.storeDraft(window.chosenItem, 'Kept', 'INTERNAL');
  await changeDocumentItem(deps(picked === 'no work item' ? undefined : window.chosenItem), documentWith('Kept'));
  expect(window.draft()?.text).toBe('Kept');
  expect([isClosed, opened]).toEqual([false, []]);
});

it('Discard closes the document and removes its draft; Undo opens it again', async () => {
  window.comments.storeDraft(window.chosenItem, 'Half a', 'EXTERNAL');
  await discardDocument(deps(), documentWith('Half a thought'));
  expect([isClosed, window.draft()]).toEqual([true, undefined]);
  expect(window.prompts.statusMessages).toEqual(['Discarded the comment on WEB-28 · Undo']);
  const [action] = window.prompts.statusActions;
  expect(action).toMatchObject({ command: COMMANDS.undoLastChange, argument: { change: expect.any(String) } });
  await window.quickEdits.undo(window.session);
  expect(window.draft()).toMatchObject({ text: 'Half a thought', access: 'EXTERNAL' });
  expect(opened).toHaveLength(1);
});

it('Discard of an empty document leaves nothing to undo', async () => {
  await discardDocument(deps(), documentWith(' '));
  expect([isClosed, window.draft(), window.prompts.statusMessages]).toEqual([true, undefined, []]);
});

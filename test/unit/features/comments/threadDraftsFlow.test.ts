// Tests that what is typed into a thread beside the code is a draft on disk, and moves to another work item.
import { beforeEach, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { codeExternalId, type LinkedCode } from '../../../../src/core/comments/codeExternalId.ts';
import type { CommentTarget } from '../../../../src/core/comments/commentTarget.ts';
import { ThreadDrafts } from '../../../../src/features/comments/threadDrafts.ts';
import type { ChosenItem } from '../../../../src/shell/itemPicker/workItemPicker.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample } from '../../../support/testServer.ts';
import { CommentSetup } from './setup.ts';

const place: LinkedCode = {
  repository: 'github.com/acme/web',
  commit: '0123456789abcdef0123456789abcdef01234567',
  path: 'src/prices.py',
  lines: { first: 8, last: 8 },
  changed: false,
  ordinal: 1,
};
const CODE = codeExternalId(place);
const prefix = { place, markdown: '`src/prices.py:8`\n\n' };

let drafts: ThreadDrafts<object>;
let thread: object;
let target: CommentTarget;
const setup = forEachTest(() => CommentSetup.open());
const window = forEachTest(() => setup.window());
beforeEach(async () => {
  [drafts, thread] = [new ThreadDrafts(window.comments), {}];
  target = { ...window.chosenItem, codeId: CODE };
  drafts.start(thread, target, prefix);
});

it('Text in a thread is a draft with the link to the lines, in each window, until it is deleted', async () => {
  expect([drafts.targetOf(thread), drafts.storedTargetOf(thread)]).toEqual([target, undefined]);
  drafts.type(thread, 'Why *refuse* it?');
  expect(drafts.storedTargetOf(thread)).toEqual(target);
  await setup.writeDrafts(window);
  const { draftStore } = (await setup.window()).session;
  expect((await draftStore.all()).map(({ draft }) => draft.code?.[CODE])).toMatchObject([
    { text: `${prefix.markdown}Why *refuse* it?`, access: 'INTERNAL' },
  ]);
  drafts.type(thread, ' ');
  expect([drafts.storedTargetOf(thread), window.draft({ code: CODE })]).toEqual([undefined, undefined]);
});

it('A thread that has ended changes no draft when VS Code clears its text box', () => {
  drafts.type(thread, 'Queued');
  drafts.end(thread);
  drafts.type(thread, '');
  expect(window.draft({ code: CODE })?.text).toBe(`${prefix.markdown}Queued`);
});

it('The text moves to another work item, whose own draft on the same lines stays', async () => {
  const other: ChosenItem = {
    session: window.session,
    address: { project: sample.project('WEB'), id: sample.workItem('WEB', 27) },
  };
  window.comments.storeDraft({ ...other, codeId: CODE }, 'Own', 'INTERNAL');
  drafts.type(thread, 'Moved');
  await setup.whileTimePasses(drafts.changeItem(thread, other));
  drafts.type(thread, 'Moved too');
  const texts = Object.values(window.session.draftStore.get(keyOf(other.address))?.code ?? {}).map(({ text }) => text);
  expect(texts).toEqual(['Own', `${prefix.markdown}Moved too`]);
  expect(window.draft({ code: CODE })).toBeUndefined();
});

it('A reply that could not be sent keeps the target of its draft', () => {
  const reply = {};
  drafts.setStored(reply, target);
  expect(drafts.storedTargetOf(reply)).toEqual(target);
});

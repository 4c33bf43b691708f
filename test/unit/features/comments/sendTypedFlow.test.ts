// Tests sending a comment that was typed into a thread beside the code: its target, its link, and unsent drafts.
import { beforeEach, describe, expect, it } from 'vitest';
import { commentStartWithOrigin } from '../../../../src/core/comments/codeComment.ts';
import { codeExternalId, type LinkedCode } from '../../../../src/core/comments/codeExternalId.ts';
import type { CommentTarget } from '../../../../src/core/comments/commentTarget.ts';
import { sendTypedComment, type TypedComment } from '../../../../src/features/comments/sendTypedComment.ts';
import { GitError } from '../../../../src/shell/git/gitError.ts';
import { markdownToHtml } from '../../../../src/std/html/markdown.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { CommentSetup, isCommentPost } from './setup.ts';

const codeLocation: LinkedCode = {
  repository: 'github.com/acme/web',
  commit: '0123456789abcdef0123456789abcdef01234567',
  path: 'src/prices.py',
  lines: { first: 8, last: 8 },
  changed: false,
  ordinal: 1,
};
const EXTERNAL_ID = codeExternalId(codeLocation);
const SECOND_EXTERNAL_ID = codeExternalId({ ...codeLocation, ordinal: 2 });
const commentStart = {
  place: codeLocation,
  markdown: commentStartWithOrigin(
    { ...codeLocation, changed: 'no', noLinkReason: 'noRemote' },
    'python',
    'if share > 1:',
  ),
};
const START_HTML = markdownToHtml(commentStart.markdown);
const isCommentsRead = matchRequest('GET', '/comments/');

let faults: string[];
let pickCount: number;
const setup = forEachTest(() => CommentSetup.open());
const window = forEachTest(() => setup.window());
beforeEach(async () => {
  const { session, address } = window.chosenItem;
  await session.store.resources.workItems.readOne(address.id, address.project);
  [faults, pickCount] = [[], 0];
});

function send(text: string, typed: Partial<TypedComment> = {}) {
  const deps = {
    prompts: window.prompts,
    comments: window.comments,
    quickEdits: window.quickEdits,
    clock: window.clock,
    showFault: (message: string) => void faults.push(message),
  };
  const choose = async () => {
    pickCount += 1;
    return window.chosenItem;
  };
  return setup.whileTimePasses(
    sendTypedComment(deps, {
      text,
      access: 'INTERNAL',
      earlierTarget: undefined,
      choose,
      createPrefix: async () => commentStart,
      ...typed,
    }),
  );
}

describe('A comment that is typed into a thread', () => {
  it('is sent in one request with a link to the lines and their code, and its draft is removed', async () => {
    const outcome = send('Why *refuse* it?');
    expect(await outcome).toEqual({ kind: 'done' });
    expect(await setup.commentsOnServer()).toEqual([
      { html: `${START_HTML}<p>Why <em>refuse</em> it?</p>`, access: 'INTERNAL' },
    ]);
    const [post, ...others] = setup.proxy.matchingRequests(isCommentPost);
    expect(JSON.parse(post?.body ?? '')).toMatchObject({ external_id: EXTERNAL_ID, external_source: 'contrail' });
    expect(others).toEqual([]);
    expect(window.draft({ code: EXTERNAL_ID })).toBeUndefined();
    expect(window.prompts.statusMessages).toEqual(['Commented on WEB-28 · Undo']);
  });

  it('is sent as external only after a confirmation, because it contains code', async () => {
    const outcome = send('For all', { access: 'EXTERNAL' });
    (await window.prompts.message('Show this code to people outside the workspace?')).select('Send as External');
    expect(await outcome).toEqual({ kind: 'done' });
    expect(await setup.commentsOnServer()).toMatchObject([{ access: 'EXTERNAL' }]);
  });

  it('is stored on disk as a draft before it is sent', async () => {
    setup.proxy.inject(isCommentPost, { kind: 'lost' }, 1);
    const outcome = send('Kept');
    await setup.proxy.waitForRequests(isCommentPost);
    const otherWindow = await setup.window();
    const { draftStore } = otherWindow.session;
    const storedText = (await draftStore.all()).flatMap(({ draft }) => Object.values(draft.code ?? {}))[0]?.sentText;
    expect(storedText).toBe(`${commentStart.markdown}Kept`);
    (await window.prompts.message('Not sent.')).close();
    await outcome;
  });

  it('gets an unused external id if the lines already have a comment, without a request for the comments', async () => {
    await send('First');
    const listCount = setup.proxy.matchingRequests(isCommentsRead).length;
    await send('Second');
    expect(setup.proxy.matchingRequests(isCommentsRead)).toHaveLength(listCount);
    const ids = setup.proxy.matchingRequests(isCommentPost).map(({ body }) => JSON.parse(body).external_id);
    expect(ids).toEqual([EXTERNAL_ID, SECOND_EXTERNAL_ID]);
  });

  it('does not overwrite a draft on the same lines', async () => {
    window.comments.storeDraft({ ...window.chosenItem, codeId: EXTERNAL_ID }, 'Half a thought', 'INTERNAL');
    await send('Another one');
    expect(window.draft({ code: EXTERNAL_ID })?.text).toBe('Half a thought');
    expect(await setup.commentsOnServer()).toHaveLength(1);
  });

  it('is not sent if it is empty', async () => {
    expect(await send(' \n')).toEqual({ kind: 'unsent', target: undefined });
    await window.prompts.message('Write a comment first.');
    expect(pickCount).toBe(0);
  });

  it('is neither sent nor stored as a draft if the user cancels the picker or the confirmation', async () => {
    expect(await send('Text', { choose: async () => undefined })).toEqual({ kind: 'unsent', target: undefined });
    const outcome = send('Text', { access: 'EXTERNAL' });
    (await window.prompts.message('Show this code to people outside the workspace?')).close();
    expect(await outcome).toEqual({ kind: 'unsent', target: undefined });
    expect(window.draft({ code: EXTERNAL_ID })).toBeUndefined();
    expect(setup.proxy.matchingRequests(isCommentPost)).toEqual([]);
  });

  it('is not sent if git fails, and the error of git is shown', async () => {
    const gitError = new GitError('fatal: bad object');
    expect(await send('Text', { createPrefix: () => Promise.reject(gitError) })).toEqual({
      kind: 'unsent',
      target: undefined,
    });
    expect(faults).toEqual([expect.stringContaining('fatal: bad object')]);
  });
});

describe('A thread comment that could not be sent', () => {
  async function failToSend(): Promise<CommentTarget> {
    setup.proxy.inject(isCommentPost, answerWith(403, { detail: 'Guests may not comment' }), 1);
    const outcome = await send('Text');
    expect(faults).toEqual([expect.stringContaining('Guests may not comment')]);
    if (outcome.kind !== 'unsent' || outcome.target === undefined) throw new Error('There is no draft');
    return outcome.target;
  }

  it('is stored as a draft with its text', async () => {
    const { codeId } = await failToSend();
    expect(codeId).toBe(EXTERNAL_ID);
    expect(window.draft({ code: EXTERNAL_ID })).toMatchObject({
      text: `${commentStart.markdown}Text`,
      failed: { isTemporary: false },
    });
  });

  it('is sent again from the same draft, and the user does not pick the work item again', async () => {
    const earlierTarget = await failToSend();
    expect(await send('Better text', { earlierTarget })).toEqual({ kind: 'done' });
    expect(pickCount).toBe(1);
    expect(await setup.commentsOnServer()).toEqual([{ html: `${START_HTML}<p>Better text</p>`, access: 'INTERNAL' }]);
    expect(window.draft({ code: EXTERNAL_ID })).toBeUndefined();
  });

  it('is not sent twice if its response was lost', async () => {
    setup.proxy.inject(isCommentPost, { kind: 'lost' }, 1);
    const outcome = send('Text');
    (await window.prompts.message('Not sent.')).close();
    const unsentOutcome = await outcome;
    const earlierTarget = unsentOutcome.kind === 'unsent' ? unsentOutcome.target : undefined;
    expect(await send('Text', { earlierTarget })).toEqual({ kind: 'done' });
    expect(setup.proxy.matchingRequests(isCommentPost)).toHaveLength(1);
    expect(await setup.commentsOnServer()).toHaveLength(1);
  });

  it('is queued if the user selects Send When Connected', async () => {
    setup.proxy.inject(isCommentPost, { kind: 'closed' });
    const outcome = send('Text');
    (await window.prompts.message('Not sent.')).select('Send When Connected');
    expect(await outcome).toEqual({ kind: 'done' });
    expect(window.draft({ code: EXTERNAL_ID })).toMatchObject({
      text: `${commentStart.markdown}Text`,
      waiting: expect.any(Number),
    });
  });
});

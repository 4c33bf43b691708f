// Tests that a comment is sent exactly once, even if its response is lost.
import { describe, expect, it } from 'vitest';
import { ApiError, type Fault } from '../../../../src/client/apiError.ts';
import type { Comment, NewComment } from '../../../../src/contract/resources/comment.ts';
import {
  type CommentRequests,
  EXTERNAL_SOURCE,
  sendComment,
} from '../../../../src/core/cache/resources/sendComment.ts';
import type { CommentDraft } from '../../../../src/core/drafts/draft.ts';

const draft: CommentDraft = { text: 'Hello', access: 'EXTERNAL', externalId: 'e1' };
const lostResponseFault: Fault = { kind: 'network', reason: 'lost', host: 'plane.test', detail: 'ECONNRESET' };

/** A server whose first requests for a new comment fail. `isStored`: the server stores the comment nevertheless. */
function createServer(...faults: { readonly fault: Fault; readonly isStored: boolean }[]) {
  const storedComments: (Comment & NewComment)[] = [];
  const requests: string[] = [];
  const server: CommentRequests = {
    async create(body) {
      requests.push('create');
      const failure = faults.shift();
      const createdComment = { ...body, id: `c${storedComments.length + 1}` };
      if (failure === undefined || failure.isStored) storedComments.push(createdComment);
      if (failure !== undefined) throw new ApiError(failure.fault);
      return createdComment;
    },
    async find(externalId) {
      requests.push('find');
      return storedComments.find((one) => one.external_id === externalId);
    },
  };
  return { server, storedComments, requests };
}

describe('sendComment', () => {
  it('sends a new comment with its external id, without searching for it first', async () => {
    const { server, storedComments, requests } = createServer();
    expect(await sendComment(server, draft, '<p>Hello</p>')).toEqual({
      sent: true,
      wasAlreadySent: false,
      comment: storedComments[0],
    });
    expect(storedComments).toMatchObject([
      { comment_html: '<p>Hello</p>', access: 'EXTERNAL', external_source: EXTERNAL_SOURCE, external_id: 'e1' },
    ]);
    expect(requests).toEqual(['create']);
  });

  it('finds a comment whose response was lost by its external id, and does not post it twice', async () => {
    const { server, storedComments, requests } = createServer({ fault: lostResponseFault, isStored: true });
    expect(await sendComment(server, draft, 'Hello')).toEqual({
      sent: false,
      fault: lostResponseFault,
      isUncertain: true,
    });
    expect(await sendComment(server, { ...draft, sentText: 'Hello' }, 'Hello')).toEqual({
      sent: true,
      comment: storedComments[0],
      wasAlreadySent: true,
    });
    expect(requests).toEqual(['create', 'find']);
  });

  it('posts a comment again if the search shows that the server did not receive it', async () => {
    const { server, storedComments } = createServer({ fault: lostResponseFault, isStored: false });
    await sendComment(server, draft, 'Hello');
    expect(await sendComment(server, { ...draft, sentText: 'Hello' }, 'Hello')).toMatchObject({
      sent: true,
      wasAlreadySent: false,
    });
    expect(storedComments).toHaveLength(1);
  });

  it.each<[string, Fault, boolean]>([
    ['the response was lost', lostResponseFault, true],
    ['the request timed out', { kind: 'timeout', afterMs: 30_000 }, true],
    ['the window was closed', { kind: 'cancelled' }, true],
    ['the server failed', { kind: 'serverError', status: 502, detail: '' }, true],
    ['the response was HTML', { kind: 'invalidResponse', status: 200, detail: 'HTML' }, true],
    ['connecting failed', { kind: 'network', reason: 'refused', host: 'plane.test', detail: 'ECONNREFUSED' }, false],
    ['the key was rejected', { kind: 'unauthorized', status: 401, detail: '' }, false],
    ['the text was rejected', { kind: 'rejected', status: 400, detail: '', fields: {} }, false],
    ['the rate limit was reached', { kind: 'rateLimited', until: 0 }, false],
  ])('reports whether the server may have received the comment if %s', async (_what, fault, isUncertain) => {
    expect(await sendComment(createServer({ fault, isStored: false }).server, draft, 'Hello')).toEqual({
      sent: false,
      fault,
      isUncertain,
    });
  });

  it('treats a comment as sent if the server responds with 409 and the id of an existing comment', async () => {
    const conflict: Fault = { kind: 'rejected', status: 409, detail: 'exists', fields: {}, existingId: 'c1' };
    const outcome = await sendComment(createServer({ fault: conflict, isStored: false }).server, draft, 'Hello');
    expect(outcome).toEqual({ sent: true, comment: undefined, wasAlreadySent: true });
  });

  it('does not treat a comment as sent if the server responds with 409 without an id', async () => {
    const conflict: Fault = { kind: 'rejected', status: 409, detail: 'locked', fields: {} };
    expect(await sendComment(createServer({ fault: conflict, isStored: false }).server, draft, 'Hello')).toEqual({
      sent: false,
      fault: conflict,
      isUncertain: false,
    });
  });

  it('does not post a comment if the search for its earlier attempt fails', async () => {
    const { server, requests } = createServer();
    const serverWithoutSearch: CommentRequests = {
      ...server,
      find: () => Promise.reject(new ApiError(lostResponseFault)),
    };
    const changedDraft: CommentDraft = { ...draft, text: 'Hello again', sentText: 'Hello' };
    const outcome = await sendComment(serverWithoutSearch, changedDraft, 'Hello again');
    expect(outcome).toEqual({ sent: false, fault: lostResponseFault, isUncertain: false });
    expect(requests).toEqual([]);
  });

  it('rejects with an unexpected error itself, not with an ApiError', async () => {
    const unexpectedError = new TypeError('a defect');
    const server: CommentRequests = { ...createServer().server, create: () => Promise.reject(unexpectedError) };
    await expect(sendComment(server, draft, 'Hello')).rejects.toBe(unexpectedError);
  });
});

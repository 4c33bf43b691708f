// Tests that a comment is sent exactly once to a server that stores requests and loses responses.
import { describe, expect, it } from 'vitest';
import { type CommentPost, EXTERNAL_SOURCE, sendComment } from '../../../src/cache/resources/sendComment.ts';
import { ApiError, type Fault } from '../../../src/client/apiError.ts';
import type { Comment, NewComment } from '../../../src/contract/resources/comment.ts';
import type { CommentDraft } from '../../../src/drafts/draft.ts';

const draft: CommentDraft = { text: 'Hello', access: 'EXTERNAL', externalId: 'e1' };
const lost: Fault = { kind: 'network', reason: 'lost', host: 'plane.test', detail: 'ECONNRESET' };

/** `faults` are thrown by the requests that create a comment, in order. `keeps`: whether it is stored nevertheless. */
function post(...faults: { readonly fault: Fault; readonly keeps: boolean }[]) {
  const kept: (Comment & NewComment)[] = [];
  const asked: string[] = [];
  const server: CommentPost = {
    async create(body) {
      asked.push('create');
      const trouble = faults.shift();
      const made = { ...body, id: `c${kept.length + 1}` };
      if (trouble === undefined || trouble.keeps) kept.push(made);
      if (trouble !== undefined) throw new ApiError(trouble.fault);
      return made;
    },
    async find(externalId) {
      asked.push('find');
      return kept.find((one) => one.external_id === externalId);
    },
  };
  return { server, kept, asked };
}

describe('sendComment', () => {
  it('sends a comment with its external id, and does not search for one that was never sent', async () => {
    const { server, kept, asked } = post();
    expect(await sendComment(server, draft, '<p>Hello</p>')).toEqual({ sent: true, earlier: false, comment: kept[0] });
    expect(kept).toMatchObject([
      { comment_html: '<p>Hello</p>', access: 'EXTERNAL', external_source: EXTERNAL_SOURCE, external_id: 'e1' },
    ]);
    expect(asked).toEqual(['create']);
  });

  it('finds a comment whose response was lost by its external id, and does not post it twice', async () => {
    const { server, kept, asked } = post({ fault: lost, keeps: true });
    expect(await sendComment(server, draft, 'Hello')).toEqual({ sent: false, fault: lost, perhaps: true });
    expect(await sendComment(server, { ...draft, sentText: 'Hello' }, 'Hello')).toEqual({
      sent: true,
      comment: kept[0],
      earlier: true,
    });
    expect(asked).toEqual(['create', 'find']);
  });

  it('posts a comment that never arrived if the search does not find it', async () => {
    const { server, kept } = post({ fault: lost, keeps: false });
    await sendComment(server, draft, 'Hello');
    expect(await sendComment(server, { ...draft, sentText: 'Hello' }, 'Hello')).toMatchObject({
      sent: true,
      earlier: false,
    });
    expect(kept).toHaveLength(1);
  });

  it.each<[string, Fault, boolean]>([
    ['the response was lost', lost, true],
    ['the request timed out', { kind: 'timeout', afterMs: 30_000 }, true],
    ['the window was closed', { kind: 'cancelled' }, true],
    ['the server failed', { kind: 'serverError', status: 502, detail: '' }, true],
    ['the response was HTML', { kind: 'invalidResponse', status: 200, detail: 'HTML' }, true],
    ['connecting failed', { kind: 'network', reason: 'refused', host: 'plane.test', detail: 'ECONNREFUSED' }, false],
    ['the key was rejected', { kind: 'unauthorized', status: 401, detail: '' }, false],
    ['the text was rejected', { kind: 'rejected', status: 400, detail: '', fields: {} }, false],
    ['the rate limit was reached', { kind: 'rateLimited', until: 0 }, false],
  ])('reports whether the comment may have arrived when %s', async (_what, fault, perhaps) => {
    expect(await sendComment(post({ fault, keeps: false }).server, draft, 'Hello')).toEqual({
      sent: false,
      fault,
      perhaps,
    });
  });

  it('counts a comment as sent if the server has one with its external id (409 with an id)', async () => {
    const conflict: Fault = { kind: 'rejected', status: 409, detail: 'exists', fields: {}, existing: 'c1' };
    const outcome = await sendComment(post({ fault: conflict, keeps: false }).server, draft, 'Hello');
    expect(outcome).toEqual({ sent: true, comment: undefined, earlier: true });
  });

  it('does not count a comment as sent after a 409 about something else', async () => {
    const conflict: Fault = { kind: 'rejected', status: 409, detail: 'locked', fields: {} };
    expect(await sendComment(post({ fault: conflict, keeps: false }).server, draft, 'Hello')).toEqual({
      sent: false,
      fault: conflict,
      perhaps: false,
    });
  });

  it('does not post a comment while the search fails, nor report its changed text as perhaps sent', async () => {
    const { server, asked } = post();
    const blind: CommentPost = { ...server, find: () => Promise.reject(new ApiError(lost)) };
    const changed: CommentDraft = { ...draft, text: 'Hello again', sentText: 'Hello' };
    const outcome = await sendComment(blind, changed, 'Hello again');
    expect(outcome).toEqual({ sent: false, fault: lost, perhaps: false });
    expect(asked).toEqual([]);
  });

  it('rejects with an unexpected error unchanged', async () => {
    const defect = new TypeError('a defect');
    const server: CommentPost = { ...post().server, create: () => Promise.reject(defect) };
    await expect(sendComment(server, draft, 'Hello')).rejects.toBe(defect);
  });
});

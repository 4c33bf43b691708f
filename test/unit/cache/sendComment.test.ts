// Owns the proof that a comment is sent exactly once, with a service that keeps what it is given and loses answers.
import { describe, expect, it } from 'vitest';
import { type CommentPost, EXTERNAL_SOURCE, sendComment } from '../../../src/cache/resources/sendComment.ts';
import { ApiError, type Fault } from '../../../src/client/apiError.ts';
import type { Comment, NewComment } from '../../../src/contract/resources/comment.ts';
import type { CommentDraft } from '../../../src/drafts/draft.ts';

const draft: CommentDraft = { text: 'Hello', access: 'EXTERNAL', externalId: 'e1' };
const lost: Fault = { kind: 'network', reason: 'lost', host: 'plane.test', detail: 'ECONNRESET' };

/** `faults` strike the creations in order; `keeps` says whether the comment is there all the same. */
function post(...faults: { readonly fault: Fault; readonly keeps: boolean }[]) {
  const kept: (Comment & NewComment)[] = [];
  const asked: string[] = [];
  const service: CommentPost = {
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
  return { service, kept, asked };
}

describe('a comment', () => {
  it('goes out with a mark of its own, and is not looked for when it never went before', async () => {
    const { service, kept, asked } = post();
    expect(await sendComment(service, draft, '<p>Hello</p>')).toEqual({ sent: true, earlier: false, comment: kept[0] });
    expect(kept).toMatchObject([
      { comment_html: '<p>Hello</p>', access: 'EXTERNAL', external_source: EXTERNAL_SOURCE, external_id: 'e1' },
    ]);
    expect(asked).toEqual(['create']);
  });

  it('whose answer was lost is found by its mark, and not posted again', async () => {
    const { service, kept, asked } = post({ fault: lost, keeps: true });
    expect(await sendComment(service, draft, 'Hello')).toEqual({ sent: false, fault: lost, perhaps: true });
    expect(await sendComment(service, { ...draft, sentText: 'Hello' }, 'Hello')).toEqual({
      sent: true,
      comment: kept[0],
      earlier: true,
    });
    expect(asked).toEqual(['create', 'find']);
  });

  it('that never arrived is posted when it is looked for in vain', async () => {
    const { service, kept } = post({ fault: lost, keeps: false });
    await sendComment(service, draft, 'Hello');
    expect(await sendComment(service, { ...draft, sentText: 'Hello' }, 'Hello')).toMatchObject({
      sent: true,
      earlier: false,
    });
    expect(kept).toHaveLength(1);
  });

  it.each<[string, Fault, boolean]>([
    ['the answer was lost', lost, true],
    ['no answer came in time', { kind: 'timeout', afterMs: 30_000 }, true],
    ['the window was closed', { kind: 'cancelled' }, true],
    ['the server broke', { kind: 'serverError', status: 502, detail: '' }, true],
    ['the answer was HTML', { kind: 'invalidResponse', status: 200, detail: 'HTML' }, true],
    ['nobody listened', { kind: 'network', reason: 'refused', host: 'plane.test', detail: 'ECONNREFUSED' }, false],
    ['the key was refused', { kind: 'unauthorized', status: 401, detail: '' }, false],
    ['the text was refused', { kind: 'rejected', status: 400, detail: '', fields: {} }, false],
    ['the limit was reached', { kind: 'rateLimited', until: 0 }, false],
  ])('may have arrived, or surely has not, when %s', async (_what, fault, perhaps) => {
    expect(await sendComment(post({ fault, keeps: false }).service, draft, 'Hello')).toEqual({
      sent: false,
      fault,
      perhaps,
    });
  });

  it('counts as sent when the service has one with its mark (409 with an id)', async () => {
    const conflict: Fault = { kind: 'rejected', status: 409, detail: 'exists', fields: {}, existing: 'c1' };
    const outcome = await sendComment(post({ fault: conflict, keeps: false }).service, draft, 'Hello');
    expect(outcome).toEqual({ sent: true, comment: undefined, earlier: true });
  });

  it('does not count as sent after a 409 about something else', async () => {
    const conflict: Fault = { kind: 'rejected', status: 409, detail: 'locked', fields: {} };
    expect(await sendComment(post({ fault: conflict, keeps: false }).service, draft, 'Hello')).toEqual({
      sent: false,
      fault: conflict,
      perhaps: false,
    });
  });

  it('is not posted while it cannot be looked for, and its changed text is not taken for the one that was sent', async () => {
    const { service, asked } = post();
    const blind: CommentPost = { ...service, find: () => Promise.reject(new ApiError(lost)) };
    const changed: CommentDraft = { ...draft, text: 'Hello again', sentText: 'Hello' };
    const outcome = await sendComment(blind, changed, 'Hello again');
    expect(outcome).toEqual({ sent: false, fault: lost, perhaps: false });
    expect(asked).toEqual([]);
  });

  it('lets a defect of ours through', async () => {
    const defect = new TypeError('a defect');
    const service: CommentPost = { ...post().service, create: () => Promise.reject(defect) };
    await expect(sendComment(service, draft, 'Hello')).rejects.toBe(defect);
  });
});

// Tests how comments that link code are grouped into threads, and what a thread shows of them.
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { commentStartWithOrigin, parseCodeCommentHtml } from '../../../../src/core/comments/codeComment.ts';
import { codeExternalId, type LinkedCode } from '../../../../src/core/comments/codeExternalId.ts';
import {
  commentMarkdown,
  currentLines,
  groupIntoThreads,
  nextExternalId,
  threadLabel,
} from '../../../../src/core/comments/codeThreads.ts';
import type { CodeComment } from '../../../../src/core/comments/findCodeComments.ts';
import { markdownToHtml } from '../../../../src/std/html/markdown.ts';

const place: LinkedCode = {
  repository: 'github.com/acme/web',
  commit: '0123456789abcdef0123456789abcdef01234567',
  path: 'src/a.ts',
  lines: { first: 3, last: 4 },
  changed: false,
  ordinal: 1,
};
const COMMENT_START = commentStartWithOrigin(
  { ...place, link: 'https://github.com/acme/web/blob/0123/src/a.ts#L3-L4', changed: 'no' },
  'typescript',
  'const a = 1;\na();',
);
const lines = (first: number, last = first) => ({ first, last });
const commentOn = (item: string, id: string, ordinal = 1): CodeComment => ({
  id,
  item: { project: 'p', id: item },
  place: { ...place, ordinal },
  quote: parseCodeCommentHtml(markdownToHtml(COMMENT_START)),
});

function shownText(html: string): string {
  return commentMarkdown({ quote: parseCodeCommentHtml(html) }, html);
}

describe('groupIntoThreads', () => {
  it('groups comments of a work item that start on the same line into one thread, in the same order', () => {
    const [one, two, other] = [commentOn('w1', 'c1'), commentOn('w1', 'c2'), commentOn('w1', 'c3')];
    const threads = groupIntoThreads(
      [
        { comment: one, lines: lines(3, 4) },
        { comment: other, lines: lines(9) },
        { comment: two, lines: lines(3, 5) },
      ],
      [],
    );
    expect(threads.map(({ thread }) => [thread.lines, thread.comments])).toEqual([
      [lines(3, 4), [one, two]],
      [lines(9), [other]],
    ]);
  });

  it('shows comments of two work items on the same line as two threads', () => {
    const threads = groupIntoThreads(
      [
        { comment: commentOn('w1', 'c1'), lines: lines(3) },
        { comment: commentOn('w2', 'c2'), lines: lines(3) },
      ],
      [],
    );
    expect(threads.map(({ thread }) => thread.item.id)).toEqual(['w1', 'w2']);
  });

  it('reuses the visible thread of a comment whose lines have moved, but for only one of the new threads', () => {
    const [one, two] = [commentOn('w1', 'c1'), commentOn('w1', 'c2')];
    const visibleThread = { item: one.item, lines: lines(3), comments: [one, two] };
    const threads = groupIntoThreads(
      [
        { comment: one, lines: lines(5) },
        { comment: two, lines: lines(8) },
      ],
      [visibleThread],
    );
    expect(threads.map(({ earlier }) => earlier)).toEqual([visibleThread, undefined]);
    expect(threads[0]?.thread.lines).toEqual(lines(5));
  });

  it('keeps a visible thread if its lines are no longer found, but creates no thread without lines', () => {
    const comment = commentOn('w1', 'c1');
    const visibleThread = { item: comment.item, lines: lines(3, 4), comments: [comment] };
    expect(groupIntoThreads([{ comment, lines: undefined }], [visibleThread])).toEqual([
      { thread: visibleThread, earlier: visibleThread },
    ]);
    expect(groupIntoThreads([{ comment, lines: undefined }], [])).toEqual([]);
  });

  it('keeps a comment whose lines are no longer found with the comments of its visible thread that have moved', () => {
    const comments = [commentOn('w1', 'c1'), commentOn('w1', 'c2'), commentOn('w1', 'c3')] as const;
    const [moved, lost, movedToo] = comments;
    const visibleThread = { item: moved.item, lines: lines(3, 4), comments };
    const located = [
      { comment: lost, lines: undefined },
      { comment: moved, lines: lines(4, 5) },
      { comment: movedToo, lines: lines(4, 5) },
    ];
    expect(groupIntoThreads(located, [visibleThread])).toEqual([
      { thread: { ...visibleThread, lines: lines(4, 5), comments: [lost, moved, movedToo] }, earlier: visibleThread },
    ]);
  });

  it('omits a visible thread whose comments were deleted', () => {
    const comment = commentOn('w1', 'c1');
    expect(groupIntoThreads([], [{ item: comment.item, lines: lines(3), comments: [comment] }])).toEqual([]);
  });
});

describe('currentLines', () => {
  const comment = commentOn('w1', 'c1');
  const thread = { item: comment.item, lines: lines(1, 2), comments: [comment] };

  it('finds the lines of a thread that unsaved changes have moved', () => {
    expect(currentLines(thread, lines(1, 2), 'new\nnew\nconst a = 1;\na();')).toEqual(lines(3, 4));
  });

  it('returns the range in the editor if the lines are no longer found, or the thread has no comments', () => {
    expect(currentLines(thread, lines(1, 2), 'other\ntext')).toEqual(lines(1, 2));
    expect(currentLines(undefined, lines(1, 2), 'const a = 1;\na();')).toEqual(lines(1, 2));
  });
});

describe('threadLabel', () => {
  it('returns the identifier and the name of the work item, or “Work item” if both are undefined', () => {
    expect(threadLabel('WEB-28', 'Prices are wrong')).toBe('WEB-28 Prices are wrong');
    expect(threadLabel(undefined, undefined)).toBe('Work item');
  });
});

describe('nextExternalId', () => {
  const hasNoDraft = (): boolean => false;

  it('returns the id with the ordinal 1 if the lines have no comment', () => {
    expect(nextExternalId(place, [], hasNoDraft)).toBe(codeExternalId(place));
    const commentElsewhere = { ...commentOn('w1', 'c1', 7), place: { ...place, path: 'src/b.ts', ordinal: 7 } };
    expect(nextExternalId(place, [commentElsewhere], hasNoDraft)).toBe(codeExternalId(place));
  });

  it('returns an id that no comment and no draft on the lines has', () => {
    const comments = [commentOn('w1', 'c1'), commentOn('w1', 'c3', 3)];
    expect(nextExternalId(place, comments, hasNoDraft)).toBe(codeExternalId({ ...place, ordinal: 4 }));
    const draftId = codeExternalId({ ...place, ordinal: 4 });
    expect(nextExternalId(place, comments, (id) => id === draftId)).toBe(codeExternalId({ ...place, ordinal: 5 }));
  });
});

describe('commentMarkdown', () => {
  it('omits the link to the code and the first code block', () => {
    expect(shownText(markdownToHtml(`${COMMENT_START}Why this order?`))).toBe('Why this order?');
    expect(shownText(markdownToHtml(COMMENT_START))).toBe('');
  });

  it('contains all paragraphs, lists and code blocks after the quoted code', () => {
    const html = markdownToHtml(
      `${COMMENT_START}Better:\n\n- one\n- two\n\n\`\`\`ts\nif (a) {\n  \`\`;\n}\n\`\`\`\n\nOr not`,
    );
    expect(shownText(html)).toBe('Better\\:\n\n- one\n\n- two\n\n```\nif (a) {\n  ``;\n}\n```\n\nOr not');
  });

  it('contains text that other clients wrote before the code block', () => {
    expect(shownText('<p>First <b>words</b></p><p>Second</p><pre><code>a</code></pre>')).toBe('First words\n\nSecond');
  });

  it.each([
    '<p><a href="command:contrail.signOut">Click</a></p>',
    '<p>[Click](command:contrail.signOut) ![](https://evil.example/x.png) https://evil.example</p>',
    '<p><img src="https://evil.example/x.png">Picture</p>',
    '<p>&lt;img src=x onerror=alert(1)&gt; $(trash) &lt;a href="command:x"&gt;x&lt;/a&gt;</p>',
    '<pre><code>a</code></pre><pre><code>```\n[x](command:y)</code></pre>',
  ])('renders no link, picture or HTML of %s', (html) => {
    const rendered = new MarkdownIt({ html: true, linkify: true }).render(shownText(html));
    expect(rendered).not.toMatch(/<(?:a|img)\b/i);
    expect(shownText(html)).not.toContain('$(');
  });
});

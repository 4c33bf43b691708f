// Tests the Markdown of a comment with code, and that the code is parsed from the comment's HTML.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CodeOrigin,
  commentStartWithOrigin,
  missingPermalinkText,
  parseCodeCommentHtml,
  parsePath,
  pathWithLines,
} from '../../../../src/core/comments/codeComment.ts';
import { markdownToHtml } from '../../../../src/std/html/markdown.ts';
import { anyCodePoint } from '../../../support/anyCodePoint.ts';

const origin: CodeOrigin = {
  path: 'src/a.ts',
  lines: { first: 3, last: 4 },
  commit: '0123456789abcdef0123456789abcdef01234567',
  link: 'https://github.com/acme/web/blob/0123456789abcdef0123456789abcdef01234567/src/a.ts#L3-L4',
  changed: 'no',
};
const { link: _link, ...originWithoutLink } = origin;

describe('A comment with code', () => {
  it('starts with a permalink and a code block', () => {
    expect(commentStartWithOrigin(origin, 'typescript', '  const a = 1;\n    a();')).toBe(
      `[\`src/a.ts:3-4\`](${origin.link})\n\n\`\`\`typescript\nconst a = 1;\n  a();\n\`\`\`\n\n`,
    );
    expect(missingPermalinkText(origin)).toBeUndefined();
  });

  it.each<[Partial<CodeOrigin>, string, RegExp]>([
    [{ noLinkReason: 'noRemote' }, '`src/a.ts:3-4` at commit 01234567', /has no remote/],
    [
      { noLinkReason: 'notPushed' },
      '`src/a.ts:3-4` at commit 01234567 (on no known remote branch)',
      /No remote branch is known to contain commit 01234567/,
    ],
    [
      { noLinkReason: 'notPushed', changed: 'lines' },
      '`src/a.ts:3-4` at commit 01234567 (on no known remote branch), changed since',
      /changes/,
    ],
    [{ changed: 'file' }, '`src/a.ts:3-4`, not committed yet', /not committed yet/],
  ])(
    'without a permalink states the reason in the comment and in a message to the author: %j',
    (changes, headline, reasonPattern) => {
      expect(commentStartWithOrigin({ ...originWithoutLink, ...changes }, 'typescript', 'a').split('\n')[0]).toBe(
        headline,
      );
      expect(missingPermalinkText({ ...originWithoutLink, ...changes })).toMatch(reasonPattern);
    },
  );

  it('leaves an unknown Git server to the message that asks for it', () => {
    const unknown: CodeOrigin = { ...originWithoutLink, noLinkReason: 'unknownHost' };
    expect(commentStartWithOrigin(unknown, 'typescript', 'a').split('\n')[0]).toBe('`src/a.ts:3-4` at commit 01234567');
    expect(missingPermalinkText(unknown)).toBeUndefined();
    expect(missingPermalinkText({ ...unknown, changed: 'lines' })).toMatch(/^The lines have changes/);
  });

  it('states that its lines differ from the commit if they were changed since', () => {
    const changed: CodeOrigin = { ...origin, changed: 'lines' };
    expect(commentStartWithOrigin(changed, 'typescript', 'a').split('\n')[0]).toBe(
      `[\`src/a.ts:3-4\`](${origin.link}), changed since commit 01234567`,
    );
    expect(missingPermalinkText(changed)).toMatch(/changes that are not in commit 01234567/);
  });

  it('has a code block with the language of the code, unless the language would break the block', () => {
    expect(commentStartWithOrigin(origin, 'typescriptreact', 'a')).toContain('```tsx\n');
    expect(commentStartWithOrigin(origin, 'plaintext', 'a')).toContain('```\na');
    expect(commentStartWithOrigin(origin, 'evil `lang`\n# x', 'a')).toContain('```\na');
  });

  it('is parsed from its HTML to the same code, path and link', () => {
    const anyPath = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((name) => `src/${name.replace(/\s/gu, '_')}.ts`);
    const anyCode = fc
      .array(fc.string({ unit: 'grapheme-ascii' }), { minLength: 1, maxLength: 6 })
      .filter((lines) => lines.some((line) => line.trim() !== ''));
    fc.assert(
      fc.property(anyPath, anyCode, (path, code) => {
        const quote = parseCodeCommentHtml(
          markdownToHtml(`${commentStartWithOrigin({ ...origin, path }, 'typescript', code.join('\n'))}Why not \`b\`?`),
        );
        const trimLines = (lines: readonly string[]) => lines.map((line) => line.trim());
        expect(trimLines(quote.lines)).toEqual(trimLines(code));
        expect(quote.inlineCode[0]).toBe(pathWithLines(path, origin.lines));
        expect(parsePath(quote.inlineCode[0] ?? '')).toBe(path);
        expect(quote.links).toEqual([origin.link]);
        expect(quote.firstLine).toBe('Why not b?');
      }),
    );
  });

  it('is parsed from any HTML without an exception', () => {
    expect(parseCodeCommentHtml('<p>Nothing</p>')).toEqual({
      lines: [],
      inlineCode: [],
      links: [],
      firstLine: 'Nothing',
    });
    expect(parseCodeCommentHtml('<a href="javascript:alert(1)">x</a><a href="file:///etc">y</a>').links).toEqual([]);
    expect(parseCodeCommentHtml('<pre>a<br>b</pre><pre>c</pre>').lines).toEqual(['a', 'b']);
    fc.assert(
      fc.property(
        fc.string({ unit: anyCodePoint }),
        (html) => parseCodeCommentHtml(`<pre><code>${html}`).lines.length >= 0,
      ),
    );
  });
});

// Tests how mentions of users in the Markdown of a comment are found, and converted to HTML.
import { describe, expect, it } from 'vitest';
import {
  findUserMentions,
  mayMentionUsers,
  userMentionNames,
  userMentionStart,
  userMentionText,
} from '../../../../src/core/comments/userMentions.ts';
import { markdownToHtml } from '../../../../src/std/html/markdown.ts';

const ADA = { id: 'a', display_name: 'Ada', email: 'ada@example.com' };
const ADA_PARK = { id: 'p', display_name: 'Ada Park', email: 'park@example.com' };
const BO = { id: 'b1', display_name: 'Bo', email: 'bo@example.com' };
const OTHER_BO = { id: 'b2', display_name: 'Bo', email: null };
const NAMES = userMentionNames([ADA, ADA_PARK, BO, OTHER_BO]);

const mentionsIn = (text: string) =>
  findUserMentions(text, NAMES).map(({ start, end, id }) => `${text.slice(start, end)} ${id}`);
const htmlOf = (text: string) =>
  markdownToHtml(text, (part) => findUserMentions(part, NAMES).map((place) => ({ ...place, html: `<m ${place.id}>` })));

describe('findUserMentions', () => {
  it.each([
    ['@Ada', ['@Ada a']],
    ['@ada, (@ADA PARK): hello', ['@ada a', '@ADA PARK p']],
    ['@Ada Parker', ['@Ada a']],
    ['@Ada.', ['@Ada a']],
    ['@bo@example.com and @Bo', ['@bo@example.com b1']],
    ['x@Ada @Adam @Ada.dev @ Ada', []],
  ])('finds in %j the mentions %j', (text, mentions) => {
    expect(mentionsIn(text)).toEqual(mentions);
  });
});

describe('userMentionText', () => {
  it('returns the name, or the email address if the name is ambiguous, or undefined without an email address', () => {
    expect([ADA_PARK, BO, OTHER_BO].map((user) => userMentionText(user, NAMES))).toEqual([
      '@Ada Park',
      '@bo@example.com',
      undefined,
    ]);
  });
});

describe('userMentionStart', () => {
  it('returns the position of the @ before the cursor, but not in an email address or after three words', () => {
    expect(['@', 'Hi @ad', '(@ada p', 'me@ada', '@ada park thinks', 'none'].map(userMentionStart)).toEqual([
      0,
      3,
      1,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('mayMentionUsers', () => {
  it('returns false for a text in which no word starts with @', () => {
    expect(['mail ada@example.com', 'at @ noon', '@Ada'].map(mayMentionUsers)).toEqual([false, false, true]);
  });
});

describe('markdownToHtml with mentions', () => {
  it.each([
    ['Hi **@Ada**, see @bo@example.com.', '<p>Hi <strong><m a></strong>, see <m b1>.</p>'],
    ['`@Ada`', '<p><code>@Ada</code></p>'],
    ['```\n@Ada\n```', '<pre><code>@Ada\n</code></pre>'],
    ['[@Ada](https://example.com)', '<p><a href="https://example.com">@Ada</a></p>'],
    ['https://example.com/@Ada', '<p><a href="https://example.com/@Ada">https://example.com/@Ada</a></p>'],
    ['\\@Ada', '<p>@Ada</p>'],
  ])('converts %j to %s', (markdown, expected) => {
    expect(htmlOf(markdown)).toBe(expected);
  });
});

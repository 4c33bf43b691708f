// @vitest-environment jsdom
// Tests the language of code blocks, which a comment's style shows.
import { expect, it } from 'vitest';
import { sanitize } from '../../../../../src/features/comments/page/sanitize.ts';

it.each([
  ['<pre><code class="language-ts">a</code></pre>', 'ts'],
  ['<pre><code>a</code></pre>', null],
  ['<pre><code data-language="spoofed">a</code></pre>', null],
])('%s is shown with the language %s', (html, language) => {
  expect(sanitize(html, {}).querySelector('code')?.getAttribute('data-language')).toBe(language);
});

// @vitest-environment jsdom
// Tests which comments are sent only after a question, because they show code outside of the workspace.
import { expect, it } from 'vitest';
import { exposesCode } from '../../../../../src/features/comments/page/confirmExternalCode.tsx';

it.each([
  ['<pre><code>secret()</code></pre>', 'EXTERNAL', true],
  ['<p>Call <code>secret()</code></p>', 'EXTERNAL', true],
  ['<p>No code</p>', 'EXTERNAL', false],
  ['<p>Text with the word code</p>', 'EXTERNAL', false],
  ['<p><code>secret()</code></p>', 'INTERNAL', false],
  ['<p><code>secret()</code></p>', undefined, false],
] as const)('%s with the visibility %s exposes code: %s', (html, access, isExposed) => {
  expect(exposesCode(html, access)).toBe(isExposed);
});

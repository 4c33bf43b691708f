// HTML that is expensive to process: deep nesting, many siblings, very long texts.

const INLINE_TAGS =
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var x-y';
const BLOCK_TAGS =
  'address article aside blockquote center details div dl fieldset figure footer header main nav ol p pre section summary table tbody td ul li x-panel';
/** A nesting depth that the editor accepts in a description. */
const MAX_DEPTH = 150;

function nestedMarkup(open: string, count: number, inner: string): string {
  const tag = /^[\w-]+/.exec(open)?.[0] ?? open;
  return `<${open}>`.repeat(count) + inner + `</${tag}>`.repeat(count);
}

/** By name, functions that return HTML with about `size` elements, to measure how the cost grows with the size. */
export const expensiveMarkup: Readonly<Record<string, (size: number) => string>> = {
  ...Object.fromEntries(
    INLINE_TAGS.split(' ').map((tag) => [
      `<${tag}> nested`,
      (size: number) => `<p>${nestedMarkup(tag, size, 'word')}</p>`,
    ]),
  ),
  ...Object.fromEntries(
    BLOCK_TAGS.split(' ').map((tag) => [`<${tag}> nested`, (size: number) => nestedMarkup(tag, size, 'word')]),
  ),
  'bold and italic nested': (size) => `<p>${'<b><i>'.repeat(size / 2)}word</p>`,
  'styled spans nested': (size) => `<p>${nestedMarkup('span style="color: red"', size, 'word')}</p>`,
  'all inline elements nested': (size) =>
    `<p>${INLINE_TAGS.split(' ')
      .map((tag) => `<${tag}>`)
      .join('')
      .repeat(size / 30)}word</p>`,
  'lists nested': (size) => nestedMarkup('ul><li', size / 2, 'word'),
  'tasks nested': (size) =>
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><div>'.repeat(size / 3),
  'tables nested': (size) => '<table><tbody><tr><td>'.repeat(size / 4),
  'callouts nested': (size) => '<div data-block-type="callout-component"><p>a</p>'.repeat(size / 2),
  'emoji nested': (size) => `<p>${nestedMarkup('span data-type="emoji"', size, '🚀')}</p>`,
  'rules nested': (size) => nestedMarkup('div data-type="horizontalRule"', size, ''),
  'siblings below marks': (size) => `<p>${nestedMarkup('b', MAX_DEPTH, '<i>word</i>'.repeat(size))}</p>`,
  'siblings below spans': (size) => `<p>${nestedMarkup('span class="c"', MAX_DEPTH, '<i>word</i> '.repeat(size))}</p>`,
  'siblings below a few marks': (size) => `<p>${nestedMarkup('span class="c"', 10, '<i>word</i> '.repeat(size))}</p>`,
  'empty siblings below marks': (size) => `<p>${nestedMarkup('b', MAX_DEPTH, '<i></i>'.repeat(size))}</p>`,
  'line breaks below marks': (size) => `<p>${nestedMarkup('u', MAX_DEPTH, 'word<br>'.repeat(size))}</p>`,
  'blocks below blocks': (size) => nestedMarkup('blockquote', MAX_DEPTH, '<p>word</p>'.repeat(size)),
  'unknown elements below unknown elements': (size) => nestedMarkup('x-y', MAX_DEPTH, '<x-z>word</x-z>'.repeat(size)),
  'fonts below fonts': (size) => nestedMarkup('font', MAX_DEPTH, '<font>word</font>'.repeat(size)),
  'marks that are never closed': (size) => '<p><b class="c">word'.repeat(size / 2),
  'marks that cross': (size) => `<p>${'<b>a<i>b</b>c</i>'.repeat(size / 2)}</p>`,
  'marks that grow': (size) => `<p>${'word<b>'.repeat(size)}</p>`,
  paragraphs: (size) => '<p>word</p>'.repeat(size),
  'bare lines between blocks': (size) => 'word<hr>'.repeat(size),
  'comments in a line': (size) => `<p>word${'<!-- a -->'.repeat(size)}</p>`,
  'line breaks in the source': (size) => `<p>${'word\n'.repeat(size)}</p>`,
  'white space in the source': (size) => `<p>${' '.repeat(size * 10)}word${' \n'.repeat(size)}word</p>`,
  'spaces and words': (size) => `<p>${' '.repeat(size * 4)}${'word  '.repeat(size)}</p>`,
  mentions: (size) => `<p>${'<mention-component entity_identifier="u"></mention-component> '.repeat(size)}</p>`,
  emoji: (size) => `<p>${'<span data-type="emoji">🚀</span>'.repeat(size)}</p>`,
  pictures: (size) => '<img src="https://x.test/a.png">'.repeat(size),
  'list items': (size) => `<ul>${'<li>word</li>'.repeat(size)}</ul>`,
  'table cells': (size) => `<table><tbody><tr>${'<td>word</td>'.repeat(size)}</tr></tbody></table>`,
  'table rows': (size) => `<table><tbody>${'<tr><td>word</td></tr>'.repeat(size)}</tbody></table>`,
  'cells that span': (size) =>
    `<table><tbody><tr>${'<td colspan="1000"></td>'.repeat(size / 2)}</tr>${'<tr></tr>'.repeat(size / 2)}</tbody></table>`,
  'code blocks': (size) => '<pre><code>let word = 1;</code></pre>'.repeat(size / 2),
  'lines of code': (size) => `<pre><code class="language-ts">${'let word = 1;\n'.repeat(size)}</code></pre>`,
  forms: (size) => `<form>${'<input>'.repeat(size)}</form>`,
  attributes: (size) => `<p ${Array.from({ length: size }, (_, at) => `data-a${at}="1"`).join(' ')}>word</p>`,
  'one long style': (size) => `<p><span style="${'color: red; '.repeat(size)}">word</span></p>`,
  'long styles below each other': (size) =>
    `<p>${nestedMarkup(`span style="${'color: red; '.repeat(size / 10)}"`, 10, '<i>word</i> '.repeat(size))}</p>`,
  'one long word': (size) => `<p>${'word'.repeat(size)}</p>`,
  'an @ in each word': (size) => `<p>${' @word'.repeat(size)}</p>`,
  'closing tags of nothing': (size) => `<p>${'<b>'.repeat(size / 2)}${'</i>'.repeat(size / 2)}</p>`,
};

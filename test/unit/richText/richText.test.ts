// @vitest-environment jsdom
// Tests that rich text is loaded, edited and saved without loss.
import { Editor, getSchema } from '@tiptap/core';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { addRowBefore } from '@tiptap/pm/tables';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadHtml, saveHtml } from '../../../src/richText/editor/document.ts';
import { richTextExtensions } from '../../../src/richText/editor/extensions/extensions.ts';
import { parseInert } from '../../../src/richText/editor/markup/markup.ts';
import { isSameTree } from '../../../src/richText/editor/markup/sameTree.ts';
import { formattingTools } from '../../../src/richText/editor/tools.ts';
import { EVERYDAY_HTML, HOSTILE_HTML, PRESERVED_HTML } from './richText.fragments.ts';

const extensions = richTextExtensions({ nameOf: (id) => (id === 'u-1' ? 'Ada' : undefined) });
const schema = getSchema(extensions);

/** Appends a paragraph to the document and returns the saved HTML. */
function savedWithAddition(html: string): string {
  const loadedDocument = loadHtml(html, schema);
  const { tr } = EditorState.create({ doc: loadedDocument.doc });
  const addition = schema.nodes['paragraph']?.create(null, schema.text('added'));
  if (!addition) throw new Error('no paragraph');
  return saveHtml(loadedDocument, tr.insert(tr.doc.content.size, addition).doc);
}

function tree(html: string): Node[] {
  const body = parseInert(html);
  body.normalize();
  return [...body.childNodes];
}

/** Appends a paragraph, saves the document, and returns the saved nodes except the added paragraph. */
function originalNodesAfterAddition(html: string): Node[] {
  const body = parseInert(savedWithAddition(html));
  const last = [...body.querySelectorAll('p')].at(-1);
  expect(last?.textContent).toBe('added');
  last?.remove();
  body.normalize();
  return [...body.childNodes];
}

function opaqueCount(html: string): number {
  let count = 0;
  loadHtml(html, schema).doc.descendants((node) => {
    if (node.type.name.startsWith('opaque')) count += 1;
  });
  return count;
}

describe('An unedited text', () => {
  it.each(Object.entries({ ...EVERYDAY_HTML, ...PRESERVED_HTML, ...HOSTILE_HTML, nothing: '', blanks: ' \n ' }))(
    'is saved as the identical string: %s',
    (_, html) => {
      const loadedDocument = loadHtml(html, schema);
      expect(saveHtml(loadedDocument, loadedDocument.doc)).toBe(html);
      loadedDocument.doc.check();
    },
  );
});

describe('An edit', () => {
  it.each(Object.entries({ ...EVERYDAY_HTML, ...PRESERVED_HTML, ...HOSTILE_HTML }))(
    'of a text does not change any other content: %s',
    (_, html) => {
      const saved = originalNodesAfterAddition(html);
      expect(isSameTree(saved, tree(html)), savedWithAddition(html)).toBe(true);
    },
  );

  it.each(Object.entries(EVERYDAY_HTML))('of a text is possible in all parts of common HTML: %s', (_, html) => {
    expect(opaqueCount(html)).toBe(0);
  });
});

describe('A random document', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(' ', '\n', '\n  ', '&nbsp;', '&lt;', '<!-- c -->', '🎉'),
  );
  const tag = fc.constantFrom(
    ...'p h2 div section ul ol li blockquote pre code b strong i em s u a span sub table tbody tr td th br hr img label input x-y details summary mention-component'.split(
      ' ',
    ),
  );
  const attributes = fc.constantFrom(
    '',
    ' class="a"',
    ' href="https://x.test"',
    ' data-type="taskList"',
    ' data-type="taskItem"',
    ' start="2"',
    ' colspan="2"',
    ' style="color:red"',
  );
  const { html } = fc.letrec<{ html: string; element: string }>((tie) => ({
    html: fc.array(fc.oneof({ maxDepth: 5 }, text, tie('element')), { maxLength: 5 }).map((parts) => parts.join('')),
    element: fc
      .tuple(tag, attributes, tie('html'))
      .map(([name, attributeText, innerHtml]) => `<${name}${attributeText}>${innerHtml}</${name}>`),
  }));

  it('keeps the rest of its HTML when a node is added at the end', () => {
    fc.assert(
      fc.property(html, (source) => {
        // Skips HTML that changes again when its serialized form is parsed: no editor can preserve it.
        const canonicalHtml = parseInert(source).innerHTML;
        fc.pre(parseInert(canonicalHtml).innerHTML === canonicalHtml && canonicalHtml.trim() !== '');
        const loadedDocument = loadHtml(canonicalHtml, schema);
        loadedDocument.doc.check();
        const { tr } = EditorState.create({ doc: loadedDocument.doc });
        const addedNode = schema.nodes['opaqueBlock']?.create({ raw: '<hr id="added">' });
        if (!addedNode) throw new Error('no node');
        const body = parseInert(saveHtml(loadedDocument, tr.insert(tr.doc.content.size, addedNode).doc));
        body.querySelector('#added')?.remove();
        body.normalize();
        const savedNodes = [...body.childNodes].filter(
          (node) => node.nodeType !== 3 || (node.nodeValue ?? '').trim() !== '',
        );
        const expectedNodes = tree(canonicalHtml).filter(
          (node) => node.nodeType !== 3 || (node.nodeValue ?? '').trim() !== '',
        );
        expect(isSameTree(savedNodes, expectedNodes), `${body.innerHTML}\n---\n${canonicalHtml}`).toBe(true);
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});

describe('The editor', () => {
  const createEditor = (html: string) => {
    const loadedDocument = loadHtml(html, schema);
    const editor = new Editor({
      element: document.createElement('div'),
      extensions,
      injectCSS: false,
      content: loadedDocument.doc.toJSON(),
    });
    return editor;
  };

  it.each(Object.entries(HOSTILE_HTML))(
    'contains no scripts, event handlers or URLs of hostile text: %s',
    (_, html) => {
      const editor = createEditor(html);
      const elements = [...editor.view.dom.querySelectorAll('*:not(.ProseMirror-separator)')];
      expect(elements.map((element) => element.localName)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(script|iframe|svg|img|style|form|base|meta|object)$/)]),
      );
      const attributeNames = elements.flatMap((element) => element.getAttributeNames());
      expect(
        attributeNames.filter(
          (name) => name.startsWith('on') || name === 'href' || name === 'src' || name === 'srcdoc',
        ),
      ).toEqual([]);
      expect(Reflect.get(globalThis, 'pwned')).toBeUndefined();
      editor.destroy();
    },
  );

  it('contains exactly the loaded document', () => {
    for (const html of Object.values({ ...EVERYDAY_HTML, ...PRESERVED_HTML })) {
      const editor = createEditor(html);
      expect(editor.getJSON()).toEqual(loadHtml(html, schema).doc.toJSON());
      editor.destroy();
    }
  });

  it('shows labels for users, pictures and other preserved elements', () => {
    const editor = createEditor(`${PRESERVED_HTML['mention']}<p><img src="x" alt="a cat"></p><x-y></x-y>`);
    expect([...editor.view.dom.querySelectorAll('.opaque')].map((label) => label.textContent)).toEqual([
      'Ada',
      'Image: a cat',
      'Not editable: x-y',
    ]);
    editor.destroy();
  });

  it('shows an emoji of Plane’s web editor as a character, and a horizontal rule as <hr>', () => {
    const editor = createEditor(
      '<p><span data-name="rocket" data-type="emoji">🚀</span><span data-name="octocat" data-type="emoji"></span></p><div data-type="horizontalRule"><div></div></div>',
    );
    const opaqueElements = [...editor.view.dom.querySelectorAll<HTMLElement>('[data-opaque]')];
    expect(
      opaqueElements.map(({ className, textContent, contentEditable }) => [className, textContent, contentEditable]),
    ).toEqual([
      ['opaque-text', '🚀', 'false'],
      ['opaque-text', ':octocat:', 'false'],
      ['opaque-rule', '', 'false'],
    ]);
    expect(opaqueElements[2]?.querySelector('hr')).not.toBeNull();
    editor.destroy();
  });

  it('shows a comment between blocks as a block, and one beside text in the text', () => {
    const shown = (html: string) =>
      loadHtml(html, schema).doc.children.map(({ type, childCount }) => [type.name, childCount]);
    expect(shown('<p>a</p><!--c--><p>b</p>')).toEqual([
      ['paragraph', 1],
      ['opaqueBlock', 0],
      ['paragraph', 1],
    ]);
    expect(shown('<p>a</p>b<!--c-->')).toEqual([
      ['paragraph', 1],
      ['paragraph', 2],
    ]);
  });

  it('shows text that was stored inside a horizontal rule', () => {
    const editor = createEditor('<div data-type="horizontalRule"><div>lost line</div></div>');
    expect(editor.view.dom.textContent).toContain('lost line');
    editor.destroy();
  });

  it('sanitizes pasted markup that imitates preserved markup', () => {
    const editor = createEditor('<p>x</p>');
    editor.view.pasteHTML(
      '<div data-opaque="&lt;img src=x onerror=1&gt;&lt;script&gt;1&lt;/script&gt;">y</div><p data-source-tag="&lt;span onclick=1 class=c&gt;">z</p>',
      new Event('paste') as ClipboardEvent,
    );
    const saved = saveHtml(loadHtml('', schema), schema.nodeFromJSON(editor.getJSON()));
    expect(saved).not.toMatch(/script|onerror|onclick/);
    expect(saved).toContain('class="c"');
    editor.destroy();
  });
});

describe('An edited text', () => {
  const savedAfter = (html: string, edit: (editor: Editor) => void): string => {
    const editor = new Editor({ element: document.createElement('div'), extensions, injectCSS: false });
    const loadedDocument = loadHtml(html, editor.schema);
    editor.view.dispatch(editor.state.tr.replaceWith(0, editor.state.doc.content.size, loadedDocument.doc.content));
    edit(editor);
    const saved = saveHtml(loadedDocument, editor.state.doc);
    editor.destroy();
    return saved;
  };

  it('is saved as HTML in the format that the server expects', () => {
    expect(
      savedAfter('<p>x</p>', (editor) => editor.chain().selectAll().toggleList('taskList', 'taskItem').run()),
    ).toBe(
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><label><input type="checkbox"><span></span></label><div><p>x</p></div></li></ul>',
    );
    expect(savedAfter('<p>x</p>', (editor) => editor.chain().selectAll().toggleMark('bold').run())).toBe(
      '<p><strong>x</strong></p>',
    );
    expect(
      savedAfter('<p>x</p>', (editor) => editor.chain().selectAll().setMark('link', { href: 'https://a.test' }).run()),
    ).toBe('<p><a href="https://a.test">x</a></p>');
    expect(
      savedAfter('<p>x</p>', (editor) =>
        editor.chain().selectAll().toggleNode('codeBlock', 'paragraph', { language: 'ts' }).run(),
      ),
    ).toBe('<pre><code class="language-ts">x</code></pre>');
  });

  it('contains two paragraphs after the user splits text that is not in any element', () => {
    expect(savedAfter('ab', (editor) => editor.chain().setTextSelection(2).splitBlock().run())).toBe(
      '<p>a</p><p>b</p>',
    );
  });

  it('adds no paragraphs to list items when the user splits an item', () => {
    expect(
      savedAfter('<ul class="c"><li>ab</li></ul>', (editor) =>
        editor.chain().setTextSelection(4).splitListItem('listItem').run(),
      ),
    ).toBe('<ul class="c"><li>a</li><li>b</li></ul>');
  });

  it('keeps the id in one half of a split element, and the class in both halves', () => {
    const split = (html: string, at: number) =>
      savedAfter(html, (editor) => editor.chain().setTextSelection(at).splitBlock().run());
    expect(split('<p id="a" class="c">one <b id="e">two</b></p><p>z</p>', 6)).toBe(
      '<p id="a" class="c">one <b id="e">t</b></p><p class="c"><b>wo</b></p><p>z</p>',
    );
    const item = '<ol><li value="7" id="n" class="c"><p>ab</p></li></ol>';
    expect(savedAfter(item, (editor) => editor.chain().setTextSelection(4).splitListItem('listItem').run())).toBe(
      '<ol><li value="7" id="n" class="c"><p>a</p></li><li class="c"><p>b</p></li></ol>',
    );
  });

  it('has no duplicate ids after a paste: copies lose the ids, and mentions get new ids', () => {
    const html = `<p id="a" class="c">x</p>${PRESERVED_HTML['mention']}`;
    const saved = savedAfter(html, (editor) => {
      const { dom } = editor.view.serializeForClipboard(editor.state.doc.slice(0, editor.state.doc.content.size));
      editor.commands.setTextSelection(editor.state.doc.content.size);
      editor.view.pasteHTML(dom.innerHTML, new Event('paste') as ClipboardEvent);
    });
    const ids = [...parseInert(saved).querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
    expect(parseInert(saved).querySelectorAll('mention-component[entity_identifier="u-1"]')).toHaveLength(2);
  });

  it('keeps the line breaks between the elements of the HTML source', () => {
    const html =
      '<ul>\n  <li>a</li>\n</ul>\n\n<table>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n<p>c</p>\n';
    expect(savedAfter(html, (editor) => editor.commands.insertContentAt(editor.state.doc.content.size - 1, '!'))).toBe(
      html.replace('<p>c</p>', '<p>c!</p>'),
    );
  });

  it('has a valid task list after a list with attributes was converted', () => {
    const saved = savedAfter('<ul class="c"><li class="d"><p>a</p></li></ul>', (editor) => {
      editor.chain().setTextSelection(4).toggleList('taskList', 'taskItem').run();
    });
    expect(
      parseInert(saved).querySelectorAll('ul[data-type=taskList] > li[data-type=taskItem][data-checked=false]'),
    ).toHaveLength(1);
  });

  it('keeps the content of the next list item when Delete is pressed at the end of an item', () => {
    const saved = savedAfter(
      `<ul data-type="taskList">${taskOf('')}${taskOf('<details><summary></summary>kept</details>')}</ul>`,
      (editor) => {
        editor.commands.setTextSelection(3);
        editor.view.someProp('handleKeyDown', (press) =>
          press(editor.view, new KeyboardEvent('keydown', { key: 'Delete' })),
        );
      },
    );
    expect(parseInert(saved).textContent).toContain('kept');
  });

  it('keeps its order when Delete is pressed before a nested list', () => {
    const saved = savedAfter(
      '<ul><li><p>before</p><ol><li><p>one</p></li><li><p>two</p></li></ol><p>behind</p></li></ul>',
      (editor) => {
        editor.commands.setTextSelection(9);
        editor.view.someProp('handleKeyDown', (press) =>
          press(editor.view, new KeyboardEvent('keydown', { key: 'Delete' })),
        );
      },
    );
    expect(saved).toBe('<ul><li><p>before</p><p>one</p><ol><li><p>two</p></li></ol><p>behind</p></li></ul>');
  });

  it.each([
    [
      'a figure after a list that is joined with the description list before it',
      '<dl><dd>a</dd></dl><ul><li><p>b</p></li></ul><figure class="f"><figcaption>c</figcaption></figure>',
      '<figure class="f"><figcaption>c</figcaption></figure>',
    ],
    [
      'a footer between two tasks, which stay separate,',
      `<ul data-type="taskList">${taskOf(`<ul><li><p>a</p></li></ul><ul data-type="taskList">${taskOf('<p>b</p>')}</ul><footer class="f"><!--c--></footer>`)}${taskOf('d')}</ul>`,
      '<footer class="f"><!--c--></footer>',
    ],
  ])('keeps the HTML of %s when Delete is pressed', (_what, html, expectedHtml) => {
    const saved = savedAfter(html, (editor) => {
      editor.state.doc.descendants((node, position) => {
        if (node.text === 'a') editor.commands.setTextSelection(position + 1);
      });
      editor.view.someProp('handleKeyDown', (press) =>
        press(editor.view, new KeyboardEvent('keydown', { key: 'Delete' })),
      );
    });
    expect(saved).toContain(expectedHtml);
  });

  it.each([
    [
      '<dl><dt>a</dt><dd><dl><dt class="t">X</dt><dd>b</dd></dl></dd></dl>',
      '<div class="t">X</div><dl><dd>b</dd></dl>',
    ],
    ['<dl><dd><div><dl><dd>X</dd></dl><p>b</p></div></dd></dl>', '<div><div>X</div><p>b</p></div>'],
    ['<dl><dd><section><dl><dt>X</dt></dl></section></dd></dl>', '<section><dt>X</dt></section>'],
  ])('contains what Backspace moves out of a description list where it was: %s', (html, expectedHtml) => {
    const saved = savedAfter(html, (editor) => {
      editor.state.doc.descendants((node, position) => {
        if (node.text === 'X') editor.commands.setTextSelection(position);
      });
      editor.view.someProp('handleKeyDown', (press) =>
        press(editor.view, new KeyboardEvent('keydown', { key: 'Backspace' })),
      );
    });
    expect(saved).toContain(expectedHtml);
    expect(parseInert(saved).innerHTML).toBe(saved);
  });

  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  it.each([
    ['the end of the selected text', 'from', 'to', row('ab', 'c') + row('de', 'f')],
    ['the start of the selected text', 'to', 'from', row('abX', 'c') + row('e', 'f')],
  ])('keeps the cells of a table when text of two rows is erased from %s', (_, anchor, head, rows) => {
    const html = `<table><tbody>${row('abX', 'c')}${row('de', 'f')}${row('g', 'h')}</tbody></table>`;
    const saved = savedAfter(html, (editor) => {
      const at = { from: 0, to: 0 };
      editor.state.doc.descendants((node, position) => {
        if (node.text === 'abX') at.from = position + 2;
        if (node.text === 'de') at.to = position + 1;
      });
      const selection = TextSelection.create(editor.state.doc, Reflect.get(at, anchor), Reflect.get(at, head));
      editor.view.dispatch(editor.state.tr.setSelection(selection));
      editor.view.dispatch(editor.state.tr.deleteSelection());
    });
    expect(saved).toBe(`<table><tbody>${rows}${row('g', 'h')}</tbody></table>`);
  });

  it('contains the state of a checked task in the attribute and in the checkbox', () => {
    const html =
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="false" class="k"><label><input type="checkbox"></label><div><p>x</p></div></li></ul>';
    const saved = savedAfter(html, (editor) =>
      editor.chain().setTextSelection(4).updateAttributes('taskItem', { checked: true }).run(),
    );
    expect(
      isSameTree(
        tree(saved),
        tree(
          html
            .replace('"false"', '"true"')
            .replace('<input type="checkbox">', '<input type="checkbox" checked="checked">'),
        ),
      ),
    ).toBe(true);
  });

  it('contains a new table with a header row and three columns and rows', () => {
    const saved = savedAfter('<p>x</p>', (editor) =>
      formattingTools()
        .flat()
        .find(({ id }) => id === 'table')
        ?.run(editor),
    );
    const rows = [...parseInert(saved).querySelectorAll('tr')];
    expect(rows.map(({ children }) => [...children].map(({ localName }) => localName))).toEqual([
      ['th', 'th', 'th'],
      ['td', 'td', 'td'],
      ['td', 'td', 'td'],
    ]);
  });

  it("contains a row that was inserted above a table's first row in the same row group", () => {
    const html = '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>';
    const saved = savedAfter(html, (editor) =>
      editor
        .chain()
        .setTextSelection(5)
        .command(({ state, dispatch }) => addRowBefore(state, dispatch))
        .run(),
    );
    expect(parseInert(saved).querySelectorAll('thead > tr')).toHaveLength(2);
    expect(parseInert(saved).querySelectorAll('tbody > tr')).toHaveLength(1);
  });
});

function taskOf(innerHtml: string): string {
  return `<li data-type="taskItem" data-checked="false"><label><input type="checkbox"></label><div>${innerHtml}</div></li>`;
}

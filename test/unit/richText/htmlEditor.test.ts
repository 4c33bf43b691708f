// @vitest-environment jsdom
// Tests that typing into the editor does not change pictures, emojis and horizontal rules.
import { describe, expect, it, onTestFinished } from 'vitest';
import { HtmlEditor } from '../../../src/shell/page/richText/htmlEditor.ts';
import { NO_CALLBACKS } from './editorCallbacks.ts';

const PICTURE = '<img src="https://pictures.test/a.png">';

function createHtmlEditor(html: string): { readonly htmlEditor: HtmlEditor; readonly reportedHtml: () => string } {
  let reportedHtml = html;
  const htmlEditor = new HtmlEditor(document.createElement('div'), html, {}, () => ({
    ...NO_CALLBACKS,
    onChange: (newHtml) => {
      reportedHtml = newHtml;
    },
  }));
  onTestFinished(() => htmlEditor.destroy());
  return { htmlEditor, reportedHtml: () => reportedHtml };
}

/** Types a letter at the editor's current selection. */
function type({ editor: { view } }: HtmlEditor): void {
  view.dispatch(view.state.tr.replaceSelectionWith(view.state.schema.text('q'), false));
}

const EMOJI = '<span data-name="rocket" data-type="emoji">🚀</span>';
const HORIZONTAL_RULE = '<div class="py-4 border-strong-1" data-type="horizontalRule"><div></div></div>';

describe('An emoji or horizontal rule', () => {
  it('does not absorb text that is typed before or after it', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor(`<p>${EMOJI}</p>`);
    for (const position of [1, 3]) {
      htmlEditor.editor.commands.setTextSelection(position);
      type(htmlEditor);
    }
    expect(reportedHtml()).toBe(`<p>q${EMOJI}q</p>`);
  });

  it('is deleted as a whole', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor(`<p>a${EMOJI}b</p>${HORIZONTAL_RULE}<p>c</p>`);
    htmlEditor.editor.commands.deleteRange({ from: 2, to: 3 });
    expect(reportedHtml()).toBe(`<p>ab</p>${HORIZONTAL_RULE}<p>c</p>`);
    htmlEditor.editor.commands.setTextSelection(6);
    htmlEditor.editor.view.someProp('handleKeyDown', (handle) =>
      handle(htmlEditor.editor.view, new KeyboardEvent('keydown', { key: 'Backspace' })),
    );
    expect(reportedHtml()).toBe('<p>ab</p><p>c</p>');
  });

  it('is copied and pasted unchanged', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor(`<p>a${EMOJI}</p>${HORIZONTAL_RULE}<p>c</p>`);
    const { view, state } = htmlEditor.editor;
    const { dom } = view.serializeForClipboard(state.doc.slice(0, state.doc.content.size));
    htmlEditor.editor.commands.setTextSelection(state.doc.content.size - 1);
    view.pasteHTML(dom.innerHTML, new Event('paste') as ClipboardEvent);
    expect(reportedHtml()).toBe(`<p>a${EMOJI}</p>${HORIZONTAL_RULE}<p>c</p><p>a${EMOJI}</p>${HORIZONTAL_RULE}<p>c</p>`);
  });
});

describe('The first letter that is typed into an editor', () => {
  it.each([PICTURE, `<p>Seen:</p>${PICTURE}`, `<blockquote>${PICTURE}</blockquote>`])(
    'does not replace a picture: %s',
    (html) => {
      const { htmlEditor, reportedHtml } = createHtmlEditor(html);
      type(htmlEditor);
      expect(reportedHtml()).toContain(PICTURE);
      expect(reportedHtml()).toContain('q');
    },
  );

  it('does not replace a picture in a text that was loaded into an existing editor', () => {
    const { htmlEditor, reportedHtml } = createHtmlEditor('<p>Before</p>');
    htmlEditor.setHtml(`<p>Seen:</p>${PICTURE}`);
    type(htmlEditor);
    expect(reportedHtml()).toContain(PICTURE);
    expect(reportedHtml()).toContain('q');
  });
});

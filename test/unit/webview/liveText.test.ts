// @vitest-environment jsdom
// Tests that the first letter typed into a live text does not replace its content.
import { afterEach, describe, expect, it } from 'vitest';
import { LiveText } from '../../../src/webview/richText/liveText.ts';

const PICTURE = '<img src="https://pictures.test/a.png">';

const open: LiveText[] = [];
afterEach(() => {
  for (const text of open.splice(0)) text.destroy();
});

function live(html: string): { readonly text: LiveText; readonly told: () => string } {
  let told = html;
  const text = new LiveText(document.createElement('div'), html, {}, () => ({
    onChange: (now) => {
      told = now;
    },
    onSubmit: undefined,
    onOpenLink: () => undefined,
    onTick: () => undefined,
    nameOf: () => undefined,
    onMentionKey: () => false,
    showPicture: undefined,
    attach: undefined,
    filesIn: () => [],
  }));
  open.push(text);
  return { text, told: () => told };
}

/** Types a letter at the cursor, as after moving the focus with the keyboard. */
function type({ editor: { view } }: LiveText): void {
  view.dispatch(view.state.tr.replaceSelectionWith(view.state.schema.text('q'), false));
}

const EMOJI = '<span data-name="rocket" data-type="emoji">🚀</span>';
const RULE = '<div class="py-4 border-strong-1" data-type="horizontalRule"><div></div></div>';

describe('An element of the web editor without content', () => {
  it('does not include text typed before or after it', () => {
    const { text, told } = live(`<p>${EMOJI}</p>`);
    for (const position of [1, 3]) {
      text.editor.commands.setTextSelection(position);
      type(text);
    }
    expect(told()).toBe(`<p>q${EMOJI}q</p>`);
  });

  it('is deleted as a whole', () => {
    const { text, told } = live(`<p>a${EMOJI}b</p>${RULE}<p>c</p>`);
    text.editor.commands.deleteRange({ from: 2, to: 3 });
    expect(told()).toBe(`<p>ab</p>${RULE}<p>c</p>`);
    text.editor.commands.setTextSelection(6);
    text.editor.view.someProp('handleKeyDown', (handle) =>
      handle(text.editor.view, new KeyboardEvent('keydown', { key: 'Backspace' })),
    );
    expect(told()).toBe('<p>ab</p><p>c</p>');
  });

  it('is copied and pasted unchanged', () => {
    const { text, told } = live(`<p>a${EMOJI}</p>${RULE}<p>c</p>`);
    const { view, state } = text.editor;
    const { dom } = view.serializeForClipboard(state.doc.slice(0, state.doc.content.size));
    text.editor.commands.setTextSelection(state.doc.content.size - 1);
    view.pasteHTML(dom.innerHTML, new Event('paste') as ClipboardEvent);
    expect(told()).toBe(`<p>a${EMOJI}</p>${RULE}<p>c</p><p>a${EMOJI}</p>${RULE}<p>c</p>`);
  });
});

describe('The first letter typed into a live text', () => {
  it.each([PICTURE, `<p>Seen:</p>${PICTURE}`, `<blockquote>${PICTURE}</blockquote>`])(
    'does not replace a picture: %s',
    (html) => {
      const { text, told } = live(html);
      type(text);
      expect(told()).toContain(PICTURE);
      expect(told()).toContain('q');
    },
  );

  it('does not replace a picture of a text that was loaded later', () => {
    const { text, told } = live('<p>Before</p>');
    text.take(`<p>Seen:</p>${PICTURE}`);
    type(text);
    expect(told()).toContain(PICTURE);
    expect(told()).toContain('q');
  });
});

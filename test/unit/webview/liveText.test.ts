// @vitest-environment jsdom
// Owns the proof that what a live text begins with is not in the way of the next letter.
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

/** A letter where the text has its cursor, as it is typed by somebody who came by the keyboard. */
function type({ editor: { view } }: LiveText): void {
  view.dispatch(view.state.tr.replaceSelectionWith(view.state.schema.text('q'), false));
}

describe('the first letter typed into a live text', () => {
  it.each([PICTURE, `<p>Seen:</p>${PICTURE}`, `<blockquote>${PICTURE}</blockquote>`])('takes the place of no picture: %s', (html) => {
    const { text, told } = live(html);
    type(text);
    expect(told()).toContain(PICTURE);
    expect(told()).toContain('q');
  });

  it('takes the place of no picture that another text brings', () => {
    const { text, told } = live('<p>Before</p>');
    text.take(`<p>Seen:</p>${PICTURE}`);
    type(text);
    expect(told()).toContain(PICTURE);
    expect(told()).toContain('q');
  });
});

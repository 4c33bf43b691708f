// @vitest-environment jsdom
// Tests the text and color of a sticky, and the state of the Stickies page.
import { describe, expect, it } from 'vitest';
import { plainText, withPlainText } from '../../../../../src/features/stickies/page/plainText.ts';
import { StickiesPageStore } from '../../../../../src/features/stickies/page/stickiesPageStore.ts';
import { textColorOn } from '../../../../../src/features/stickies/page/textColor.ts';
import { HEX_BY_COLOR, hexOf } from '../../../../../src/shell/page/controls/colorHex.ts';
import type {
  MessageFromStickies,
  MessageToStickies,
  StickiesModel,
} from '../../../../../src/shell/protocol/stickies.ts';

describe('The body of a sticky', () => {
  it('is plain text if it consists of paragraphs of text', () => {
    expect(plainText('')).toBe('');
    expect(plainText('<p></p>')).toBe('');
    expect(plainText('<p>One &amp; two</p><p></p><p>three</p>')).toBe('One & two\n\nthree');
  });

  it.each([
    '<p>with <b>weight</b></p>',
    '<p>a<br>b</p>',
    '<ul><li>list</li></ul>',
    'bare text',
    '<p class="a">x</p><p>y</p>',
    '<p>one\ntwo</p>',
    '<p>a</p><!-- b -->',
  ])('is not plain text if it contains markup that plain text would lose: %s', (html) => {
    expect(plainText(html)).toBeUndefined();
  });

  it('is written as paragraphs with the existing attributes, and is read back as the same text', () => {
    const html = withPlainText('<p class="block">old</p>', 'a < b\n\n  c & d\u00a0!');
    expect(html).toBe('<p class="block">a &lt; b</p><p class="block"></p><p class="block">  c &amp; d&nbsp;!</p>');
    expect(plainText(html)).toBe('a < b\n\n  c & d\u00a0!');
  });
});

describe('The color of a sticky', () => {
  it('is parsed from a name or a hex code, and is the default color for any other value', () => {
    expect(hexOf('peach')).toBe(HEX_BY_COLOR.peach);
    expect(hexOf('#ABC')).toBe('#aabbcc');
    expect(hexOf('#3B82F6')).toBe('#3b82f6');
    expect(hexOf('url(x)')).toBe(hexOf(''));
  });

  it('is combined with black text if it is light, and with white text if it is dark', () => {
    for (const hex of Object.values(HEX_BY_COLOR)) expect(textColorOn(hex)).toBe('#000000');
    expect(textColorOn('#000000')).toBe('#ffffff');
    expect(textColorOn('#1e3a8a')).toBe('#ffffff');
    expect(textColorOn('#ffffff')).toBe('#000000');
  });
});

describe('StickiesPageStore', () => {
  const sticky = { id: 's', name: 'Old', html: '', color: '', state: 'sent' } as const;
  const model = (ackSequence: number, name: string): StickiesModel => ({
    ackSequence,
    status: 'ready',
    busy: false,
    stickies: [{ ...sticky, name }],
  });

  it('keeps typed text until the host has handled the edit', () => {
    const sent: MessageFromStickies[] = [];
    let deliver: (message: MessageToStickies) => void = () => undefined;
    const page = new StickiesPageStore(
      { post: (message) => sent.push(message), listen: (listener) => void (deliver = listener) },
      'peach',
    );
    deliver({ type: 'show', model: model(1, 'Old') });
    page.edit('s', 'name', 'New', true);
    deliver({ type: 'show', model: model(1, 'Old') });
    expect(page.valueOf(sticky, 'name')).toBe('New');
    page.flush();
    expect(sent.at(-1)).toEqual({ type: 'edit', seq: 2, id: 's', field: 'name', value: 'New' });
    deliver({ type: 'show', model: model(2, 'Newer') });
    expect(page.valueOf({ ...sticky, name: 'Newer' }, 'name')).toBe('Newer');
  });

  it('creates a sticky in the color that the user selected most recently', () => {
    const sent: MessageFromStickies[] = [];
    const page = new StickiesPageStore({ post: (message) => sent.push(message), listen: () => undefined }, 'peach');
    page.edit('s', 'background_color', 'green', false);
    page.create();
    expect(sent.at(-1)).toMatchObject({ type: 'create', color: 'green' });
  });
});

// @vitest-environment jsdom
// Owns the proof that no known attack is passed on by pasting it.
import { getSchema } from '@tiptap/core';
import { DOMParser as PasteParser } from '@tiptap/pm/model';
import { describe, expect, it, vi } from 'vitest';
import { richTextExtensions } from '../../../../src/webview/richText/extensions/extensions.ts';
import { parseInert } from '../../../../src/webview/richText/markup/markup.ts';
import { saveBlocks } from '../../../../src/webview/richText/save/blocks.ts';
import { dedupeIds } from '../../../../src/webview/richText/save/dedupeIds.ts';
import { harmIn } from '../../../support/hostile/harm.ts';
import { attacks, PATIENCE, surviving, texts } from './setup.ts';

vi.setConfig(PATIENCE);

const parser = PasteParser.fromSchema(getSchema(richTextExtensions({ nameOf: () => undefined })));
const pasted = (html: string): ParentNode =>
  parseInert(saveBlocks(parser.parse(parseInert(html)).children, '', dedupeIds()));

/**
 * What would run, or load, wherever it is shown; of pictures, drawings and styles the cleaner leaves more, which a page
 * of ours never shows.
 */
function isActive(harm: string): boolean {
  const runs = /^<(?:script|i?frame|object|embed|base|meta|link|applet)>|^<\S+ on/i;
  return (
    runs.test(harm) ||
    /^<(?!img|image|video|audio|source|track)\S+ [\w:-]+="[\s\p{Cc}]*(?:javascript|vbscript|command|data:text)/iu.test(
      harm,
    )
  );
}

describe('an attack that is pasted', () => {
  it('leaves nothing harmful, so that it is not passed on', () => {
    expect(surviving(pasted)).toEqual([]);
  });

  it('as something of ours is cleaned, too', () => {
    const disguised = (attack: string, tag: string, name: string): string => {
      const element = document.createElement(tag);
      element.setAttribute(name, attack);
      element.dataset['carrier'] = tag === 'span' ? 'inline' : 'block';
      element.dataset['tag'] = 'script';
      element.textContent = 'x';
      return element.outerHTML;
    };
    // Of what is kept only the first start tag counts, so there each attack is one by itself.
    const all = [
      ...texts(20).map((attack) => disguised(attack, 'div', 'data-opaque')),
      ...texts(20).map((attack) => disguised(attack, 'span', 'data-opaque')),
      ...attacks.map((attack, at) => disguised(attack, ['span', 'div', 'p'][at % 3] ?? '', 'data-kept')),
    ];
    expect(harmIn(pasted(all.join(''))).filter(isActive)).toEqual([]);
  });
});

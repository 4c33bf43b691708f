// @vitest-environment jsdom
// Tests that pasting a known attack does not put it into the saved text.
import { getSchema } from '@tiptap/core';
import { DOMParser as PasteParser } from '@tiptap/pm/model';
import { describe, expect, it, vi } from 'vitest';
import { richTextExtensions } from '../../../../src/richText/editor/extensions/extensions.ts';
import { parseInert } from '../../../../src/richText/editor/markup/markup.ts';
import { createAttributeWriter } from '../../../../src/richText/editor/serialize/attributeWriter.ts';
import { serializeBlocks } from '../../../../src/richText/editor/serialize/blocks.ts';
import { findHarmfulMarkup } from '../../../support/hostile/harm.ts';
import { attacks, attacksWithHarm, joinedAttacks, TIMEOUT_OPTIONS } from './setup.ts';

vi.setConfig(TIMEOUT_OPTIONS);

const parser = PasteParser.fromSchema(getSchema(richTextExtensions({ nameOf: () => undefined })));
const parsePasted = (html: string): ParentNode =>
  parseInert(serializeBlocks(parser.parse(parseInert(html)).children, '', createAttributeWriter()));

/**
 * Returns whether the harm runs scripts or loads files wherever the markup is shown. DOMPurify does not remove all harm
 * from pictures, SVG and styles, but the pages never show them.
 */
function isActive(harm: string): boolean {
  const activeMarkup = /^<(?:script|i?frame|object|embed|base|meta|link|applet)>|^<\S+ on/i;
  return (
    activeMarkup.test(harm) ||
    /^<(?!img|image|video|audio|source|track)\S+ [\w:-]+="[\s\p{Cc}]*(?:javascript|vbscript|command|data:text)/iu.test(
      harm,
    )
  );
}

describe('A pasted attack', () => {
  it('is harmless in the text that is sent to the server', () => {
    expect(attacksWithHarm(parsePasted)).toEqual([]);
  });

  it('is sanitized even inside the attributes of preserved markup', () => {
    const attackInAttribute = (attack: string, tag: string, name: string): string => {
      const element = document.createElement(tag);
      element.setAttribute(name, attack);
      element.dataset['preserved'] = tag === 'span' ? 'inline' : 'block';
      element.dataset['tag'] = 'script';
      element.textContent = 'x';
      return element.outerHTML;
    };
    // Only the first start tag in `data-source-tag` is used, so each attack gets its own `data-source-tag`.
    const elements = [
      ...joinedAttacks(20).map((attack) => attackInAttribute(attack, 'div', 'data-opaque')),
      ...joinedAttacks(20).map((attack) => attackInAttribute(attack, 'span', 'data-opaque')),
      ...attacks.map((attack, index) =>
        attackInAttribute(attack, ['span', 'div', 'p'][index % 3] ?? '', 'data-source-tag'),
      ),
    ];
    expect(findHarmfulMarkup(parsePasted(elements.join(''))).filter(isActive)).toEqual([]);
  });
});

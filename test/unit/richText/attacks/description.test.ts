// @vitest-environment jsdom
// Tests that each known attack is harmless in the editor of a description.
import { getSchema } from '@tiptap/core';
import { DOMSerializer } from '@tiptap/pm/model';
import { describe, expect, it, vi } from 'vitest';
import { loadHtml, saveHtml } from '../../../../src/richText/editor/document.ts';
import { richTextExtensions } from '../../../../src/richText/editor/extensions/extensions.ts';
import { markupOf, parseInert } from '../../../../src/richText/editor/markup/markup.ts';
import { attacksWithHarm, containerWith, TIMEOUT_OPTIONS } from './setup.ts';

vi.setConfig(TIMEOUT_OPTIONS);

const schema = getSchema(richTextExtensions({ nameOf: (id) => `Name of ${id}` }));

describe('An attack in a description', () => {
  it('is harmless in the editor', () => {
    const serializer = DOMSerializer.fromSchema(schema);
    expect(
      attacksWithHarm((attack) => containerWith(serializer.serializeFragment(loadHtml(attack, schema).doc.content))),
    ).toEqual([]);
  });

  it('cannot override the DOM properties of a form with inputs that have the names of the properties', () => {
    const html = '<form id="f" class="a"><input name="attributes"><input name="childNodes"></form>';
    const form = parseInert(html).firstElementChild;
    expect(form).not.toBeInstanceOf(HTMLFormElement);
    expect(form && markupOf(form)).toBe(html);
    const loaded = loadHtml(html, schema);
    expect(saveHtml(loaded, loaded.doc)).toBe(html);
  });
});

// @vitest-environment jsdom
// Owns the proof that each known attack is harmless where a description is edited.
import { getSchema } from '@tiptap/core';
import { DOMSerializer } from '@tiptap/pm/model';
import { describe, expect, it, vi } from 'vitest';
import { loadHtml } from '../../../../src/webview/richText/document.ts';
import { richTextExtensions } from '../../../../src/webview/richText/extensions.ts';
import { PATIENCE, shown, surviving } from './ground.ts';

vi.setConfig(PATIENCE);

const schema = getSchema(richTextExtensions({ nameOf: (id) => `Name of ${id}` }));

describe('an attack in a description', () => {
  it('stands in the live text as nothing harmful', () => {
    const serializer = DOMSerializer.fromSchema(schema);
    expect(surviving((attack) => shown(serializer.serializeFragment(loadHtml(attack, schema).doc.content)))).toEqual([]);
  });
});

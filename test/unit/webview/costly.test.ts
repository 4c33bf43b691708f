// @vitest-environment jsdom
// Owns the proof that markup which is nested deep or repeated often costs the editor no more than its size.
import { getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import { describe, expect, it } from 'vitest';
import { loadHtml, saveHtml } from '../../../src/webview/richText/document.ts';
import { richTextExtensions } from '../../../src/webview/richText/extensions.ts';
import { parseInert } from '../../../src/webview/richText/markup.ts';
import { readableText } from '../../../src/webview/richText/readable.ts';
import { shapes } from '../../support/hostile/shapes.ts';

const schema = getSchema(richTextExtensions({ nameOf: () => undefined }));
const SIZE = 240;

function sizes(html: string) {
  const { doc } = loadHtml(html, schema);
  let [nodes, marks, depth] = [0, 0, 0];
  doc.descendants((node, position) => {
    nodes += 1;
    marks = Math.max(marks, node.marks.length);
    depth = Math.max(depth, doc.resolve(position).depth);
  });
  return { nodes, marks, depth };
}

describe('costly markup', () => {
  it.each(Object.entries(shapes))('is loaded into no more nodes than it has, with bounded marks and depth: %s', (_, shape) => {
    const { nodes, marks, depth } = sizes(shape(SIZE));
    expect(nodes).toBeLessThanOrEqual(SIZE * 5);
    expect(marks).toBeLessThanOrEqual(20);
    expect(depth).toBeLessThanOrEqual(190);
  });

  it.each(Object.entries(shapes))('is saved as it was when something is added: %s', (_, shape) => {
    const html = shape(SIZE);
    const loaded = loadHtml(html, schema);
    expect(saveHtml(loaded, loaded.doc)).toBe(html);
    const { tr } = EditorState.create({ doc: loaded.doc });
    const added = schema.node('paragraph', null, schema.text('added'));
    const body = parseInert(saveHtml(loaded, tr.insert(tr.doc.content.size, added).doc));
    expect(body.textContent).toBe(`${parseInert(html).textContent}added`);
  });

  it('is shown with its words where its marks are nested too deep', () => {
    const loaded = loadHtml(`<p>${'<b><i>'.repeat(400)}word`, schema);
    const opaque: unknown[] = [];
    loaded.doc.descendants((node) => {
      if (node.type.name === 'opaqueInline') opaque.push(readableText(parseInert(String(node.attrs['raw'])), 100).text);
    });
    expect(opaque).toEqual(['word']);
  });
});

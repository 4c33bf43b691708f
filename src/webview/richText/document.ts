// Converts between the server's HTML and the editor's document without loss.
import type { Node as DocNode, Schema } from '@tiptap/pm/model';
import { loadBlocks } from './load/block.ts';
import { Builder } from './load/build.ts';
import { blocksIn, type IsBlock, isBlankNode, isLeaf } from './markup/elements.ts';
import { attributesOf, isElement, type PreservedAttributes, parseInert, writeElement } from './markup/markup.ts';
import { saveBlocks } from './save/blocks.ts';
import { dedupeIds } from './save/dedupeIds.ts';

/** A document and the HTML that it was loaded from. */
export interface Loaded {
  readonly html: string;
  readonly doc: DocNode;
  /** The document written as HTML, before any edit. */
  readonly written: string;
  /** The paragraphs that have no element of their own in the source. */
  readonly lines: ReadonlySet<DocNode>;
  /** White space after the last block. */
  readonly tail: string;
  /** The single `<div>` that the server wraps around several blocks, and the white space around it. */
  readonly frame:
    | { readonly kept: PreservedAttributes | null; readonly before: string; readonly after: string }
    | undefined;
}

function frameOf(body: HTMLElement, isBlock: IsBlock): Element | undefined {
  const [only, ...others] = [...body.childNodes].filter((node) => !isBlankNode(node));
  if (!only || others.length > 0 || !isElement(only) || only.localName !== 'div' || isLeaf(only)) return undefined;
  return [...only.children].some(isBlock) ? only : undefined;
}

/**
 * Loads HTML as a document. Never fails and never drops anything: what the editor cannot represent becomes an opaque
 * node.
 */
export function loadHtml(html: string, schema: Schema): Loaded {
  const body = parseInert(html);
  body.normalize();
  const builder = new Builder(schema, blocksIn(body));
  const frame = frameOf(body, builder.isBlock);
  const nodes = [...(frame ?? body).childNodes];
  const content = nodes.every(isBlankNode)
    ? { nodes: [builder.nodeType('paragraph').create()], tail: '' }
    : loadBlocks(builder, nodes);
  const doc = builder.nodeType('doc').createChecked(null, content.nodes);
  const [before = '', after = ''] = [frame?.previousSibling, frame?.nextSibling].map((blank) => blank?.nodeValue ?? '');
  const lines = new Set<DocNode>();
  doc.descendants((node) => {
    if (node.attrs['bare'] === true) lines.add(node);
  });
  const around = { lines, tail: content.tail, frame: frame && { kept: attributesOf(frame), before, after } };
  return { html, doc, written: write(doc, around), ...around };
}

function write(doc: DocNode, { frame, tail, lines }: Pick<Loaded, 'frame' | 'tail' | 'lines'>): string {
  const content = saveBlocks(doc.children, tail, dedupeIds(lines));
  return frame ? frame.before + writeElement('div', frame.kept, content) + frame.after : content;
}

/**
 * Returns the original string while the document is unchanged, otherwise HTML that differs only where the document
 * does.
 */
export function saveHtml(loaded: Loaded, doc: DocNode): string {
  const written = write(doc, loaded);
  return written === loaded.written ? loaded.html : written;
}

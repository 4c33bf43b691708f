// Owns the lossless passage between the service's HTML and the editor's document, as one promise.
import type { Node as DocNode, Schema } from '@tiptap/pm/model';
import { Builder } from './build.ts';
import { isBlank, isBlockElement } from './elements.ts';
import { loadBlocks } from './loadBlock.ts';
import { attributesOf, isElement, type Kept, parseInert, writeElement } from './markup.ts';
import { saveBlocks } from './save.ts';

/** A document and what it was loaded from. */
export interface Loaded {
  readonly html: string;
  readonly doc: DocNode;
  /** The one `<div>` that the service wraps several blocks in. */
  readonly frame: { readonly kept: Kept | null } | undefined;
}

function frameOf(body: HTMLElement): Element | undefined {
  const [only, ...others] = [...body.childNodes].filter((node) => !isBlank(node));
  if (!only || others.length > 0 || !isElement(only) || only.localName !== 'div') return undefined;
  return [...only.children].some(isBlockElement) ? only : undefined;
}

/** Never fails and never drops anything: what the editor cannot hold becomes an opaque node. */
export function loadHtml(html: string, schema: Schema): Loaded {
  const body = parseInert(html);
  body.normalize();
  const frame = frameOf(body);
  const builder = new Builder(schema);
  const nodes = [...(frame ?? body).childNodes];
  const content = nodes.every(isBlank) ? [builder.nodeType('paragraph').create()] : loadBlocks(builder, nodes);
  const doc = builder.nodeType('doc').createChecked(null, content);
  return { html, doc, frame: frame && { kept: attributesOf(frame) } };
}

/** The very string that was loaded while the document says the same; otherwise markup that differs only where the document does. */
export function saveHtml(loaded: Loaded, doc: DocNode): string {
  if (doc.eq(loaded.doc)) return loaded.html;
  const content = saveBlocks(doc.children);
  return loaded.frame ? writeElement('div', loaded.frame.kept, content) : content;
}

// Converts between the server's HTML and the editor's document without loss.
import type { Node as DocNode, Schema } from '@tiptap/pm/model';
import { loadBlocks } from './load/blocks.ts';
import { DocumentBuilder } from './load/documentBuilder.ts';
import { createIsBlock, type IsBlock, isBlankNode, isEmojiOrHorizontalRule } from './markup/elements.ts';
import { attributesOf, isElement, type PreservedAttributes, parseInert, writeElement } from './markup/markup.ts';
import { createAttributeWriter } from './serialize/attributeWriter.ts';
import { serializeBlocks } from './serialize/blocks.ts';

/** A document and the HTML that it was loaded from. */
export interface LoadedDocument {
  readonly html: string;
  readonly doc: DocNode;
  /** The HTML that `saveHtml` would write for the unchanged document. It may differ from `html` in its formatting. */
  readonly writtenHtml: string;
  /** The paragraphs that have no `<p>` element in the source: text directly in the body or in a container. */
  readonly unwrappedParagraphs: ReadonlySet<DocNode>;
  /** The white space after the last block of the source. */
  readonly trailingSpace: string;
  /** The attributes of the single `<div>` that the server wraps around all blocks, and the white space around it. */
  readonly wrapper:
    | { readonly sourceAttributes: PreservedAttributes | null; readonly before: string; readonly after: string }
    | undefined;
}

function findWrapper(body: HTMLElement, isBlock: IsBlock): Element | undefined {
  const [onlyNode, ...otherNodes] = [...body.childNodes].filter((node) => !isBlankNode(node));
  if (
    !onlyNode ||
    otherNodes.length > 0 ||
    !isElement(onlyNode) ||
    onlyNode.localName !== 'div' ||
    isEmojiOrHorizontalRule(onlyNode)
  )
    return undefined;
  return [...onlyNode.children].some(isBlock) ? onlyNode : undefined;
}

/**
 * Loads HTML as a document. Never fails and never drops content: markup that the editor cannot represent becomes an
 * opaque node.
 */
export function loadHtml(html: string, schema: Schema): LoadedDocument {
  const body = parseInert(html);
  body.normalize();
  const builder = new DocumentBuilder(schema, createIsBlock(body));
  const wrapper = findWrapper(body, builder.isBlock);
  const nodes = [...(wrapper ?? body).childNodes];
  const loadedContent = nodes.every(isBlankNode)
    ? { nodes: [builder.nodeType('paragraph').create()], trailingSpace: '' }
    : loadBlocks(builder, nodes);
  const doc = builder.nodeType('doc').createChecked(null, loadedContent.nodes);
  const [before = '', after = ''] = [wrapper?.previousSibling, wrapper?.nextSibling].map(
    (blank) => blank?.nodeValue ?? '',
  );
  const unwrappedParagraphs = new Set<DocNode>();
  doc.descendants((node) => {
    if (node.attrs['isUnwrapped'] === true) unwrappedParagraphs.add(node);
  });
  const saveOptions = {
    unwrappedParagraphs,
    trailingSpace: loadedContent.trailingSpace,
    wrapper: wrapper && { sourceAttributes: attributesOf(wrapper), before, after },
  };
  return { html, doc, writtenHtml: writeDocument(doc, saveOptions), ...saveOptions };
}

function writeDocument(
  doc: DocNode,
  {
    wrapper,
    trailingSpace,
    unwrappedParagraphs,
  }: Pick<LoadedDocument, 'wrapper' | 'trailingSpace' | 'unwrappedParagraphs'>,
): string {
  const content = serializeBlocks(doc.children, trailingSpace, createAttributeWriter(unwrappedParagraphs));
  return wrapper ? wrapper.before + writeElement('div', wrapper.sourceAttributes, content) + wrapper.after : content;
}

/**
 * Returns the original HTML while the document is unchanged. Otherwise returns HTML that differs from the original
 * only in the edited parts.
 */
export function saveHtml(loaded: LoadedDocument, doc: DocNode): string {
  const savedHtml = writeDocument(doc, loaded);
  return savedHtml === loaded.writtenHtml ? loaded.html : savedHtml;
}

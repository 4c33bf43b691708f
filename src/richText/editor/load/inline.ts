// Loads inline content: text, marks and opaque nodes.
import type { Node as DocNode, Mark } from '@tiptap/pm/model';
import { isComment, isEmojiOrHorizontalRule, isInlineTag, MARK_TAGS } from '../markup/elements.ts';
import { attributesOf, isElement, isTextNode } from '../markup/markup.ts';
import type { BuiltNodes, DocumentBuilder } from './documentBuilder.ts';

/**
 * An element inside this many marks becomes an opaque node, because the cost of marks grows with their depth: each mark
 * is compared with all marks around it, and is rendered around each part of its text.
 */
const MAX_MARKS = 20;

function loadText(builder: DocumentBuilder, text: string, marks: readonly Mark[]): DocNode[] {
  const loaded: DocNode[] = [];
  let pendingText = '';
  const flushText = (): void => {
    if (pendingText !== '') loaded.push(builder.schema.text(pendingText, marks));
    pendingText = '';
  };
  // The pieces of the split text alternate: those at even indexes are words, those at odd indexes are white space.
  for (const [index, piece] of text.split(/([ \t\n\r\f]+)/).entries()) {
    if (index % 2 === 0 || !/[\t\n\r\f]/.test(piece)) pendingText += piece;
    else {
      flushText();
      loaded.push(builder.nodeType('preservedSpace').create({ raw: piece }, null, marks));
    }
  }
  flushText();
  return loaded;
}

function createMark(builder: DocumentBuilder, element: Element, marks: readonly Mark[]): Mark {
  const tag = element.localName;
  const sourceAttributes = attributesOf(element);
  const documentOrder = builder.nextNumber();
  const markName = Object.entries(MARK_TAGS).find(([, tags]) => (tags as readonly string[]).includes(tag))?.[0];
  const isPlainAnchor = tag === 'a' && !element.hasAttribute('href');
  if (!markName || isPlainAnchor || marks.some((mark) => mark.type.name === markName)) {
    return builder.markType('preservedInline').create({ tag, sourceAttributes, at: documentOrder });
  }
  return builder
    .markType(markName)
    .create({ tag, sourceAttributes, at: documentOrder, href: element.getAttribute('href') ?? '' });
}

/** Loads inline nodes. Returns undefined if a node contains a block. */
export function loadInline(builder: DocumentBuilder, nodes: readonly Node[], marks: readonly Mark[] = []): BuiltNodes {
  const loaded: DocNode[] = [];
  for (const node of nodes) {
    const loadedNodes = loadInlineNode(builder, node, marks);
    if (!loadedNodes) return undefined;
    for (const piece of loadedNodes) loaded.push(piece);
  }
  return loaded;
}

function loadInlineNode(builder: DocumentBuilder, node: Node, marks: readonly Mark[]): BuiltNodes {
  if (isTextNode(node)) return loadText(builder, node.data, marks);
  if (isComment(node)) return [builder.createOpaqueNode('opaqueInline', [node], marks)];
  if (!isElement(node)) return undefined;
  if (node.localName === 'br')
    return [builder.nodeType('hardBreak').create({ sourceAttributes: attributesOf(node) }, null, marks)];
  if (!isInlineTag(node.localName) || isEmojiOrHorizontalRule(node) || node.childNodes.length === 0)
    return [builder.createOpaqueNode('opaqueInline', [node], marks)];
  if (builder.isBlock(node)) return undefined;
  if (marks.length >= MAX_MARKS) return [builder.createOpaqueNode('opaqueInline', [node], marks)];
  return loadInline(builder, [...node.childNodes], createMark(builder, node, marks).addToSet(marks));
}

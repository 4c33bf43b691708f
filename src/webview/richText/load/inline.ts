// Loads inline content: text, marks and opaque nodes.
import type { Node as DocNode, Mark } from '@tiptap/pm/model';
import { isComment, isInlineTag, isLeaf, MARK_TAGS } from '../markup/elements.ts';
import { attributesOf, isElement, isTextNode } from '../markup/markup.ts';
import type { Builder, BuiltAll } from './build.ts';

/**
 * Deeper marks become one opaque node: each mark is compared with all marks around it and rendered around every piece
 * of its text.
 */
const DEEPEST = 20;

function loadText(builder: Builder, text: string, marks: readonly Mark[]): DocNode[] {
  const loaded: DocNode[] = [];
  let words = '';
  const closeText = (): void => {
    if (words !== '') loaded.push(builder.schema.text(words, marks));
    words = '';
  };
  // Words and white space alternate.
  for (const [index, piece] of text.split(/([ \t\n\r\f]+)/).entries()) {
    if (index % 2 === 0 || !/[\t\n\r\f]/.test(piece)) words += piece;
    else {
      closeText();
      loaded.push(builder.nodeType('keptSpace').create({ raw: piece }, null, marks));
    }
  }
  closeText();
  return loaded;
}

function markFor(builder: Builder, element: Element, marks: readonly Mark[]): Mark {
  const tag = element.localName;
  const kept = attributesOf(element);
  const at = builder.next();
  const known = Object.entries(MARK_TAGS).find(([, tags]) => (tags as readonly string[]).includes(tag))?.[0];
  const isPlainAnchor = tag === 'a' && !element.hasAttribute('href');
  if (!known || isPlainAnchor || marks.some((mark) => mark.type.name === known)) {
    return builder.markType('keptInline').create({ tag, kept, at });
  }
  return builder.markType(known).create({ tag, kept, at, href: element.getAttribute('href') ?? '' });
}

/** Returns undefined when a block inside the line cannot be represented. */
export function loadInline(builder: Builder, nodes: readonly Node[], marks: readonly Mark[] = []): BuiltAll {
  const loaded: DocNode[] = [];
  for (const node of nodes) {
    const pieces = loadInlineNode(builder, node, marks);
    if (!pieces) return undefined;
    for (const piece of pieces) loaded.push(piece);
  }
  return loaded;
}

function loadInlineNode(builder: Builder, node: Node, marks: readonly Mark[]): BuiltAll {
  if (isTextNode(node)) return loadText(builder, node.data, marks);
  if (isComment(node)) return [builder.opaque('opaqueInline', [node], marks)];
  if (!isElement(node)) return undefined;
  if (node.localName === 'br') return [builder.nodeType('hardBreak').create({ kept: attributesOf(node) }, null, marks)];
  if (!isInlineTag(node.localName) || isLeaf(node) || node.childNodes.length === 0)
    return [builder.opaque('opaqueInline', [node], marks)];
  if (builder.isBlock(node)) return undefined;
  if (marks.length >= DEEPEST) return [builder.opaque('opaqueInline', [node], marks)];
  return loadInline(builder, [...node.childNodes], markFor(builder, node, marks).addToSet(marks));
}

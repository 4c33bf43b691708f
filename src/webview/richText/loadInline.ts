// Owns loading what stands in a line: text, marks, and small things that are carried.
import type { Node as DocNode, Mark } from '@tiptap/pm/model';
import type { Builder, BuiltAll } from './build.ts';
import { isBlockElement, isComment, isInlineTag, isLeaf, MARK_TAGS } from './elements.ts';
import { attributesOf, isElement, isText } from './markup.ts';

function loadText(builder: Builder, text: string, marks: readonly Mark[]): DocNode[] {
  return text
    .split(/([ \t\n\r\f]+)/)
    .reduce<string[]>((pieces, piece) => {
      const last = pieces.at(-1);
      const joins = last !== undefined && !isBrokenSpace(piece) && !isBrokenSpace(last);
      return joins ? [...pieces.slice(0, -1), last + piece] : [...pieces, piece];
    }, [])
    .filter((piece) => piece !== '')
    .map((piece) =>
      isBrokenSpace(piece) ? builder.nodeType('keptSpace').create({ raw: piece }, null, marks) : builder.schema.text(piece, marks),
    );
}

function isBrokenSpace(piece: string): boolean {
  return /^[ \t\n\r\f]*[\t\n\r\f][ \t\n\r\f]*$/.test(piece);
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

/** Undefined when a block stands inside the line in a way that cannot be carried. */
export function loadInline(builder: Builder, nodes: readonly Node[], marks: readonly Mark[] = []): BuiltAll {
  const loaded: DocNode[] = [];
  for (const node of nodes) {
    const pieces = loadInlineNode(builder, node, marks);
    if (!pieces) return undefined;
    loaded.push(...pieces);
  }
  return loaded;
}

function loadInlineNode(builder: Builder, node: Node, marks: readonly Mark[]): BuiltAll {
  if (isText(node)) return loadText(builder, node.data, marks);
  if (isComment(node)) return [builder.opaque('opaqueInline', [node], marks)];
  if (!isElement(node)) return undefined;
  if (node.localName === 'br') return [builder.nodeType('hardBreak').create({ kept: attributesOf(node) }, null, marks)];
  if (!isInlineTag(node.localName) || isLeaf(node) || node.childNodes.length === 0) return [builder.opaque('opaqueInline', [node], marks)];
  if (isBlockElement(node)) return undefined;
  return loadInline(builder, [...node.childNodes], markFor(builder, node, marks).addToSet(marks));
}

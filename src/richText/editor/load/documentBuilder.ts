// Builds document nodes. Returns undefined for invalid content instead of throwing.
import { type Node as DocNode, Fragment, type Mark, type MarkType, type NodeType, type Schema } from '@tiptap/pm/model';
import type { IsBlock } from '../markup/elements.ts';
import { markupOf } from '../markup/markup.ts';

/**
 * A text with more parts has no `dir="auto"` but its equivalent in CSS (`content.css`): Chromium reads a whole element
 * with `dir="auto"` again for each part that is inserted into it, until it finds a letter.
 */
const MAX_PARTS_WITH_DIRECTION = 200;

/** A node, or undefined if its content is invalid. The caller then preserves the source as one opaque node. */
export type BuiltNode = DocNode | undefined;
export type BuiltNodes = readonly DocNode[] | undefined;

/** Builds the ProseMirror nodes of one document. */
export class DocumentBuilder {
  readonly schema: Schema;
  readonly isBlock: IsBlock;
  #count = 0;

  /** `isBlock` must have been created for the elements that are loaded. */
  constructor(schema: Schema, isBlock: IsBlock) {
    this.schema = schema;
    this.isBlock = isBlock;
  }

  /** Returns the next number, so that numbers increase in document order. */
  nextNumber(): number {
    this.#count += 1;
    return this.#count;
  }

  nodeType(name: string): NodeType {
    const type = this.schema.nodes[name];
    if (!type) throw new Error(`The schema has no node ${name}`);
    return type;
  }

  markType(name: string): MarkType {
    const type = this.schema.marks[name];
    if (!type) throw new Error(`The schema has no mark ${name}`);
    return type;
  }

  /** Builds a node. Returns undefined if the content is undefined or invalid for the node. */
  buildNode(
    name: string,
    attributes: Record<string, unknown>,
    content: BuiltNodes = [],
    marks: readonly Mark[] = [],
  ): BuiltNode {
    if (!content) return undefined;
    const type = this.nodeType(name);
    const fragment = Fragment.fromArray(content);
    const hasManyParts = type.inlineContent && content.length > MAX_PARTS_WITH_DIRECTION;
    return type.validContent(fragment)
      ? type.create(hasManyParts ? { ...attributes, dir: null } : attributes, fragment, marks)
      : undefined;
  }

  createOpaqueNode(
    kind: 'opaqueInline' | 'opaqueBlock',
    source: readonly Node[],
    marks: readonly Mark[] = [],
  ): DocNode {
    return this.nodeType(kind).create({ raw: source.map(markupOf).join('') }, null, marks);
  }
}

/** Returns all nodes, or undefined if any node is undefined. */
export function allBuiltOrUndefined(nodes: readonly BuiltNode[]): BuiltNodes {
  const builtNodes = nodes.filter((node) => node !== undefined);
  return builtNodes.length === nodes.length ? builtNodes : undefined;
}

/** The blocks of a container. `trailingSpace` is the white space after the last block. */
export interface LoadedBlocks {
  readonly nodes: readonly DocNode[];
  readonly trailingSpace: string;
}

// Owns the tools that loading builds documents with: a schema, a running number, and construction that answers
// undefined instead of throwing.
import { type Node as DocNode, Fragment, type Mark, type MarkType, type NodeType, type Schema } from '@tiptap/pm/model';
import type { IsBlock } from '../markup/elements.ts';
import { markupOf } from '../markup/markup.ts';

/** Where blocks go that cannot be built are undefined; the caller keeps their source whole instead. */
export type Built = DocNode | undefined;
export type BuiltAll = readonly DocNode[] | undefined;

export class Builder {
  readonly schema: Schema;
  readonly isBlock: IsBlock;
  #count = 0;

  /** `isBlock` knows the elements that are loaded. */
  constructor(schema: Schema, isBlock: IsBlock) {
    this.schema = schema;
    this.isBlock = isBlock;
  }

  /** A number that grows in document order. */
  next(): number {
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

  /** Undefined when the content is undefined or does not fit. */
  node(name: string, attributes: Record<string, unknown>, content: BuiltAll = [], marks: readonly Mark[] = []): Built {
    if (!content) return undefined;
    const type = this.nodeType(name);
    const fragment = Fragment.fromArray(content);
    return type.validContent(fragment) ? type.create(attributes, fragment, marks) : undefined;
  }

  opaque(kind: 'opaqueInline' | 'opaqueBlock', source: readonly Node[], marks: readonly Mark[] = []): DocNode {
    return this.nodeType(kind).create({ raw: source.map(markupOf).join('') }, null, marks);
  }
}

/** All of them, or undefined when one is. */
export function all(nodes: readonly Built[]): BuiltAll {
  const built = nodes.filter((node) => node !== undefined);
  return built.length === nodes.length ? built : undefined;
}

/** A container's content; `tail` is white space behind the last block. */
export interface Blocks {
  readonly nodes: readonly DocNode[];
  readonly tail: string;
}

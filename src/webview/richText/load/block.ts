// Loads block elements as editable nodes, and verifies that saving a node restores its markup.
import type { Node as DocNode } from '@tiptap/pm/model';
import { isBlankNode, isComment, isContainer, isLeaf, spaced } from '../markup/elements.ts';
import { attributesOf, isElement, isTextNode, markupOfAll, parseInert } from '../markup/markup.ts';
import { sameTree } from '../markup/sameTree.ts';
import { languageOf, type TaskShell } from '../markup/shapes.ts';
import { saveBlocks } from '../save/blocks.ts';
import { dedupeIds } from '../save/dedupeIds.ts';
import { all, type Blocks, type Builder, type Built, type BuiltAll } from './build.ts';
import { loadInline } from './inline.ts';
import { loadTable } from './table.ts';

/** Below this depth a block is not verified by itself, because the check of its ancestors covers it. */
const PROOF_DEPTH = 5;
/** Deeper nesting becomes one opaque node, which limits the recursion. */
const DEEPEST = 60;

/** Opaque markup that is inline even when it is alone: a mention, an emoji. */
const IN_LINE = /^<(?:mention-|span [^>]*data-type="emoji")/;

/** Loads a container's children. Always succeeds: what cannot be edited becomes opaque. Never returns an empty list. */
export function loadBlocks(builder: Builder, nodes: readonly Node[], depth = 0): Blocks {
  const { runs, tail } = runsOf(builder, nodes);
  if (runs.length === 0) return { nodes: [builder.nodeType('paragraph').create({ bare: true })], tail };
  return { nodes: runs.map(({ gap, run }) => withGap(loadUnit(builder, run, depth), gap)), tail };
}

function withGap(node: DocNode, gap: string): DocNode {
  return gap === '' ? node : node.type.create({ ...node.attrs, gap }, node.content);
}

interface Runs {
  readonly runs: readonly { readonly gap: string; readonly run: readonly Node[] }[];
  readonly tail: string;
}

/** Splits nodes into single blocks and runs of inline nodes between them, each with the white space before it. */
function runsOf({ isBlock }: Builder, nodes: readonly Node[]): Runs {
  const runs: { gap: string; run: Node[] }[] = [];
  let line: Node[] = [];
  const closeLine = (): string => {
    const isText =
      line.some((node) => !isBlankNode(node) && !isComment(node)) ||
      (line.length === nodes.length && nodes.every(isBlankNode));
    const { parts, tail } = isText ? { parts: [], tail: '' } : spaced(line);
    if (isText && line.length > 0) runs.push({ gap: '', run: line });
    for (const { gap, node } of parts) runs.push({ gap, run: [node] });
    line = [];
    return tail;
  };
  for (const node of nodes) {
    if (isElement(node) && isBlock(node)) runs.push({ gap: closeLine(), run: [node] });
    else line.push(node);
  }
  return { runs, tail: closeLine() };
}

function loadUnit(builder: Builder, source: readonly Node[], depth: number): DocNode {
  const built = depth < DEEPEST ? loadRun(builder, source, depth) : undefined;
  return built && (depth >= PROOF_DEPTH || isProved(built, source)) ? built : builder.opaque('opaqueBlock', source);
}

function isProved(built: DocNode, source: readonly Node[]): boolean {
  const again = parseInert(saveBlocks([built], '', dedupeIds()));
  return sameTree([...again.childNodes], source);
}

function loadRun(builder: Builder, source: readonly Node[], depth: number): Built {
  const [only] = source;
  if (source.length === 1 && only && isElement(only) && builder.isBlock(only)) return loadBlock(builder, only, depth);
  const content = loadInline(builder, source);
  const first = content?.[0];
  const standsAlone =
    content?.length === 1 && first?.type.name === 'opaqueInline' && !IN_LINE.test(String(first.attrs['raw']));
  return standsAlone ? undefined : builder.node('paragraph', { bare: true }, content);
}

/** Returns a node with the loaded blocks as its content. */
function hold(builder: Builder, name: string, attributes: Record<string, unknown>, { nodes, tail }: Blocks): Built {
  return builder.node(name, { ...attributes, tail }, nodes);
}

function loadBlock(builder: Builder, element: Element, depth: number): Built {
  const tag = element.localName;
  const kept = attributesOf(element);
  const children = [...element.childNodes];
  if (/^h[1-6]$/.test(tag))
    return builder.node('heading', { kept, level: Number(tag[1]) }, loadInline(builder, children));
  switch (tag) {
    case 'p':
      return builder.node('paragraph', { kept }, loadInline(builder, children));
    case 'blockquote':
      return hold(builder, 'blockquote', { kept }, loadBlocks(builder, children, depth + 1));
    case 'ul':
    case 'ol':
      return loadList(builder, element, depth);
    case 'pre':
      return loadCode(builder, element);
    case 'hr':
      return builder.node('horizontalRule', { kept });
    case 'table':
      return loadTable(builder, element, (cell) => loadBlocks(builder, [...cell.childNodes], depth + 1));
    default:
      return isContainer(tag) && !isLeaf(element) ? loadContainer(builder, element, depth) : undefined;
  }
}

function loadContainer(builder: Builder, element: Element, depth: number): Built {
  const attributes = { tag: element.localName, kept: attributesOf(element) };
  const children = [...element.childNodes];
  const holdsBlocks = children.some((child) => isElement(child) && builder.isBlock(child));
  return holdsBlocks
    ? hold(builder, 'keptBlock', attributes, loadBlocks(builder, children, depth + 1))
    : builder.node('keptText', attributes, loadInline(builder, children));
}

function loadList(builder: Builder, list: Element, depth: number): Built {
  const kept = attributesOf(list);
  const { parts, tail } = spaced([...list.childNodes]);
  const items = (load: (item: Element) => Built): BuiltAll =>
    all(
      parts.map(({ gap, node }) => {
        const item = isElement(node) && node.localName === 'li' ? load(node) : undefined;
        return item && withGap(item, gap);
      }),
    );
  if (list.localName === 'ol') {
    const written = Number(list.getAttribute('start') ?? 1);
    const start = Number.isInteger(written) ? written : 1;
    return builder.node(
      'orderedList',
      { kept, tail, start },
      items((item) => loadItem(builder, item, depth)),
    );
  }
  const isTasks = list.getAttribute('data-type') === 'taskList';
  return builder.node(
    isTasks ? 'taskList' : 'bulletList',
    { kept, tail },
    items((item) => (isTasks ? loadTask(builder, item, depth) : loadItem(builder, item, depth))),
  );
}

function isElementOf(node: Node | undefined, tag: string): node is Element {
  return node !== undefined && isElement(node) && node.localName === tag;
}

function loadItem(builder: Builder, item: Element, depth: number): Built {
  return hold(builder, 'listItem', { kept: attributesOf(item) }, loadBlocks(builder, [...item.childNodes], depth + 1));
}

function loadTask(builder: Builder, item: Element, depth: number): Built {
  if (item.getAttribute('data-type') !== 'taskItem') return undefined;
  const children = [...item.childNodes];
  const { parts, tail: after } = spaced(children);
  const hasLabel = isElementOf(parts[0]?.node, 'label');
  const [box, ...others] = hasLabel ? parts.slice(1) : parts;
  const isBoxed = others.length === 0 && isElementOf(box?.node, 'div');
  const start = isBoxed
    ? children.findIndex((child) => child === box.node)
    : hasLabel
      ? children.findIndex((child) => child === parts[0]?.node) + 1
      : 0;
  const shell: TaskShell = {
    label: markupOfAll(children.slice(0, start)),
    box: isBoxed ? { kept: attributesOf(box.node), after } : null,
  };
  const content = loadBlocks(builder, isBoxed ? [...box.node.childNodes] : children.slice(start), depth + 1);
  return hold(
    builder,
    'taskItem',
    { kept: attributesOf(item), checked: item.getAttribute('data-checked') === 'true', shell },
    content,
  );
}

function loadCode(builder: Builder, pre: Element): Built {
  const [code] = pre.childNodes;
  const isWrapped = pre.childNodes.length === 1 && code !== undefined && isElement(code) && code.localName === 'code';
  const holder = isWrapped ? code : pre;
  if (![...holder.childNodes].every(isTextNode)) return undefined;
  const text = holder.textContent ?? '';
  const inner = isWrapped ? { kept: attributesOf(code) } : 'none';
  const language = isWrapped ? languageOf(attributesOf(code)) : null;
  return builder.node(
    'codeBlock',
    { kept: attributesOf(pre), inner, language },
    text === '' ? [] : [builder.schema.text(text)],
  );
}

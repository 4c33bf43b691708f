// Loads block elements as editable nodes, and verifies that saving a node restores its markup.
import type { Node as DocNode } from '@tiptap/pm/model';
import {
  isBlankNode,
  isComment,
  isContainerTag,
  isEmojiOrHorizontalRule,
  splitWhiteSpace,
} from '../markup/elements.ts';
import { attributesOf, isElement, isTextNode, markupOfAll, parseInert } from '../markup/markup.ts';
import { languageOf, type TaskMarkup } from '../markup/nodeAttributes.ts';
import { isSameTree } from '../markup/sameTree.ts';
import { createAttributeWriter } from '../serialize/attributeWriter.ts';
import { serializeBlocks } from '../serialize/blocks.ts';
import {
  allBuiltOrUndefined,
  type BuiltNode,
  type BuiltNodes,
  type DocumentBuilder,
  type LoadedBlocks,
} from './documentBuilder.ts';
import { loadInline } from './inline.ts';
import { loadTable } from './table.ts';

/** A block at this depth or deeper is not verified separately, because the check of its ancestors includes it. */
const MIN_UNVERIFIED_DEPTH = 5;
/** A block nested deeper than this becomes one opaque node, which limits the recursion. */
const MAX_DEPTH = 60;

/** Preserved markup of mentions and emojis, which is loaded in a paragraph even without text around it. */
const ALWAYS_INLINE_PATTERN = /^<(?:mention-|span [^>]*data-type="emoji")/;

/** Loads the children of a container as at least one block. Content that cannot be edited becomes opaque nodes. */
export function loadBlocks(builder: DocumentBuilder, nodes: readonly Node[], depth = 0): LoadedBlocks {
  const { runs, trailingSpace } = splitRuns(builder, nodes);
  if (runs.length === 0) return { nodes: [builder.nodeType('paragraph').create({ isUnwrapped: true })], trailingSpace };
  return {
    nodes: runs.map(({ spaceBefore, run }) => withSpaceBefore(loadVerifiedBlock(builder, run, depth), spaceBefore)),
    trailingSpace,
  };
}

function withSpaceBefore(node: DocNode, spaceBefore: string): DocNode {
  return spaceBefore === '' ? node : node.type.create({ ...node.attrs, spaceBefore }, node.content);
}

interface Runs {
  readonly runs: readonly { readonly spaceBefore: string; readonly run: readonly Node[] }[];
  readonly trailingSpace: string;
}

/** Splits nodes into block elements and runs of inline nodes, each with the white space before it. */
function splitRuns({ isBlock }: DocumentBuilder, nodes: readonly Node[]): Runs {
  const runs: { spaceBefore: string; run: Node[] }[] = [];
  let inlineNodes: Node[] = [];
  const endRun = (): string => {
    const hasText =
      inlineNodes.some((node) => !isBlankNode(node) && !isComment(node)) ||
      (inlineNodes.length === nodes.length && nodes.every(isBlankNode));
    const { parts: partsWithSpace, trailingSpace } = hasText
      ? { parts: [], trailingSpace: '' }
      : splitWhiteSpace(inlineNodes);
    if (hasText && inlineNodes.length > 0) runs.push({ spaceBefore: '', run: inlineNodes });
    for (const { spaceBefore, node } of partsWithSpace) runs.push({ spaceBefore, run: [node] });
    inlineNodes = [];
    return trailingSpace;
  };
  for (const node of nodes) {
    if (isElement(node) && isBlock(node)) runs.push({ spaceBefore: endRun(), run: [node] });
    else inlineNodes.push(node);
  }
  return { runs, trailingSpace: endRun() };
}

function loadVerifiedBlock(builder: DocumentBuilder, source: readonly Node[], depth: number): DocNode {
  const built = depth < MAX_DEPTH ? loadRun(builder, source, depth) : undefined;
  return built && (depth >= MIN_UNVERIFIED_DEPTH || isRestoredBySaving(built, source))
    ? built
    : builder.createOpaqueNode('opaqueBlock', source);
}

function isRestoredBySaving(built: DocNode, source: readonly Node[]): boolean {
  const reparsed = parseInert(serializeBlocks([built], '', createAttributeWriter()));
  return isSameTree([...reparsed.childNodes], source);
}

function loadRun(builder: DocumentBuilder, source: readonly Node[], depth: number): BuiltNode {
  const [firstNode] = source;
  if (source.length === 1 && firstNode && isElement(firstNode) && builder.isBlock(firstNode))
    return loadBlock(builder, firstNode, depth);
  const content = loadInline(builder, source);
  const firstLoaded = content?.[0];
  const isSingleOpaqueNode =
    content?.length === 1 &&
    firstLoaded?.type.name === 'opaqueInline' &&
    !ALWAYS_INLINE_PATTERN.test(String(firstLoaded.attrs['raw']));
  return isSingleOpaqueNode ? undefined : builder.buildNode('paragraph', { isUnwrapped: true }, content);
}

/** Builds a node from loaded blocks. */
function buildContainer(
  builder: DocumentBuilder,
  name: string,
  attributes: Record<string, unknown>,
  { nodes, trailingSpace }: LoadedBlocks,
): BuiltNode {
  return builder.buildNode(name, { ...attributes, trailingSpace }, nodes);
}

function loadBlock(builder: DocumentBuilder, element: Element, depth: number): BuiltNode {
  const tag = element.localName;
  const sourceAttributes = attributesOf(element);
  const children = [...element.childNodes];
  if (/^h[1-6]$/.test(tag))
    return builder.buildNode('heading', { sourceAttributes, level: Number(tag[1]) }, loadInline(builder, children));
  switch (tag) {
    case 'p':
      return builder.buildNode('paragraph', { sourceAttributes }, loadInline(builder, children));
    case 'blockquote':
      return buildContainer(builder, 'blockquote', { sourceAttributes }, loadBlocks(builder, children, depth + 1));
    case 'ul':
    case 'ol':
      return loadList(builder, element, depth);
    case 'pre':
      return loadCode(builder, element);
    case 'hr':
      return builder.buildNode('horizontalRule', { sourceAttributes });
    case 'table':
      return loadTable(builder, element, (cell) => loadBlocks(builder, [...cell.childNodes], depth + 1));
    default:
      return isContainerTag(tag) && !isEmojiOrHorizontalRule(element)
        ? loadContainer(builder, element, depth)
        : undefined;
  }
}

function loadContainer(builder: DocumentBuilder, element: Element, depth: number): BuiltNode {
  const attributes = { tag: element.localName, sourceAttributes: attributesOf(element) };
  const children = [...element.childNodes];
  const containsBlocks = children.some((child) => isElement(child) && builder.isBlock(child));
  return containsBlocks
    ? buildContainer(builder, 'preservedBlock', attributes, loadBlocks(builder, children, depth + 1))
    : builder.buildNode('preservedText', attributes, loadInline(builder, children));
}

function loadList(builder: DocumentBuilder, list: Element, depth: number): BuiltNode {
  const sourceAttributes = attributesOf(list);
  const { parts: partsWithSpace, trailingSpace } = splitWhiteSpace([...list.childNodes]);
  const loadItems = (load: (item: Element) => BuiltNode): BuiltNodes =>
    allBuiltOrUndefined(
      partsWithSpace.map(({ spaceBefore, node }) => {
        const item = isElement(node) && node.localName === 'li' ? load(node) : undefined;
        return item && withSpaceBefore(item, spaceBefore);
      }),
    );
  if (list.localName === 'ol') {
    const startAttribute = Number(list.getAttribute('start') ?? 1);
    const startNumber = Number.isInteger(startAttribute) ? startAttribute : 1;
    return builder.buildNode(
      'orderedList',
      { sourceAttributes, trailingSpace, start: startNumber },
      loadItems((item) => loadItem(builder, item, depth)),
    );
  }
  const isTaskList = list.getAttribute('data-type') === 'taskList';
  return builder.buildNode(
    isTaskList ? 'taskList' : 'bulletList',
    { sourceAttributes, trailingSpace },
    loadItems((item) => (isTaskList ? loadTask(builder, item, depth) : loadItem(builder, item, depth))),
  );
}

function isElementOf(node: Node | undefined, tag: string): node is Element {
  return node !== undefined && isElement(node) && node.localName === tag;
}

function loadItem(builder: DocumentBuilder, item: Element, depth: number): BuiltNode {
  return buildContainer(
    builder,
    'listItem',
    { sourceAttributes: attributesOf(item) },
    loadBlocks(builder, [...item.childNodes], depth + 1),
  );
}

function loadTask(builder: DocumentBuilder, item: Element, depth: number): BuiltNode {
  if (item.getAttribute('data-type') !== 'taskItem') return undefined;
  const children = [...item.childNodes];
  const { parts: partsWithSpace, trailingSpace: spaceAfterContentDiv } = splitWhiteSpace(children);
  const hasLabel = isElementOf(partsWithSpace[0]?.node, 'label');
  const [contentPart, ...otherParts] = hasLabel ? partsWithSpace.slice(1) : partsWithSpace;
  const hasContentDiv = otherParts.length === 0 && isElementOf(contentPart?.node, 'div');
  const startIndex = hasContentDiv
    ? children.findIndex((child) => child === contentPart.node)
    : hasLabel
      ? children.findIndex((child) => child === partsWithSpace[0]?.node) + 1
      : 0;
  const taskMarkup: TaskMarkup = {
    label: markupOfAll(children.slice(0, startIndex)),
    contentDiv: hasContentDiv
      ? { sourceAttributes: attributesOf(contentPart.node), after: spaceAfterContentDiv }
      : null,
  };
  const content = loadBlocks(
    builder,
    hasContentDiv ? [...contentPart.node.childNodes] : children.slice(startIndex),
    depth + 1,
  );
  return buildContainer(
    builder,
    'taskItem',
    { sourceAttributes: attributesOf(item), checked: item.getAttribute('data-checked') === 'true', shell: taskMarkup },
    content,
  );
}

function loadCode(builder: DocumentBuilder, pre: Element): BuiltNode {
  const [code] = pre.childNodes;
  const isWrapped = pre.childNodes.length === 1 && code !== undefined && isElement(code) && code.localName === 'code';
  const textParent = isWrapped ? code : pre;
  if (![...textParent.childNodes].every(isTextNode)) return undefined;
  const text = textParent.textContent ?? '';
  const codeElement = isWrapped ? { sourceAttributes: attributesOf(code) } : 'none';
  const language = isWrapped ? languageOf(attributesOf(code)) : null;
  return builder.buildNode(
    'codeBlock',
    { sourceAttributes: attributesOf(pre), inner: codeElement, language },
    text === '' ? [] : [builder.schema.text(text)],
  );
}

// Owns loading blocks: which editable node each block element becomes, and the proof that saving it gives the same markup back.
import type { Node as DocNode } from '@tiptap/pm/model';
import { all, type Builder, type Built, type BuiltAll } from './build.ts';
import { isBlank, isBlockElement, isComment, isContainer, isIgnorable } from './elements.ts';
import { loadInline } from './loadInline.ts';
import { loadTable } from './loadTable.ts';
import { attributesOf, isElement, isText, markupOf, parseInert } from './markup.ts';
import { sameTree } from './sameTree.ts';
import { saveBlocks } from './save.ts';
import { languageOf, type TaskShell } from './shapes.ts';

/** Below this depth a block is not proved by itself; the proof of its ancestors covers it. */
const PROOF_DEPTH = 5;
/** Deeper nesting is kept whole: nobody edits it, and recursion has an end. */
const DEEPEST = 60;

/** Loads a container's children. Always succeeds: what cannot be edited becomes opaque. Never empty. */
export function loadBlocks(builder: Builder, nodes: readonly Node[], depth = 0): readonly DocNode[] {
  const loaded = runsOf(nodes).map((run) => loadUnit(builder, run, depth));
  return loaded.length > 0 ? loaded : [builder.nodeType('paragraph').create({ bare: true })];
}

/** Blocks one by one, and what stands between them in runs. */
function runsOf(nodes: readonly Node[]): readonly (readonly Node[])[] {
  const runs: Node[][] = [];
  let line: Node[] = [];
  const closeLine = () => {
    if (line.some((node) => !isBlank(node) && !isComment(node)) || (line.some(isBlank) && !line.every(isSpare))) runs.push(line);
    else runs.push(...line.filter(isComment).map((comment) => [comment]));
    line = [];
  };
  for (const node of nodes) {
    if (isElement(node) && isBlockElement(node)) {
      closeLine();
      runs.push([node]);
    } else line.push(node);
  }
  closeLine();
  return runs;
}

function isSpare(node: Node): boolean {
  return isComment(node) || isIgnorable(node);
}

function loadUnit(builder: Builder, source: readonly Node[], depth: number): DocNode {
  const built = depth < DEEPEST ? loadRun(builder, source, depth) : undefined;
  if (built && (depth >= PROOF_DEPTH || sameTree([...parseInert(saveBlocks([built])).childNodes], source))) return built;
  return builder.opaque('opaqueBlock', source);
}

function loadRun(builder: Builder, source: readonly Node[], depth: number): Built {
  const [only] = source;
  if (source.length === 1 && only && isElement(only) && isBlockElement(only)) return loadBlock(builder, only, depth);
  const content = loadInline(builder, source);
  const first = content?.[0];
  const standsAlone = content?.length === 1 && first?.type.name === 'opaqueInline' && !first.attrs['raw'].startsWith('<mention-');
  return standsAlone ? undefined : builder.node('paragraph', { bare: true }, content);
}

function loadBlock(builder: Builder, element: Element, depth: number): Built {
  const tag = element.localName;
  const kept = attributesOf(element);
  const children = [...element.childNodes];
  if (/^h[1-6]$/.test(tag)) return builder.node('heading', { kept, level: Number(tag[1]) }, loadInline(builder, children));
  switch (tag) {
    case 'p':
      return builder.node('paragraph', { kept }, loadInline(builder, children));
    case 'blockquote':
      return builder.node('blockquote', { kept }, loadBlocks(builder, children, depth + 1));
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
      return isContainer(tag) ? loadContainer(builder, element, depth) : undefined;
  }
}

function loadContainer(builder: Builder, element: Element, depth: number): Built {
  const attributes = { tag: element.localName, kept: attributesOf(element) };
  const children = [...element.childNodes];
  const holdsBlocks = children.some((child) => isElement(child) && isBlockElement(child));
  return holdsBlocks
    ? builder.node('keptBlock', attributes, loadBlocks(builder, children, depth + 1))
    : builder.node('keptText', attributes, loadInline(builder, children));
}

function loadList(builder: Builder, list: Element, depth: number): Built {
  const kept = attributesOf(list);
  const items = [...list.childNodes].filter((child) => !isIgnorable(child));
  const content = (load: (item: Element) => Built): BuiltAll =>
    all(items.map((item) => (isElement(item) && item.localName === 'li' ? load(item) : undefined)));
  if (list.localName === 'ol') {
    const start = Number(list.getAttribute('start') ?? 1);
    return builder.node(
      'orderedList',
      { kept, start: Number.isInteger(start) ? start : 1 },
      content((item) => loadItem(builder, item, depth)),
    );
  }
  return list.getAttribute('data-type') === 'taskList'
    ? builder.node(
        'taskList',
        { kept },
        content((item) => loadTask(builder, item, depth)),
      )
    : builder.node(
        'bulletList',
        { kept },
        content((item) => loadItem(builder, item, depth)),
      );
}

function loadItem(builder: Builder, item: Element, depth: number): Built {
  return builder.node('listItem', { kept: attributesOf(item) }, loadBlocks(builder, [...item.childNodes], depth + 1));
}

function loadTask(builder: Builder, item: Element, depth: number): Built {
  if (item.getAttribute('data-type') !== 'taskItem') return undefined;
  const parts = [...item.childNodes].filter((child) => !isBlank(child));
  const label = parts.find((part, index) => index === 0 && isElement(part) && part.localName === 'label');
  const rest = label ? parts.slice(1) : parts;
  const [box] = rest;
  const isBoxed = rest.length === 1 && box !== undefined && isElement(box) && box.localName === 'div';
  const shell: TaskShell = { label: label ? markupOf(label) : null, box: isBoxed ? { kept: attributesOf(box) } : null };
  const loose = [...item.childNodes].filter((child) => child !== label);
  const content = loadBlocks(builder, isBoxed ? [...box.childNodes] : loose, depth + 1);
  return builder.node('taskItem', { kept: attributesOf(item), checked: item.getAttribute('data-checked') === 'true', shell }, content);
}

function loadCode(builder: Builder, pre: Element): Built {
  const [code] = pre.childNodes;
  const isWrapped = pre.childNodes.length === 1 && code !== undefined && isElement(code) && code.localName === 'code';
  const holder = isWrapped ? code : pre;
  if (![...holder.childNodes].every(isText)) return undefined;
  const text = holder.textContent ?? '';
  const inner = isWrapped ? { kept: attributesOf(code) } : 'none';
  const language = isWrapped ? languageOf(attributesOf(code)) : null;
  return builder.node('codeBlock', { kept: attributesOf(pre), inner, language }, text === '' ? [] : [builder.schema.text(text)]);
}

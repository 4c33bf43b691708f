// Writes blocks as markup in the server's dialect and restores everything that was preserved.
import type { Node as DocNode } from '@tiptap/pm/model';
import { blocksIn } from '../markup/elements.ts';
import {
  escapeText,
  isElement,
  isTextNode,
  markupOfAll,
  type PreservedAttributes,
  parseInert,
  writeElement,
} from '../markup/markup.ts';
import { type CodeInner, languageOf, type RowSection, type TaskShell } from '../markup/shapes.ts';
import type { UniqueIds } from './dedupeIds.ts';
import { saveInline } from './inline.ts';

const FRESH_LABEL = '<label><input type="checkbox"><span></span></label>';
const FRESH_SECTION: RowSection = { tag: 'tbody', kept: null, number: 0, gap: '', tail: '' };

function keptOf(node: DocNode, once: UniqueIds): PreservedAttributes | null {
  return once((node.attrs['kept'] ?? null) as PreservedAttributes | null);
}

/** Returns the preserved attributes with one of them corrected if its value is outdated. */
function corrected(
  kept: PreservedAttributes | null,
  name: string,
  before: unknown,
  now: unknown,
  written: string | null,
): PreservedAttributes | null {
  if (before === now) return kept;
  if (written !== null) return { ...kept, [name]: written };
  const { [name]: _, ...others } = kept ?? {};
  return others;
}

function gapOf(node: DocNode): string {
  return String(node.attrs['gap'] ?? '');
}

function isRemark(node: DocNode): boolean {
  return String(node.attrs['raw'] ?? '').startsWith('<!--');
}

function hasSubstance(node: DocNode): boolean {
  if (node.marks.length > 0) return true;
  return node.isText ? /[^ \t\n\r\f]/.test(node.text ?? '') : node.type.name !== 'keptSpace' && !isRemark(node);
}

/** Whether text directly next to the node would become one line with it. */
function isInLine(node: DocNode | undefined): boolean {
  if (node?.type.name !== 'opaqueBlock') return node?.attrs['bare'] === true && node.children.some(hasSubstance);
  const body = parseInert(String(node.attrs['raw']));
  const isBlock = blocksIn(body);
  return [...body.childNodes].some((root) => isTextNode(root) || (isElement(root) && !isBlock(root)));
}

/**
 * Whether the line, written without an element, would be loaded as a line of its own again. White space and comments
 * are loaded as a line only if their container has nothing else.
 */
function mayStayBare(nodes: readonly DocNode[], index: number, once: UniqueIds): boolean {
  const line = nodes[index]?.children ?? [];
  if (line.some(hasSubstance)) {
    const [node, before, after] = [nodes[index], nodes[index - 1], nodes[index + 1]];
    const staysInLine = (other: DocNode | undefined) =>
      isInLine(other) && (other?.attrs['bare'] !== true || once.isUntouched(other));
    // Of two adjacent lines without an element, the unchanged one stays as it is.
    if (node && once.isUntouched(node))
      return !staysInLine(before) && (!isInLine(after) || after?.attrs['bare'] === true);
    return !isInLine(before) && !isInLine(after);
  }
  return nodes.length === 1 && !line.some(isRemark);
}

/**
 * Returns the markup of sibling blocks and of the white space between them. White space next to bare text is omitted,
 * because it would become part of the text.
 */
export function saveBlocks(nodes: readonly DocNode[], tail: string, once: UniqueIds): string {
  let markup = '';
  let isInText = false;
  nodes.forEach((node, index) => {
    const isBare = node.attrs['bare'] === true && mayStayBare(nodes, index, once);
    markup += isBare ? saveInline(node.children, once) : `${isInText ? '' : gapOf(node)}${saveBlock(node, once)}`;
    isInText = isBare;
  });
  return markup + (isInText ? '' : tail);
}

/** Returns the markup of a node's content. */
function saveInner(node: DocNode, once: UniqueIds): string {
  return saveBlocks(node.children, String(node.attrs['tail']), once);
}

/** Returns a block's markup without the white space before it. */
function saveBlock(node: DocNode, once: UniqueIds): string {
  const kept = keptOf(node, once);
  switch (node.type.name) {
    case 'paragraph':
      return writeElement('p', kept, saveInline(node.children, once));
    case 'heading':
      return writeElement(`h${node.attrs['level']}`, kept, saveInline(node.children, once));
    case 'blockquote':
      return writeElement('blockquote', kept, saveInner(node, once));
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return saveList(node, kept, once);
    case 'codeBlock':
      return saveCode(node, kept, once);
    case 'horizontalRule':
      return writeElement('hr', kept, '');
    case 'table':
      return saveTable(node, kept, once);
    case 'keptBlock':
      return writeElement(node.attrs['tag'], kept, saveInner(node, once));
    case 'keptText':
      return writeElement(node.attrs['tag'], kept, saveInline(node.children, once));
    case 'opaqueBlock':
      return String(node.attrs['raw']);
    default:
      throw new Error(`No way to write ${node.type.name}`);
  }
}

function saveList(list: DocNode, kept: PreservedAttributes | null, once: UniqueIds): string {
  const items = list.children.map(
    (item) =>
      gapOf(item) +
      (item.type.name === 'taskItem'
        ? saveTask(item, once)
        : writeElement('li', keptOf(item, once), saveInner(item, once))),
  );
  const inner = items.join('') + list.attrs['tail'];
  const before = kept?.['data-type'];
  if (list.type.name === 'bulletList')
    return writeElement('ul', corrected(kept, 'data-type', before === 'taskList', false, null), inner);
  if (list.type.name === 'taskList')
    return writeElement('ul', corrected(kept, 'data-type', before, 'taskList', 'taskList'), inner);
  const start = Number(list.attrs['start'] ?? 1);
  const written = Number(kept?.['start'] ?? 1);
  return writeElement(
    'ol',
    corrected(kept, 'start', Number.isInteger(written) ? written : 1, start, String(start)),
    inner,
  );
}

function saveTask(item: DocNode, once: UniqueIds): string {
  const checked = item.attrs['checked'] === true;
  const own = keptOf(item, once);
  const kept = corrected(own, 'data-type', own?.['data-type'], 'taskItem', 'taskItem') ?? {};
  const wasChecked = kept['data-checked'] === 'true';
  const shell = (item.attrs['shell'] as TaskShell | null) ?? { label: FRESH_LABEL, box: { kept: null, after: '' } };
  const isCopy = own !== item.attrs['kept'];
  const label = wasChecked === checked && !isCopy ? shell.label : asBox(shell.label, checked, isCopy);
  const content = saveInner(item, once);
  const boxed = shell.box ? writeElement('div', once(shell.box.kept), content) + shell.box.after : content;
  return writeElement(
    'li',
    corrected(kept, 'data-checked', own === null ? undefined : wasChecked, checked, String(checked)),
    label + boxed,
  );
}

/** Returns a task's label with its checkbox checked or not. A copy of another task loses its ids. */
function asBox(label: string, checked: boolean, isCopy: boolean): string {
  const body = parseInert(label);
  const input = body.querySelector('input');
  if (checked) input?.setAttribute('checked', 'checked');
  else input?.removeAttribute('checked');
  if (isCopy)
    for (const element of body.querySelectorAll('[id], [for]'))
      for (const name of ['id', 'for']) element.removeAttribute(name);
  return markupOfAll([...body.childNodes]);
}

function saveCode(block: DocNode, kept: PreservedAttributes | null, once: UniqueIds): string {
  const text = escapeText(block.textContent);
  const inner = block.attrs['inner'] as CodeInner | null;
  const language = (block.attrs['language'] as string | null) ?? null;
  if (inner === 'none' && language === null) return writeElement('pre', kept, text);
  const written = inner === null || inner === 'none' ? null : once(inner.kept);
  const code = corrected(
    written,
    'class',
    languageOf(written),
    language,
    language === null ? null : `language-${language}`,
  );
  return writeElement('pre', kept, writeElement('code', code, text));
}

function saveTable(table: DocNode, kept: PreservedAttributes | null, once: UniqueIds): string {
  const groups: { section: RowSection; rows: string[] }[] = [];
  for (const row of table.children) {
    const section = row.attrs['section'] as RowSection | null;
    const group = groups.at(-1);
    if (group && (section === null || section.number === group.section.number)) group.rows.push(saveRow(row, once));
    else groups.push({ section: section ?? nextSection(table), rows: [saveRow(row, once)] });
  }
  const inner = groups.map(
    ({ section: { tag, kept, gap, tail }, rows }) => gap + writeElement(tag, kept, rows.join('') + tail),
  );
  return writeElement('table', kept, `${table.attrs['before']}${inner.join('')}${table.attrs['tail']}`);
}

/** Returns the first row group of the table, which a new row on top joins. */
function nextSection(table: DocNode): RowSection {
  return (
    table.children.map((row) => row.attrs['section'] as RowSection | null).find((section) => section !== null) ??
    FRESH_SECTION
  );
}

function saveRow(row: DocNode, once: UniqueIds): string {
  return (
    gapOf(row) +
    writeElement('tr', keptOf(row, once), row.children.map((cell) => saveCell(cell, once)).join('') + row.attrs['tail'])
  );
}

function saveCell(cell: DocNode, once: UniqueIds): string {
  let kept = keptOf(cell, once);
  for (const name of ['colspan', 'rowspan'] as const) {
    const now = Number(cell.attrs[name] ?? 1);
    kept = corrected(kept, name, spanOf(kept?.[name]), now, now === 1 ? null : String(now));
  }
  return gapOf(cell) + writeElement(cell.type.name === 'tableHeader' ? 'th' : 'td', kept, saveInner(cell, once));
}

function spanOf(written: string | undefined): number {
  const value = Number(written ?? 1);
  return Number.isInteger(value) && value > 0 && value <= 1000 ? value : 1;
}

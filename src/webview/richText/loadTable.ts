// Owns loading tables: row groups, what stands before the rows, and cells.
import { TableMap } from '@tiptap/pm/tables';
import { all, type Builder, type Built, type BuiltAll } from './build.ts';
import { isIgnorable } from './elements.ts';
import { attributesOf, isElement, markupOfAll } from './markup.ts';
import type { RowSection } from './shapes.ts';

const SECTION_TAGS = new Set(['thead', 'tbody', 'tfoot']);
const LEADING_TAGS = new Set(['caption', 'colgroup']);

/** Loads a cell's content; handed in, since cells hold whatever documents hold. */
export type LoadCell = (cell: Element) => BuiltAll;

function span(cell: Element, name: 'colspan' | 'rowspan'): number {
  const value = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(value) && value > 0 && value <= 1000 ? value : 1;
}

function loadCell(builder: Builder, node: Node, loadContent: LoadCell): Built {
  if (!isElement(node) || (node.localName !== 'td' && node.localName !== 'th')) return undefined;
  const attributes = { kept: attributesOf(node), colspan: span(node, 'colspan'), rowspan: span(node, 'rowspan') };
  return builder.node(node.localName === 'td' ? 'tableCell' : 'tableHeader', attributes, loadContent(node));
}

function loadRow(builder: Builder, node: Node, section: RowSection, loadContent: LoadCell): Built {
  if (!isElement(node) || node.localName !== 'tr') return undefined;
  const cells = [...node.childNodes].filter((child) => !isIgnorable(child)).map((cell) => loadCell(builder, cell, loadContent));
  return builder.node('tableRow', { kept: attributesOf(node), section }, all(cells));
}

function loadSection(builder: Builder, node: Node, loadContent: LoadCell): readonly Built[] {
  if (!isElement(node) || !SECTION_TAGS.has(node.localName)) return [undefined];
  const section = { tag: node.localName, kept: attributesOf(node), number: builder.next() };
  return [...node.childNodes].filter((child) => !isIgnorable(child)).map((row) => loadRow(builder, row, section, loadContent));
}

/** Undefined for tables whose rows do not fit together: the editor would repair them, and so change what nobody touched. */
export function loadTable(builder: Builder, table: Element, loadContent: LoadCell): Built {
  const children = [...table.childNodes].filter((child) => !isIgnorable(child));
  const firstSection = children.findIndex((child) => !isElement(child) || !LEADING_TAGS.has(child.localName));
  if (firstSection < 0) return undefined;
  const rows = children.slice(firstSection).flatMap((child) => loadSection(builder, child, loadContent));
  const before = markupOfAll(children.slice(0, firstSection));
  const built = builder.node('table', { kept: attributesOf(table), before }, all(rows));
  return built && !TableMap.get(built).problems ? built : undefined;
}

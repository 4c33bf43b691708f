// Loads tables: the markup before the rows, the sections (`<thead>`, `<tbody>`, `<tfoot>`), the rows and the cells.
import type { Node as DocNode } from '@tiptap/pm/model';
import { TableMap } from '@tiptap/pm/tables';
import { splitWhiteSpace } from '../markup/elements.ts';
import { attributesOf, isElement, markupOf } from '../markup/markup.ts';
import type { TableSection } from '../markup/nodeAttributes.ts';
import type { LoadedBlocks } from './documentBuilder.ts';
import { allBuiltOrUndefined, type BuiltNode, type DocumentBuilder } from './documentBuilder.ts';

const SECTION_TAGS = new Set(['thead', 'tbody', 'tfoot']);
const LEADING_TAGS = new Set(['caption', 'colgroup']);

const MAX_CELL_POSITIONS = 20_000;

/** Loads the blocks of a cell. Passed as a parameter, because an import of `blocks.ts` would be circular. */
export type LoadCellContent = (cell: Element) => LoadedBlocks;

function readSpan(cell: Element, name: 'colspan' | 'rowspan'): number {
  const value = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(value) && value > 0 && value <= 1000 ? value : 1;
}

function loadCell(builder: DocumentBuilder, node: Node, spaceBefore: string, loadContent: LoadCellContent): BuiltNode {
  if (!isElement(node) || (node.localName !== 'td' && node.localName !== 'th')) return undefined;
  const { nodes, trailingSpace } = loadContent(node);
  const attributes = {
    sourceAttributes: attributesOf(node),
    spaceBefore,
    trailingSpace,
    colspan: readSpan(node, 'colspan'),
    rowspan: readSpan(node, 'rowspan'),
  };
  return builder.buildNode(node.localName === 'td' ? 'tableCell' : 'tableHeader', attributes, nodes);
}

function loadRow(
  builder: DocumentBuilder,
  node: Node,
  spaceBefore: string,
  section: TableSection,
  loadContent: LoadCellContent,
): BuiltNode {
  if (!isElement(node) || node.localName !== 'tr') return undefined;
  const { parts, trailingSpace } = splitWhiteSpace([...node.childNodes]);
  const cells = parts.map((cell) => loadCell(builder, cell.node, cell.spaceBefore, loadContent));
  return builder.buildNode(
    'tableRow',
    { sourceAttributes: attributesOf(node), spaceBefore, trailingSpace, section },
    allBuiltOrUndefined(cells),
  );
}

function loadSection(
  builder: DocumentBuilder,
  node: Node,
  spaceBefore: string,
  loadContent: LoadCellContent,
): readonly BuiltNode[] {
  if (!isElement(node) || !SECTION_TAGS.has(node.localName)) return [undefined];
  const { parts, trailingSpace } = splitWhiteSpace([...node.childNodes]);
  const section = {
    tag: node.localName,
    sourceAttributes: attributesOf(node),
    sectionNumber: builder.nextNumber(),
    spaceBefore,
    trailingSpace,
  };
  return parts.map((row) => loadRow(builder, row.node, row.spaceBefore, section, loadContent));
}

/**
 * Returns the number of rows times the number of columns. The editor iterates over all positions of a table, and one
 * cell may span a million positions.
 */
function positionCount(rows: readonly DocNode[]): number {
  /**
   * The number of columns of the current row that cells of earlier rows occupy. `columnsEndingAt` contains, by the
   * index of a row, how many of these columns are free again from that row on.
   */
  let spannedColumns = 0;
  const columnsEndingAt = new Map<number, number>();
  const widths = rows.map(({ children }, row) => {
    spannedColumns -= columnsEndingAt.get(row) ?? 0;
    let width = spannedColumns;
    for (const { attrs } of children) {
      const [columns, endRow] = [Number(attrs['colspan']), row + Number(attrs['rowspan'])];
      width += columns;
      if (endRow === row + 1) continue;
      spannedColumns += columns;
      columnsEndingAt.set(endRow, (columnsEndingAt.get(endRow) ?? 0) + columns);
    }
    return width;
  });
  return rows.length * widths.reduce((widest, width) => Math.max(widest, width), 0);
}

/**
 * Loads a table. Returns undefined if its rows have different lengths or its cells overlap: the editor would repair the
 * table, and so change content that the user has not edited.
 */
export function loadTable(builder: DocumentBuilder, table: Element, loadContent: LoadCellContent): BuiltNode {
  const { parts, trailingSpace } = splitWhiteSpace([...table.childNodes]);
  const firstSectionIndex = parts.findIndex(({ node }) => !isElement(node) || !LEADING_TAGS.has(node.localName));
  if (firstSectionIndex < 0) return undefined;
  const rows = parts
    .slice(firstSectionIndex)
    .flatMap(({ spaceBefore, node }) => loadSection(builder, node, spaceBefore, loadContent));
  const before = parts.slice(0, firstSectionIndex).map(({ spaceBefore, node }) => spaceBefore + markupOf(node));
  if (positionCount(allBuiltOrUndefined(rows) ?? []) > MAX_CELL_POSITIONS) return undefined;
  const tableNode = builder.buildNode(
    'table',
    { sourceAttributes: attributesOf(table), trailingSpace, before: before.join('') },
    allBuiltOrUndefined(rows),
  );
  return tableNode && !TableMap.get(tableNode).problems ? tableNode : undefined;
}

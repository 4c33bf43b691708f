// Writes blocks as HTML in the form that the server expects, with all preserved markup.
import type { Node as DocNode } from '@tiptap/pm/model';
import { createIsBlock, isInlineTag } from '../markup/elements.ts';
import {
  escapeText,
  isElement,
  isTextNode,
  markupOfAll,
  type PreservedAttributes,
  parseInert,
  writeElement,
} from '../markup/markup.ts';
import { type CodeElementMarkup, languageOf, type TableSection, type TaskMarkup } from '../markup/nodeAttributes.ts';
import type { AttributeWriter } from './attributeWriter.ts';
import { serializeInline } from './inline.ts';

const NEW_TASK_LABEL = '<label><input type="checkbox"><span></span></label>';
const NEW_SECTION: TableSection = {
  tag: 'tbody',
  sourceAttributes: null,
  sectionNumber: 0,
  spaceBefore: '',
  trailingSpace: '',
};

function sourceAttributesOf(node: DocNode, attributeWriter: AttributeWriter): PreservedAttributes | null {
  return attributeWriter((node.attrs['sourceAttributes'] ?? null) as PreservedAttributes | null);
}

/**
 * Returns the attributes. If the node's value has changed, the attribute `name` is set to `writtenValue`, or removed if
 * that is null.
 */
function withUpdatedAttribute(
  attributes: PreservedAttributes | null,
  name: string,
  previousValue: unknown,
  currentValue: unknown,
  writtenValue: string | null,
): PreservedAttributes | null {
  if (previousValue === currentValue) return attributes;
  if (writtenValue !== null) return { ...attributes, [name]: writtenValue };
  const { [name]: _, ...otherAttributes } = attributes ?? {};
  return otherAttributes;
}

function whiteSpaceBefore(node: DocNode): string {
  return String(node.attrs['spaceBefore'] ?? '');
}

function isHtmlComment(node: DocNode): boolean {
  return String(node.attrs['raw'] ?? '').startsWith('<!--');
}

function hasVisibleContent(node: DocNode): boolean {
  if (node.marks.length > 0) return true;
  return node.isText
    ? /[^ \t\n\r\f]/.test(node.text ?? '')
    : node.type.name !== 'preservedSpace' && !isHtmlComment(node);
}

/** Returns whether text directly next to the node would be loaded as one paragraph with the node. */
function wouldMergeWithText(node: DocNode | undefined): boolean {
  if (node?.type.name !== 'opaqueBlock')
    return node?.attrs['isUnwrapped'] === true && node.children.some(hasVisibleContent);
  const body = parseInert(String(node.attrs['raw']));
  const isBlock = createIsBlock(body);
  return [...body.childNodes].some((root) => isTextNode(root) || (isElement(root) && !isBlock(root)));
}

/**
 * Returns whether the paragraph, written without a `<p>` element, would be loaded as a separate paragraph again. White
 * space and comments are loaded as a paragraph only if their container has no other content.
 */
function canOmitElement(nodes: readonly DocNode[], index: number, attributeWriter: AttributeWriter): boolean {
  const inlineNodes = nodes[index]?.children ?? [];
  if (inlineNodes.some(hasVisibleContent)) {
    const [node, before, after] = [nodes[index], nodes[index - 1], nodes[index + 1]];
    const staysInline = (other: DocNode | undefined) =>
      wouldMergeWithText(other) && (other?.attrs['isUnwrapped'] !== true || attributeWriter.isUntouched(other));
    // Of two adjacent paragraphs that had no `<p>` element in the source, one of which was edited, only the unchanged
    // paragraph is written without `<p>`.
    if (node && attributeWriter.isUntouched(node))
      return !staysInline(before) && (!wouldMergeWithText(after) || after?.attrs['isUnwrapped'] === true);
    return !wouldMergeWithText(before) && !wouldMergeWithText(after);
  }
  return nodes.length === 1 && !inlineNodes.some(isHtmlComment);
}

/**
 * Returns the markup of sibling blocks and of the white space between them. `trailingSpace` is the white space after
 * the last block. After a paragraph that is written without `<p>`, white space is omitted, because the parser would add
 * it to the paragraph. `isInTerm` is whether the blocks are in a `<dt>` or `<dd>`.
 */
export function serializeBlocks(
  nodes: readonly DocNode[],
  trailingSpace: string,
  attributeWriter: AttributeWriter,
  isInTerm = false,
): string {
  let markup = '';
  let isAfterText = false;
  nodes.forEach((node, index) => {
    const omitsElement = node.attrs['isUnwrapped'] === true && canOmitElement(nodes, index, attributeWriter);
    markup += omitsElement
      ? serializeInline(node.children, attributeWriter)
      : `${isAfterText ? '' : whiteSpaceBefore(node)}${serializeBlock(node, attributeWriter, isInTerm)}`;
    isAfterText = omitsElement;
  });
  return markup + (isAfterText ? '' : trailingSpace);
}

/** Returns the markup of the blocks in a node. */
function serializeContent(node: DocNode, attributeWriter: AttributeWriter, isInTerm = false): string {
  return serializeBlocks(node.children, String(node.attrs['trailingSpace']), attributeWriter, isInTerm);
}

function isTermTag(tag: string): boolean {
  return tag === 'dt' || tag === 'dd';
}

/**
 * Writes a preserved container. For the HTML parser, a `<dt>` or `<dd>` ends the one that it is in, unless an element
 * such as `<dl>` is between them, so one that the user has moved out of its list becomes a `<div>`.
 */
function serializeContainer(
  node: DocNode,
  attributes: PreservedAttributes | null,
  attributeWriter: AttributeWriter,
  isInTerm: boolean,
): string {
  const sourceTag = String(node.attrs['tag']);
  const tag = isInTerm && isTermTag(sourceTag) ? 'div' : sourceTag;
  const staysInTerm = isTermTag(tag) || (isInTerm && (/^(?:div|address)$/.test(tag) || isInlineTag(tag)));
  const content = node.inlineContent
    ? serializeInline(node.children, attributeWriter)
    : serializeContent(node, attributeWriter, staysInTerm);
  return writeElement(tag, attributes, content);
}

/** Returns the markup of a block, without the white space before the block. */
function serializeBlock(node: DocNode, attributeWriter: AttributeWriter, isInTerm: boolean): string {
  const attributes = sourceAttributesOf(node, attributeWriter);
  switch (node.type.name) {
    case 'paragraph':
      return writeElement('p', attributes, serializeInline(node.children, attributeWriter));
    case 'heading':
      return writeElement(`h${node.attrs['level']}`, attributes, serializeInline(node.children, attributeWriter));
    case 'blockquote':
      return writeElement('blockquote', attributes, serializeContent(node, attributeWriter));
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return serializeList(node, attributes, attributeWriter);
    case 'codeBlock':
      return serializeCodeBlock(node, attributes, attributeWriter);
    case 'horizontalRule':
      return writeElement('hr', attributes, '');
    case 'table':
      return serializeTable(node, attributes, attributeWriter);
    case 'preservedBlock':
    case 'preservedText':
      return serializeContainer(node, attributes, attributeWriter, isInTerm);
    case 'opaqueBlock':
      return String(node.attrs['raw']);
    default:
      throw new Error(`No way to write ${node.type.name}`);
  }
}

function serializeList(
  list: DocNode,
  attributes: PreservedAttributes | null,
  attributeWriter: AttributeWriter,
): string {
  const items = list.children.map(
    (item) =>
      whiteSpaceBefore(item) +
      (item.type.name === 'taskItem'
        ? serializeTaskItem(item, attributeWriter)
        : writeElement('li', sourceAttributesOf(item, attributeWriter), serializeContent(item, attributeWriter))),
  );
  const innerHtml = items.join('') + list.attrs['trailingSpace'];
  const dataType = attributes?.['data-type'];
  if (list.type.name === 'bulletList')
    return writeElement(
      'ul',
      withUpdatedAttribute(attributes, 'data-type', dataType === 'taskList', false, null),
      innerHtml,
    );
  if (list.type.name === 'taskList')
    return writeElement(
      'ul',
      withUpdatedAttribute(attributes, 'data-type', dataType, 'taskList', 'taskList'),
      innerHtml,
    );
  const start = Number(list.attrs['start'] ?? 1);
  const sourceStartNumber = Number(attributes?.['start'] ?? 1);
  return writeElement(
    'ol',
    withUpdatedAttribute(
      attributes,
      'start',
      Number.isInteger(sourceStartNumber) ? sourceStartNumber : 1,
      start,
      String(start),
    ),
    innerHtml,
  );
}

function serializeTaskItem(item: DocNode, attributeWriter: AttributeWriter): string {
  const isChecked = item.attrs['checked'] === true;
  const source = sourceAttributesOf(item, attributeWriter);
  const attributes = withUpdatedAttribute(source, 'data-type', source?.['data-type'], 'taskItem', 'taskItem') ?? {};
  const wasChecked = attributes['data-checked'] === 'true';
  const taskMarkup = (item.attrs['shell'] as TaskMarkup | null) ?? {
    label: NEW_TASK_LABEL,
    contentDiv: { sourceAttributes: null, after: '' },
  };
  const isCopy = source !== item.attrs['sourceAttributes'];
  const label =
    wasChecked === isChecked && !isCopy ? taskMarkup.label : withCheckboxState(taskMarkup.label, isChecked, isCopy);
  const content = serializeContent(item, attributeWriter);
  const wrappedContent = taskMarkup.contentDiv
    ? writeElement('div', attributeWriter(taskMarkup.contentDiv.sourceAttributes), content) +
      taskMarkup.contentDiv.after
    : content;
  return writeElement(
    'li',
    withUpdatedAttribute(
      attributes,
      'data-checked',
      source === null ? undefined : wasChecked,
      isChecked,
      String(isChecked),
    ),
    label + wrappedContent,
  );
}

/** Returns a task's label with the state of the checkbox. If the task is a copy, its label loses its ids. */
function withCheckboxState(label: string, isChecked: boolean, isCopy: boolean): string {
  const body = parseInert(label);
  const input = body.querySelector('input');
  if (isChecked) input?.setAttribute('checked', 'checked');
  else input?.removeAttribute('checked');
  if (isCopy)
    for (const element of body.querySelectorAll('[id], [for]'))
      for (const name of ['id', 'for']) element.removeAttribute(name);
  return markupOfAll([...body.childNodes]);
}

function serializeCodeBlock(
  block: DocNode,
  attributes: PreservedAttributes | null,
  attributeWriter: AttributeWriter,
): string {
  const text = escapeText(block.textContent);
  const codeElement = block.attrs['inner'] as CodeElementMarkup | null;
  const language = (block.attrs['language'] as string | null) ?? null;
  if (codeElement === 'none' && language === null) return writeElement('pre', attributes, text);
  const codeAttributes =
    codeElement === null || codeElement === 'none' ? null : attributeWriter(codeElement.sourceAttributes);
  const code = withUpdatedAttribute(
    codeAttributes,
    'class',
    languageOf(codeAttributes),
    language,
    language === null ? null : `language-${language}`,
  );
  return writeElement('pre', attributes, writeElement('code', code, text));
}

function serializeTable(
  table: DocNode,
  attributes: PreservedAttributes | null,
  attributeWriter: AttributeWriter,
): string {
  const tableSections: { section: TableSection; rows: string[] }[] = [];
  for (const row of table.children) {
    const section = row.attrs['section'] as TableSection | null;
    const lastSection = tableSections.at(-1);
    if (lastSection && (section === null || section.sectionNumber === lastSection.section.sectionNumber))
      lastSection.rows.push(serializeRow(row, attributeWriter));
    else tableSections.push({ section: section ?? firstSection(table), rows: [serializeRow(row, attributeWriter)] });
  }
  const sectionTexts = tableSections.map(
    ({ section: { tag, sourceAttributes: attributes, spaceBefore, trailingSpace }, rows }) =>
      spaceBefore + writeElement(tag, attributes, rows.join('') + trailingSpace),
  );
  return writeElement(
    'table',
    attributes,
    `${table.attrs['before']}${sectionTexts.join('')}${table.attrs['trailingSpace']}`,
  );
}

/** Returns the section of the table's first row that has one. New rows above that row become part of the section. */
function firstSection(table: DocNode): TableSection {
  return (
    table.children.map((row) => row.attrs['section'] as TableSection | null).find((section) => section !== null) ??
    NEW_SECTION
  );
}

function serializeRow(row: DocNode, attributeWriter: AttributeWriter): string {
  return (
    whiteSpaceBefore(row) +
    writeElement(
      'tr',
      sourceAttributesOf(row, attributeWriter),
      row.children.map((cell) => serializeCell(cell, attributeWriter)).join('') + row.attrs['trailingSpace'],
    )
  );
}

function serializeCell(cell: DocNode, attributeWriter: AttributeWriter): string {
  let attributes = sourceAttributesOf(cell, attributeWriter);
  for (const name of ['colspan', 'rowspan'] as const) {
    const currentValue = Number(cell.attrs[name] ?? 1);
    attributes = withUpdatedAttribute(
      attributes,
      name,
      spanOf(attributes?.[name]),
      currentValue,
      currentValue === 1 ? null : String(currentValue),
    );
  }
  return (
    whiteSpaceBefore(cell) +
    writeElement(cell.type.name === 'tableHeader' ? 'th' : 'td', attributes, serializeContent(cell, attributeWriter))
  );
}

function spanOf(attributeValue: string | undefined): number {
  const value = Number(attributeValue ?? 1);
  return Number.isInteger(value) && value > 0 && value <= 1000 ? value : 1;
}

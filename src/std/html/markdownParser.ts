// The Markdown that Contrail reads everywhere: CommonMark with tables, strikethrough, task lists, drawings of folder
// trees, and emphasis beside Chinese, Japanese and Korean text.
import MarkdownIt, { type Token } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { drawingLength } from './drawings.ts';

export type MarkdownParser = InstanceType<typeof MarkdownIt>;
type ParserState = Parameters<Parameters<MarkdownParser['core']['ruler']['push']>[1]>[0];
type BlockState = Parameters<Parameters<MarkdownParser['block']['ruler']['push']>[1]>[0];
type InlineState = Parameters<Parameters<MarkdownParser['inline']['ruler']['push']>[1]>[0];

/** Matches the box of a task at the start of a list item. */
const TASK_BOX = /^\[([ xX])\](?:[ \t]+|$)/;

export function createMarkdownParser(options: { readonly linkify: boolean }): MarkdownParser {
  const parser = new MarkdownIt({ html: false, breaks: true, ...options }).use(cjkFriendly);
  parser.core.ruler.after('inline', 'taskLists', convertTaskLists);
  parser.inline.ruler.before('autolink', 'breakTag', parseBreakTag);
  const parseParagraph = parser.block.ruler.getRules('').at(-1);
  // As the definition of a link, the text of a footnote would disappear.
  parser.block.ruler.before('reference', 'footnotes', (state, startLine, endLine, isSilent) => {
    const isFootnote = /^\[\^[^\]\s]+\]:/.test(state.getLines(startLine, startLine + 1, state.blkIndent, false));
    return !isSilent && isFootnote && parseParagraph?.(state, startLine, endLine, isSilent) === true;
  });
  parser.block.ruler.before('table', 'drawings', parseDrawing, { alt: ['paragraph', 'reference'] });
  return parser;
}

/** Reads `<br>`, the only way to break a line in a cell of a table. Other tags are text. */
function parseBreakTag(state: InlineState, isSilent: boolean): boolean {
  const tag = /^<br *\/?>/i.exec(state.src.slice(state.pos, state.pos + 8))?.[0];
  if (tag === undefined) return false;
  if (!isSilent) state.push('hardbreak', 'br', 0);
  state.pos += tag.length;
  return true;
}

/** Makes a code block of lines that draw a tree or a table: as paragraphs, they would lose their indentation. */
function parseDrawing(state: BlockState, startLine: number, endLine: number, silent: boolean): boolean {
  const length = drawingLength((index) => {
    const line = startLine + index;
    return line < endLine && !state.isEmpty(line) ? state.getLines(line, line + 1, state.blkIndent, false) : undefined;
  }, !silent);
  if (length === 0 || silent) return length > 0;
  const end = startLine + length;
  const token = state.push('fence', 'code', 0);
  token.content = `${state.getLines(startLine, end, state.blkIndent, false)}\n`;
  token.markup = '```';
  token.map = [startLine, end];
  state.line = end;
  return true;
}

/**
 * Converts list items that start with a box to Plane's task lists. A list with other items as well is divided, because a
 * task list has only tasks.
 */
function convertTaskLists(state: ParserState): void {
  state.tokens = convertLists(state.tokens, state.Token);
}

function convertLists(tokens: readonly Token[], TokenClass: ParserState['Token']): Token[] {
  const converted: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) continue;
    if (token.type !== 'bullet_list_open' && token.type !== 'ordered_list_open') {
      converted.push(token);
      continue;
    }
    const end = closingIndex(tokens, index);
    for (const token of convertList(tokens.slice(index, end + 1), TokenClass)) converted.push(token);
    index = end;
  }
  return converted;
}

function closingIndex(tokens: readonly Token[], openIndex: number): number {
  const level = tokens[openIndex]?.level;
  return tokens.findIndex((token, index) => index > openIndex && token.nesting === -1 && token.level === level);
}

function convertList(list: readonly Token[], TokenClass: ParserState['Token']): Token[] {
  const [open] = list;
  const close = list.at(-1);
  if (open === undefined || close === undefined) return [...list];
  const items: Token[][] = [];
  for (let index = 1; index < list.length - 1; ) {
    const end = closingIndex(list, index);
    items.push(list.slice(index, end + 1));
    index = end + 1;
  }
  const runs: { readonly isTasks: boolean; readonly items: Token[][] }[] = [];
  for (const item of items) {
    const isTask = TASK_BOX.test(taskText(item) ?? '');
    const run = runs.at(-1);
    if (run?.isTasks === isTask) run.items.push(item);
    else runs.push({ isTasks: isTask, items: [item] });
  }
  return runs.flatMap(({ isTasks, items: runItems }, index) => {
    const [first] = runItems;
    const runOpen = index === 0 && !isTasks ? open : copyToken(open);
    const runClose = copyToken(close);
    runOpen.map =
      index === 0 && runs.length === 1 ? open.map : [first?.[0]?.map?.[0] ?? 0, runItems.at(-1)?.[0]?.map?.[1] ?? 0];
    if (isTasks) {
      for (const token of [runOpen, runClose])
        Object.assign(token, { tag: 'ul', type: token.nesting > 0 ? 'bullet_list_open' : 'bullet_list_close' });
      runOpen.attrs = [['data-type', 'taskList']];
    }
    const content = runItems.flatMap((item) => (isTasks ? taskItem(item, TokenClass) : convertLists(item, TokenClass)));
    return [runOpen, ...content, runClose];
  });
}

function copyToken(token: Token): Token {
  return Object.assign(Object.create(Object.getPrototypeOf(token)), token) as Token;
}

/** Returns the text with which a list item starts; undefined if it does not start with text. */
function taskText([, paragraph, inline]: readonly Token[]): string | undefined {
  const [first] = inline?.children ?? [];
  if (paragraph?.type !== 'paragraph_open' || inline?.type !== 'inline') return undefined;
  return first?.type === 'text' ? first.content : undefined;
}

function taskItem(item: readonly Token[], TokenClass: ParserState['Token']): Token[] {
  const [open, ...content] = item.slice(0, -1);
  const close = item.at(-1);
  if (open === undefined || close === undefined) return [...item];
  const box = TASK_BOX.exec(taskText(item) ?? '');
  const isChecked = box?.[1] !== ' ';
  const [, inline] = content;
  const [firstText] = inline?.children ?? [];
  if (firstText !== undefined) firstText.content = firstText.content.slice(box?.[0].length ?? 0);
  for (const token of content)
    if (token.type.startsWith('paragraph_') && token.level === open.level + 1) token.hidden = false;
  const html = (text: string): Token =>
    Object.assign(new TokenClass('html_block', '', 0), { content: text, level: open.level + 1 });
  const input = `<input type="checkbox"${isChecked ? ' checked="checked"' : ''}>`;
  return [
    Object.assign(copyToken(open), {
      attrs: [
        ['data-type', 'taskItem'],
        ['data-checked', String(isChecked)],
      ],
    }),
    html(`<label>${input}<span></span></label><div>`),
    ...convertLists(content, TokenClass),
    html('</div>'),
    close,
  ];
}

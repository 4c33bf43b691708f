// Writes the Markdown of a comment with code, and parses the quoted code from a comment's HTML.

import * as l10n from '@vscode/l10n';
import { formatCount } from '../../std/displayLanguage.ts';
import { largestOf } from '../../std/firstInOrder.ts';
import { tokenizeHtml } from '../../std/htmlTokens.ts';
import { splitLines } from '../code/anchor.ts';
import type { LineRange } from '../code/permalink.ts';
import { parseCodeExternalId } from './codeExternalId.ts';

/** The position of the quoted code in a repository, and whether the code differs from the commit. */
export interface CodeOrigin {
  readonly path: string;
  readonly lines: LineRange;
  /** The number of the cell of a notebook, in which `lines` are. */
  readonly cell?: number | undefined;
  readonly commit: string;
  readonly link?: string | undefined;
  /** The reason why there is no permalink. */
  readonly noLinkReason?: 'noRemote' | 'unknownHost' | 'notPushed' | undefined;
  /** `no`: as in the commit. `lines`: the lines differ from the commit. `file`: the commit lacks the file. */
  readonly changed: 'no' | 'lines' | 'file';
}

/** Returns path and lines, for example `src/app.ts:3-7`. */
export function pathWithLines(path: string, { first, last }: LineRange): string {
  return `${path}:${first === last ? first : `${first}-${last}`}`;
}

/** Returns path and lines or, for code in a notebook, the path and the cell as `analysis.ipynb, cell 3`. */
export function placeName(path: string, lines: LineRange, cell: number | undefined): string {
  return cell === undefined ? pathWithLines(path, lines) : l10n.t('{0}, cell {1}', path, formatCount(cell));
}

/** Returns file name and lines, for example `app.ts:3-7`; undefined if the external id does not belong to code. */
export function fileNameWithLines(externalId: string): string | undefined {
  const parsedId = parseCodeExternalId(externalId);
  const file = parsedId?.path.split('/').at(-1);
  return parsedId === undefined || file === undefined ? undefined : pathWithLines(file, parsedId.lines);
}

/**
 * Returns Markdown for the start of a comment on code in a repository: the path and the lines (as a link if there is a
 * permalink), the code, and an empty line for the text.
 */
export function commentStartWithOrigin(origin: CodeOrigin, languageId: string, code: string): string {
  return `${originLine(origin)}\n\n${dedentedCodeBlock(languageId, code)}\n\n`;
}

/** Returns Markdown for the start of a comment on code whose position in a repository is unknown. */
export function commentStartWithoutOrigin(name: string, languageId: string, code: string): string {
  return `${codeSpan(name)}\n\n${dedentedCodeBlock(languageId, code)}\n\n`;
}

/**
 * Returns sentences for the user: why a comment has no permalink, unless the reason is an unknown Git server, and that
 * the code differs from the commit. Undefined if neither is the case.
 */
export function missingPermalinkText({ commit, noLinkReason, changed, path }: CodeOrigin): string | undefined {
  if (changed === 'file') return l10n.t('{0} is not committed yet, so the comment refers to it without a link.', path);
  const shortCommit = shortHash(commit);
  const reasons = {
    // The message about the Git server has a button to specify it.
    unknownHost: [],
    noRemote: [
      l10n.t(
        'The repository has no remote, so the comment refers to the lines at commit {0} without a link.',
        shortCommit,
      ),
    ],
    notPushed: [
      l10n.t(
        'No remote branch is known to contain commit {0}, so the comment refers to the lines without a link.',
        shortCommit,
      ),
    ],
  };
  const changedLinesText = l10n.t(
    'The lines have changes that are not in commit {0}. The comment mentions this.',
    shortCommit,
  );
  const sentences = [
    ...(noLinkReason === undefined ? [] : reasons[noLinkReason]),
    ...(changed === 'lines' ? [changedLinesText] : []),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The parts of a comment that show which code it quotes. */
export interface ParsedCodeComment {
  /** The lines of the comment's first code block; empty if the comment has no code block. */
  readonly lines: readonly string[];
  /** The texts of the inline code. One of them is the path and lines of the quoted code. */
  readonly inlineCode: readonly string[];
  /** The URLs of the comment's links. */
  readonly links: readonly string[];
  /** The first line that the user wrote about the code; '' if there is none. */
  readonly firstLine: string;
}

/** The HTML elements at whose start and end the text of a comment has a line break. */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set([
  'p',
  'li',
  'blockquote',
  'br',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'td',
  'pre',
]);
/** The maximum number of characters parsed of a comment. */
export const MAX_PARSED_CHARACTERS = 400_000;

export function parseCodeCommentHtml(html: string): ParsedCodeComment {
  const inlineCode: string[] = [];
  const links: string[] = [];
  let codeBlock: string | undefined;
  let blockDepth = 0;
  let currentInlineCode: string | undefined;
  let textOutsideBlock = '';
  tokenizeHtml(html.slice(0, MAX_PARSED_CHARACTERS), {
    open: (tag, attributes) => {
      if (BLOCK_ELEMENTS.has(tag)) textOutsideBlock += '\n';
      if (tag === 'pre') blockDepth += codeBlock === undefined || blockDepth > 0 ? 1 : 0;
      if (tag === 'br' && blockDepth > 0) codeBlock = `${codeBlock ?? ''}\n`;
      if (tag === 'code' && blockDepth === 0) currentInlineCode = '';
      const href = attributes.get('href');
      if (tag === 'a' && href !== undefined && /^https?:\/\//i.test(href)) links.push(href);
    },
    text: (text) => {
      if (blockDepth > 0) codeBlock = (codeBlock ?? '') + text;
      else textOutsideBlock += text;
      if (blockDepth === 0 && currentInlineCode !== undefined) currentInlineCode += text;
    },
    close: (tag) => {
      if (tag === 'pre' && blockDepth > 0) blockDepth -= 1;
      if (BLOCK_ELEMENTS.has(tag)) textOutsideBlock += '\n';
      if (tag !== 'code' || currentInlineCode === undefined) return;
      inlineCode.push(currentInlineCode);
      currentInlineCode = undefined;
    },
  });
  const textLines = textOutsideBlock
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !(inlineCode[0] !== undefined && line.startsWith(inlineCode[0])));
  return {
    lines: codeBlock === undefined ? [] : splitLines(codeBlock.replace(/\n$/, '')),
    inlineCode,
    links,
    firstLine: textLines[0] ?? '',
  };
}

/** Returns the path in a text that `pathWithLines` returned; undefined for any other text. */
export function parsePath(name: string): string | undefined {
  return /^(.+):\d+(?:-\d+)?$/.exec(name)?.[1];
}

function originLine({ path, lines, cell, commit, link, noLinkReason, changed }: CodeOrigin): string {
  const name = codeSpan(placeName(path, lines, cell));
  if (changed === 'file') return l10n.t('{0}, not committed yet', name);
  const shortCommit = shortHash(commit);
  const isChanged = changed === 'lines';
  if (link !== undefined) {
    const linkedName = `[${name}](${link})`;
    return isChanged ? l10n.t('{0}, changed since commit {1}', linkedName, shortCommit) : linkedName;
  }
  if (noLinkReason === 'notPushed')
    return isChanged
      ? l10n.t('{0} at commit {1} (on no known remote branch), changed since', name, shortCommit)
      : l10n.t('{0} at commit {1} (on no known remote branch)', name, shortCommit);
  return isChanged
    ? l10n.t('{0} at commit {1}, changed since', name, shortCommit)
    : l10n.t('{0} at commit {1}', name, shortCommit);
}

function codeSpan(name: string): string {
  const text = name.replace(/\s/g, ' ');
  const backticks = '`'.repeat(longestRun(text, /`+/g) + 1);
  const padding = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${backticks}${padding}${text}${padding}${backticks}`;
}

function longestRun(text: string, pattern: RegExp): number {
  return largestOf(
    (text.match(pattern) ?? []).map(({ length }) => length),
    0,
  );
}

function shortHash(commit: string): string {
  return commit.slice(0, 8);
}

/** Returns the code without the indentation that all its lines have in common. */
function withoutCommonIndent(code: string): string {
  const lines = splitLines(code);
  const indentations = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const [firstIndent = ''] = indentations;
  let commonLength = firstIndent.length;
  for (const indent of indentations) while (!indent.startsWith(firstIndent.slice(0, commonLength))) commonLength -= 1;
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(commonLength))).join('\n');
}

const FENCE_LANGUAGES: Readonly<Record<string, string>> = {
  typescriptreact: 'tsx',
  javascriptreact: 'jsx',
  shellscript: 'bash',
  plaintext: '',
  jsonc: 'json',
  jsonl: 'json',
  dockerfile: 'dockerfile',
  dockercompose: 'yaml',
  'objective-c': 'objectivec',
  'objective-cpp': 'objectivec',
  csharp: 'csharp',
  bat: 'dos',
  'vue-html': 'html',
};

function dedentedCodeBlock(languageId: string, code: string): string {
  return fencedBlock(fenceLanguage(languageId), withoutCommonIndent(code));
}

/** Returns a fenced Markdown code block. The fence is longer than any sequence of backticks in the code. */
export function fencedBlock(language: string, code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code, /`+/g) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Returns the language of a fenced code block for a language id of VS Code. */
function fenceLanguage(languageId: string): string {
  const name = FENCE_LANGUAGES[languageId] ?? languageId;
  return /^[a-z0-9+#._-]+$/i.test(name) ? name : '';
}

// Writes the Markdown at the start of a comment with code, and parses the quoted code from the
// comment's HTML.
import * as l10n from '@vscode/l10n';
import { readHtml } from '../std/htmlTokens.ts';
import { linesOf } from './anchor.ts';
import { readExternalId } from './codePlace.ts';
import type { Lines } from './permalink.ts';

/** The commit of the code, its link, and whether the code differs from the commit. */
export interface CodeOrigin {
  readonly path: string;
  readonly lines: Lines;
  readonly commit: string;
  readonly link?: string | undefined;
  /** Why there is no link. */
  readonly unlinked?: 'noRemote' | 'unknownHost' | 'notPushed' | undefined;
  /** Whether the lines equal the commit (`no`), differ from it (`lines`), or the file is not in it (`file`). */
  readonly changed: 'no' | 'lines' | 'file';
}

/** `src/app.ts:3-7`. */
export function placeName(path: string, { first, last }: Lines): string {
  return `${path}:${first === last ? first : `${first}-${last}`}`;
}

/** Returns `app.ts:3-7` for the place with this external id; undefined for the id of anything else. */
export function shortName(externalId: string): string | undefined {
  const place = readExternalId(externalId);
  const file = place?.path.split('/').at(-1);
  return place === undefined || file === undefined ? undefined : placeName(file, place.lines);
}

/** Returns the Markdown, which ends with an empty line for the user's text. */
export function codeMarkdown(origin: CodeOrigin, languageId: string, code: string): string {
  return `${headline(origin)}\n\n${fencedCode(languageId, code)}\n\n`;
}

/** Returns the Markdown for code that is in no repository, or whose position in the repository is unknown. */
export function plainMarkdown(path: string, lines: Lines, languageId: string, code: string): string {
  return `${codeSpan(placeName(path, lines))}\n\n${fencedCode(languageId, code)}\n\n`;
}

/** Returns the message for a comment without a complete permalink; undefined if nothing needs explaining. */
export function originText({ commit, unlinked, changed, path }: CodeOrigin): string | undefined {
  if (changed === 'file') return l10n.t('{0} is not committed yet, so the comment refers to it without a link.', path);
  const at = short(commit);
  const why = {
    noRemote: l10n.t('The repository has no remote, so the comment refers to the lines at {0} without a link.', at),
    unknownHost: l10n.t(
      'The host of the remote is unknown, so the comment refers to the lines at {0} without a link. Add the host to the setting contrail.code.hosts.',
      at,
    ),
    notPushed: l10n.t('Commit {0} is not pushed, so the comment refers to the lines without a link.', at),
  };
  const modified = l10n.t('The lines have changes that are not in commit {0}. The comment mentions this.', at);
  const notes = [...(unlinked === undefined ? [] : [why[unlinked]]), ...(changed === 'lines' ? [modified] : [])];
  return notes.length === 0 ? undefined : notes.join(' ');
}

/** The parts of a comment that identify the code it quotes. */
export interface Quote {
  /** The lines of the first code block; empty if there is none. */
  readonly lines: readonly string[];
  /** The inline code, which includes the name of the place. */
  readonly names: readonly string[];
  /** The web addresses of its links. */
  readonly links: readonly string[];
  /** The first line of the text about the code; '' if there is none. */
  readonly says: string;
}

const LINES: ReadonlySet<string> = new Set([
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
/** In characters; more than any comment written by hand. */
const LOOKED_AT = 400_000;

export function parseQuote(html: string): Quote {
  const names: string[] = [];
  const links: string[] = [];
  let block: string | undefined;
  let inBlock = 0;
  let name: string | undefined;
  let outside = '';
  readHtml(html.slice(0, LOOKED_AT), {
    open: (tag, attributes) => {
      if (LINES.has(tag)) outside += '\n';
      if (tag === 'pre') inBlock += block === undefined || inBlock > 0 ? 1 : 0;
      if (tag === 'br' && inBlock > 0) block = `${block ?? ''}\n`;
      if (tag === 'code' && inBlock === 0) name = '';
      const href = attributes.get('href');
      if (tag === 'a' && href !== undefined && /^https?:\/\//i.test(href)) links.push(href);
    },
    text: (text) => {
      if (inBlock > 0) block = (block ?? '') + text;
      else outside += text;
      if (inBlock === 0 && name !== undefined) name += text;
    },
    close: (tag) => {
      if (tag === 'pre' && inBlock > 0) inBlock -= 1;
      if (LINES.has(tag)) outside += '\n';
      if (tag !== 'code' || name === undefined) return;
      names.push(name);
      name = undefined;
    },
  });
  const says = outside
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !(names[0] !== undefined && line.startsWith(names[0])));
  return { lines: block === undefined ? [] : linesOf(block.replace(/\n$/, '')), names, links, says: says[0] ?? '' };
}

/** Returns the path in a place name that `placeName` created. */
export function parsePath(name: string): string | undefined {
  return /^(.+):\d+(?:-\d+)?$/.exec(name)?.[1];
}

function headline({ path, lines, commit, link, unlinked, changed }: CodeOrigin): string {
  const name = codeSpan(placeName(path, lines));
  if (changed === 'file') return l10n.t('{0}, not committed yet', name);
  const at = short(commit);
  const isChanged = changed === 'lines';
  if (link !== undefined) {
    const linked = `[${name}](${link})`;
    return isChanged ? l10n.t('{0}, changed since commit {1}', linked, at) : linked;
  }
  if (unlinked === 'notPushed')
    return isChanged
      ? l10n.t('{0} at commit {1}, which is not pushed, changed since', name, at)
      : l10n.t('{0} at commit {1}, which is not pushed', name, at);
  return isChanged ? l10n.t('{0} at commit {1}, changed since', name, at) : l10n.t('{0} at commit {1}', name, at);
}

function codeSpan(name: string): string {
  const text = name.replace(/\s/g, ' ');
  const mark = '`'.repeat(longestRun(text, /`+/g) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${mark}${space}${text}${space}${mark}`;
}

function longestRun(text: string, runs: RegExp): number {
  return Math.max(0, ...(text.match(runs) ?? []).map(({ length }) => length));
}

function short(commit: string): string {
  return commit.slice(0, 8);
}

/** Removes the indentation that all lines share. */
function dedented(code: string): string {
  const lines = linesOf(code);
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const [first = ''] = indents;
  let shared = first.length;
  for (const indent of indents) while (!indent.startsWith(first.slice(0, shared))) shared -= 1;
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(shared))).join('\n');
}

const FENCES: Readonly<Record<string, string>> = {
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

function fencedCode(languageId: string, code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code, /`+/g) + 1));
  return `${fence}${fenceLanguage(languageId)}\n${dedented(code)}\n${fence}`;
}

/** The name of VS Code's language in a fenced code block. */
function fenceLanguage(languageId: string): string {
  const name = FENCES[languageId] ?? languageId;
  return /^[a-z0-9+#._-]+$/i.test(name) ? name : '';
}

// Owns a comment with code as text: the Markdown that it begins with, and what is read back from its HTML.
import { readHtml } from '../std/htmlTokens.ts';
import { linesOf } from './anchor.ts';
import { readExternalId } from './codePlace.ts';
import type { Lines } from './permalink.ts';

/** How the commit stands to the code and to the world. */
export interface CodeOrigin {
  readonly path: string;
  readonly lines: Lines;
  readonly commit: string;
  readonly link?: string | undefined;
  /** Why there is no link. */
  readonly unlinked?: 'noRemote' | 'unknownHost' | 'notPushed' | undefined;
  /** Whether the lines are as at the commit, differ from it, or the file is not in it at all. */
  readonly changed: 'no' | 'lines' | 'file';
}

/** `src/app.ts:3-7`. */
export function placeName(path: string, { first, last }: Lines): string {
  return `${path}:${first === last ? first : `${first}-${last}`}`;
}

/** `app.ts:3-7`, of the place with this external id. */
export function shortName(externalId: string): string | undefined {
  const place = readExternalId(externalId);
  const file = place?.path.split('/').at(-1);
  return place === undefined || file === undefined ? undefined : placeName(file, place.lines);
}

/** Ends with an empty line to write in. */
export function codeMarkdown(origin: CodeOrigin, languageId: string, code: string): string {
  return `${headline(origin)}\n\n${fencedCode(languageId, code)}\n\n`;
}

/** Of code that is in no repository, or whose place there nobody knows. */
export function plainMarkdown(path: string, lines: Lines, languageId: string, code: string): string {
  return `${codeSpan(placeName(path, lines))}\n\n${fencedCode(languageId, code)}\n\n`;
}

/** What the person is told of a link that says less than a permalink would; undefined where it says all. */
export function originText({ commit, unlinked, changed, path }: CodeOrigin): string | undefined {
  if (changed === 'file') return `${path} is not committed yet, so the comment names it without a link.`;
  const at = short(commit);
  const why = {
    noRemote: `The repository has no remote, so the comment names the lines at ${at} without a link.`,
    unknownHost: `No rule knows the web pages of the remote’s host, so the comment names the lines at ${at} without a link. The setting contrail.code.hosts can say what runs there.`,
    notPushed: `Commit ${at} is not pushed, so the comment names the lines without a link.`,
  };
  const modified = `The lines have changes that are not in commit ${at}; the comment says so.`;
  const said = [...(unlinked === undefined ? [] : [why[unlinked]]), ...(changed === 'lines' ? [modified] : [])];
  return said.length === 0 ? undefined : said.join(' ');
}

/** What a comment quotes. */
export interface Quote {
  /** The lines of its first block of code; empty when there is none. */
  readonly lines: readonly string[];
  /** What stands in it as code within a sentence: the place's name among it. */
  readonly names: readonly string[];
  /** Web addresses that it links. */
  readonly links: readonly string[];
  /** The first line of what is said about the code; '' where nothing is. */
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
/** Longer than any comment that a person writes. */
const LOOKED_AT = 400_000;

export function parseQuote(html: string): Quote {
  const names: string[] = [];
  const links: string[] = [];
  let block: string | undefined;
  let inBlock = 0;
  let name: string | undefined;
  let said = '';
  readHtml(html.slice(0, LOOKED_AT), {
    open: (tag, attributes) => {
      if (LINES.has(tag)) said += '\n';
      if (tag === 'pre') inBlock += block === undefined || inBlock > 0 ? 1 : 0;
      if (tag === 'br' && inBlock > 0) block = `${block ?? ''}\n`;
      if (tag === 'code' && inBlock === 0) name = '';
      const href = attributes.get('href');
      if (tag === 'a' && href !== undefined && /^https?:\/\//i.test(href)) links.push(href);
    },
    text: (text) => {
      if (inBlock > 0) block = (block ?? '') + text;
      else said += text;
      if (inBlock === 0 && name !== undefined) name += text;
    },
    close: (tag) => {
      if (tag === 'pre' && inBlock > 0) inBlock -= 1;
      if (LINES.has(tag)) said += '\n';
      if (tag !== 'code' || name === undefined) return;
      names.push(name);
      name = undefined;
    },
  });
  const says = said
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !(names[0] !== undefined && line.startsWith(names[0])));
  return { lines: block === undefined ? [] : linesOf(block.replace(/\n$/, '')), names, links, says: says[0] ?? '' };
}

/** The path in the name of a place, as `placeName` makes it. */
export function parsePath(name: string): string | undefined {
  return /^(.+):\d+(?:-\d+)?$/.exec(name)?.[1];
}

function headline({ path, lines, commit, link, unlinked, changed }: CodeOrigin): string {
  const name = codeSpan(placeName(path, lines));
  if (changed === 'file') return `${name}, not committed yet`;
  const at = short(commit);
  const where =
    link === undefined
      ? `${name} at commit ${at}${unlinked === 'notPushed' ? ', which is not pushed' : ''}`
      : `[${name}](${link})`;
  return changed === 'no' ? where : `${where}, changed since${link === undefined ? '' : ` commit ${at}`}`;
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

/** Without the indentation that all lines share. */
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

/** The name under which a fenced block knows VS Code's language. */
function fenceLanguage(languageId: string): string {
  const name = FENCES[languageId] ?? languageId;
  return /^[a-z0-9+#._-]+$/i.test(name) ? name : '';
}

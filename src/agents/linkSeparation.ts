// Separates the characters of links, pictures and HTML elements in text of other people by spaces, so that a model that
// repeats the text shows no link that runs a command and loads no picture.

/** A space that separates the characters of a link. */
export interface Separation {
  /** Matches what is replaced with `separated`. */
  readonly pattern: RegExp;
  readonly separated: string;
  /** Matches what is replaced with `joined`, which removes the space. */
  readonly separatedPattern: RegExp;
  readonly joined: string;
}

/** Schemes of links that run a command or a script, or that open a file. */
const SCHEMES = ['command', 'vscode', 'vscode-insiders', 'vscodium', 'javascript', 'vbscript', 'data', 'file'] as const;
const ELEMENTS = 'a|area|audio|base|button|embed|form|iframe|img|input|link|meta|object|script|source|style|svg|video';
const ELEMENT_NAME = String.raw`\s*(?:/\s*)?(?:${ELEMENTS})\b`;

/** What Markdown and browsers leave out of the scheme of a link: tabs, line breaks and backslashes. */
const IGNORED_IN_SCHEME = String.raw`(?:&(?:Tab|NewLine|bsol);|&#0*(?:9|10|13|92);|&#x0*(?:9|a|d|5c);|\\)*`;
/** A character, also as an entity of HTML. */
function encodable(character: string): string {
  const codes = [...new Set([character.toLowerCase(), character.toUpperCase()])].map((one) => one.charCodeAt(0));
  const numbers = codes.map((code) => `&#0*${code};?|&#x0*${code.toString(16)};?`);
  return `(?:${[character, ...numbers, ...(NAMED_ENTITIES[character] ?? [])].join('|')})`;
}
const NAMED_ENTITIES: Readonly<Record<string, readonly string[]>> = {
  ':': ['&colon;'],
  '-': ['&hyphen;', '&dash;'],
};
const COLON = `${IGNORED_IN_SCHEME}${encodable(':')}`;
const SCHEME = `(?<![\\w-])(${SCHEMES.map((scheme) => Array.from(scheme, encodable).join(IGNORED_IN_SCHEME)).join('|')})`;
/** What is inside of `<…>` becomes a link if it starts with any scheme. */
const AUTOMATIC_LINK = String.raw`(?=(?!https?:|mailto:)[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>)`;

export const SEPARATIONS: readonly Separation[] = [
  // A picture, which would be loaded.
  { pattern: /(?<!\\)!\[/g, separated: '! [', separatedPattern: /(?<!\\)! \[/g, joined: '![' },
  // A reference, or its definition.
  { pattern: /(?<!\\)\](?=\[)/g, separated: '] ', separatedPattern: /(?<!\\)\] (?=\[)/g, joined: ']' },
  { pattern: /(?<!\\)\]:/g, separated: '] :', separatedPattern: /(?<!\\)\] :/g, joined: ']:' },
  // A link to anything but a web page, a mail address or a page of the same server.
  {
    pattern: /(?<!\\)\]\((?!(?:https?:\/\/|mailto:|\/(?![/\\&])|#)[^\s()]*\))/gi,
    separated: '] (',
    separatedPattern: /(?<!\\)\] \(/g,
    joined: '](',
  },
  {
    pattern: new RegExp(`<(?=${ELEMENT_NAME})`, 'gi'),
    separated: '< ',
    separatedPattern: new RegExp(`< (?=${ELEMENT_NAME})`, 'gi'),
    joined: '<',
  },
  {
    pattern: new RegExp(`<${AUTOMATIC_LINK}`, 'gi'),
    separated: '< ',
    separatedPattern: new RegExp(`< ${AUTOMATIC_LINK}`, 'gi'),
    joined: '<',
  },
  {
    pattern: new RegExp(`${SCHEME}(${COLON})`, 'gi'),
    separated: '$1 $2',
    separatedPattern: new RegExp(`${SCHEME} (${COLON})`, 'gi'),
    joined: '$1$2',
  },
];

/** Matches the end of the text of a link, of a reference and of a definition: the bracket before the target. */
const LINK_TEXT_END = /\](?:\s*(?=[([])|(?=:))/g;

/** Returns a line without Markdown of its own with a space in each link, also in those to web pages. */
export function separateLinks(line: string): string {
  return SEPARATIONS.reduce(
    (text, { pattern, separated }) => text.replace(pattern, separated),
    line.replace(LINK_TEXT_END, '] '),
  );
}

// Finds the words of shown texts that are not in the pseudo-language.
import type { FaultProxy } from './faultProxy.ts';

/** Parts of a text that are not translated: URLs, paths, identifiers, initials, names of products and keys, dates of `Intl`. */
const UNTRANSLATED_PARTS = [
  /\bhttps?:\/\/\S+/g,
  /\b[\w-]+(?:\.[\w-]+)+(?::\d+)?\b/g,
  /\b[\w-]+\/[\w/-]+/g,
  /\b[A-Z][A-Z\d]*-\d+\b/g,
  // The title that VS Code gives the tab of a Markdown preview.
  /^Preview (?=.*\.md$)|(?<=\S)\.md$/g,
  // The initials of two users.
  /\b[A-Z]{2} [A-Z]{2}\b/g,
  /\b(?:Contrail|Plane|VS Code|Git|GitHub|GitLab|Markdown|CodeLens|Node|linux|darwin|OpenSSL|TLS|HTTPS?|API|UTC|JSON|PEM|kB|MB)\b/g,
  /\b(?:Ctrl|Control|Cmd|Shift|Alt|Enter|Escape|Esc|Tab|Delete|Backspace|Space|PageUp|PageDown|(?:Up|Down|Left|Right)Arrow)\b/g,
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|AM|PM)\b/g,
  /\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g,
  /\b(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/g,
  // Relative times of `Intl`, which does not support the pseudo-language.
  /\bin \d+ (?:second|minute|hour|day|week|month|quarter|year)s?\b/g,
  /\b\d+ (?:second|minute|hour)s?\b/g,
  /\b\d+ (?:second|minute|hour|day|week|month|quarter|year)s? ago\b/g,
  /\b(?:yesterday|today|tomorrow|now|(?:last|next|this) (?:week|month|quarter|year))\b/g,
];

/** The fields of records that contain texts of users. */
const TEXT_FIELDS = /name|description|comment|email|identifier|title|url|slug|website/;

/** The fields of records with constants of the API that Contrail shows untranslated. */
const CONSTANT_FIELDS = /^(?:stage|edition|contract_status)$/;

const WORD = /(?<![\p{L}\p{M}\p{N}_])[A-Za-z]{2,}(?![\p{L}\p{M}\p{N}_])/gu;

/**
 * Returns the English words that remain of a text after the texts of `data` (from responses, or typed) are removed; the
 * longest texts of `data` must be first. Returns undefined if at most one short word remains.
 */
export function untranslatedWordsIn(text: string, data: readonly string[]): string | undefined {
  if (text.match(WORD) === null) return undefined;
  let remainingText = text;
  for (const part of data) if (remainingText.includes(part)) remainingText = withoutPart(remainingText, part);
  for (const part of data) remainingText = withoutTruncatedPart(remainingText, part);
  for (const pattern of UNTRANSLATED_PARTS) remainingText = remainingText.replaceAll(pattern, ' ');
  const words = remainingText.match(WORD) ?? [];
  return words.length > 1 || words.some((word) => word.length > 3) ? words.join(' ') : undefined;
}

/** Removes the part from the text, except inside of a longer word. */
function withoutPart(text: string, part: string): string {
  const escaped = part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu'), ' ');
}

/**
 * If the text ends with the first words of the part and an ellipsis, as the title of a tab does, removes these words.
 */
function withoutTruncatedPart(text: string, part: string): string {
  if (!text.endsWith('…')) return text;
  const words = text.slice(0, -1).split(' ');
  const index = words.findIndex((_, at) => {
    const start = words.slice(at).join(' ');
    return start.length > 8 && part.startsWith(start);
  });
  return index < 0 ? text : words.slice(0, index).join(' ');
}

/** Returns the texts of users in the server's responses, which the proxy records, without duplicates. */
export function serverTextsIn({ answers }: FaultProxy): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const { body } of answers) for (const text of textsInAnswer(body.toString())) texts.add(text);
  return texts;
}

function textsInAnswer(body: string): readonly string[] {
  try {
    return textValuesIn(JSON.parse(body), '');
  } catch {
    return [];
  }
}

/**
 * Returns the texts in a response; also each paragraph of a rich text, because the paragraphs are separate elements.
 */
function textValuesIn(value: unknown, field: string): string[] {
  if (typeof value === 'string') {
    if (CONSTANT_FIELDS.test(field)) return [value.replaceAll('_', ' ')];
    if (!TEXT_FIELDS.test(field)) return [];
    const parts = value
      .split(/<[^>]*>|\n/)
      .map((part) => part.replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&').trim());
    return [value.trim(), ...parts];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => textValuesIn(child, Array.isArray(value) ? field : name));
}

/** Also runs in a page of the browser. Returns the texts and accessible names of the elements and their descendants. */
export function textsOf(roots: readonly Element[]): string[] {
  const names = [
    'aria-label',
    'title',
    'placeholder',
    'alt',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
  ];
  const texts: string[] = [];
  const visit = (element: Element): void => {
    if (element.matches('script, style, template, .notification-list-item-source')) return;
    // VS Code reuses the rows of lists, which still contain hidden texts of the Command Palette.
    if (element.closest('.quick-input-widget') !== null && !element.checkVisibility()) return;
    // VS Code adds the names of icons to the accessible names of rows.
    const icons = element.matches('.quick-input-list .monaco-list-row')
      ? [...element.querySelectorAll('.codicon')].flatMap((icon) => icon.className.match(/(?<=codicon-)[\w-]+/g) ?? [])
      : [];
    for (const name of names) {
      const text = element.getAttribute(name) ?? '';
      texts.push(icons.reduce((remainingText, icon) => remainingText.replace(icon, ''), text));
    }
    for (const node of element.childNodes) {
      if (node instanceof Text) texts.push(node.data);
      else if (node instanceof Element) visit(node);
    }
  };
  for (const root of roots) visit(root);
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => /[a-z]{2}/i.test(text));
}

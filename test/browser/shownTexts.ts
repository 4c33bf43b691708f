// Collects the texts of Contrail in a window, and finds the texts that are not in the pseudo-language.
import type { Locator, Page } from 'playwright-core';
import type { FaultProxy } from '../support/faultProxy.ts';

/** The elements with texts of Contrail. VS Code's own texts are in English. */
const CONTRAIL_ELEMENTS = [
  '.sidebar .composite.title h2',
  '.sidebar .composite.title .action-label',
  '.sidebar .pane > .pane-header .title',
  '.sidebar .pane > .pane-header .description',
  '.sidebar .pane > .pane-header .action-label',
  '.sidebar .pane .welcome-view-content',
  '.sidebar .pane .tree-explorer-viewlet-tree-view > .message',
  '.sidebar .pane .monaco-list-row',
  '.quick-input-widget:not([style*="display: none"]) .quick-input-title',
  '.quick-input-widget:not([style*="display: none"]) .quick-input-message',
  '.quick-input-widget:not([style*="display: none"]) .quick-input-box input',
  '.quick-input-widget:not([style*="display: none"]) .action-label',
  '.quick-input-widget:not([style*="display: none"]) .monaco-list-row',
  '.notification-toast .notification-list-item-message',
  '.notification-toast .notification-list-item-buttons-container .monaco-button',
  '.monaco-dialog-box .dialog-message-text',
  '.monaco-dialog-box .dialog-message-detail',
  '.monaco-dialog-box .dialog-buttons-row .monaco-button',
  '.statusbar-item[id^="contrail"]',
  '.tabs-container .tab .label-name',
  '.monaco-menu .action-menu-item .action-label',
  '.monaco-hover:not(.hidden)',
];

/** Texts that VS Code adds to the elements of an extension. */
const VSCODE_TEXTS = [
  /^(?:OK|Cancel|Back \(.*\)|Back|Close|Loading\.\.\.|Toggle all checkboxes|Collapse All|Views and More Actions\.\.\.|More Actions\.\.\.)$/,
  /^Actions for /,
  /^(?:Explorer|Welcome|Search|Outline|Timeline)$/,
];

/** The text that VS Code appends to the message of an input box. */
const INPUT_HINT = "(Press 'Enter' to confirm or 'Escape' to cancel)";

/** Parts of a text that are not translated: URLs, paths, identifiers, names of products and keys, dates of `Intl`. */
const UNTRANSLATED_PARTS = [
  /\bhttps?:\/\/\S+/g,
  /\b[\w-]+(?:\.[\w-]+)+(?::\d+)?\b/g,
  /\b[\w-]+\/[\w/-]+/g,
  /\b[A-Z][A-Z\d]*-\d+\b/g,
  /\b(?:Contrail|Plane|VS Code|Git|GitHub|GitLab|Markdown|CodeLens|Node|linux|darwin|OpenSSL|TLS|HTTPS?|API|UTC|JSON|PEM|kB|MB)\b/g,
  /\b(?:Ctrl|Control|Cmd|Shift|Alt|Enter|Escape|Esc|Tab|Delete|Space)\b/g,
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

export interface UntranslatedText {
  readonly location: string;
  readonly text: string;
  /** The words of the text that are not translated. */
  readonly untranslatedWords: string;
}

export class ShownTexts {
  readonly #page: Page;
  readonly #proxy: FaultProxy;
  readonly #typedTexts: readonly string[];
  /** For each text, a description of where it was shown first. */
  readonly #placeByText = new Map<string, string>();

  /**
   * Texts in the server's responses, which the proxy records, and the texts in `typedTexts`, which the test itself
   * types or selects, need no translation.
   */
  constructor(page: Page, proxy: FaultProxy, typedTexts: readonly string[]) {
    this.#page = page;
    this.#proxy = proxy;
    this.#typedTexts = typedTexts;
  }

  /**
   * Collects all texts of Contrail that are currently shown. `where` describes the place in the report.
   * @throws if no text is shown
   */
  async collectTexts(where: string): Promise<void> {
    const texts = await this.#page.locator(CONTRAIL_ELEMENTS.join(', ')).evaluateAll(textsOf);
    for (const frame of this.#page.frames()) {
      // A frame that VS Code replaces during the check contributes no texts.
      if (frame !== this.#page.mainFrame())
        texts.push(
          ...(await frame
            .locator('.page, .overview, .board')
            .evaluateAll(textsOf)
            .catch(() => [])),
        );
    }
    if (texts.length === 0) throw new Error(`Nothing is shown: ${where}`);
    this.#add(where, texts);
  }

  /** Collects the texts of these elements, for example of the lines of a document. */
  async collectTextsOf(where: string, elements: Locator): Promise<void> {
    this.#add(where, await elements.evaluateAll(textsOf));
  }

  #add(where: string, texts: readonly string[]): void {
    for (const text of texts) if (!this.#placeByText.has(text)) this.#placeByText.set(text, where);
  }

  get count(): number {
    return this.#placeByText.size;
  }

  /** Returns the texts with untranslated words, in the order in which they were shown; the same words only once. */
  untranslated(): UntranslatedText[] {
    const data = [...serverTextsIn(this.#proxy), ...this.#typedTexts].filter((text) => text.length > 1);
    const longestTextsFirst = [...new Set(data)].toSorted((first, second) => second.length - first.length);
    const untranslated = new Map<string, UntranslatedText>();
    for (const [text, where] of this.#placeByText) {
      const untranslatedWords = untranslatedEnglishIn(text, longestTextsFirst);
      if (untranslatedWords !== undefined && !untranslated.has(untranslatedWords))
        untranslated.set(untranslatedWords, { location: where, text, untranslatedWords });
    }
    return [...untranslated.values()];
  }
}

/**
 * Returns the English words that remain of a text after the texts of `data` (from responses, or typed) are removed.
 * Returns undefined if at most one short word remains.
 */
function untranslatedEnglishIn(text: string, data: readonly string[]): string | undefined {
  if (VSCODE_TEXTS.some((pattern) => pattern.test(text))) return undefined;
  let remainingText = text.replace(INPUT_HINT, '');
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

function serverTextsIn({ answers }: FaultProxy): string[] {
  return answers.flatMap(({ body }) => {
    try {
      return textValuesIn(JSON.parse(body.toString()), '');
    } catch {
      return [];
    }
  });
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

/** Runs in the page. Returns the texts and accessible names of the elements and their descendants. */
function textsOf(roots: readonly Element[]): string[] {
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

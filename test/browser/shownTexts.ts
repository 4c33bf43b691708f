// Collects the texts of Contrail that a workbench shows, and finds those that are not in the pseudo-language.
import type { Locator, Page } from 'playwright-core';
import type { FaultProxy } from '../support/faultProxy.ts';

/** The elements whose texts Contrail wrote. The workbench around them is in English. */
const OURS = [
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

/** Names that the workbench adds to the elements of an extension. */
const OF_WORKBENCH = [
  /^(?:OK|Cancel|Back \(.*\)|Back|Close|Loading\.\.\.|Toggle all checkboxes|Collapse All|Views and More Actions\.\.\.|More Actions\.\.\.)$/,
  /^Actions for /,
  /^(?:Explorer|Welcome|Search|Outline|Timeline)$/,
];

/** What the workbench adds to the message of an input. */
const CONFIRM = "(Press 'Enter' to confirm or 'Escape' to cancel)";

/** What is not a text: names of products and keys, addresses, files, identifiers, and dates of `Intl`. */
const NO_TEXT = [
  /\bhttps?:\/\/\S+/g,
  /\b[\w-]+(?:\.[\w-]+)+(?::\d+)?\b/g,
  /\b[\w-]+\/[\w/-]+/g,
  /\b[A-Z][A-Z\d]*-\d+\b/g,
  /\b(?:Contrail|Plane|VS Code|Git|GitHub|GitLab|Markdown|CodeLens|Node|linux|darwin|OpenSSL|TLS|HTTPS?|API|UTC|JSON|PEM|kB|MB)\b/g,
  /\b(?:Ctrl|Control|Cmd|Shift|Alt|Enter|Escape|Esc|Tab|Delete|Space)\b/g,
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|AM|PM)\b/g,
  /\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g,
  /\b(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/g,
  // Ages of `Intl`, which has no such language.
  /\bin \d+ (?:second|minute|hour|day|week|month|quarter|year)s?\b/g,
  /\b\d+ (?:second|minute|hour)s?\b/g,
  /\b\d+ (?:second|minute|hour|day|week|month|quarter|year)s? ago\b/g,
  /\b(?:yesterday|today|tomorrow|now|(?:last|next|this) (?:week|month|quarter|year))\b/g,
];

/** The fields of the API's records whose values users or servers write. */
const DATA = /name|description|comment|email|identifier|title|url|slug|website/;

/** The fields with constants of the API that are shown as they are. */
const CONSTANTS = /^(?:stage|edition|contract_status)$/;

const WORD = /(?<![\p{L}\p{M}\p{N}_])[A-Za-z]{2,}(?![\p{L}\p{M}\p{N}_])/gu;

export interface Untranslated {
  readonly where: string;
  readonly text: string;
  /** The words that are not translated. */
  readonly english: string;
}

export class ShownTexts {
  readonly #page: Page;
  readonly #road: FaultProxy;
  readonly #typed: readonly string[];
  readonly #seen = new Map<string, string>();

  /**
   * The records that the server returns through the proxy tell what is data. `typed` is what the test itself wrote or
   * selected.
   */
  constructor(page: Page, road: FaultProxy, typed: readonly string[]) {
    this.#page = page;
    this.#road = road;
    this.#typed = typed;
  }

  /** Reads every text of Contrail that is shown now. Rejects if there are none. */
  async look(where: string): Promise<void> {
    const found = await this.#page.locator(OURS.join(', ')).evaluateAll(textsOf);
    for (const frame of this.#page.frames()) {
      // A frame that is replaced during the check counts as empty.
      if (frame !== this.#page.mainFrame())
        found.push(
          ...(await frame
            .locator('.page, .overview, .board')
            .evaluateAll(textsOf)
            .catch(() => [])),
        );
    }
    if (found.length === 0) throw new Error(`Nothing is shown: ${where}`);
    this.#add(where, found);
  }

  /** Reads the texts of other elements, for example of the lines of a document. */
  async lookAt(where: string, elements: Locator): Promise<void> {
    this.#add(where, await elements.evaluateAll(textsOf));
  }

  #add(where: string, texts: readonly string[]): void {
    for (const text of texts) if (!this.#seen.has(text)) this.#seen.set(text, where);
  }

  get count(): number {
    return this.#seen.size;
  }

  /** The texts that are neither translated nor data, each with other words, in the order in which they were shown. */
  untranslated(): Untranslated[] {
    const data = [...dataIn(this.#road), ...this.#typed].filter((text) => text.length > 1);
    const unique = [...new Set(data)].toSorted((one, other) => other.length - one.length);
    const found = new Map<string, Untranslated>();
    for (const [text, where] of this.#seen) {
      const english = englishIn(text, unique);
      if (english !== undefined && !found.has(english)) found.set(english, { where, text, english });
    }
    return [...found.values()];
  }
}

/** Returns the words of plain letters besides data, if there are two, or one of four letters or more. */
function englishIn(text: string, data: readonly string[]): string | undefined {
  if (OF_WORKBENCH.some((one) => one.test(text))) return undefined;
  let rest = text.replace(CONFIRM, '');
  for (const one of data) if (rest.includes(one)) rest = withoutWhole(rest, one);
  for (const one of NO_TEXT) rest = rest.replaceAll(one, ' ');
  const words = rest.match(WORD) ?? [];
  return words.length > 1 || words.some((word) => word.length > 3) ? words.join(' ') : undefined;
}

/** Removes the text where it is not a part of a longer word. */
function withoutWhole(text: string, part: string): string {
  const escaped = part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu'), ' ');
}

function dataIn({ answers }: FaultProxy): string[] {
  return answers.flatMap(({ body }) => {
    try {
      return valuesIn(JSON.parse(body.toString()), '');
    } catch {
      return [];
    }
  });
}

/** The paragraphs of rich text are shown as texts of their own. */
function valuesIn(value: unknown, field: string): string[] {
  if (typeof value === 'string') {
    if (CONSTANTS.test(field)) return [value.replaceAll('_', ' ')];
    if (!DATA.test(field)) return [];
    const parts = value
      .split(/<[^>]*>|\n/)
      .map((part) => part.replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&').trim());
    return [value.trim(), ...parts];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => valuesIn(inner, Array.isArray(value) ? field : name));
}

/** Runs in the page. Returns the texts and the names of the elements and of everything in them. */
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
  const found: string[] = [];
  const visit = (element: Element): void => {
    if (element.matches('script, style, template, .notification-list-item-source')) return;
    // A list of the workbench reuses rows: what the Command Palette showed in them is there, but hidden.
    if (element.closest('.quick-input-widget') !== null && !element.checkVisibility()) return;
    // The workbench writes the names of icons into the names of rows.
    const icons = element.matches('.quick-input-list .monaco-list-row')
      ? [...element.querySelectorAll('.codicon')].flatMap((icon) => icon.className.match(/(?<=codicon-)[\w-]+/g) ?? [])
      : [];
    for (const name of names) {
      const text = element.getAttribute(name) ?? '';
      found.push(icons.reduce((rest, icon) => rest.replace(icon, ''), text));
    }
    for (const node of element.childNodes) {
      if (node instanceof Text) found.push(node.data);
      else if (node instanceof Element) visit(node);
    }
  };
  for (const root of roots) visit(root);
  return found.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => /[a-z]{2}/i.test(text));
}

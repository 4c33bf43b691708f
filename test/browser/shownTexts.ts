// Collects the texts of Contrail in a window, and finds the texts that are not in the pseudo-language.
import type { Locator, Page } from 'playwright-core';
import type { FaultProxy } from '../support/faultProxy.ts';
import { serverTextsIn, textsOf, untranslatedWordsIn } from '../support/untranslatedTexts.ts';

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
  untranslatedTexts(): UntranslatedText[] {
    const exemptTexts = [...serverTextsIn(this.#proxy), ...this.#typedTexts].filter((text) => text.length > 1);
    const longestTextsFirst = [...new Set(exemptTexts)].toSorted((first, second) => second.length - first.length);
    const untranslated = new Map<string, UntranslatedText>();
    for (const [text, where] of this.#placeByText) {
      if (VSCODE_TEXTS.some((pattern) => pattern.test(text))) continue;
      const untranslatedWords = untranslatedWordsIn(text.replace(INPUT_HINT, ''), longestTextsFirst);
      if (untranslatedWords !== undefined && !untranslated.has(untranslatedWords))
        untranslated.set(untranslatedWords, { location: where, text, untranslatedWords });
    }
    return [...untranslated.values()];
  }
}

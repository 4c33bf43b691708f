// Reads and saves the descriptions that are edited as Markdown. A description that has changed on the server since it
// was opened is not overwritten unless the user confirms it.

import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { type ItemAddress, keyOf } from '../../../cache/address.ts';
import { faultOf } from '../../../client/apiError.ts';
import { createMarkdownDocument, type MarkdownDocument } from '../../../richText/markdownDocument.ts';
import type { Session } from '../../../session/session.ts';
import { formatError } from '../../ui/formatError.ts';
import type { Prompts } from '../../ui/prompts.ts';

export interface DescriptionTarget {
  readonly session: Session;
  readonly address: ItemAddress;
}

/** The part of VS Code's memento that stores which version of a description an open document is based on. */
export interface BaseHashMemento {
  get<T>(key: string, defaultValue: T): T;
  update(key: string, value: unknown): Thenable<void>;
}

interface OpenText {
  readonly document: MarkdownDocument;
  /** The HTML of the description that the server had when the text was last read or saved. */
  readonly expectedHtml: string;
  /** The text that was read or saved last. */
  readonly text: string;
  /** A number that increases when the text is read again or saved. */
  readonly version: number;
}

/** The text that was read or saved, or the reason why that failed, as a message for the user. */
export type TextOutcome = { readonly text: string } | { readonly problem: string };

/** The memento key: hashes of the descriptions on which documents are based, by the key of the document. */
const BASE_HASHES_KEY = 'descriptionBases';
const MAX_BASES = 100;

export class DescriptionTexts {
  readonly #prompts: Prompts;
  readonly #memory: BaseHashMemento;
  readonly #openTexts = new Map<string, OpenText>();

  constructor(prompts: Prompts, memory: BaseHashMemento) {
    this.#prompts = prompts;
    this.#memory = memory;
  }

  /**
   * Resolves with the description on the server as Markdown. If `isEdited`, the document has unsaved changes, and the
   * stored version remains the version on which these changes are based.
   */
  async read(target: DescriptionTarget, isEdited: boolean): Promise<TextOutcome> {
    const openText = this.#openTexts.get(textKey(target));
    if (openText !== undefined && isEdited) return { text: openText.text };
    const currentResult = await requestHtml(target);
    if ('problem' in currentResult) return currentResult;
    if (openText?.expectedHtml === currentResult.html) return { text: openText.text };
    const document = createMarkdownDocument(currentResult.html);
    if (document === undefined) return { problem: notConvertibleText(target) };
    if (!isEdited)
      await this.#storeBase(target, { document, expectedHtml: currentResult.html, text: document.markdown });
    return { text: document.markdown };
  }

  /** Returns a number that increases when the text of the document is read again or saved. */
  versionOf(target: DescriptionTarget): number {
    return this.#openTexts.get(textKey(target))?.version ?? 0;
  }

  /** Sends the edited text. Resolves with a problem if nothing was saved. */
  async save(target: DescriptionTarget, text: string): Promise<TextOutcome> {
    const currentResult = await requestHtml(target);
    if ('problem' in currentResult) return currentResult;
    const openText = this.#openTexts.get(textKey(target)) ?? createRestoredText(currentResult.html);
    if (openText === undefined) return { problem: notConvertibleText(target) };
    const result = openText.document.toHtml(text);
    if ('problem' in result) return result;
    if (!this.#isExpected(target, currentResult.html) && currentResult.html !== result.html) {
      const overwriteButton = l10n.t('Overwrite');
      const chosenButton = await this.#prompts.confirm(
        l10n.t('Overwrite the description of {0}?', nameOf(target)),
        l10n.t('It was changed on the server after you opened it. Your text replaces these changes.'),
        overwriteButton,
      );
      if (chosenButton !== overwriteButton)
        return { problem: l10n.t('The description was changed on the server after you opened it.') };
    }
    const savedResult = currentResult.html === result.html ? currentResult : await sendHtml(target, result.html);
    if ('problem' in savedResult) return savedResult;
    await this.#storeBase(target, { document: openText.document, expectedHtml: savedResult.html, text });
    return { text };
  }

  #isExpected(target: DescriptionTarget, html: string): boolean {
    const baseHashes = this.#memory.get<Readonly<Record<string, string>>>(BASE_HASHES_KEY, {});
    return baseHashes[textKey(target)] === hashOf(html);
  }

  async #storeBase(target: DescriptionTarget, openText: Omit<OpenText, 'version'>): Promise<void> {
    const key = textKey(target);
    this.#openTexts.set(key, { ...openText, version: this.versionOf(target) + 1 });
    const { [key]: _, ...others } = this.#memory.get<Readonly<Record<string, string>>>(BASE_HASHES_KEY, {});
    const remainingHashes = Object.entries(others).slice(1 - MAX_BASES);
    await this.#memory.update(
      BASE_HASHES_KEY,
      Object.fromEntries([...remainingHashes, [key, hashOf(openText.expectedHtml)]]),
    );
  }
}

/**
 * Creates the text of a document that VS Code restored after a restart. Only a hash of its description is stored, so
 * the document is created from the current description.
 */
function createRestoredText(html: string): OpenText | undefined {
  const document = createMarkdownDocument(html);
  return document === undefined ? undefined : { document, expectedHtml: html, text: document.markdown, version: 0 };
}

function textKey({ session, address }: DescriptionTarget): string {
  return `${session.account} ${keyOf(address)}`;
}

function nameOf({ session, address }: DescriptionTarget): string {
  return session.store.identifier(address) ?? l10n.t('work item');
}

function notConvertibleText(target: DescriptionTarget): string {
  return l10n.t(
    'The description of {0} contains HTML that would be lost as Markdown. Edit it on the page of the work item.',
    nameOf(target),
  );
}

type HtmlOutcome = { readonly html: string } | { readonly problem: string };

async function requestHtml({ session, address }: DescriptionTarget): Promise<HtmlOutcome> {
  try {
    const item = await session.store.resources.workItems.readOne(address.id, address.project, { urgency: 'user' });
    return { html: item.description_html ?? '' };
  } catch (error) {
    return { problem: formatError(faultOf(error)) };
  }
}

async function sendHtml({ session, address }: DescriptionTarget, html: string): Promise<HtmlOutcome> {
  try {
    const { workItems } = session.store.resources;
    const item = await workItems.update(address.id, { description_html: html }, address.project);
    return { html: item.description_html ?? html };
  } catch (error) {
    return { problem: formatError(faultOf(error)) };
  }
}

function hashOf(html: string): string {
  return createHash('sha256').update(html).digest('hex').slice(0, 32);
}

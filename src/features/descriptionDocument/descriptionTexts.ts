// Reads and saves the descriptions that are edited as Markdown. What the user types is a draft until it is saved. A
// description that has changed on the server since it was opened is not overwritten unless the user confirms it.

import * as l10n from '@vscode/l10n';
import { faultOf, mayHaveBeenProcessed } from '../../client/apiError.ts';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import type { DescriptionDraft, Draft } from '../../core/drafts/draft.ts';
import type { DraftStore } from '../../core/drafts/draftStore.ts';
import type { Session } from '../../core/session/session.ts';
import { addFingerprint, fingerprintOfHtml } from '../../items/edits/fingerprint.ts';
import { draftTitle, draftTooLargeText, textNotSaved } from '../../items/record/draftText.ts';
import { createMarkdownDocument, type MarkdownDocument } from '../../richText/markdownDocument.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';

export interface DescriptionTarget {
  readonly session: Session;
  readonly address: ItemAddress;
}

/** Where the draft of a description is stored. The window may use another account. */
export interface DescriptionDraftLocation {
  readonly account: string;
  readonly draftStore: DraftStore;
  readonly key: string;
  /** The title of a new draft. */
  readonly title: string;
}

interface OpenText {
  readonly document: MarkdownDocument;
  /** The HTML that `document` was created from. */
  readonly source: string;
  /** The fingerprint of the description that the server had when the text was last read or saved. */
  readonly base: string;
  /** The text that was read or saved last. */
  readonly text: string;
  /** A number that increases when the text is read again or saved. */
  readonly version: number;
}

/** The text that was read or saved, or the reason why that failed, as a message for the user. */
export type TextOutcome = { readonly text: string } | { readonly problem: string };

export interface DescriptionTextsDeps {
  readonly prompts: Prompts;
  /** Saves the document again, because the user wants to overwrite the description on the server. */
  readonly saveAgain: (target: DescriptionTarget) => Promise<void>;
  /** Runs `work`, which nothing waits for, and shows its errors. */
  readonly runInBackground: (work: () => Promise<void>) => void;
}

export class DescriptionTexts {
  readonly #deps: DescriptionTextsDeps;
  readonly #openTexts = new Map<string, OpenText>();

  constructor(deps: DescriptionTextsDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves with the draft, or with the description on the server as Markdown. If `isEdited`, the document has changes
   * that VS Code has not saved: resolves with the text on which these changes are based.
   */
  async read(target: DescriptionTarget, isEdited: boolean): Promise<TextOutcome> {
    const location = locationOf(target);
    const draft = (await location.draftStore.open(location.key))?.description;
    const openText = this.#openTexts.get(openKey(location)) ?? this.#restore(location, draft);
    if (openText !== undefined && isEdited) return { text: openText.text };
    if (openText !== undefined && draft !== undefined) return { text: draft.markdown };
    const currentResult = await requestHtml(target);
    if ('problem' in currentResult) return currentResult;
    if (openText?.base === fingerprintOfHtml(currentResult.html)) return { text: openText.text };
    const newText = createOpenText(currentResult.html);
    if (newText === undefined) return { problem: notConvertibleText(target) };
    if (!isEdited) this.#store(location, newText);
    return { text: draft?.markdown ?? newText.text };
  }

  /** Returns a number that increases when the text of the document is read again or saved. */
  versionOf(target: DescriptionTarget): number {
    return this.#openTexts.get(openKey(locationOf(target)))?.version ?? 0;
  }

  /** Stores the text as a draft. If the text is the text that was read or saved, removes the draft. */
  async keepTyped(location: DescriptionDraftLocation, getText: () => string): Promise<void> {
    await location.draftStore.open(location.key);
    const text = getText();
    const openText = this.#openTexts.get(openKey(location));
    const before = location.draftStore.get(location.key)?.description;
    // If a request was lost, the server may have its text, so a text that is changed back must be sent.
    const after = text === openText?.text && before?.sent === undefined ? undefined : draftOf(openText, before, text);
    if (after?.markdown !== before?.markdown) changeDraft(location, () => after);
  }

  /** Stores the text as a draft, and resolves when it is on disk. Rejects with the file system's error. */
  async keepOnDisk(location: DescriptionDraftLocation, text: string): Promise<TextOutcome> {
    await this.keepTyped(location, () => text);
    await location.draftStore.flush();
    const exceededLimit = location.draftStore.exceededLimit(location.key);
    return exceededLimit === undefined ? { text } : { problem: draftTooLargeText(exceededLimit) };
  }

  /** Sends the edited text. Resolves with a problem if nothing was saved. */
  async save(target: DescriptionTarget, text: string): Promise<TextOutcome> {
    const location = locationOf(target);
    await this.keepTyped(location, () => text);
    const draft = location.draftStore.get(location.key)?.description;
    if (draft === undefined) return { text };
    const currentResult = await requestHtml(target);
    if ('problem' in currentResult) return { problem: textNotSaved(currentResult.problem, false) };
    const openText =
      this.#openTexts.get(openKey(location)) ??
      this.#restore(location, draft) ??
      createOpenText(currentResult.html, draft.base ?? '');
    if (openText === undefined) return { problem: notConvertibleText(target) };
    const result = openText.document.toHtml(text);
    if ('problem' in result) return result;
    const serverState = compare(currentResult.html, result.html, draft);
    if (serverState === 'changedByOthers') {
      this.#deps.runInBackground(() => this.#offerOverwrite(target, currentResult.html));
      return { problem: l10n.t('The description was changed on the server after you opened it.') };
    }
    const savedResult = serverState === 'saved' ? currentResult : await sendHtml(target, result.html);
    if ('problem' in savedResult) return savedResult;
    const base = fingerprintOfHtml(savedResult.html);
    this.#store(location, { ...openText, base, text });
    changeDraft(location, (latest) =>
      latest === undefined || latest.markdown === text
        ? undefined
        : { markdown: latest.markdown, source: openText.source, base },
    );
    return { text };
  }

  /** Asks without interrupting the user, who may be typing. */
  async #offerOverwrite(target: DescriptionTarget, currentHtml: string): Promise<void> {
    const { prompts, saveAgain } = this.#deps;
    const openItemButton = l10n.t('Open Work Item');
    const overwriteButton = l10n.t('Overwrite');
    const choice = await prompts.notify(
      'warning',
      l10n.t(
        'The description of {0} was changed on the server after you opened it. Your text is kept as a draft. “Overwrite” replaces the description on the server with your text.',
        nameOf(target),
      ),
      openItemButton,
      overwriteButton,
    );
    if (choice === openItemButton) await prompts.runCommand(COMMANDS.openWorkItem, target.address);
    if (choice !== overwriteButton) return;
    const base = fingerprintOfHtml(currentHtml);
    changeDraft(locationOf(target), (latest) => latest && { ...latest, base });
    await saveAgain(target);
  }

  /** Recreates the text that a draft of an earlier window is based on. */
  #restore(location: DescriptionDraftLocation, draft: DescriptionDraft | undefined): OpenText | undefined {
    const openText = draft?.source === undefined ? undefined : createOpenText(draft.source, draft.base);
    if (openText !== undefined) this.#store(location, openText);
    return openText;
  }

  #store(location: DescriptionDraftLocation, openText: OpenText): void {
    const key = openKey(location);
    this.#openTexts.set(key, { ...openText, version: (this.#openTexts.get(key)?.version ?? 0) + 1 });
  }
}

export function locationOf({ session, address }: DescriptionTarget): DescriptionDraftLocation {
  const { account, draftStore, store } = session;
  const key = keyOf(address);
  return { account, draftStore, key, title: draftTitle(store, key, { title: '' }) };
}

function createOpenText(source: string, base = fingerprintOfHtml(source)): OpenText | undefined {
  const document = createMarkdownDocument(source);
  return document === undefined ? undefined : { document, source, base, text: document.markdown, version: 0 };
}

function draftOf(
  openText: OpenText | undefined,
  before: DescriptionDraft | undefined,
  markdown: string,
): DescriptionDraft {
  return { ...(openText === undefined ? {} : { source: openText.source, base: openText.base }), ...before, markdown };
}

/**
 * Compares the server's HTML with the HTML of the edited text. The HTML of a request without a response is not a change
 * of another user.
 */
function compare(
  currentHtml: string,
  editedHtml: string,
  { base, sent = [] }: DescriptionDraft,
): 'saved' | 'unsaved' | 'changedByOthers' {
  const current = fingerprintOfHtml(currentHtml);
  // A request without a response may still be processed, so a text that is changed back must be sent.
  const isChangedBack = current === base && sent.length > 0;
  if (currentHtml === editedHtml) return isChangedBack ? 'unsaved' : 'saved';
  if (current === base) return 'unsaved';
  if (!sent.includes(current)) return 'changedByOthers';
  return current === fingerprintOfHtml(editedHtml) ? 'saved' : 'unsaved';
}

function changeDraft(
  { draftStore, key, title }: DescriptionDraftLocation,
  change: (before: DescriptionDraft | undefined) => DescriptionDraft | undefined,
): void {
  draftStore.change(key, draftStore.get(key)?.title || title, ({ description }: Draft) => ({
    description: change(description),
  }));
}

function openKey({ account, key }: DescriptionDraftLocation): string {
  return `${account} ${key}`;
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
    const item = await session.store.resources.workItems.readOne(address.id, address.project, { isCurrent: true });
    return { html: item.description_html ?? '' };
  } catch (error) {
    return { problem: formatError(faultOf(error)) };
  }
}

/**
 * Stores the fingerprint of the HTML on disk before the request. If the response is lost, the fingerprint shows that the
 * server's HTML was sent from here.
 */
async function sendHtml(target: DescriptionTarget, html: string): Promise<HtmlOutcome> {
  const { session, address } = target;
  const location = locationOf(target);
  const earlier = location.draftStore.get(location.key)?.description?.sent;
  changeDraft(
    location,
    (before) => before && { ...before, sent: addFingerprint(before.sent, fingerprintOfHtml(html)) },
  );
  await location.draftStore.flushBeforeSend();
  try {
    const { workItems } = session.store.resources;
    const item = await workItems.update(address.id, { description_html: html }, address.project);
    return { html: item.description_html ?? html };
  } catch (error) {
    const fault = faultOf(error);
    const mayHaveArrived = mayHaveBeenProcessed(fault);
    if (!mayHaveArrived) changeDraft(location, (before) => before && { ...before, sent: earlier });
    return { problem: textNotSaved(formatError(fault), mayHaveArrived) };
  }
}

// The input box for a comment of one line: what its keys and buttons do, and what it shows.

import * as l10n from '@vscode/l10n';
import { faultOf, isMissingOrForbidden } from '../../client/apiError.ts';
import type { AccessLevel } from '../../contract/resources/comment.ts';
import { isIdentifier, normalizeIdentifier } from '../../contract/resources/workItem.ts';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import type { LastVisibilityStorage } from '../../core/comments/lastVisibility.ts';
import type { DraftOutcome } from '../../core/comments/sendDraft.ts';
import type { CommentDraft } from '../../core/drafts/draft.ts';
import { missingItemText } from '../../core/mentions/missingItemText.ts';
import { observeRateLimit, rateLimitMessage } from '../../core/session/rateLimit.ts';
import { draftTooLargeText } from '../../items/record/draftText.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import type { PromptButton, Prompts, TextBox } from '../../shell/prompts/prompts.ts';
import type { Disposable } from '../../std/disposable.ts';
import { chooseVisibilityOfCode, containsCode } from './codeVisibility.ts';
import { mentionWord, replaceWithMention, typedAtSign } from './mentionInText.ts';
import { pickMention } from './pickMention.ts';

/** Why a comment was not sent. If `isTemporary`, the server could not be reached, and the comment can be queued. */
export type UnsentReason = Omit<Extract<DraftOutcome, { sent: false }>, 'sent'>;

/** The user has entered only the identifier of this work item, to comment on it. */
export interface OtherTarget {
  readonly identified: ItemAddress;
}

/**
 * How an input box was closed: `more` to continue in a document, `sent` after the comment was sent, `closed` by the
 * user, `mentioned` after a member was picked, to be shown again, `another` to pick another work item, or `back` to
 * return to the picker of the work item.
 */
export type CommentBoxOutcome = 'more' | 'sent' | 'closed' | 'mentioned' | 'another' | 'back' | OtherTarget;

/** What a box does with the comment. */
export interface CommentBoxDeps {
  readonly prompts: Prompts;
  readonly lastVisibility: LastVisibilityStorage;
  storeDraft(text: string, access: AccessLevel): void;
  /** Removes the draft if it has this text. */
  removeDraft(text: string): void;
  queue(): void;
  /** Sends the draft. Resolves with the reason if it was not sent. */
  send(): Promise<UnsentReason | undefined>;
  /** Shows whether the comment was sent, after the user has closed the box. */
  reportAfterLeaving(unsentReason: UnsentReason | undefined): Promise<void>;
}

export interface CommentBoxState {
  readonly draft: CommentDraft | undefined;
  readonly hasBack: boolean;
}

/** Returns the label of the button that queues a comment until the server can be reached. */
export function sendWhenConnectedLabel(): string {
  return l10n.t('Send When Connected');
}

/** Returns the tooltip of the control that changes the visibility of a comment. */
export function visibilityTooltip(access: AccessLevel): string {
  return access === 'INTERNAL'
    ? l10n.t('Make External (Currently Internal: only members of this workspace can see it)')
    : l10n.t('Make Internal (Currently External: people outside the workspace can see it if the project is shared)');
}

export class CommentBox {
  readonly #deps: CommentBoxDeps;
  readonly #chosenItem: ChosenItem;
  readonly #key: string;
  readonly #identifier: string;
  readonly #box: TextBox;
  #access: AccessLevel;
  readonly #initialText: string;
  /** The text that this box could not send because the server could not be reached. */
  #unreachedText: string | undefined;
  #canQueue: boolean;
  #hasGoneBack = false;

  constructor(deps: CommentBoxDeps, chosenItem: ChosenItem, { draft, hasBack }: CommentBoxState) {
    const { store } = chosenItem.session;
    const identifier = store.identifier(chosenItem.address);
    this.#deps = deps;
    this.#chosenItem = chosenItem;
    this.#key = keyOf(chosenItem.address);
    this.#identifier = identifier ?? l10n.t('work item');
    this.#access = draft?.access ?? deps.lastVisibility.get();
    this.#initialText = draft?.text ?? '';
    this.#canQueue = draft?.failed?.isTemporary === true;
    this.#box = deps.prompts.createTextBox({
      title: l10n.t('Comment on {0}', `${identifier ?? ''} ${store.item(chosenItem.address)?.name ?? ''}`.trim()),
      prompt: '',
      placeholder: l10n.t('Comment on {0} (kept as a draft until sent)', this.#identifier),
      text: this.#initialText,
      staysOpen: true,
      cursorAtEnd: true,
      onBack: hasBack ? () => (this.#hasGoneBack = true) : undefined,
    });
    this.#update();
    if (draft?.failed !== undefined) this.#showProblem(draft.failed);
  }

  async show(): Promise<CommentBoxOutcome> {
    const box = this.#box;
    const sizeListener = this.#watchSizeLimit();
    box.signal.addEventListener('abort', () => sizeListener.dispose());
    box.onDidType((text) => this.#changeText(text));
    let text = this.#initialText;
    for await (const event of box.events()) {
      let outcome: CommentBoxOutcome | undefined;
      if (event.kind === 'type') {
        const atSign = typedAtSign(text, event.text);
        text = event.text;
        if (atSign !== undefined) outcome = await this.#mention(atSign);
      } else if (event.kind === 'press') outcome = await this.#pressButton(event.button);
      else {
        const sending = this.#send(event.text);
        // The outcome of sending is shown before the command ends, even if the user closes the box.
        await box.wait(sending);
        outcome = await sending;
      }
      if (outcome !== undefined) return outcome;
    }
    return this.#hasGoneBack ? 'back' : 'closed';
  }

  #watchSizeLimit(): Disposable {
    const { draftStore } = this.#chosenItem.session;
    let isTooLarge = false;
    return draftStore.onDidChange(() => {
      const exceededLimit = draftStore.exceededLimit(this.#key);
      if (exceededLimit !== undefined) this.#box.setMessage(draftTooLargeText(exceededLimit));
      else if (isTooLarge) this.#box.setMessage(undefined);
      isTooLarge = exceededLimit !== undefined;
    });
  }

  #changeText(text: string): void {
    this.#deps.storeDraft(text, this.#access);
    const identifier = this.#otherIdentifier(text);
    if (identifier !== undefined) this.#box.setMessage(l10n.t('Enter comments on {0} instead.', identifier), 'info');
  }

  async #pressButton({ id }: PromptButton): Promise<CommentBoxOutcome | undefined> {
    if (id === 'another' || id === 'more') return id;
    if (id === 'mention') return this.#mention(undefined);
    if (id === 'queue') return this.#queue();
    this.#access = this.#access === 'INTERNAL' ? 'EXTERNAL' : 'INTERNAL';
    this.#deps.lastVisibility.set(this.#access);
    this.#deps.storeDraft(this.#box.text, this.#access);
    this.#update();
    return undefined;
  }

  /** Lets the user pick a member. The mention replaces the `@` at this position or, without one, ends the text. */
  async #mention(atSign: number | undefined): Promise<CommentBoxOutcome> {
    const box = this.#box;
    const { mention, typedText } = await pickMention(this.#deps.prompts, this.#chosenItem, {
      letters: () => (atSign === undefined ? '' : mentionWord(box.text, atSign).slice(1)),
      onDidType: box.onDidType,
    });
    // Letters that were typed before the list was shown are in the box, and those after it in the list.
    this.#deps.storeDraft(replaceWithMention(this.#box.text, atSign, mention, typedText), this.#access);
    return 'mentioned';
  }

  /** Resolves with undefined if the comment was not sent and the box remains open. */
  async #send(text: string): Promise<CommentBoxOutcome | undefined> {
    const { signal } = this.#box;
    const identifier = this.#otherIdentifier(text);
    if (identifier !== undefined) return this.#changeTarget(identifier, text);
    if (this.#access === 'EXTERNAL' && (await containsCode(text))) {
      const confirmedAccess = await chooseVisibilityOfCode(this.#deps.prompts);
      if (confirmedAccess === undefined) return undefined;
      this.#access = confirmedAccess;
      this.#deps.storeDraft(text, confirmedAccess);
      this.#update();
    }
    const unsentReason = await this.#sendDraft();
    if (signal.aborted) {
      await this.#deps.reportAfterLeaving(unsentReason);
      return 'closed';
    }
    if (unsentReason === undefined) return 'sent';
    if (unsentReason.isTemporary && this.#unreachedText === text) return this.#queue();
    this.#unreachedText = unsentReason.isTemporary ? text : undefined;
    this.#showProblem(unsentReason);
    return undefined;
  }

  async #sendDraft(): Promise<UnsentReason | undefined> {
    const rateLimitListener = observeRateLimit(this.#chosenItem.session.store.rateLimit, (until) =>
      this.#box.setMessage(until === undefined ? undefined : rateLimitMessage(until), 'info'),
    );
    try {
      return await this.#deps.send();
    } finally {
      rateLimitListener.dispose();
    }
  }

  #queue(): CommentBoxOutcome {
    this.#deps.queue();
    return 'closed';
  }

  /** Closes the box to comment on the work item with this identifier, or shows why it cannot be read. */
  async #changeTarget(identifier: string, text: string): Promise<CommentBoxOutcome | undefined> {
    try {
      const { project, id } = await this.#chosenItem.session.store.readByIdentifier(identifier);
      if (this.#box.signal.aborted) return undefined;
      this.#deps.removeDraft(text);
      return { identified: { project, id } };
    } catch (error) {
      const fault = faultOf(error);
      this.#box.setMessage(isMissingOrForbidden(fault) ? missingItemText(identifier) : formatError(fault));
      return undefined;
    }
  }

  /** Whether the server may have the text, after an attempt without a response. */
  get #mayBeSent(): boolean {
    return this.#chosenItem.session.draftStore.get(this.#key)?.palette?.sentText !== undefined;
  }

  /**
   * Returns the identifier that is the whole text, unless it belongs to no project, such as `UTF-8`, or the text must
   * not be taken from its work item.
   */
  #otherIdentifier(text: string): string | undefined {
    const identifier = normalizeIdentifier(text);
    if (!isIdentifier(identifier) || this.#mayBeSent) return undefined;
    const prefix = identifier.slice(0, identifier.lastIndexOf('-'));
    const { store } = this.#chosenItem.session;
    const { ids } = store.resources.projects.list().state;
    return ids.some((id) => store.project(id)?.identifier.toUpperCase() === prefix) ? identifier : undefined;
  }

  #update(): void {
    const access = this.#access;
    const isQueued = this.#chosenItem.session.draftStore.get(this.#key)?.palette?.waiting !== undefined;
    this.#box.setButtons([
      ...(this.#mayBeSent ? [] : [{ id: 'another', icon: 'arrow-swap', tooltip: l10n.t('Select Another Work Item') }]),
      {
        id: 'access',
        icon: access === 'INTERNAL' ? 'lock' : 'globe',
        tooltip: visibilityTooltip(access),
        isOn: access === 'EXTERNAL',
      },
      ...(this.#canQueue ? [{ id: 'queue', icon: 'watch', tooltip: sendWhenConnectedLabel() }] : []),
      { id: 'mention', icon: 'mention', tooltip: l10n.t('Mention…') },
      { id: 'more', icon: 'screen-full', tooltip: l10n.t('Open in Editor') },
    ]);
    const prompt =
      access === 'INTERNAL'
        ? l10n.t('Enter sends it to {0} · internal · Markdown', this.#identifier)
        : l10n.t('Enter sends it to {0} · external · Markdown', this.#identifier);
    this.#box.setPrompt(isQueued ? `${l10n.t('Queued for your review')} · ${prompt}` : prompt);
  }

  #showProblem({ problem, isTemporary }: UnsentReason): void {
    this.#canQueue = isTemporary;
    this.#update();
    this.#box.setMessage(isTemporary ? l10n.t('{0} Press Enter again to send it when connected.', problem) : problem);
  }
}

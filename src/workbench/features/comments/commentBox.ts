// The input box for a comment of one line: what its keys and buttons do, and what it shows.

import * as l10n from '@vscode/l10n';
import { type ItemAddress, keyOf } from '../../../cache/address.ts';
import { faultOf, isMissingOrForbidden } from '../../../client/apiError.ts';
import type { AccessLevel } from '../../../contract/resources/comment.ts';
import { isIdentifier, normalizeIdentifier } from '../../../contract/resources/workItem.ts';
import type { CommentDraft } from '../../../drafts/draft.ts';
import type { LastVisibilityStorage } from '../../../pages/discussion/lastVisibility.ts';
import type { DraftOutcome } from '../../../pages/discussion/sendDraft.ts';
import { draftTooLargeText } from '../../../pages/draftText.ts';
import { observeRateLimit, rateLimitMessage } from '../../../session/rateLimit.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { formatError } from '../../ui/formatError.ts';
import { BACK_BUTTON, type PromptButton, type Prompts, type TextBox } from '../../ui/prompts.ts';
import { missingItemText } from '../mentions/messages.ts';
import type { ChosenItem } from '../workItems/workItemPicker.ts';
import { chooseVisibilityOfCode, containsCode } from './codeVisibility.ts';
import { replaceWithMention, typedAtSign } from './mentionInText.ts';
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

const BUTTON_OUTCOMES: Readonly<Record<string, CommentBoxOutcome>> = {
  another: 'another',
  more: 'more',
  [BACK_BUTTON.id]: 'back',
};

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

export class CommentBox implements Disposable {
  readonly #deps: CommentBoxDeps;
  readonly #chosenItem: ChosenItem;
  readonly #hasBack: boolean;
  readonly #key: string;
  readonly #identifier: string;
  readonly #box: TextBox;
  readonly #disposables = new DisposableStore();
  #resolve: (outcome: CommentBoxOutcome) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  readonly #outcome = new Promise<CommentBoxOutcome>((resolve, reject) => {
    this.#resolve = resolve;
    this.#reject = reject;
  });
  #access: AccessLevel;
  #text: string;
  /** The text that this box could not send because the server could not be reached. */
  #unreachedText: string | undefined;
  #canQueue: boolean;
  #isOpen = true;
  /** What has to end before the box can be closed: sending, or the list of members, which VS Code shows instead. */
  #occupation: 'sending' | 'mentioning' | undefined;

  constructor(deps: CommentBoxDeps, chosenItem: ChosenItem, { draft, hasBack }: CommentBoxState) {
    const { store } = chosenItem.session;
    const identifier = store.identifier(chosenItem.address);
    this.#deps = deps;
    this.#chosenItem = chosenItem;
    this.#hasBack = hasBack;
    this.#key = keyOf(chosenItem.address);
    this.#identifier = identifier ?? l10n.t('work item');
    this.#access = draft?.access ?? deps.lastVisibility.get();
    this.#text = draft?.text ?? '';
    this.#canQueue = draft?.failed?.isTemporary === true;
    this.#box = deps.prompts.createTextBox({
      title: l10n.t('Comment on {0}', `${identifier ?? ''} ${store.item(chosenItem.address)?.name ?? ''}`.trim()),
      prompt: '',
      placeholder: l10n.t('Comment on {0} (kept as a draft until sent)', this.#identifier),
      text: this.#text,
      staysOpen: true,
      cursorAtEnd: true,
    });
    this.#update();
    if (draft?.failed !== undefined) this.#showProblem(draft.failed);
  }

  dispose(): void {
    this.#isOpen = false;
    this.#disposables.dispose();
    this.#box.dispose();
  }

  async show(): Promise<CommentBoxOutcome> {
    const box = this.#box;
    this.#disposables.add(this.#watchSizeLimit());
    box.onDidType((text) => this.#changeText(text));
    box.onDidPressButton((button) => this.#pressButton(button));
    box.onDidAccept(() => {
      if (this.#occupation === undefined) this.#run('sending', () => this.#send());
    });
    box.onDidHide(() => {
      // The outcome of sending is shown before the command ends.
      if (this.#occupation === 'sending') this.dispose();
      else if (this.#occupation === undefined) this.#close('closed');
    });
    box.show();
    return this.#outcome;
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

  #close(outcome: CommentBoxOutcome): void {
    // Disposing of the box fires onDidHide, so the promise is resolved with the outcome first.
    this.#resolve(outcome);
    this.dispose();
  }

  #run(occupation: 'sending' | 'mentioning', work: () => Promise<void>): void {
    this.#occupation = occupation;
    work()
      .catch((error: unknown) => this.#reject(error))
      .finally(() => {
        this.#occupation = undefined;
      });
  }

  #changeText(text: string): void {
    const atSign = typedAtSign(this.#text, text);
    this.#text = text;
    this.#deps.storeDraft(text, this.#access);
    if (this.#occupation !== undefined) return;
    const identifier = this.#otherIdentifier(text);
    if (identifier !== undefined) this.#box.setMessage(l10n.t('Enter comments on {0} instead.', identifier), 'info');
    if (atSign !== undefined) this.#run('mentioning', () => this.#mention(atSign));
  }

  #pressButton({ id }: PromptButton): void {
    if (this.#occupation !== undefined) return;
    const outcome = BUTTON_OUTCOMES[id];
    if (outcome !== undefined) this.#close(outcome);
    else if (id === 'mention') this.#run('mentioning', () => this.#mention(undefined));
    else if (id === 'queue') this.#queue();
    else {
      this.#access = this.#access === 'INTERNAL' ? 'EXTERNAL' : 'INTERNAL';
      this.#deps.lastVisibility.set(this.#access);
      this.#deps.storeDraft(this.#box.text, this.#access);
      this.#update();
    }
  }

  /** Lets the user pick a member. The mention replaces the `@` at this position or, without one, ends the text. */
  async #mention(atSign: number | undefined): Promise<void> {
    const { mention, typedText } = await pickMention(this.#deps.prompts, this.#chosenItem);
    // Letters that were typed before the list was shown are in the box, and those after it in the list.
    this.#deps.storeDraft(replaceWithMention(this.#box.text, atSign, mention, typedText), this.#access);
    this.#close('mentioned');
  }

  async #send(): Promise<void> {
    const { text } = this.#box;
    const identifier = this.#otherIdentifier(text);
    if (identifier !== undefined) return this.#changeTarget(identifier);
    if (this.#access === 'EXTERNAL' && (await containsCode(text))) {
      const confirmedAccess = await chooseVisibilityOfCode(this.#deps.prompts);
      if (confirmedAccess === undefined) {
        if (!this.#isOpen) this.#resolve('closed');
        return;
      }
      this.#access = confirmedAccess;
      this.#deps.storeDraft(text, confirmedAccess);
      this.#update();
    }
    const unsentReason = await this.#sendDraft();
    if (!this.#isOpen) {
      await this.#deps.reportAfterLeaving(unsentReason);
      this.#resolve('closed');
    } else if (unsentReason === undefined) this.#close('sent');
    else if (unsentReason.isTemporary && this.#unreachedText === text) this.#queue();
    else {
      this.#unreachedText = unsentReason.isTemporary ? text : undefined;
      this.#showProblem(unsentReason);
    }
  }

  async #sendDraft(): Promise<UnsentReason | undefined> {
    this.#box.setBusy(true);
    const rateLimitListener = observeRateLimit(this.#chosenItem.session.store.rateLimit, (until) =>
      this.#box.setMessage(until === undefined ? undefined : rateLimitMessage(until), 'info'),
    );
    try {
      return await this.#deps.send();
    } finally {
      rateLimitListener.dispose();
      this.#box.setBusy(false);
    }
  }

  #queue(): void {
    this.#deps.queue();
    this.#close('closed');
  }

  /** Closes the box to comment on the work item with this identifier, or shows why it cannot be read. */
  async #changeTarget(identifier: string): Promise<void> {
    const { text } = this.#box;
    this.#box.setBusy(true);
    try {
      const { project, id } = await this.#chosenItem.session.store.readByIdentifier(identifier);
      if (!this.#isOpen) return;
      this.#deps.removeDraft(text);
      this.#close({ identified: { project, id } });
    } catch (error) {
      const fault = faultOf(error);
      this.#box.setMessage(isMissingOrForbidden(fault) ? missingItemText(identifier) : formatError(fault));
    } finally {
      this.#box.setBusy(false);
      if (!this.#isOpen) this.#resolve('closed');
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
      ...(this.#hasBack ? [BACK_BUTTON] : []),
      ...(this.#mayBeSent ? [] : [{ id: 'another', icon: 'arrow-swap', tooltip: l10n.t('Select Another Work Item') }]),
      { id: 'access', icon: access === 'INTERNAL' ? 'lock' : 'globe', tooltip: visibilityTooltip(access) },
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

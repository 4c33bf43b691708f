// Comments from the Command Palette: one line in an input box, or several lines in a document.
// The text is stored as a draft after every change.

import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { type ItemAddress, keyOf } from '../../../cache/address.ts';
import { faultOf, isMissingOrForbidden } from '../../../client/apiError.ts';
import { codeExternalId, parseCodeExternalId } from '../../../codeLinks/codeExternalId.ts';
import type { AccessLevel } from '../../../contract/resources/comment.ts';
import { isIdentifier, normalizeIdentifier } from '../../../contract/resources/workItem.ts';
import { type CommentDraft, commentIn, updateCommentDraft, withComment } from '../../../drafts/draft.ts';
import type { DraftStore } from '../../../drafts/draftStore.ts';
import type { LastVisibilityStorage } from '../../../pages/discussion/lastVisibility.ts';
import { queueComment } from '../../../pages/discussion/queuedComments.ts';
import { type DraftOutcome, sendDraft } from '../../../pages/discussion/sendDraft.ts';
import { commentHtml } from '../../../pages/discussion/userMentions.ts';
import { draftTooLargeText } from '../../../pages/draftText.ts';
import { observeRateLimit, rateLimitMessage } from '../../../session/rateLimit.ts';
import { Emitter } from '../../../std/event.ts';
import { COMMANDS } from '../../contributions.ts';
import { formatError } from '../../ui/formatError.ts';
import { BACK_BUTTON, type PromptButton, type Prompts, type TextBox } from '../../ui/prompts.ts';
import { missingItemText } from '../mentions/messages.ts';
import type { ChosenItem, WorkItemPicker } from '../workItems/workItemPicker.ts';
import { chooseVisibilityOfCode, containsCode } from './codeVisibility.ts';
import type { LastCommentVisibilities } from './lastCommentVisibilities.ts';
import { pickMention } from './pickMention.ts';

/** The work item of a comment. `codeId` is the external id of a comment that links lines of code. */
export interface CommentTarget extends ChosenItem {
  readonly codeId?: string | undefined;
}

/** Why a comment was not sent. If `isTemporary`, the server could not be reached, and the comment can be queued. */
export type UnsentReason = Omit<Extract<DraftOutcome, { sent: false }>, 'sent'>;

/**
 * How an input box was closed: `more` to continue in a document, `sent` after the comment was sent, `closed` by the
 * user, `mention` to pick a member to mention, `another` to pick another work item, or `back` to return to the picker of
 * the work item.
 */
type InputBoxOutcome = 'more' | 'sent' | 'closed' | 'mention' | 'another' | 'back' | OtherTarget;

/** The user has entered only the identifier of this work item, to comment on it. */
export interface OtherTarget {
  readonly identified: ItemAddress;
}

/** A comment that was sent, so that it can be undone. */
export interface SentComment extends Pick<CommentDraft, 'text' | 'access'> {
  readonly target: CommentTarget;
  readonly id: string;
}

/** Returns the label of the button that queues a comment until the server can be reached. */
export function sendWhenConnectedLabel(): string {
  return l10n.t('Send When Connected');
}

/** Resolves with the draft comment for the target, from memory or disk. */
export async function commentDraftFor(target: CommentTarget): Promise<CommentDraft | undefined> {
  return commentIn(await target.session.draftStore.open(keyOf(target.address)), slotOf(target));
}

export class CommentWriter {
  readonly #prompts: Prompts;
  readonly #items: Pick<WorkItemPicker, 'remember'>;
  readonly #lastVisibilities: LastCommentVisibilities;
  /** The keys of the work items whose input boxes are open. */
  readonly #openBoxes = new Set<string>();
  readonly #boxEmitter = new Emitter<void>();
  #lastSent: SentComment | undefined;

  /** Fires when an input box is opened or closed. */
  readonly onDidChangeOpen = this.#boxEmitter.event;

  constructor(prompts: Prompts, items: Pick<WorkItemPicker, 'remember'>, lastVisibilities: LastCommentVisibilities) {
    this.#prompts = prompts;
    this.#items = items;
    this.#lastVisibilities = lastVisibilities;
  }

  /** Returns the object that stores the visibility that the user chose last in the project of the target. */
  lastVisibility({ session, address }: CommentTarget): LastVisibilityStorage {
    return this.lastVisibilityIn(session.account, address.project);
  }

  lastVisibilityIn(account: string, project: string): LastVisibilityStorage {
    return this.#lastVisibilities.lastVisibilityFor(account, project);
  }

  /** Whether the input box for a comment on the work item with this key is open. */
  isOpen(key: string): boolean {
    return this.#openBoxes.has(key);
  }

  /**
   * Shows the input box, unless the draft has several lines. Resolves with `more` if the draft has several lines or the
   * user wants to continue in a document, `sent` if the comment was sent, `closed` if the user closed the box, `another`
   * if the user wants to comment on another work item, its address if the user has entered its identifier, and `back` if the user presses the Back button, which the box has
   * if `hasBack`.
   */
  async write(chosenItem: ChosenItem, hasBack = false): Promise<Exclude<InputBoxOutcome, 'mention'>> {
    const { session, address } = chosenItem;
    const draft = (await session.draftStore.open(keyOf(address)))?.palette;
    if (draft?.text.includes('\n') === true) return 'more';
    if (session.store.item(address) === undefined || session.store.identifier(address) === undefined)
      await session.store.resources.workItems.readOne(address.id, address.project);
    const key = keyOf(address);
    this.#openBoxes.add(key);
    this.#boxEmitter.fire();
    try {
      for (let shownDraft = draft; ; shownDraft = session.draftStore.get(key)?.palette) {
        const outcome = await this.#showInputBox(chosenItem, shownDraft, hasBack);
        if (outcome !== 'mention') return outcome;
        await this.#addMention(chosenItem);
      }
    } finally {
      this.#openBoxes.delete(key);
      this.#boxEmitter.fire();
    }
  }

  /** Sends the draft with its current text and visibility. Resolves with the reason if it was not sent. */
  async send(target: CommentTarget): Promise<UnsentReason | undefined> {
    const { session, address } = target;
    const key = keyOf(address);
    const slot = slotOf(target);
    const draft = commentIn(session.draftStore.get(key), slot);
    if (draft === undefined || draft.text.trim() === '')
      return { problem: l10n.t('Write a comment first.'), isTemporary: false };
    const html = await commentHtml(session.store, address.project, draft);
    const draftLocation = {
      address,
      key,
      draftStore: session.draftStore,
      slot,
      formatError,
      title: () => titleOf(target),
      newId: () => nextExternalIdAfter(draft.externalId),
    };
    const outcome = await sendDraft(draftLocation, session.store, draft, html);
    if (!outcome.sent) return outcome;
    const { commentId: id } = outcome;
    this.#lastSent = id === undefined ? undefined : { target, id, text: draft.text, access: draft.access };
    await this.#items.remember(target);
    return undefined;
  }

  /** Returns the comment that was just sent to the target, unless the server has not returned its id. */
  lastSent({ address }: CommentTarget): SentComment | undefined {
    return this.#lastSent?.target.address.id === address.id ? this.#lastSent : undefined;
  }

  /** Deletes the comment from the server. Its text is a draft again. Rejects with an ApiError. */
  async undo({ target, id, text, access }: SentComment): Promise<void> {
    await target.session.store.comments.remove(target.address, id);
    await this.#addText(target, text, access);
  }

  /** Queues the draft until the server can be reached. */
  queueComment(target: CommentTarget): void {
    const { session, address } = target;
    queueComment(session.draftStore, keyOf(address), slotOf(target), Date.now());
    const identifier = session.store.identifier(address) ?? l10n.t('work item');
    this.#prompts.showStatus(l10n.t('The comment on {0} is queued until you are connected', identifier), 5000, 'watch');
  }

  /** Stores the text and the visibility in the draft. */
  storeDraft(target: CommentTarget, text: string, access: AccessLevel): void {
    const { session, address, codeId } = target;
    const location = { draftStore: session.draftStore, key: keyOf(address), title: titleOf(target), codeId };
    storeCommentDraft(location, text, access);
  }

  /**
   * Removes the draft if its text is the text that was sent. The text can differ, because the user may have saved the
   * document again while the comment was being sent.
   */
  removeSentDraft(target: CommentTarget, text: string): void {
    const { session, address } = target;
    const [key, slot] = [keyOf(address), slotOf(target)];
    if (commentIn(session.draftStore.get(key), slot)?.text !== text) return;
    session.draftStore.change(key, titleOf(target), (before) => withComment(before, slot, undefined));
  }

  /** Appends the mention of a member that the user picks to the draft. */
  async #addMention(chosenItem: ChosenItem): Promise<void> {
    const mention = await pickMention(this.#prompts, chosenItem);
    if (mention === undefined) return;
    const { text = '', access = this.lastVisibility(chosenItem).get() } =
      chosenItem.session.draftStore.get(keyOf(chosenItem.address))?.palette ?? {};
    this.storeDraft(chosenItem, `${text}${/\S$/.test(text) ? ' ' : ''}${mention} `, access);
  }

  /** Moves the text to the end of the draft for another work item. */
  async moveText(from: ChosenItem, to: ChosenItem): Promise<void> {
    const key = keyOf(from.address);
    const movedDraft = (await from.session.draftStore.open(key))?.palette;
    if (movedDraft === undefined || movedDraft.text.trim() === '' || keyOf(to.address) === key) return;
    await this.#addText(to, movedDraft.text, movedDraft.access);
    // If the joined text is too large to be stored, the draft that the text was moved from is not removed.
    if (to.session.draftStore.exceededLimit(keyOf(to.address)) === undefined)
      this.removeSentDraft(from, movedDraft.text);
  }

  /** Appends the text to the draft for the target, and writes the draft to disk. */
  async #addText(target: CommentTarget, text: string, access: AccessLevel): Promise<void> {
    const { draftStore } = target.session;
    const before = await commentDraftFor(target);
    const isMergingTexts = before !== undefined && before.text.trim() !== '';
    // The joined text is internal if one of the two texts was, so that no text becomes visible to other people.
    const joinedAccess = isMergingTexts && before.access === 'INTERNAL' ? 'INTERNAL' : access;
    this.storeDraft(target, isMergingTexts ? `${before.text}\n\n${text}` : text, joinedAccess);
    await draftStore.flush();
  }

  #showInputBox(chosenItem: ChosenItem, draft: CommentDraft | undefined, hasBack: boolean): Promise<InputBoxOutcome> {
    const { draftStore } = chosenItem.session;
    const key = keyOf(chosenItem.address);
    const box = this.#prompts.createTextBox({
      title: l10n.t('Comment on {0}', titleOf(chosenItem)),
      prompt: '',
      placeholder: l10n.t(
        'Comment on {0} (kept as a draft until sent)',
        chosenItem.session.store.identifier(chosenItem.address) ?? l10n.t('work item'),
      ),
      text: draft?.text ?? '',
      staysOpen: true,
      cursorAtEnd: true,
    });
    const anotherButton: PromptButton = {
      id: 'another',
      icon: 'arrow-swap',
      tooltip: l10n.t('Select Another Work Item'),
    };
    const mentionButton: PromptButton = { id: 'mention', icon: 'mention', tooltip: l10n.t('Mention…') };
    const moreButton: PromptButton = { id: 'more', icon: 'screen-full', tooltip: l10n.t('Open in Editor') };
    const queueButton: PromptButton = { id: 'queue', icon: 'watch', tooltip: sendWhenConnectedLabel() };
    let access: AccessLevel = draft?.access ?? this.lastVisibility(chosenItem).get();
    let canQueue = draft?.failed?.isTemporary === true;
    let isSending = false;
    const updateBox = (): void => {
      const isQueued = draftStore.get(key)?.palette?.waiting !== undefined;
      // After an attempt without a response, the server may have the text, so the text must not be moved to another
      // work item.
      const canMove = draftStore.get(key)?.palette?.sentText === undefined;
      box.setButtons([
        ...(hasBack ? [BACK_BUTTON] : []),
        ...(canMove ? [anotherButton] : []),
        accessButton(access),
        ...(canQueue ? [queueButton] : []),
        mentionButton,
        moreButton,
      ]);
      box.setPrompt(promptText(access, isQueued));
    };
    const showProblem = ({ problem, isTemporary }: UnsentReason): void => {
      canQueue = isTemporary;
      updateBox();
      box.setMessage(isTemporary ? l10n.t('{0} Press Enter again to send it when connected.', problem) : problem);
    };
    updateBox();
    if (draft?.failed !== undefined) showProblem(draft.failed);
    return new Promise((resolve, reject) => {
      let isTooLarge = false;
      const draftListener = draftStore.onDidChange(() => {
        const exceededLimit = draftStore.exceededLimit(key);
        if (exceededLimit !== undefined) box.setMessage(draftTooLargeText(exceededLimit));
        else if (isTooLarge) box.setMessage(undefined);
        isTooLarge = exceededLimit !== undefined;
      });
      let isOpen = true;
      const hide = (): void => {
        if (!isOpen) return;
        isOpen = false;
        draftListener.dispose();
        box.dispose();
      };
      const close = (outcome: InputBoxOutcome): void => {
        // Disposing of the box fires onDidHide, so the promise is resolved with the outcome first.
        resolve(outcome);
        hide();
      };
      const send = async (): Promise<void> => {
        isSending = true;
        const { text } = box;
        const identifier = draftStore.get(key)?.palette?.sentText === undefined ? identifierIn(text, chosenItem) : '';
        if (identifier !== '') {
          const otherTarget = await readTarget(box, chosenItem, identifier);
          isSending = false;
          if (!isOpen) resolve('closed');
          else if (otherTarget !== undefined) {
            this.removeSentDraft(chosenItem, text);
            close(otherTarget);
          }
          return;
        }
        if (access === 'EXTERNAL' && (await containsCode(text))) {
          const confirmedAccess = await chooseVisibilityOfCode(this.#prompts);
          if (confirmedAccess === undefined) {
            isSending = false;
            if (!isOpen) resolve('closed');
            return;
          }
          access = confirmedAccess;
          this.storeDraft(chosenItem, text, access);
          updateBox();
        }
        const unsentReason = await this.#sendFromBox(box, chosenItem);
        isSending = false;
        if (isOpen && canQueue && unsentReason?.isTemporary === true) {
          this.queueComment(chosenItem);
          return close('closed');
        }
        if (isOpen) return unsentReason === undefined ? close('sent') : showProblem(unsentReason);
        await this.#reportAfterLeaving(chosenItem, unsentReason);
        resolve('closed');
      };
      box.onDidType((text) => this.storeDraft(chosenItem, text, access));
      box.onDidPressButton(({ id }) => {
        if (isSending) return;
        if (id === mentionButton.id || id === anotherButton.id) {
          close(id === mentionButton.id ? 'mention' : 'another');
          return;
        }
        if (id === moreButton.id || id === BACK_BUTTON.id) {
          close(id === moreButton.id ? 'more' : 'back');
          return;
        }
        if (id === queueButton.id) {
          this.queueComment(chosenItem);
          close('closed');
          return;
        }
        access = access === 'INTERNAL' ? 'EXTERNAL' : 'INTERNAL';
        this.lastVisibility(chosenItem).set(access);
        this.storeDraft(chosenItem, box.text, access);
        updateBox();
      });
      box.onDidAccept(() => {
        if (!isSending) send().catch(reject);
      });
      // If the user closes the box while the comment is being sent, the promise stays pending until the outcome is
      // shown.
      box.onDidHide(() => (isSending ? hide() : close('closed')));
      box.show();
    });
  }

  /** Shows whether the comment was sent, to a user who closed the box before the response arrived. */
  async #reportAfterLeaving(chosenItem: ChosenItem, unsentReason: UnsentReason | undefined): Promise<void> {
    const identifier = chosenItem.session.store.identifier(chosenItem.address) ?? l10n.t('work item');
    const openItemButton = l10n.t('Open Work Item');
    const showDraftsButton = l10n.t('Show Drafts');
    const queueLabel = sendWhenConnectedLabel();
    if (unsentReason === undefined) {
      const choice = await this.#prompts.notify('info', l10n.t('Comment sent to {0}.', identifier), openItemButton);
      if (choice === openItemButton) await this.#prompts.runCommand(COMMANDS.openWorkItem, chosenItem.address);
      return;
    }
    const choice = await this.#prompts.notify(
      'warning',
      l10n.t('Comment on {0}: {1}', identifier, unsentReason.problem),
      showDraftsButton,
      ...(unsentReason.isTemporary ? [queueLabel] : []),
    );
    if (choice === showDraftsButton) await this.#prompts.runCommand(COMMANDS.drafts);
    else if (choice === queueLabel) this.queueComment(chosenItem);
  }

  async #sendFromBox(box: TextBox, chosenItem: ChosenItem): Promise<UnsentReason | undefined> {
    box.setBusy(true);
    const rateLimitListener = observeRateLimit(chosenItem.session.store.rateLimit, (until) =>
      box.setMessage(until === undefined ? undefined : rateLimitMessage(until), 'info'),
    );
    try {
      return await this.send(chosenItem);
    } finally {
      rateLimitListener.dispose();
      box.setBusy(false);
    }
  }
}

/**
 * Returns the identifier that is the whole text, or an empty string for any other text, also for one such as `UTF-8`,
 * which belongs to no project.
 */
function identifierIn(text: string, { session }: ChosenItem): string {
  const identifier = normalizeIdentifier(text);
  const prefix = identifier.slice(0, identifier.lastIndexOf('-'));
  const { store } = session;
  const { ids } = store.resources.projects.list().state;
  const isOfProject = ids.some((id) => store.project(id)?.identifier.toUpperCase() === prefix);
  return isIdentifier(identifier) && isOfProject ? identifier : '';
}

/** Resolves with the work item, or shows in the box why it cannot be read. */
async function readTarget(box: TextBox, { session }: ChosenItem, identifier: string): Promise<OtherTarget | undefined> {
  box.setBusy(true);
  try {
    const { project, id } = await session.store.readByIdentifier(identifier);
    return { identified: { project, id } };
  } catch (error) {
    const fault = faultOf(error);
    box.setMessage(isMissingOrForbidden(fault) ? missingItemText(identifier) : formatError(fault));
    return undefined;
  } finally {
    box.setBusy(false);
  }
}

/** The button that changes the visibility of the comment. */
function accessButton(access: AccessLevel): PromptButton {
  return access === 'INTERNAL'
    ? {
        id: 'access',
        icon: 'lock',
        tooltip: l10n.t('Make External (Currently Internal: only members of this workspace can see it)'),
      }
    : {
        id: 'access',
        icon: 'globe',
        tooltip: l10n.t(
          'Make Internal (Currently External: people outside the workspace can see it if the project is shared)',
        ),
      };
}

function promptText(access: AccessLevel, isQueued: boolean): string {
  return [
    ...(isQueued ? [l10n.t('Queued for your review')] : []),
    access === 'INTERNAL'
      ? l10n.t('Enter sends it · internal · Markdown')
      : l10n.t('Enter sends it · external · Markdown'),
  ].join(' · ');
}

/** Where the draft of a comment is stored. `title` is the title of a new draft. */
export interface CommentDraftPlace extends Pick<CommentTarget, 'codeId'> {
  readonly draftStore: DraftStore;
  readonly key: string;
  readonly title: string;
}

export function storeCommentDraft(place: CommentDraftPlace, text: string, access: AccessLevel): void {
  const slot = slotOf(place);
  place.draftStore.change(place.key, place.title, (before) =>
    withComment(
      before,
      slot,
      updateCommentDraft({ externalId: place.codeId ?? randomUUID(), ...commentIn(before, slot) }, text, access),
    ),
  );
}

export function slotOf({ codeId }: Pick<CommentTarget, 'codeId'>) {
  return codeId === undefined ? ('palette' as const) : { code: codeId };
}

/** Returns the external id for another comment on the same lines of code, or a random id for a comment without code. */
export function nextExternalIdAfter(id: string): string {
  const place = parseCodeExternalId(id);
  return place === undefined ? randomUUID() : codeExternalId({ ...place, ordinal: place.ordinal + 1 });
}

function titleOf({ session, address }: ChosenItem): string {
  return `${session.store.identifier(address) ?? ''} ${session.store.item(address)?.name ?? ''}`.trim();
}

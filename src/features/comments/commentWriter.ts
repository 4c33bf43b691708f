// Comments from the Command Palette: one line in an input box, or several lines in a document.
// The text is stored as a draft after every change.

import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { AccessLevel } from '../../contract/resources/comment.ts';
import { keyOf } from '../../core/cache/address.ts';
import { nextExternalIdAfter } from '../../core/comments/codeExternalId.ts';
import { type CommentTarget, commentDraftFor, slotOf } from '../../core/comments/commentTarget.ts';
import type { LastVisibilityStorage } from '../../core/comments/lastVisibility.ts';
import { queueComment } from '../../core/comments/queuedComments.ts';
import { sendDraft } from '../../core/comments/sendDraft.ts';
import { commentHtml } from '../../core/comments/userMentions.ts';
import { type CommentDraft, commentIn, updateCommentDraft, withComment } from '../../core/drafts/draft.ts';
import type { DraftStore } from '../../core/drafts/draftStore.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { Emitter } from '../../std/event.ts';
import { CommentBox, type CommentBoxOutcome, sendWhenConnectedLabel, type UnsentReason } from './commentBox.ts';
import type { LastCommentVisibilities } from './lastCommentVisibilities.ts';

/** A comment that was sent, so that it can be undone. */
export interface SentComment extends Pick<CommentDraft, 'text' | 'access'> {
  readonly target: CommentTarget;
  readonly id: string;
}

export class CommentWriter {
  readonly #prompts: Prompts;
  readonly #rememberItem: (item: ChosenItem) => void;
  readonly #lastVisibilities: LastCommentVisibilities;
  /** The keys of the work items whose input boxes are open. */
  readonly #openBoxes = new Set<string>();
  readonly #boxEmitter = new Emitter<void>();
  #lastSent: SentComment | undefined;

  /** Fires when an input box is opened or closed. */
  readonly onDidChangeOpen = this.#boxEmitter.event;

  /**
   * @param rememberItem stores that the work item was used; not awaited, because a comment that was sent would be shown
   * twice beside its code while it still counts as unsent
   */
  constructor(prompts: Prompts, rememberItem: (item: ChosenItem) => void, lastVisibilities: LastCommentVisibilities) {
    this.#prompts = prompts;
    this.#rememberItem = rememberItem;
    this.#lastVisibilities = lastVisibilities;
  }

  /** Returns the object that stores the visibility that the user chose last in the project of the target. */
  lastVisibility({ session, address }: CommentTarget): LastVisibilityStorage {
    return this.lastVisibilityIn(session.account, address.project);
  }

  lastVisibilityIn(account: string, project: string): LastVisibilityStorage {
    return this.#lastVisibilities.lastVisibilityFor(account, project);
  }

  /** Returns the visibility of the draft or, if there is none, the one that the user chose last in the project. */
  visibilityOf(target: CommentTarget): AccessLevel {
    const { session, address } = target;
    const draft = commentIn(session.draftStore.get(keyOf(address)), slotOf(target));
    return draft?.access ?? this.lastVisibility(target).get();
  }

  /** Changes the visibility of the draft from internal to external, or back. */
  async toggleVisibility(target: CommentTarget): Promise<void> {
    const draft = await commentDraftFor(target);
    const access = this.visibilityOf(target) === 'INTERNAL' ? 'EXTERNAL' : 'INTERNAL';
    this.lastVisibility(target).set(access);
    this.storeDraft(target, draft?.text ?? '', access);
  }

  /** Whether the input box for a comment on the work item with this key is open. */
  isOpen(key: string): boolean {
    return this.#openBoxes.has(key);
  }

  /**
   * Shows the input box, unless the draft has several lines: then resolves with `more`. The box has a Back button if
   * `hasBack`.
   */
  async write(chosenItem: ChosenItem, hasBack = false): Promise<Exclude<CommentBoxOutcome, 'mentioned'>> {
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
        const outcome = await this.#showBox(chosenItem, shownDraft, hasBack);
        if (outcome !== 'mentioned') return outcome;
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
    this.#rememberItem(target);
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

  /**
   * Moves the text to the end of the draft for another work item. If the joined text is too large to be stored, the
   * draft that the text was moved from is not removed.
   */
  async moveText(from: CommentTarget, to: CommentTarget): Promise<void> {
    const movedDraft = await commentDraftFor(from);
    if (movedDraft === undefined || movedDraft.text.trim() === '' || keyOf(to.address) === keyOf(from.address)) return;
    await this.#addText(to, movedDraft.text, movedDraft.access);
    if (to.session.draftStore.exceededLimit(keyOf(to.address)) === undefined)
      this.removeSentDraft(from, movedDraft.text);
  }

  /** Removes the draft. Returns a function that restores it. */
  discard(target: CommentTarget): () => void {
    const { session, address } = target;
    const [key, slot] = [keyOf(address), slotOf(target)];
    const draft = commentIn(session.draftStore.get(key), slot);
    const store = (comment: CommentDraft | undefined): void => {
      session.draftStore.change(key, titleOf(target), (before) => withComment(before, slot, comment));
    };
    store(undefined);
    return () => store(draft);
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

  #showBox(chosenItem: ChosenItem, draft: CommentDraft | undefined, hasBack: boolean): Promise<CommentBoxOutcome> {
    return new CommentBox(
      {
        prompts: this.#prompts,
        lastVisibility: this.lastVisibility(chosenItem),
        storeDraft: (text, access) => this.storeDraft(chosenItem, text, access),
        removeDraft: (text) => this.removeSentDraft(chosenItem, text),
        queue: () => this.queueComment(chosenItem),
        send: () => this.send(chosenItem),
        reportAfterLeaving: (unsentReason) => this.#reportAfterLeaving(chosenItem, unsentReason),
      },
      chosenItem,
      { draft, hasBack },
    ).show();
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

function titleOf({ session, address }: ChosenItem): string {
  return `${session.store.identifier(address) ?? ''} ${session.store.item(address)?.name ?? ''}`.trim();
}

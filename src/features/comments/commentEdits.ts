// Edits and deletes the user's own comments. An edit is a draft until the server has confirmed it.

import * as l10n from '@vscode/l10n';
import { faultOf, isRecordGone, mayHaveBeenProcessed } from '../../client/apiError.ts';
import { authorOf } from '../../contract/resources/comment.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Draft } from '../../core/drafts/draft.ts';
import type { DelayedDeletions } from '../../items/edits/delayedDeletions.ts';
import { addFingerprint, fingerprintOfHtml } from '../../items/edits/fingerprint.ts';
import { textNotSaved } from '../../items/record/draftText.ts';
import type { CommentEditsView } from '../../shell/protocol/discussionSections.ts';
import type { PageModel } from '../../shell/protocol/messages.ts';
import type { DiscussionDeps } from '../../shell/sections/sectionDeps.ts';
import { isBlankComment } from './composer.ts';

type EditDraft = NonNullable<Draft['edits']>[string];

export class CommentEdits {
  readonly #deps: DiscussionDeps;
  readonly #deletions: DelayedDeletions;
  readonly #saving = new Set<string>();
  readonly #deleting = new Set<string>();
  #problems: Readonly<Record<string, string>> = {};

  constructor(deps: DiscussionDeps, deletions: DelayedDeletions) {
    this.#deps = deps;
    this.#deletions = deletions;
  }

  view(): CommentEditsView {
    const { store, me, address } = this.#deps;
    const currentStore = store();
    const listState = currentStore?.comments.list(address).state;
    const comments = listState?.ids.flatMap((id) => currentStore?.comments.get(id) ?? []) ?? [];
    const isFullyLoaded = listState?.status === 'ready' && listState.next === undefined;
    const currentUser = me();
    const deletedIds = comments.map(({ id }) => id).filter((id) => this.#deletions.has(id));
    return {
      ...(deletedIds.length === 0 ? {} : { deleted: deletedIds }),
      mine: comments
        .filter((comment) => currentUser !== undefined && authorOf(comment) === currentUser)
        .map(({ id }) => id),
      edits: Object.fromEntries(
        Object.entries(this.#drafts()).map(([id, draft]) => {
          const confirmedHtml = currentStore?.comments.records.confirmed(id)?.comment_html;
          const saving = this.#saving.has(id);
          const isChangedOnServer =
            typeof confirmedHtml === 'string' &&
            confirmedHtml !== draft.base &&
            confirmedHtml !== draft.html &&
            !wasSentByThisClient(draft, confirmedHtml);
          return [id, { html: draft.html, saving, isChangedOnServer: !saving && isChangedOnServer }];
        }),
      ),
      orphans: isFullyLoaded ? Object.keys(this.#drafts()).filter((id) => !listState.ids.includes(id)) : [],
      problems: this.#problems,
    };
  }

  /** Returns the comments without those for which a delete request is running. */
  withoutDeleted(comments: PageModel['comments']): PageModel['comments'] {
    if (this.#deleting.size === 0) return comments;
    return { ...comments, items: comments.items.filter(({ id }) => !this.#deleting.has(id)) };
  }

  /**
   * Stores the edited text as a draft. Removes the draft if `html` is null or equal to the server's text again.
   */
  edit(id: string, html: string | null): void {
    const confirmedHtml = this.#deps.store()?.comments.records.confirmed(id)?.comment_html ?? undefined;
    this.#setProblem(id, undefined);
    this.#change(id, (before) => {
      // If a request got no response, the text on the server may differ from the text that was read most recently.
      const isUnchanged = html === confirmedHtml && before?.sent === undefined;
      return html === null || isUnchanged ? undefined : { base: confirmedHtml ?? '', ...before, html };
    });
  }

  /** Sends the edited text. If the comment was not saved, keeps the draft and resolves with an error message. */
  async save(id: string): Promise<string | undefined> {
    const { store: getStore, address, formatError, draftStore } = this.#deps;
    const draft = this.#drafts()[id];
    const store = getStore();
    if (draft === undefined || this.#saving.has(id)) return undefined;
    if (store === undefined)
      return this.#setProblem(id, l10n.t('You are signed out. Sign in to send this. It is kept as a draft.'));
    if (isBlankComment(draft.html)) return this.#setProblem(id, l10n.t("A comment can't be empty. Delete it instead."));
    this.#saving.add(id);
    this.#setProblem(id, undefined);
    try {
      this.#change(
        id,
        (latest) =>
          latest && {
            ...latest,
            sent: addFingerprint(draft.sent, fingerprintOfHtml(draft.html)),
          },
      );
      await draftStore.flushBeforeSend();
      const { comment_html: savedHtml } = await store.comments.edit(address, id, draft.html);
      this.#change(id, (latest) =>
        latest === undefined || latest.html === draft.html
          ? undefined
          : { html: latest.html, base: savedHtml ?? draft.html },
      );
      return undefined;
    } catch (error) {
      const fault = faultOf(error);
      const mayHaveArrived = mayHaveBeenProcessed(fault);
      if (!mayHaveArrived) this.#change(id, (latest) => latest && withFingerprints(latest, draft.sent));
      return this.#setProblem(
        id,
        isRecordGone(fault)
          ? l10n.t('This comment no longer exists. Copy your text, or cancel.')
          : textNotSaved(formatError(fault), mayHaveArrived),
      );
    } finally {
      this.#saving.delete(id);
      this.#deps.changed();
    }
  }

  /**
   * Deletes the comment unless the user undoes the deletion in time. Resolves with an error message if the comment
   * could not be deleted.
   */
  async remove(id: string): Promise<string | undefined> {
    const { store: getStore, address, formatError } = this.#deps;
    if (this.#deletions.has(id) || this.#deleting.has(id)) return undefined;
    this.#setProblem(id, undefined);
    if (!(await this.#deletions.waitForUndo(id))) return undefined;
    const store = getStore();
    if (store === undefined) return this.#setProblem(id, l10n.t('Not deleted. {0}', l10n.t('You are signed out.')));
    this.#deleting.add(id);
    try {
      await store.comments.remove(address, id);
      this.#change(id, () => undefined);
      return undefined;
    } catch (error) {
      const fault = faultOf(error);
      return this.#setProblem(id, notDeletedText(formatError(fault), mayHaveBeenProcessed(fault)));
    } finally {
      this.#deleting.delete(id);
      this.#deps.changed();
    }
  }

  /**
   * Removes the drafts whose text is on the server. If the user edited a text after it was sent, the draft stays, with
   * the server's text as its base.
   */
  dropSettled(store: Store): void {
    for (const [id, draft] of Object.entries(this.#drafts())) {
      const confirmedHtml = store.comments.records.confirmed(id)?.comment_html;
      if (typeof confirmedHtml !== 'string' || this.#saving.has(id)) continue;
      const wasSentByClient = wasSentByThisClient(draft, confirmedHtml);
      const isEditedBack = draft.sent !== undefined && confirmedHtml === draft.base;
      const isConfirmed =
        (confirmedHtml === draft.html && !isEditedBack) ||
        (wasSentByClient && fingerprintOfHtml(draft.html) === fingerprintOfHtml(confirmedHtml));
      if (isConfirmed) this.#change(id, () => undefined);
      else if (wasSentByClient) this.#change(id, ({ html } = draft) => ({ html, base: confirmedHtml }));
    }
  }

  #drafts(): NonNullable<Draft['edits']> {
    const { draftStore, key } = this.#deps;
    return draftStore.get(key)?.edits ?? {};
  }

  #setProblem(id: string, problem: string | undefined): string | undefined {
    const { [id]: _before, ...others } = this.#problems;
    this.#problems = problem === undefined ? others : { ...others, [id]: problem };
    this.#deps.changed();
    return problem;
  }

  #change(id: string, edit: (before: EditDraft | undefined) => EditDraft | undefined): void {
    const previousDraft = this.#drafts()[id];
    const nextDraft = edit(previousDraft);
    if (previousDraft === undefined && nextDraft === undefined) return;
    const { draftStore, key, title } = this.#deps;
    draftStore.change(key, title(), ({ edits = {} }) => {
      const { [id]: _before, ...others } = edits;
      return { edits: nextDraft === undefined ? others : { ...others, [id]: nextDraft } };
    });
  }
}

function notDeletedText(reason: string, mayBeDeleted: boolean): string {
  return mayBeDeleted
    ? l10n.t('The comment may have been deleted. {0} Deleting it again is safe.', reason)
    : l10n.t('Not deleted. {0}', reason);
}

/**
 * Whether the server's text differs from the draft's base, and is a text that this client sent without receiving a
 * response.
 */
function wasSentByThisClient({ base, sent }: EditDraft, confirmed: string): boolean {
  return sent !== undefined && confirmed !== base && sent.includes(fingerprintOfHtml(confirmed));
}

function withFingerprints({ html, base }: EditDraft, sent: EditDraft['sent']): EditDraft {
  return { html, base, ...(sent === undefined ? {} : { sent }) };
}

// Edits and deletes the user's own comments. An edited text is a draft until the server has it.

import * as l10n from '@vscode/l10n';
import type { Store } from '../../cache/store.ts';
import { faultOf, isRecordGone, mayHaveHappened } from '../../client/apiError.ts';
import type { Comment } from '../../contract/resources/comment.ts';
import { idOf } from '../../contract/wire.ts';
import type { Draft } from '../../drafts/draft.ts';
import { fingerprintOfHtml } from '../edits/fingerprint.ts';
import type { CommentDraftView } from '../protocol/item.ts';
import type { EditorModel } from '../protocol/messages.ts';
import { isBlankComment } from './composer.ts';
import type { DiscussionDeps } from './deps.ts';

type EditDraft = NonNullable<Draft['edits']>[string];

export class CommentEdits {
  readonly #deps: DiscussionDeps;
  readonly #saving = new Set<string>();
  readonly #deleting = new Set<string>();
  #problems: Readonly<Record<string, string>> = {};

  constructor(deps: DiscussionDeps) {
    this.#deps = deps;
  }

  view(): CommentDraftView {
    const { store, me, address } = this.#deps;
    const known = store();
    const listing = known?.comments.list(address).state;
    const comments = listing?.ids.flatMap((id) => known?.comments.get(id) ?? []) ?? [];
    const isWhole = listing?.status === 'ready' && listing.next === undefined;
    const reader = me();
    return {
      mine: comments.filter((one) => reader !== undefined && authorOf(one) === reader).map(({ id }) => id),
      edits: Object.fromEntries(
        Object.entries(this.#drafts()).map(([id, draft]) => {
          const confirmed = known?.comments.records.confirmed(id)?.comment_html;
          const saving = this.#saving.has(id);
          const isOther =
            typeof confirmed === 'string' &&
            confirmed !== draft.base &&
            confirmed !== draft.html &&
            !isOurs(draft, confirmed);
          return [id, { html: draft.html, saving, overtaken: !saving && isOther }];
        }),
      ),
      orphans: isWhole ? Object.keys(this.#drafts()).filter((id) => !listing.ids.includes(id)) : [],
      problems: this.#problems,
    };
  }

  /** Returns the comments without those that are being deleted. */
  shown(comments: EditorModel['comments']): EditorModel['comments'] {
    if (this.#deleting.size === 0) return comments;
    return { ...comments, items: comments.items.filter(({ id }) => !this.#deleting.has(id)) };
  }

  /** Removes the draft when the text is equal to the server's again. */
  edit(id: string, html: string | null): void {
    const confirmed = this.#deps.store()?.comments.records.confirmed(id)?.comment_html ?? undefined;
    this.#setProblem(id, undefined);
    this.#change(id, (before) => {
      // A request without a response may have changed the comment since it was last read.
      const isBack = html === confirmed && before?.sent === undefined;
      return html === null || isBack ? undefined : { base: confirmed ?? '', ...before, html };
    });
  }

  /** Resolves with an error message if the comment was not saved; the draft is then kept. */
  async save(id: string): Promise<string | undefined> {
    const { store: current, address, words, draftStore } = this.#deps;
    const draft = this.#drafts()[id];
    const store = current();
    if (draft === undefined || this.#saving.has(id)) return undefined;
    if (store === undefined)
      return this.#setProblem(id, l10n.t('You are signed out. Sign in to send this. It is kept as a draft.'));
    if (isBlankComment(draft.html)) return this.#setProblem(id, l10n.t("A comment can't be empty. Delete it instead."));
    this.#saving.add(id);
    this.#setProblem(id, undefined);
    try {
      this.#change(
        id,
        (now) => now && { ...now, sent: [...(draft.sent ?? []), fingerprintOfHtml(draft.html)].slice(-MOST_SENT) },
      );
      await draftStore.beforeLeaving();
      await store.comments.edit(address, id, draft.html);
      this.#change(id, (now) =>
        now === undefined || now.html === draft.html ? undefined : { html: now.html, base: draft.html },
      );
      return undefined;
    } catch (error) {
      const fault = faultOf(error);
      const mayHaveArrived = mayHaveHappened(fault);
      if (!mayHaveArrived) this.#change(id, (now) => now && withSent(now, draft.sent));
      return this.#setProblem(
        id,
        isRecordGone(fault)
          ? l10n.t('This comment no longer exists. Copy your text, or cancel.')
          : notSavedText(words(fault), mayHaveArrived),
      );
    } finally {
      this.#saving.delete(id);
      this.#deps.changed();
    }
  }

  async remove(id: string): Promise<string | undefined> {
    const { store: current, address, words } = this.#deps;
    const store = current();
    if (store === undefined) return this.#setProblem(id, l10n.t('You are signed out.'));
    if (this.#deleting.has(id)) return undefined;
    this.#deleting.add(id);
    this.#setProblem(id, undefined);
    try {
      await store.comments.remove(address, id);
      this.#change(id, () => undefined);
      return undefined;
    } catch (error) {
      return this.#setProblem(id, l10n.t('Not deleted. {0}', words(faultOf(error))));
    } finally {
      this.#deleting.delete(id);
      this.#deps.changed();
    }
  }

  /**
   * Removes drafts whose text the server has. A text that was edited after it was sent gets the server's text as its
   * base.
   */
  dropSettled(store: Store): void {
    for (const [id, draft] of Object.entries(this.#drafts())) {
      const confirmed = store.comments.records.confirmed(id)?.comment_html;
      if (typeof confirmed !== 'string' || this.#saving.has(id)) continue;
      const ours = isOurs(draft, confirmed);
      const isBack = draft.sent !== undefined && confirmed === draft.base;
      const isAll =
        (confirmed === draft.html && !isBack) ||
        (ours && fingerprintOfHtml(draft.html) === fingerprintOfHtml(confirmed));
      if (isAll) this.#change(id, () => undefined);
      else if (ours) this.#change(id, ({ html } = draft) => ({ html, base: confirmed }));
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
    const before = this.#drafts()[id];
    const after = edit(before);
    if (before === undefined && after === undefined) return;
    const { draftStore, key, title } = this.#deps;
    draftStore.change(key, title(), ({ edits = {} }) => {
      const { [id]: _before, ...others } = edits;
      return { edits: after === undefined ? others : { ...others, [id]: after } };
    });
  }
}

function notSavedText(reason: string, mayHaveArrived: boolean): string {
  return [
    l10n.t('Not saved. {0}', reason),
    ...(mayHaveArrived ? [l10n.t('The server may have received it.')] : []),
    l10n.t('Your text is kept, and saving again is safe.'),
  ].join(' ');
}

/** Number of sent texts that are remembered per comment. */
const MOST_SENT = 8;

/** Whether the server's text is one that this client sent without receiving a response. */
function isOurs({ base, sent }: EditDraft, confirmed: string): boolean {
  return sent !== undefined && confirmed !== base && sent.includes(fingerprintOfHtml(confirmed));
}

function withSent({ html, base }: EditDraft, sent: EditDraft['sent']): EditDraft {
  return { html, base, ...(sent === undefined ? {} : { sent }) };
}

function authorOf(one: Comment): string | undefined {
  const reference = one.actor ?? one.created_by;
  return reference === undefined || reference === null ? undefined : idOf(reference);
}

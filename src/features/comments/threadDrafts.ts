// The drafts of what the user types into the text boxes of threads. VS Code keeps such a text only in memory.
// This module does not import `vscode`, so that unit tests can use it with other objects as threads.
import type { LinkedCode } from '../../core/comments/codeExternalId.ts';
import type { CommentTarget } from '../../core/comments/commentTarget.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import type { CommentWriter } from './commentWriter.ts';
import { type CommentPrefix, newTargetFor } from './sendTypedComment.ts';

interface ThreadDraft {
  readonly target: CommentTarget;
  /** The link to the lines. Undefined if the target is that of a comment that could not be sent. */
  readonly prefix: CommentPrefix | undefined;
  /** Whether a draft may be stored for the target. */
  readonly isStored: boolean;
}

export class ThreadDrafts<Thread extends object> {
  readonly #comments: Pick<CommentWriter, 'storeDraft' | 'discard' | 'moveText' | 'visibilityOf'>;
  readonly #drafts = new WeakMap<Thread, ThreadDraft>();

  constructor(comments: Pick<CommentWriter, 'storeDraft' | 'discard' | 'moveText' | 'visibilityOf'>) {
    this.#comments = comments;
  }

  /** Keeps what the user types into the thread as a draft for the target. */
  start(thread: Thread, target: CommentTarget, prefix: CommentPrefix): void {
    this.#drafts.set(thread, { target, prefix, isStored: false });
  }

  /** Remembers the target of a comment that could not be sent. */
  setStored(thread: Thread, target: CommentTarget): void {
    this.#drafts.set(thread, { prefix: undefined, ...this.#drafts.get(thread), target, isStored: true });
  }

  end(thread: Thread): void {
    this.#drafts.delete(thread);
  }

  /** Returns the target that the thread was started for, or whose draft has its text. */
  targetOf(thread: Thread): CommentTarget | undefined {
    return this.#drafts.get(thread)?.target;
  }

  /** Returns the target whose draft has the text of the thread. */
  storedTargetOf(thread: Thread): CommentTarget | undefined {
    const draft = this.#drafts.get(thread);
    return draft?.isStored === true ? draft.target : undefined;
  }

  type(thread: Thread, text: string): void {
    const draft = this.#drafts.get(thread);
    if (draft?.prefix === undefined) return;
    const isStored = text.trim() !== '';
    if (isStored)
      this.#comments.storeDraft(
        draft.target,
        draft.prefix.markdown + text,
        draft.isStored ? this.#comments.visibilityOf(draft.target) : 'INTERNAL',
      );
    else if (draft.isStored) this.#comments.discard(draft.target);
    this.#drafts.set(thread, { ...draft, isStored });
  }

  /** Moves the draft of the thread to another work item. */
  async changeItem(thread: Thread, item: ChosenItem): Promise<void> {
    const draft = this.#drafts.get(thread);
    if (draft === undefined || draft.target.address.id === item.address.id) return;
    const place: LinkedCode | undefined = draft.prefix?.place;
    const target = place === undefined ? { ...item, codeId: draft.target.codeId } : await newTargetFor(item, place);
    if (draft.isStored) await this.#comments.moveText(draft.target, target);
    this.#drafts.set(thread, { ...draft, target });
  }
}

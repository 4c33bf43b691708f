// Sends a comment that was typed into a thread beside the code, with a link to the lines.
// This module does not import `vscode`, so that unit tests can answer its questions.
import * as l10n from '@vscode/l10n';
import { keyOf } from '../../../cache/address.ts';
import type { CodePlace } from '../../../codeLinks/codePlace.ts';
import { nextExternalId } from '../../../codeLinks/codeThreads.ts';
import { codeCommentsOf, readComments } from '../../../codeLinks/commented.ts';
import { GitRefusal } from '../../git/refusal.ts';
import { type CommentTarget, commentDraftFor } from '../comments/palette.ts';
import { type SendDocumentDeps, sendDocument } from '../comments/send.ts';
import type { ChosenItem } from '../workItems/items.ts';

/** The start of a comment: the link to the lines, and their code, as Markdown. */
export interface CommentStart {
  readonly place: CodePlace;
  readonly markdown: string;
}

export interface TypedComment {
  readonly text: string;
  /** The target of an earlier attempt to send this comment that failed. */
  readonly earlierTarget: CommentTarget | undefined;
  /** Lets the user pick the work item to comment on. Resolves with undefined if the user cancels. */
  choose(): Promise<ChosenItem | undefined>;
  /** Reads the current lines of the code. Rejects with a GitRefusal. */
  start(): Promise<CommentStart>;
}

/**
 * `unsent` means that the text box must keep the text of the comment. If `target` is defined, the draft of this target
 * contains the text too.
 */
export type TypedOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'unsent'; readonly target: CommentTarget | undefined };

/** Sends or queues the comment, unless the user cancels a question or the server rejects the comment. */
export async function sendTyped(deps: SendDocumentDeps, typed: TypedComment): Promise<TypedOutcome> {
  if (typed.text.trim() === '') {
    void deps.prompts.notify('info', l10n.t('Write a comment first.'));
    return { kind: 'unsent', target: undefined };
  }
  const { earlierTarget } = typed;
  const isRetry = earlierTarget !== undefined && (await commentDraftFor(earlierTarget)) !== undefined;
  const chosen = isRetry ? earlierTarget : await typed.choose();
  if (chosen === undefined) return { kind: 'unsent', target: undefined };
  const start = await typed.start().catch(toRefusal);
  if (start instanceof GitRefusal) {
    deps.showFault(l10n.t('Git could not determine the origin of this code. {0}', start.answer));
    return { kind: 'unsent', target: undefined };
  }
  const { place, markdown } = start;
  const target = isRetry ? earlierTarget : await newTarget(chosen, place);
  const text = markdown + typed.text;
  let isDone = false;
  await sendDocument(deps, {
    target: async () => target,
    text,
    // The text is in a text box and not in a document, so there is nothing to save. VS Code clears the text box itself
    // after the comment was sent or queued.
    isClosed: false,
    save: async () => undefined,
    closeTab: async () => {
      isDone = true;
    },
  });
  if (isDone) return { kind: 'done' };
  return { kind: 'unsent', target: (await commentDraftFor(target)) === undefined ? undefined : target };
}

function toRefusal(error: unknown): GitRefusal {
  if (error instanceof GitRefusal) return error;
  throw error;
}

/**
 * Resolves with the target of a new comment on the lines, which no other comment or draft has. Reads the comments of
 * the work item if they are not loaded yet.
 */
async function newTarget(chosen: ChosenItem, place: CodePlace): Promise<CommentTarget> {
  const { session, address } = chosen;
  await readComments(session, address);
  const { code = {} } = (await session.draftStore.open(keyOf(address))) ?? {};
  return { ...chosen, code: nextExternalId(place, codeCommentsOf(session, address), (id) => code[id] !== undefined) };
}

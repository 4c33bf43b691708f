// The outbox: when the server can be reached again, offers to review and send the queued comments.
import * as l10n from '@vscode/l10n';
import { faultOf } from '../../client/apiError.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { fileNameWithLines } from '../../core/comments/codeComment.ts';
import { nextExternalIdAfter } from '../../core/comments/codeExternalId.ts';
import {
  listQueuedComments,
  type QueuedComment,
  queueComment,
  sendQueuedComment,
} from '../../core/comments/queuedComments.ts';
import type { UnsentCounter } from '../../core/drafts/unsentCounter.ts';
import type { Session, Sessions } from '../../core/session/session.ts';
import { ReachabilityMonitor } from '../../core/sync/reachabilityMonitor.ts';
import { draftEntryLabel, draftUserNames, entryExcerpt, identifierInTitle } from '../../items/record/draftText.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import { chooseRows } from '../../shell/prompts/ask.ts';
import type { ListRow, Prompts } from '../../shell/prompts/prompts.ts';
import type { Clock } from '../../std/clock.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import type { Event } from '../../std/event.ts';
import { formatAge } from '../../std/formatTime.ts';
import { plural } from '../../std/plural.ts';

export interface OutboxDeps {
  readonly prompts: Prompts;
  readonly session: Session;
  readonly sessions: Pick<Sessions, 'current'>;
  readonly unsentCounter: UnsentCounter;
  readonly clock: Clock;
  /** Returns whether the window has the focus. */
  readonly hasFocus: () => boolean;
  /** Fires with true when the window gets the focus, and with false when the window loses the focus. */
  readonly onDidChangeFocus: Event<boolean>;
  /** Runs the work, and shows and logs its error. */
  readonly withErrorHandling: (work: () => Promise<void>) => Promise<unknown>;
}

interface Row extends ListRow {
  readonly queuedComment: QueuedComment;
}

interface Outcome {
  readonly name: string;
  readonly problem: string | undefined;
}

/** Returns a sentence, for example `2 comments are queued.` */
export function queuedCommentsText(count: number): string {
  const formattedCount = formatCount(count);
  return plural(count, {
    one: l10n.t('{0} comment is queued.', formattedCount),
    other: l10n.t('{0} comments are queued.', formattedCount),
  });
}

/** The outbox of one session. */
export class Outbox implements Disposable {
  readonly #deps: OutboxDeps;
  readonly #disposables = new DisposableStore();
  #queuedCount = 0;
  #isOfferingReview = false;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    const { session, unsentCounter, clock, hasFocus } = deps;
    const reachabilityMonitor = this.#disposables.add(
      new ReachabilityMonitor({
        clock,
        hasQueuedComments: () => unsentCounter.queuedCount > 0,
        hasFocus,
        sendProbe: () =>
          session.client.call.getCurrentUser({}, { urgency: 'background' }).then(
            () => undefined,
            (error: unknown) => void faultOf(error),
          ),
      }),
    );
    this.#disposables.add(
      session.client.onDidUpdateReachability((isReached) => reachabilityMonitor.reportOutcome(isReached)),
    );
    this.#disposables.add(deps.onDidChangeFocus((isFocused) => isFocused && reachabilityMonitor.reportWindowFocus()));
    this.#disposables.add(
      reachabilityMonitor.onDidReconnect(() => void deps.withErrorHandling(() => this.#offerReview())),
    );
    this.#disposables.add(
      unsentCounter.onDidChange(() => {
        const hasNewQueuedComment = unsentCounter.queuedCount > this.#queuedCount;
        this.#queuedCount = unsentCounter.queuedCount;
        if (hasNewQueuedComment) reachabilityMonitor.reportQueuedComment();
      }),
    );
  }

  /**
   * Lists the queued comments, and sends the comments that the user leaves checked. Unchecked comments are no longer
   * queued, but remain drafts. Resolves when the comments are sent or the user cancels.
   */
  async review(): Promise<void> {
    const { prompts, session, clock } = this.#deps;
    const { draftStore } = session;
    const queuedComments = await listQueuedComments(draftStore);
    if (queuedComments.length === 0) {
      void prompts.notify('info', l10n.t('No queued comments.'));
      return;
    }
    const rows = await chooseRows(
      prompts,
      queuedComments.map((queuedComment) => rowOf(session.store, queuedComment, clock.now())),
      {
        title: l10n.t('Send Comments'),
        placeholder: l10n.t('Select the comments to send. The others remain drafts.'),
        staysOpen: true,
        isChecked: () => true,
      },
    );
    if (rows === undefined) return;
    const chosenComments = rows.map((row) => row.queuedComment);
    for (const { key, entry } of queuedComments.filter((queuedComment) => !chosenComments.includes(queuedComment))) {
      await draftStore.open(key);
      queueComment(draftStore, key, entry.slot, undefined);
    }
    if (chosenComments.length > 0) await this.#sendWithProgress(chosenComments);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #offerReview(): Promise<void> {
    const { prompts, unsentCounter } = this.#deps;
    const { queuedCount } = unsentCounter;
    if (queuedCount === 0 || this.#isOfferingReview) return;
    this.#isOfferingReview = true;
    const reviewButton = l10n.t('Review…');
    const choice = await prompts.notify(
      'info',
      `${l10n.t('Connected again.')} ${queuedCommentsText(queuedCount)}`,
      reviewButton,
    );
    this.#isOfferingReview = false;
    if (choice === reviewButton) await this.review();
  }

  async #sendWithProgress(chosenComments: readonly QueuedComment[]): Promise<void> {
    const { prompts, session, sessions } = this.#deps;
    const { draftStore, store } = session;
    const sendDeps = { draftStore, store, formatError, newId: nextExternalIdAfter };
    const outcomes: Outcome[] = [];
    await prompts.progress(
      {
        title: l10n.t('Sending comments'),
        location: 'notification',
        isCancellable: true,
        rateLimit: store.rateLimit,
      },
      async (reportProgress, signal) => {
        for (const [index, queuedComment] of chosenComments.entries()) {
          if (signal.aborted || sessions.current !== session) return;
          reportProgress({
            message: l10n.t('Comment {0} of {1}: {2}', index + 1, chosenComments.length, queuedComment.draft.title),
            increment: 100 / chosenComments.length,
          });
          outcomes.push({
            name: identifierInTitle(queuedComment.draft.title) || queuedComment.draft.title,
            problem: await sendQueuedComment(sendDeps, queuedComment),
          });
        }
      },
    );
    await reportOutcomes(prompts, outcomes, chosenComments.length);
  }
}

function rowOf(store: Store, queued: QueuedComment, now: number): Row {
  const { key, draft, entry, comment } = queued;
  const visibility = comment.access === 'INTERNAL' ? l10n.t('internal') : l10n.t('external');
  return {
    queuedComment: queued,
    label: draft.title,
    description: [draftEntryLabel(key, draft, entry, fileNameWithLines), visibility, formatAge(draft.at, now)].join(
      ' · ',
    ),
    detail: entryExcerpt(draft, entry, draftUserNames(store, key), 200),
  };
}

/** Shows for each comment whether it was sent, or the error, and how many comments were not sent after a cancel. */
async function reportOutcomes(prompts: Prompts, outcomes: readonly Outcome[], total: number): Promise<void> {
  const notAttemptedCount = total - outcomes.length;
  const sentences = [
    ...outcomes.map(({ name, problem }) =>
      problem === undefined ? l10n.t('{0}: Sent.', name) : l10n.t('{0}: {1}', name, problem),
    ),
    ...(notAttemptedCount === 0 ? [] : [l10n.t('Canceled.'), queuedCommentsText(notAttemptedCount)]),
  ];
  const areAllSent = outcomes.every(({ problem }) => problem === undefined);
  const showDraftsButton = l10n.t('Show Drafts');
  const choice = await (areAllSent
    ? prompts.notify('info', sentences.join(' '))
    : prompts.notify('warning', sentences.join(' '), showDraftsButton));
  if (choice === showDraftsButton) await prompts.runCommand(COMMANDS.drafts);
}

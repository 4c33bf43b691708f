// What tools use while they handle a call. Limits how long they read, and how much of the rate limit they use.
import { linkSignals, raceAbort } from '../client/abort.ts';
import type { CallOptions } from '../client/call.ts';
import type { Session } from '../core/session/session.ts';
import { type Clock, sleepUnlessAborted } from '../std/clock.ts';
import type { WorkInput } from './inputs.ts';
import type { ModelTexts } from './modelTexts.ts';
import type { SentWrite, WritePlan } from './plannedWrite.ts';
import { countWithNoun } from './resultPages.ts';
import { ToolError } from './toolError.ts';
import type { ExternalIdTracker } from './unansweredWrites.ts';

/** The parts of a session that tools need, in the extension host and in the MCP server. */
export type ToolSession = Pick<Session, 'account' | 'me' | 'client' | 'store'>;

/** A line of a file that mentions a work item. */
export interface MentionLine {
  readonly path: string;
  /** The line number, 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Mentions of a work item in the files of a window. */
export interface MentionSearchResult {
  readonly lines: readonly MentionLine[];
  readonly hasFolder: boolean;
  readonly isIncomplete: boolean;
}

/** What tools do with the folders and branches of a window of VS Code. */
export interface EditorTools {
  /** Resolves with the identifier of the current work item; undefined if there is none in this session. */
  currentIdentifier(): Promise<string | undefined>;
  findMentions(identifier: string, signal: AbortSignal): Promise<MentionSearchResult>;
  /** Plans to start or to finish work. */
  planWork(access: ToolContext, input: WorkInput): Promise<WritePlan>;
}

/** The session, the clock and the callbacks that a tool uses while it handles one call. */
export interface ToolContext {
  readonly session: ToolSession;
  readonly clock: Clock;
  /** Converts texts of people for the model, and knows which descriptions it has read. */
  readonly texts: ModelTexts;
  /** A signal that is aborted when the call is canceled or takes too long. */
  readonly signal: AbortSignal;
  /** Called when the call starts to wait for the rate limit. */
  readonly onWait?: () => void;
  /** Undefined outside of VS Code. */
  readonly editor?: EditorTools;
  readonly externalIds: ExternalIdTracker;
  /** Called for each change that was sent, so that the user can undo it. */
  readonly remember: (write: SentWrite) => void;
}

/** Tools wait while less than this share of the rate limit is unused, so that requests of the user need not wait. */
const MIN_UNUSED_SHARE = 0.25;
const POLL_MS = 250;
/** How long a tool waits for the rate limit before its call fails, in milliseconds. */
const MAX_WAIT_MS = 20_000;
/** How long a tool may read from the server, including the time that it waits for the rate limit, in milliseconds. */
const MAX_READ_MS = MAX_WAIT_MS + 25_000;

/** Runs `work` with a signal that is aborted when the call is canceled, or after `MAX_READ_MS`. */
export async function withTimeLimit<T>(access: ToolContext, work: (access: ToolContext) => Promise<T>): Promise<T> {
  const timeLimit = new AbortController();
  const linkedSignal = linkSignals(access.signal, timeLimit.signal);
  const timerController = new AbortController();
  const timer = sleepUnlessAborted(access.clock, MAX_READ_MS, timerController.signal);
  void timer.then((hasPassed) => hasPassed && timeLimit.abort());
  try {
    return await work({ ...access, signal: linkedSignal.signal });
  } finally {
    timerController.abort();
    // Only the timer is cleared here. The signal stays linked to the caller's signal, because a change that `work` has
    // prepared is sent with this signal later.
  }
}

/** Whether enough of the rate limit is unused for a request of a tool. */
export function hasAllowance({ allowance }: ToolSession['client']): boolean {
  return allowance.unusedShare >= MIN_UNUSED_SHARE && allowance.waitingUntil === undefined;
}

/**
 * Waits until enough of the rate limit is unused, and returns the options of a request with low priority.
 * Rejects with an ApiError if the call is canceled.
 * @throws ToolError after `MAX_WAIT_MS`
 */
export async function waitForAllowance({ session, clock, signal, onWait }: ToolContext): Promise<CallOptions> {
  const { allowance } = session.client;
  const waitUntil = clock.now() + MAX_WAIT_MS;
  let isWaiting = false;
  while (!hasAllowance(session.client)) {
    if (clock.now() >= waitUntil) throw new ToolError(waitText(allowance.limit));
    if (!isWaiting) onWait?.();
    isWaiting = true;
    await raceAbort(clock.sleep(POLL_MS), signal);
  }
  return { urgency: 'background', signal };
}

function waitText(limit: number): string {
  return (
    `Waiting: the server allows ${countWithNoun(limit, 'request')} a minute, and tools use only those that the user leaves unused. ` +
    'Nothing was read or changed. Call the tool again in a minute.'
  );
}

// Runs the calls of tools: parses the input, asks the user where necessary, and returns the result for the model.

import * as l10n from '@vscode/l10n';
import { faultText } from '../../../agents/faultText.ts';
import { findAddress } from '../../../agents/findItem.ts';
import { getWorkItem, linkedCodeLines } from '../../../agents/itemTool.ts';
import type { ModelTexts } from '../../../agents/modelTexts.ts';
import { listProjects } from '../../../agents/projectTool.ts';
import {
  canceledCallNote,
  codeSearchText,
  DECLINED_TEXT,
  GIT_FAILED_TEXT,
  type MentionLine,
  mentionCountNote,
  SIGNED_OUT_TEXT,
  TIMEOUT_TEXT,
  TOOLS_TURNED_OFF_TEXT,
} from '../../../agents/resultTexts.ts';
import { listMyWork, searchWorkItems } from '../../../agents/searchTool.ts';
import { type ToolContext, withTimeLimit } from '../../../agents/toolContext.ts';
import { ToolError } from '../../../agents/toolError.ts';
import { AGENT_TOOLS, type AgentToolInput, type AgentToolName, parseToolInput } from '../../../agents/toolTable.ts';
import type { ShownConfirmations } from '../../../agents/writes/shownConfirmations.ts';
import type { WriteLimit } from '../../../agents/writes/writeLimit.ts';
import { throwIfAborted } from '../../../client/abort.ts';
import { ApiError } from '../../../client/apiError.ts';
import { normalizeIdentifier } from '../../../contract/resources/workItem.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { displayText } from '../../../std/displayName.ts';
import type { Logger } from '../../../std/logger.ts';
import { plural } from '../../../std/plural.ts';
import { truncate } from '../../../std/truncate.ts';
import type { AgentSettings } from '../../agentSettings.ts';
import { GitError } from '../../git/gitError.ts';
import type { Prompts } from '../../ui/prompts.ts';
import type { PlannedWrite, WritePlan } from './plannedWrite.ts';
import { planRelationOrLink, type RelationWriteDeps } from './relationWrite.ts';
import { currentItemOf, currentWorkItemText, planFinishWork, planStartWork, type WorkToolDeps } from './workTools.ts';
import { planComment, planCreation, planUpdate, type WriteDeps } from './writes.ts';

/** Mentions of a work item in the files of the window. */
export interface MentionSearchResult {
  readonly lines: readonly MentionLine[];
  readonly hasFolder: boolean;
  readonly isIncomplete: boolean;
}

export interface ToolCallDeps extends WriteDeps, RelationWriteDeps, WorkToolDeps {
  readonly prompts: Prompts;
  readonly quickEdits: WriteDeps['quickEdits'] & RelationWriteDeps['quickEdits'];
  readonly sessions: Pick<Sessions, 'current' | 'restore'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly shownConfirmations: ShownConfirmations;
  readonly writeLimit: WriteLimit;
  readonly texts: ModelTexts;
  /** Shows a text as a read-only document. */
  readonly showText: (title: string, text: string) => Promise<void>;
  readonly settings: () => AgentSettings;
  findMentions(identifier: string, signal: AbortSignal): Promise<MentionSearchResult>;
}

/** The maximum length of the text in a dialog, in characters and in lines. VS Code's dialogs do not scroll. */
const MAX_DIALOG_LENGTH = 1_500;
const MAX_DIALOG_LINES = 25;

/** The confirmation that VS Code shows before a call, as plain text. */
export interface ToolConfirmation {
  readonly title: string;
  readonly lines: readonly string[];
}

type ReadHandler<N extends AgentToolName> = (access: ToolContext<Session>, input: AgentToolInput<N>) => Promise<string>;
type WritePlanner<N extends AgentToolName> = (
  access: ToolContext<Session>,
  input: AgentToolInput<N>,
) => Promise<WritePlan>;
type Handler<N extends AgentToolName> = (typeof AGENT_TOOLS)[N]['writes'] extends true
  ? WritePlanner<N>
  : ReadHandler<N>;

export class ToolCalls {
  readonly #deps: ToolCallDeps;
  readonly #handlers: { readonly [N in AgentToolName]: Handler<N> };
  /** Notes about earlier calls whose results the model has not received. The next result contains them. */
  #notes: readonly string[] = [];

  constructor(deps: ToolCallDeps) {
    this.#deps = deps;
    this.#handlers = {
      contrail_searchWorkItems: searchWorkItems,
      contrail_getWorkItem: getWorkItem,
      contrail_myWork: async (access, { page }) =>
        listMyWork(access, (await currentItemOf(deps.work, access))?.identifier ?? null, page),
      contrail_currentWorkItem: (access) => currentWorkItemText(deps, access),
      contrail_listProjects: listProjects,
      contrail_findCode: (access, input) => this.#findCode(access, input),
      contrail_createWorkItem: (access, input) => planCreation(deps, access, input),
      contrail_updateWorkItem: (access, input) => planUpdate(deps, access, input),
      contrail_commentOnWorkItem: (access, input) => planComment(deps, access, input),
      contrail_relateWorkItem: (access, input) => planRelationOrLink(deps, access, input),
      contrail_startWork: (access, input) => planStartWork(deps, access, input),
      contrail_finishWork: (access, input) => planFinishWork(deps, access, input),
    };
  }

  /**
   * Resolves with the confirmation that VS Code shows before it calls `invoke`; undefined if the call changes nothing,
   * or if the change cannot be planned yet. In the second case, `invoke` asks the user itself.
   */
  async prepare(name: AgentToolName, input: unknown, signal: AbortSignal): Promise<ToolConfirmation | undefined> {
    if (!AGENT_TOOLS[name].writes) return undefined;
    const plannedWrite = await this.#attempt(name, signal, async (session) => {
      const plan = await this.#runWithTimeLimit(session, signal, (access) => this.#plan(name, access, input));
      return 'result' in plan ? plan.result : plan;
    });
    if (typeof plannedWrite === 'string') return undefined;
    this.#deps.shownConfirmations.add(callKey(name, input), plannedWrite.changeKey);
    return { title: plannedWrite.title, lines: plannedWrite.lines };
  }

  /** Resolves with the result for the model, even if the call failed. */
  async invoke(name: AgentToolName, input: unknown, signal: AbortSignal): Promise<string> {
    const result = await this.#attempt(name, signal, async (session) => {
      if (!AGENT_TOOLS[name].writes)
        return this.#runWithTimeLimit(session, signal, (access) => this.#read(name, access, input));
      const plan = (): Promise<WritePlan> =>
        this.#runWithTimeLimit(session, signal, (access) => this.#plan(name, access, input));
      return this.#write(name, callKey(name, input), plan, signal);
    });
    const notes = this.#notes;
    this.#notes = signal.aborted && AGENT_TOOLS[name].writes ? [...notes, canceledCallNote(name)] : [];
    return [...notes, result].join('\n');
  }

  /** Each plan is made of values that were read immediately before. */
  async #write(
    name: AgentToolName,
    call: string,
    plan: () => Promise<WritePlan>,
    signal: AbortSignal,
  ): Promise<string> {
    const { shownConfirmations, writeLimit, logger } = this.#deps;
    const { writesPerMinute } = this.#deps.settings();
    let write = await plan();
    if ('result' in write) return write.result;
    const isConfirmed = shownConfirmations.consume(call, write.changeKey);
    const isLimitReached = writeLimit.isReached(writesPerMinute);
    writeLimit.add();
    let isAsking = !isConfirmed || isLimitReached || write.isExternal;
    while (isAsking) {
      const reason = isLimitReached ? manyChangesText(writesPerMinute) : reasonText(write, isConfirmed);
      if (!(await this.#ask(write, reason))) return DECLINED_TEXT;
      throwIfAborted(signal);
      // The value on the server may have changed while the question was shown.
      const latest = await plan();
      if ('result' in latest) return latest.result;
      isAsking = latest.changeKey !== write.changeKey;
      write = latest;
    }
    throwIfAborted(signal);
    logger.write('info', 'a language model changes something', { tool: name });
    return write.send();
  }

  /** Asks the user to allow a change. A text that is too long for a dialog can be shown as a document first. */
  async #ask({ title, lines }: PlannedWrite, reason: string): Promise<boolean> {
    const { prompts, showText } = this.#deps;
    const text = displayText(lines.join('\n'), { keepLines: true });
    const allowButton = l10n.t('Allow');
    const shownLines = text.split('\n').slice(0, MAX_DIALOG_LINES).join('\n');
    const shownText = truncate(shownLines, MAX_DIALOG_LENGTH);
    if (shownText === text)
      return (await prompts.confirm(title, [text, '', reason].join('\n'), allowButton)) === allowButton;
    const hiddenCount = formatCount(text.length - shownText.replace(/…$/, '').length);
    const showAllButton = l10n.t('Show All');
    const notShown = l10n.t('{0} more characters are not shown here.', hiddenCount);
    const detail = [shownText, '', notShown, reason].join('\n');
    const choice = await prompts.confirm(title, detail, allowButton, showAllButton);
    if (choice !== showAllButton) return choice === allowButton;
    await showText(title, text);
    return (await prompts.notify('info', title, allowButton, l10n.t('Decline'))) === allowButton;
  }

  /**
   * Runs `work` with the session. Resolves with text for the model if `work` cannot be run or fails in an expected way.
   */
  async #attempt<T>(
    name: AgentToolName,
    signal: AbortSignal,
    work: (session: Session) => Promise<T | string>,
  ): Promise<T | string> {
    const { sessions, settings, clock, logger } = this.#deps;
    if (!settings().isEnabled) return TOOLS_TURNED_OFF_TEXT;
    await sessions.restore();
    if (sessions.current === undefined) return SIGNED_OUT_TEXT;
    try {
      return await work(sessions.current);
    } catch (error) {
      if (error instanceof ToolError) return error.message;
      if (error instanceof GitError) return GIT_FAILED_TEXT;
      if (!(error instanceof ApiError)) throw error;
      logger.write('info', 'a tool failed', { tool: name, kind: error.fault.kind });
      const isTimeout = error.fault.kind === 'cancelled' && !signal.aborted;
      return isTimeout ? TIMEOUT_TEXT : faultText(error.fault, clock.now());
    }
  }

  #runWithTimeLimit<T>(
    session: Session,
    signal: AbortSignal,
    work: (access: ToolContext<Session>) => Promise<T>,
  ): Promise<T> {
    return withTimeLimit({ session, clock: this.#deps.clock, texts: this.#deps.texts, signal }, work);
  }

  #read(name: AgentToolName, access: ToolContext<Session>, input: unknown): Promise<string> {
    const handler = this.#handlers[name] as (access: ToolContext<Session>, input: unknown) => Promise<string>;
    return handler(access, parseToolInput(AGENT_TOOLS[name].input, input));
  }

  #plan(name: AgentToolName, access: ToolContext<Session>, input: unknown): Promise<WritePlan> {
    const handler = this.#handlers[name] as (access: ToolContext<Session>, input: unknown) => Promise<WritePlan>;
    return handler(access, parseToolInput(AGENT_TOOLS[name].input, input));
  }

  async #findCode(
    access: ToolContext<Session>,
    { id, page = 1 }: AgentToolInput<'contrail_findCode'>,
  ): Promise<string> {
    const address = await findAddress(access, id);
    const linkedLines = await linkedCodeLines(access, address);
    const { lines, hasFolder, isIncomplete } = await this.#deps.findMentions(normalizeIdentifier(id), access.signal);
    return codeSearchText(normalizeIdentifier(id), lines, {
      linkedCodeLines: linkedLines,
      mentionCountNote: mentionCountNote(hasFolder, isIncomplete),
      page,
    });
  }
}

/** Returns a text that identifies a call by its tool and input, which are the same in `prepare` and `invoke`. */
function callKey(name: AgentToolName, input: unknown): string {
  return JSON.stringify([name, input]);
}

/**
 * Returns the reason why Contrail asks for confirmation. Contrail can ask even if the user has confirmed in VS Code.
 */
function reasonText({ isExternal }: PlannedWrite, isConfirmed: boolean): string {
  return isExternal && isConfirmed
    ? l10n.t('Contrail always asks you to confirm an external comment by an agent.')
    : l10n.t(
        'An agent requests this change. You have not confirmed it in VS Code yet, or the value on the server has changed since you did.',
      );
}

function manyChangesText(perMinute: number): string {
  const count = formatCount(perMinute);
  return plural(perMinute, {
    one: l10n.t('Agents can make {0} change a minute before Contrail asks for confirmation.', count),
    other: l10n.t('Agents can make {0} changes a minute before Contrail asks for confirmation.', count),
  });
}

// Sets up tests of comments that are not written on a page: real sessions that share a folder of drafts, and the real
// server behind a fault proxy.

import type { AccessLevel } from '../../../../src/contract/resources/comment.ts';
import { type ItemAddress, keyOf } from '../../../../src/core/cache/address.ts';
import { type CommentDraft, type CommentSlot, commentIn } from '../../../../src/core/drafts/draft.ts';
import type { Session } from '../../../../src/core/session/session.ts';
import { CommentWriter } from '../../../../src/features/comments/commentWriter.ts';
import { LastCommentVisibilities } from '../../../../src/features/comments/lastCommentVisibilities.ts';
import { QuickEditRunner } from '../../../../src/features/quickEdit/quickEditRunner.ts';
import type { RunningServer } from '../../../../src/server/startServer.ts';
import type { ChosenItem } from '../../../../src/shell/itemPicker/workItemPicker.ts';
import type { Logger } from '../../../../src/std/logger.ts';
import { advanceUntilDone, type FakeClock, flushPromises } from '../../../support/clock.ts';
import { type FaultProxy, matchRequest, openFaultProxy } from '../../../support/faultProxy.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { sample } from '../../../support/testServer.ts';
import { answersFor, SessionsSetup } from '../../core/session/setup.ts';

/** WEB-28 of the sample workspace. The work item has no comments. */
const WEB_28: ItemAddress = { project: sample.project('WEB'), id: sample.workItem('WEB', 28) };
export const isCommentPost = matchRequest('POST', '/comments/');

/** The fields of a comment on the server that tests compare. */
interface SentComment {
  readonly html: string | null | undefined;
  readonly access: string | null | undefined;
}

/** Returns an object that stores the last visibility of a comment in a map instead of VS Code's memento. */
export function createLastVisibility(stored = new Map<string, AccessLevel>()): LastCommentVisibilities {
  const memory = {
    entriesOf: (owner: string) => [stored.get(owner) ?? []].flat(),
    add: async (owner: string, access: AccessLevel) => void stored.set(owner, access),
  };
  return new LastCommentVisibilities(memory, (error) => {
    throw error;
  });
}

/** A window whose user is signed in. */
export class CommentWindow {
  readonly prompts = new ScriptedPrompts();
  /** The work items that were added to the recent work items. */
  readonly rememberedItems: ChosenItem[] = [];
  readonly comments = new CommentWriter(
    this.prompts,
    (chosenItem) => void this.rememberedItems.push(chosenItem),
    createLastVisibility(),
  );
  readonly chosenItem: ChosenItem;
  readonly quickEdits: QuickEditRunner;
  readonly clock: FakeClock;

  constructor(session: Session, logger: Logger, clock: FakeClock) {
    this.chosenItem = { session, address: WEB_28 };
    this.clock = clock;
    this.quickEdits = new QuickEditRunner(logger, clock, this.prompts);
  }

  get session(): Session {
    return this.chosenItem.session;
  }

  /** Returns the draft of the comment in the memory of this window. */
  draft(slot: CommentSlot = 'palette'): CommentDraft | undefined {
    return commentIn(this.chosenItem.session.draftStore.get(keyOf(WEB_28)), slot);
  }

  flush(): Promise<void> {
    return this.chosenItem.session.draftStore.flush();
  }
}

export class CommentSetup implements AsyncDisposable {
  readonly proxy: FaultProxy;
  readonly #server: RunningServer;
  readonly #sessions: SessionsSetup;

  private constructor(server: RunningServer, proxy: FaultProxy, sessions: SessionsSetup) {
    this.#server = server;
    this.proxy = proxy;
    this.#sessions = sessions;
  }

  static async open(): Promise<CommentSetup> {
    const server = await startSampleServer();
    return new CommentSetup(server, await openFaultProxy(server.baseUrl), await SessionsSetup.open());
  }

  /** Opens a window that is signed in to the server through the proxy. */
  async window(): Promise<CommentWindow> {
    const { sessions, logger } = this.#sessions.window();
    await sessions.restore();
    if (sessions.current === undefined) {
      const answers = answersFor(this.#server, { baseUrl: this.proxy.url });
      await sessions.signIn(answers, new AbortController().signal);
    }
    if (sessions.current === undefined) throw new Error('The user is not signed in');
    return new CommentWindow(sessions.current, logger, this.clock);
  }

  /** The clock of all windows. */
  get clock(): FakeClock {
    return this.#sessions.clock;
  }

  /** Lets simulated time pass until `work` has settled, so that failed requests are repeated. */
  whileTimePasses<T>(work: Promise<T>): Promise<T> {
    return advanceUntilDone(this.clock, work);
  }

  /** Lets enough simulated time pass to write all drafts to disk. */
  async writeDrafts(window: CommentWindow): Promise<void> {
    await this.clock.advance(500);
    await window.flush();
    await flushPromises();
  }

  /** Resolves with the comments of the work item on the server. */
  async commentsOnServer(): Promise<readonly SentComment[]> {
    const { session, address } = (await this.window()).chosenItem;
    const list = session.store.comments.list(address);
    // The snapshot of another window may have an earlier list.
    await list.reload();
    return list.state.ids.map((id) => {
      const { comment_html: html, access } = session.store.comments.get(id) ?? {};
      return { html, access };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.proxy.removeFaults();
    await this.#sessions[Symbol.asyncDispose]();
    await this.proxy[Symbol.asyncDispose]();
    await this.#server.stop();
  }
}

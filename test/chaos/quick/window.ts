// The tabs of a simulated VS Code window: the host side of each page, without webviews.
// The simulated user sends the messages that the webview would send.

import { sendDraft } from '../../../src/core/comments/sendDraft.ts';
import { withComment } from '../../../src/core/drafts/draft.ts';
import type { Session, Sessions } from '../../../src/core/session/session.ts';
import { RecordPage } from '../../../src/features/recordPage/recordPage.ts';
import { StickiesBoard } from '../../../src/features/stickies/stickiesBoard.ts';
import { targetOf } from '../../../src/items/record/existingRecordTarget.ts';
import type { RecordTarget } from '../../../src/items/record/recordTarget.ts';
import { targetOfKey } from '../../../src/items/record/targetOfKey.ts';
import { recordSections } from '../../../src/recordSections.ts';
import { formatError } from '../../../src/shell/faults/formatError.ts';
import {
  applyUpdate,
  INITIAL_RECEIVED_STATE,
  type ReceivedState,
} from '../../../src/shell/page/model/receivedState.ts';
import { type MessageFromHost, messageFromPage } from '../../../src/shell/protocol/messages.ts';
import { messageFromStickies, type StickiesModel } from '../../../src/shell/protocol/stickies.ts';
import type { Clock } from '../../../src/std/clock.ts';
import { EMPTY_CODE } from '../../support/emptyCode.ts';
import type { Reply, UserAction } from './protocol.ts';
import { EMPTY_TAB, tabOf } from './tab.ts';

interface OpenTab {
  readonly target: RecordTarget;
  readonly page: RecordPage;
  received: ReceivedState;
  seq: number;
  readonly repliesBySequence: Map<number, Extract<MessageFromHost, { type: 'answer' }>>;
}

export class Window {
  readonly #sessions: Sessions;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #tabs = new Map<string, OpenTab>();
  /** The key of the created record, by the key of the tab in which it was created. */
  readonly #createdKeys = new Map<string, string>();
  readonly #stickies: StickiesBoard;
  #stickiesModel: StickiesModel | undefined;
  #stickiesSeq = 0;
  #areStickiesShown = false;

  constructor(sessions: Sessions, clock: Clock, newId: () => string) {
    this.#sessions = sessions;
    this.#clock = clock;
    this.#newId = newId;
    this.#stickies = new StickiesBoard({
      clock,
      formatError,
      post: (message) => {
        if (message.type === 'show') this.#stickiesModel = message.model;
      },
      openLink: () => undefined,
      signIn: () => undefined,
    });
    sessions.onDidChange(() => {
      for (const { page } of this.#tabs.values()) page.handleSessionChange({ isVisible: true });
      if (this.#areStickiesShown) void this.#stickies.setSession(sessions.current);
    });
  }

  async onMessage(action: UserAction): Promise<Reply> {
    switch (action.do) {
      case 'signIn': {
        const { Secret } = await import('../../../src/std/secret.ts');
        const { baseUrl, workspace, apiKey } = action;
        const answers = { baseUrl, workspace, method: 'key' as const, secret: new Secret(apiKey) };
        const outcome = await this.#sessions.signIn(answers, new AbortController().signal);
        return 'fault' in outcome ? { problem: formatError(outcome.fault) } : {};
      }
      case 'leave':
        await this.#sessions.close();
        return {};
      case 'signOut':
        await this.#sessions.signOut();
        return {};
      case 'open':
        await this.#open(action.key);
        return this.#look(action.key);
      case 'close':
        return this.#close(action.key);
      case 'send':
        return this.#send(action.key, action.message);
      case 'look':
        return this.#look(action.key);
      case 'keepPalette':
        return this.#keepPalette(action.key, action.text);
      case 'sendPalette':
        return this.#sendPalette(action.key);
      case 'showStickies':
        this.#areStickiesShown = true;
        await this.#stickies.handleMessage({ type: 'ready', seq: this.#nextStickiesSeq() });
        await this.#stickies.setSession(this.#sessions.current);
        return this.#lookAtStickies();
      case 'sendToStickies':
        await this.#stickies.handleMessage(
          messageFromStickies.parse({ ...action.message, seq: this.#nextStickiesSeq() }),
        );
        return this.#lookAtStickies();
      case 'lookAtStickies':
        return this.#lookAtStickies();
      default:
        return action satisfies never;
    }
  }

  async #open(key: string): Promise<void> {
    const target = targetOfKey(key);
    if (target === undefined) throw new Error(`${key} is not the key of a record.`);
    const session = this.#session();
    if (target.isNew) {
      await session.draftStore.open(key);
      session.draftStore.change(key, 'New', ({ newRecord }) => ({
        newRecord: { externalId: this.#newId(), initialValues: {}, ...newRecord },
      }));
    }
    if (this.#tabs.has(key)) return;
    const tab = this.#createTab(target, session);
    this.#tabs.set(key, tab);
    const loading = tab.page.start();
    await this.#send(key, { type: 'ready' });
    await loading;
  }

  /** Does what the extension does when the user closes a tab. */
  async #close(key: string): Promise<Reply> {
    const tab = this.#tabs.get(key);
    this.#tabs.delete(key);
    tab?.page.close();
    tab?.page.dispose();
    await this.#sessions.current?.draftStore.flush();
    return {};
  }

  #createTab(target: RecordTarget, session: Session): OpenTab {
    const { account, draftStore } = session;
    const current = (): Session | undefined =>
      this.#sessions.current?.account === account ? this.#sessions.current : undefined;
    const answers: OpenTab['repliesBySequence'] = new Map();
    const page = new RecordPage({
      target,
      account,
      draftStore,
      clock: this.#clock,
      sections: recordSections({
        files: {
          choose: () => Promise.resolve([]),
          chooseDestination: () => Promise.resolve(undefined),
          open: () => Promise.resolve(undefined),
          showMessage: () => undefined,
        },
        createCodeSection: () => ({
          view: () => EMPTY_CODE,
          handleMessage: () => Promise.resolve({}),
          handleTextChange: () => undefined,
          dispose: () => undefined,
        }),
      }),
      formatError,
      newId: this.#newId,
      host: {
        get session() {
          return current();
        },
        otherAccount: () => ({ name: undefined, isSignedOut: this.#sessions.current === undefined }),
        isCurrentItem: () => false,
        openRecord: () => undefined,
        moveOut: () => undefined,
        confirmState: async () => true,
        post: (message) => {
          if (message.type === 'show' || message.type === 'reset')
            tab.received = applyUpdate(tab.received, message.update);
          if (message.type === 'answer') answers.set(message.to, message);
          if (message.type === 'flush') void this.#confirmFlush(tab, message.flush);
        },
        openLink: () => undefined,
        compare: () => undefined,
        onSaved: () => undefined,
        act: () => Promise.resolve(),
        onCreated: (address) => {
          this.#createdKeys.set(target.key, targetOf(address).key);
          page.dispose();
          this.#tabs.delete(target.key);
        },
        logDropped: throwUnexpectedMessage,
      },
    });
    const tab: OpenTab = { target, page, received: INITIAL_RECEIVED_STATE, seq: 0, repliesBySequence: answers };
    return tab;
  }

  /** Replies to a flush request as a webview that has no unsent keystrokes. */
  async #confirmFlush(tab: OpenTab, flush: number): Promise<void> {
    tab.seq += 1;
    await tab.page.handleMessage({ type: 'flushed', flush, seq: tab.seq });
  }

  async #send(key: string, word: object): Promise<Reply> {
    const tab = this.#tabs.get(key);
    if (tab === undefined) throw new Error(`No tab is open for ${key}.`);
    tab.seq += 1;
    const { seq } = tab;
    await tab.page.handleMessage(messageFromPage.parse({ ...word, seq }));
    const { problem } = tab.repliesBySequence.get(seq) ?? {};
    return { ...(await this.#look(key)), ...(problem === undefined ? {} : { problem }) };
  }

  async #look(key: string): Promise<Reply> {
    // The page posts changes of its model in a microtask.
    await this.#clock.sleep(0);
    const createdKey = this.#createdKeys.get(key);
    const model = this.#tabs.get(key)?.received.model;
    const palette = this.#sessions.current?.draftStore.get(key)?.palette?.text ?? '';
    if (model === undefined) return createdKey === undefined ? {} : { tab: { ...EMPTY_TAB, createdKey } };
    return { tab: { ...tabOf(model), palette } };
  }

  async #keepPalette(key: string, text: string): Promise<Reply> {
    const { draftStore } = this.#session();
    await draftStore.open(key);
    draftStore.change(key, 'An item', (before) =>
      withComment(before, 'palette', { externalId: this.#newId(), access: 'INTERNAL', ...before.palette, text }),
    );
    return {};
  }

  async #sendPalette(key: string): Promise<Reply> {
    const { draftStore, store } = this.#session();
    const address = targetOfKey(key)?.item;
    const draft = draftStore.get(key)?.palette;
    if (address === undefined || draft === undefined) return {};
    const draftLocation = {
      address,
      key,
      draftStore,
      slot: 'palette',
      formatError,
      title: () => 'An item',
      newId: this.#newId,
    } as const;
    const outcome = await sendDraft(draftLocation, store, draft, `<p>${draft.text}</p>`);
    return outcome.sent ? {} : { problem: outcome.problem };
  }

  async #lookAtStickies(): Promise<Reply> {
    await this.#clock.sleep(0);
    const status = this.#stickiesModel?.status ?? 'signedOut';
    const items = this.#stickiesModel?.stickies ?? [];
    const stickies = items.map(({ id, html, state, problem, theirs }) => ({
      id,
      html,
      state,
      ...(problem && { problem: problem.message }),
      ...(theirs === undefined ? {} : { theirs }),
    }));
    return { stickies: { status, items: stickies } };
  }

  #nextStickiesSeq(): number {
    this.#stickiesSeq += 1;
    return this.#stickiesSeq;
  }

  #session(): Session {
    const { current } = this.#sessions;
    if (current === undefined) throw new Error('The user is not signed in.');
    return current;
  }
}

function throwUnexpectedMessage(reason: string): never {
  throw new Error(`The page dropped a message of the simulated user: ${reason}`);
}

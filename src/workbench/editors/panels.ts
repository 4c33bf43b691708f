// Owns the open editors: one panel per work item, reused, restored after a reload, and its conversation.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Conversation } from '../../editor/conversation.ts';
import type { FromPage } from '../../editor/words.ts';
import type { Session, Sessions } from '../../session/session.ts';
import type { Clock } from '../../std/clock.ts';
import { type Disposable, Disposables } from '../../std/disposable.ts';
import type { Journal } from '../../std/journal.ts';
import { type ItemAddress, keyOf, parseAddress } from '../../store/address.ts';
import { tell } from '../edge.ts';
import { faultWords } from '../faultWords.ts';
import type { ChosenItem, Items } from '../items.ts';
import { ITEM_PANEL } from '../names.ts';
import { openText } from './links.ts';
import { pageHtml, pageRoot, sentenceHtml } from './page.ts';
import type { Titles } from './titles.ts';

interface OpenEditor {
  readonly address: ItemAddress;
  readonly panel: vscode.WebviewPanel;
  readonly conversation: Conversation;
}

export interface PanelsGround {
  readonly extension: vscode.Uri;
  readonly sessions: Sessions;
  readonly items: Items;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly titles: Titles;
}

export class Panels implements Disposable {
  readonly #ground: PanelsGround;
  readonly #open = new Map<string, OpenEditor>();
  readonly #subscriptions = new Disposables();

  constructor(ground: PanelsGround) {
    this.#ground = ground;
    this.#subscriptions.add(
      ground.sessions.onDidChange(() => {
        for (const { conversation } of this.#open.values()) conversation.sessionChanged();
      }),
    );
  }

  /** Shows the item's tab, opening it if there is none. */
  async open(chosen: ChosenItem): Promise<Conversation> {
    const there = this.#open.get(keyOf(chosen.address));
    if (there !== undefined) {
      there.panel.reveal();
      return there.conversation;
    }
    const { store } = chosen.session;
    const title = [store.identifier(chosen.address), store.item(chosen.address)?.name].filter(Boolean).join(' ') || 'Work item';
    const panel = vscode.window.createWebviewPanel(ITEM_PANEL, title, vscode.ViewColumn.Active, { enableFindWidget: true });
    return this.#fill(panel, chosen.address, chosen.session);
  }

  /** Takes over a panel that VS Code brought back. Its state may be missing after a quick reload: then its title tells which item it was. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { sessions } = this.#ground;
    await sessions.restore();
    const address = addressIn(state) ?? (await this.#ground.titles.addressOf(panel.title));
    if (address === undefined) {
      panel.webview.html = sentenceHtml('It is not known any more which work item this was. Open it again from the Projects view.');
      return;
    }
    if (sessions.current !== undefined) {
      this.#fill(panel, address, sessions.current);
      return;
    }
    panel.webview.html = sentenceHtml(
      'You are signed out. This work item is shown again when you sign in; what you wrote is kept as a draft.',
    );
    const waiting = sessions.onDidChange((session) => {
      if (session === undefined) return;
      waiting.dispose();
      this.#fill(panel, address, session);
    });
    panel.onDidDispose(() => waiting.dispose());
  }

  /** The editor that has the focus. */
  get active(): { readonly conversation: Conversation; readonly address: ItemAddress } | undefined {
    return [...this.#open.values()].find(({ panel }) => panel.active);
  }

  /** The tabs themselves stay: VS Code brings them back after a reload. */
  dispose(): void {
    this.#subscriptions.dispose();
    for (const { conversation } of this.#open.values()) conversation.dispose();
  }

  #fill(panel: vscode.WebviewPanel, address: ItemAddress, session: Session): Conversation {
    const { extension, clock, items, sessions } = this.#ground;
    const key = keyOf(address);
    const { account, desk } = session;
    const conversation = new Conversation({
      address,
      desk,
      clock,
      store: () => (sessions.current?.account === account ? sessions.current.store : undefined),
      words: faultWords,
      newId: randomUUID,
      post: (message) => void panel.webview.postMessage(message),
      openLink: (href) => void openText(href),
      act: (action) => void this.#act(action, address),
      unheard: (reason) => this.#ground.journal.write('warn', 'a message of the page was not understood', { reason }),
    });
    const held = new Disposables();
    held.add(panel.webview.onDidReceiveMessage((message: unknown) => void this.#hear(conversation, message)));
    held.add(conversation.onDidChangeTitle((title) => this.#name(panel, address, title)));
    held.add(conversation);
    panel.onDidDispose(() => {
      held.dispose();
      this.#open.delete(key);
      void desk.flush().catch((error: unknown) => this.#failed(error));
    });
    this.#open.set(key, { address, panel, conversation });
    this.#remember(panel.title, address);
    panel.iconPath = {
      light: vscode.Uri.joinPath(extension, 'media', 'tab-light.svg'),
      dark: vscode.Uri.joinPath(extension, 'media', 'tab-dark.svg'),
    };
    panel.webview.options = { enableScripts: true, localResourceRoots: [pageRoot(extension)] };
    panel.webview.html = pageHtml(panel.webview, extension);
    void conversation
      .start()
      .then(() => items.remember({ session, address }))
      .catch((error: unknown) => this.#failed(error));
    return conversation;
  }

  async #hear(conversation: Conversation, message: unknown): Promise<void> {
    try {
      await conversation.hear(message);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#ground.journal.write('error', 'an editor failed', { detail: error instanceof Error ? error.message : 'unknown' });
    void tell('Something went wrong in Contrail. What you wrote is kept as a draft.');
  }

  async #act(action: Extract<FromPage, { say: 'act' }>['action'], address: ItemAddress): Promise<void> {
    const commands = { copyIdentifier: 'contrail.copyIdentifier', copyLink: 'contrail.copyLink', openInBrowser: 'contrail.openInBrowser' };
    if (action !== 'openParent') {
      await vscode.commands.executeCommand(commands[action], address);
      return;
    }
    const parent = this.#ground.sessions.current?.store.item(address)?.parent;
    if (parent) await vscode.commands.executeCommand('contrail.openWorkItem', { project: address.project, id: parent });
  }

  #name(panel: vscode.WebviewPanel, address: ItemAddress, title: string): void {
    if (panel.title === title) return;
    panel.title = title;
    this.#remember(title, address);
  }

  #remember(title: string, address: ItemAddress): void {
    void this.#ground.titles.remember(title, address).catch((error: unknown) => this.#failed(error));
  }
}

function addressIn(state: unknown): ItemAddress | undefined {
  if (typeof state !== 'object' || state === null || !('address' in state)) return undefined;
  return typeof state.address === 'string' ? parseAddress(state.address) : undefined;
}

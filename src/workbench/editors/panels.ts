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
import { pageHtml, pageRoot } from './page.ts';

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
  /** Remembers which item stands under which tab title: a panel may be restored without its state. */
  readonly memory: vscode.Memento;
}

const OPEN_EDITORS = 'open editors';

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
    const address = addressIn(state) ?? this.#remembered(panel.title);
    if (address === undefined || sessions.current === undefined) {
      panel.dispose();
      return;
    }
    await this.#fill(panel, address, sessions.current);
  }

  /** The editor that has the focus. */
  get active(): { readonly conversation: Conversation; readonly address: ItemAddress } | undefined {
    return [...this.#open.values()].find(({ panel }) => panel.active);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const { panel } of this.#open.values()) panel.dispose();
  }

  async #fill(panel: vscode.WebviewPanel, address: ItemAddress, session: Session): Promise<Conversation> {
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
    held.add(conversation.onDidChangeTitle((title) => this.#name(panel, key, title)));
    held.add(conversation);
    panel.onDidDispose(() => {
      held.dispose();
      this.#open.delete(key);
      void desk.flush().catch((error: unknown) => this.#failed(error));
    });
    this.#open.set(key, { address, panel, conversation });
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

  #name(panel: vscode.WebviewPanel, key: string, title: string): void {
    if (panel.title === title) return;
    panel.title = title;
    const titles = Object.fromEntries([...this.#open].map(([openKey, editor]) => [bareTitle(editor.panel.title), openKey]));
    void this.#ground.memory.update(OPEN_EDITORS, { ...titles, [bareTitle(title)]: key });
  }

  #remembered(title: string): ItemAddress | undefined {
    const key = this.#ground.memory.get<Record<string, string>>(OPEN_EDITORS, {})[bareTitle(title)];
    return key === undefined ? undefined : parseAddress(key);
  }
}

function bareTitle(title: string): string {
  return title.replace(/^● /, '');
}

function addressIn(state: unknown): ItemAddress | undefined {
  if (typeof state !== 'object' || state === null || !('address' in state)) return undefined;
  return typeof state.address === 'string' ? parseAddress(state.address) : undefined;
}

// Owns what can be done with a work item without opening it.
import * as vscode from 'vscode';
import type { Session, Sessions } from '../session/session.ts';
import { workItemPage } from '../session/webAddress.ts';
import type { ItemAddress } from '../store/address.ts';
import type { ItemRecord } from '../store/record.ts';
import { pickItem } from './pickItem.ts';
import type { Recents } from './recents.ts';

/** An item on which something is to be done, with the session in which it was chosen. */
export interface ChosenItem {
  readonly session: Session;
  readonly address: ItemAddress;
}

export class Items {
  readonly #sessions: Sessions;
  readonly #recents: Recents;

  constructor(sessions: Sessions, recents: Recents) {
    this.#sessions = sessions;
    this.#recents = recents;
  }

  /** The given item, or one that the person picks; undefined when she leaves, or nobody is signed in. */
  async choose(given: ItemAddress | undefined, title: string): Promise<ChosenItem | undefined> {
    await this.#sessions.restore();
    const session = this.#sessions.current;
    if (session === undefined) return undefined;
    const address = given ?? (await pickItem(session, this.#recents.of(session.account), title));
    return address === undefined ? undefined : { session, address };
  }

  /** Asks nobody for an item that was seen before: it may be gone by now, and its mentions are not. Rejects with a FaultError. */
  async identifierOf({ session, address }: ChosenItem): Promise<string> {
    const recent = this.#recents.of(session.account).find(({ id }) => id === address.id);
    return session.store.identifier(address) ?? recent?.identifier ?? (await this.#known(session, address))[1];
  }

  async copyIdentifier({ session, address }: ChosenItem): Promise<void> {
    const [, identifier] = await this.#known(session, address);
    await this.#copy(identifier);
  }

  async copyLink(chosen: ChosenItem): Promise<void> {
    await this.#copy(await this.#pageOf(chosen));
  }

  async openInBrowser(chosen: ChosenItem): Promise<void> {
    if (chosen.session.profile.service === 'local') {
      void vscode.window.showInformationMessage('The local workspace has no web pages: its items live in VS Code only.');
      return;
    }
    await vscode.env.openExternal(vscode.Uri.parse(await this.#pageOf(chosen), true));
  }

  /** Puts the item in front of the recent ones. */
  async remember({ session, address }: ChosenItem): Promise<void> {
    const item = session.store.item(address);
    const identifier = session.store.identifier(address);
    if (item !== undefined && identifier !== undefined)
      await this.#recents.add(session.account, { ...address, identifier, name: item.name });
  }

  async #pageOf({ session, address }: ChosenItem): Promise<string> {
    const [, identifier] = await this.#known(session, address);
    return workItemPage(session.baseUrl, session.workspace, identifier);
  }

  async #known({ store }: Session, address: ItemAddress): Promise<[ItemRecord, string]> {
    const item = store.item(address) ?? (await store.readItem(address));
    const identifier = store.identifier(address);
    if (identifier !== undefined) return [item, identifier];
    await store.readItem(address);
    return [item, store.identifier(address) ?? item.name];
  }

  async #copy(text: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(`Copied ${text}`, 3000);
  }
}

// Owns what can be done with a work item without opening it.
import * as vscode from 'vscode';
import { FaultError } from '../api/fault.ts';
import { stateIcon } from '../outline/symbols.ts';
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

  async changeState({ session, address }: ChosenItem): Promise<void> {
    const { store } = session;
    const [item, identifier] = await this.#known(session, address);
    const part = await store.states.read(address.project);
    if (part.status === 'failed') throw new FaultError(part.fault);
    const choices = part.records.map((one) => {
      const icon = stateIcon(one.group ?? undefined);
      return {
        id: one.id,
        label: one.name,
        ...(one.id === item.state ? { description: 'now' } : {}),
        iconPath: new vscode.ThemeIcon(icon.id, icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color)),
      };
    });
    const chosen = await vscode.window.showQuickPick(choices, { title: `State of ${identifier}`, placeHolder: item.name });
    if (chosen !== undefined && chosen.id !== item.state) await store.ask(address, { state: chosen.id });
  }

  /** Assignees are replaced whole by the service, so the present ones go along. */
  async assignToMe({ session, address }: ChosenItem): Promise<void> {
    const { store, me } = session;
    const [item, identifier] = await this.#known(session, address);
    if (item.assignees.includes(me.id)) {
      void vscode.window.showInformationMessage(`${identifier} is assigned to you already.`);
      return;
    }
    const answered = await store.ask(address, { assignees: [...item.assignees, me.id] });
    if (!answered.assignees.includes(me.id)) {
      void vscode.window.showWarningMessage(`The service did not assign ${identifier} to ${me.name}: only members of its project can be.`);
    }
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

// Lets the user choose a work item, and stores which work items were used recently.
import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { workItemUrl } from '../../core/session/server/webAddress.ts';
import type { Session, Sessions } from '../../core/session/session.ts';
import { type Clock, systemClock } from '../../std/clock.ts';
import type { Disposable } from '../../std/disposable.ts';
import type { OnBack } from '../prompts/ask.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { RememberedItem } from '../tree/treeData.ts';
import { type PickSeveralItemsOptions, pickItem, pickSeveralItems } from './pickItem.ts';
import type { RememberedItems } from './rememberedItems.ts';
import type { OtherAccountSearch } from './searchItems.ts';

/** A work item that a command acts on, with the session in which it was chosen. */
export interface ChosenItem {
  readonly session: Session;
  readonly address: ItemAddress;
}

interface ChooseOptions {
  /**
   * Finds work items of other accounts by their identifier. If it is undefined, only work items of the window's account
   * are listed.
   */
  readonly otherAccounts?: OtherAccountSearch | undefined;
  readonly onBack?: OnBack | undefined;
}

export class WorkItemPicker {
  readonly #sessions: Sessions;
  readonly #recents: RememberedItems;
  readonly #prompts: Prompts;
  readonly #clock: Clock;
  #getSuggested: (() => RememberedItem | undefined) | undefined;

  constructor(sessions: Sessions, recents: RememberedItems, prompts: Prompts, clock: Clock = systemClock) {
    this.#sessions = sessions;
    this.#recents = recents;
    this.#prompts = prompts;
    this.#clock = clock;
  }

  /**
   * Shows the work item that `suggested` returns in the first row of pickers, until the returned object is disposed of.
   */
  suggest(suggested: () => RememberedItem | undefined): Disposable {
    this.#getSuggested = suggested;
    return {
      dispose: () => {
        if (this.#getSuggested === suggested) this.#getSuggested = undefined;
      },
    };
  }

  /**
   * Resolves with `target`, or lets the user pick a work item. Resolves with undefined if the user cancels or is signed
   * out.
   */
  async choose(
    target: ItemAddress | undefined,
    title: string,
    { otherAccounts, onBack }: ChooseOptions = {},
  ): Promise<ChosenItem | undefined> {
    await this.#sessions.restore();
    const session = this.#sessions.current;
    if (session === undefined) return undefined;
    const address =
      target ??
      (await pickItem(this.#prompts, session, {
        recents: this.#recents.entriesOf(session.account),
        suggested: this.#getSuggested?.(),
        title,
        clock: this.#clock,
        otherAccounts,
        onBack,
      }));
    return address === undefined ? undefined : { session, address };
  }

  /** Lets the user pick one or several work items. Resolves with undefined if the user cancels. */
  async chooseSeveral(
    session: Session,
    options: Pick<PickSeveralItemsOptions, 'title' | 'isWanted' | 'noteOf' | 'onBack'>,
  ): Promise<readonly ItemAddress[] | undefined> {
    return pickSeveralItems(this.#prompts, session, {
      ...options,
      recents: this.#recents.entriesOf(session.account),
      suggested: this.#getSuggested?.(),
      clock: this.#clock,
    });
  }

  /** Resolves with the identifier and name. Requests the work item if it is not in the cache. */
  async readNameAndIdentifier({
    session,
    address,
  }: ChosenItem): Promise<{ readonly identifier: string; readonly name: string }> {
    const [{ name }, identifier] = await this.#readIdentified(session, address);
    return { identifier, name };
  }

  /**
   * Resolves with the identifier. Sends no request for a recently used work item, so this also works after the work
   * item was deleted. Rejects with an ApiError.
   */
  async identifierOf({ session, address }: ChosenItem): Promise<string> {
    const recentItem = this.#recents.entriesOf(session.account).find(({ id }) => id === address.id);
    return (
      session.store.identifier(address) ?? recentItem?.identifier ?? (await this.#readIdentified(session, address))[1]
    );
  }

  async copyIdentifier(chosenItem: ChosenItem): Promise<void> {
    const { identifier } = await this.readNameAndIdentifier(chosenItem);
    await this.#prompts.copyText(identifier);
    this.#prompts.showStatus(l10n.t('Copied {0}', identifier), 3000);
  }

  async openInBrowser(chosenItem: ChosenItem): Promise<void> {
    if (chosenItem.session.profile.service === 'local') {
      void this.#prompts.notify('info', l10n.t('The sample workspace has no web pages.'));
      return;
    }
    const { baseUrl, workspace } = chosenItem.session;
    const { identifier } = await this.readNameAndIdentifier(chosenItem);
    this.#prompts.openExternal(workItemUrl(baseUrl, workspace, identifier));
  }

  /** Adds the work item to the start of the list of recently used work items. */
  async remember({ session, address }: ChosenItem): Promise<void> {
    const item = session.store.item(address);
    const identifier = session.store.identifier(address);
    if (item !== undefined && identifier !== undefined)
      await this.#recents.add(session.account, {
        project: address.project,
        id: address.id,
        identifier,
        name: item.name,
      });
  }

  /** Removes work items that the server reports as deleted from the list of recently used work items. */
  forgetDeleted({ account, store }: Session): Disposable {
    return store.resources.workItems.onDidFindRecordsGone((ids) => void this.#recents.remove(account, ids));
  }

  async #readIdentified({ store }: Session, address: ItemAddress): Promise<[ItemRecord, string]> {
    const item = store.item(address) ?? (await store.resources.workItems.readOne(address.id, address.project));
    const identifier = store.identifier(address);
    if (identifier !== undefined) return [item, identifier];
    await store.resources.workItems.readOne(address.id, address.project);
    return [item, store.identifier(address) ?? item.name];
  }
}

// Shows one notification for all new inbox entries, after a pause in which no further entry was added.
import * as l10n from '@vscode/l10n';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import { VIEWS } from '../../shell/commands/contributions.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { type Clock, sleepUnlessAborted } from '../../std/clock.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import type { Disposable } from '../../std/disposable.ts';
import { isUnread } from './inbox.ts';
import type { InboxStore } from './inboxStore.ts';
import { changeText, entryLabel } from './presentEntry.ts';

/** The pause after the last new entry, in milliseconds. */
const PAUSE_MS = 30_000;

export interface NotifierDeps {
  readonly prompts: Prompts;
  readonly clock: Clock;
  /** Returns whether the setting enables notifications. */
  readonly isEnabled: () => boolean;
}

export class InboxNotifier implements Disposable {
  readonly #deps: NotifierDeps;
  readonly #inbox: InboxStore;
  readonly #listener: Disposable;
  /** Keys of the work items with new entries. */
  readonly #pending = new Set<string>();
  #pauseController = new AbortController();

  constructor(inbox: InboxStore, deps: NotifierDeps) {
    this.#deps = deps;
    this.#inbox = inbox;
    this.#listener = inbox.onDidAdd((item) => void this.#onAdd(item));
  }

  dispose(): void {
    this.#listener.dispose();
    this.#pauseController.abort();
  }

  async #onAdd(item: ItemAddress): Promise<void> {
    if (!this.#deps.isEnabled()) return;
    this.#pending.add(keyOf(item));
    this.#pauseController.abort();
    this.#pauseController = new AbortController();
    if (await sleepUnlessAborted(this.#deps.clock, PAUSE_MS, this.#pauseController.signal)) await this.#notify();
  }

  /** Shows the notification, unless the user has read the entries in the meantime. */
  async #notify(): Promise<void> {
    const { prompts, isEnabled } = this.#deps;
    const entries = this.#inbox.entries.filter((entry) => this.#pending.has(keyOf(entry)) && isUnread(entry));
    this.#pending.clear();
    const [first] = entries;
    const [change] = first?.changes ?? [];
    if (first === undefined || change === undefined || !isEnabled()) return;
    const message =
      entries.length === 1
        ? l10n.t('{0}: {1}', entryLabel(first), changeText(change))
        : l10n.t('{0} work items have new changes.', formatCount(entries.length));
    const openInboxButton = l10n.t('Open Inbox');
    if ((await prompts.notify('info', message, openInboxButton)) === openInboxButton)
      await prompts.runCommand(`${VIEWS.inbox}.focus`);
  }
}

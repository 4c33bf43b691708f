// The Inbox view: what other users have changed on work items that concern the user.
import * as vscode from 'vscode';
import { type ItemAddress, keyOf } from '../../../core/cache/address.ts';
import type { Session, Sessions } from '../../../core/session/session.ts';
import type { PinnedRecords } from '../../../shell/itemPicker/rememberedItems.ts';
import type { RecordPages } from '../../../shell/pages/recordPages.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { notificationMode } from '../../../shell/settings.ts';
import { addressOfPin } from '../../../shell/tree/pins.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import type { Logger } from '../../../std/logger.ts';
import type { InboxRow } from '../entry.ts';
import { inboxCommands } from '../inboxCommands.ts';
import type { InboxFile } from '../inboxFile.ts';
import { InboxStore } from '../inboxStore.ts';
import { InboxWatcher } from '../inboxWatcher.ts';
import { InboxNotifier } from '../notifier.ts';
import { InboxRows } from './inboxRows.ts';

export interface InboxDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly panels: RecordPages;
  readonly pins: PinnedRecords;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly view: vscode.TreeView<InboxRow>;
  readonly fileOf: (account: string) => InboxFile;
}

export function createInbox(deps: InboxDeps) {
  const disposables = new DisposableStore();
  const rows = disposables.add(
    new InboxRows({ view: deps.view, clock: deps.clock, showsBadge: () => notificationMode() !== 'off' }),
  );
  let currentInbox: InboxStore | undefined;
  disposables.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('contrail.notifications')) rows.update();
    }),
  );
  // When this window gets the focus, loads the entries again, because another window may have added entries or marked
  // them as read. This also updates the times in the rows.
  disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => void (focused && currentInbox?.load())));
  disposables.add(deps.view.onDidChangeVisibility(() => rows.update()));
  return {
    commands: inboxCommands({ ...deps, inbox: () => currentInbox, selectedEntry: () => rows.selectedEntry() }),
    rows,
    startSession: (session: Session): Disposable => {
      const sessionDisposables = new DisposableStore();
      const inbox = sessionDisposables.add(openInbox(deps, session));
      currentInbox = inbox;
      sessionDisposables.add(rows.show(inbox, session.store.code));
      sessionDisposables.add(createWatcher(deps, session, inbox));
      sessionDisposables.add(new InboxNotifier(inbox, { ...deps, isEnabled: () => notificationMode() === 'message' }));
      sessionDisposables.add({
        dispose: () => {
          currentInbox = undefined;
        },
      });
      void inbox.load();
      return sessionDisposables;
    },
    /** Resolves when all entries are on disk, each with its mark as read or unread. */
    flush: async () => currentInbox?.flush(),
    dispose: () => disposables.dispose(),
  };
}

function openInbox({ fileOf, clock, logger }: InboxDeps, { account }: Session): InboxStore {
  return new InboxStore({
    file: fileOf(account),
    clock,
    onFileError: (error) =>
      logger.write('warn', 'the inbox could not be read or written', { detail: errorMessage(error) }),
  });
}

function createWatcher({ panels, pins, clock }: InboxDeps, { account, client, store, me }: Session, inbox: InboxStore) {
  const isSameItem = (one: ItemAddress) => (other: ItemAddress) => keyOf(one) === keyOf(other);
  return new InboxWatcher({
    client,
    store,
    inbox,
    clock,
    me: me.id,
    isPinned: (address) =>
      pins.entriesOf(account).some((pin) => addressOfPin(pin).kind === 'workItem' && isSameItem(address)(pin)),
    isVisible: (address) => vscode.window.state.focused && panels.visibleItems.some(isSameItem(address)),
  });
}

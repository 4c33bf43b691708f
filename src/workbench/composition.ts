// Owns the opening of the rooms: session, then everything a person sees. A bundle of its own, loaded at the first use and not at activation;
// so nothing here may be told apart by `instanceof` at the door.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { openClient } from '../client/client.ts';
import type { Wire } from '../client/wire.ts';
import type { NotPut } from '../pages/record/failedMove.ts';
import { Capabilities } from '../session/capabilities.ts';
import { learnEdition } from '../session/edition.ts';
import { startLocalWorkspace } from '../session/localWorkspace.ts';
import { type Session, Sessions } from '../session/session.ts';
import { Vault } from '../session/vault.ts';
import { systemClock } from '../std/clock.ts';
import { type Disposable, Disposables } from '../std/disposable.ts';
import type { ItemAddress, RecordAddress } from '../cache/address.ts';
import { Desk } from '../drafts/draftStore.ts';
import { draftFiles } from '../drafts/draftFiles.ts';
import type { Visible } from '../sync/backgroundRefresh.ts';
import { snapshotFile } from '../cache/snapshotFile.ts';
import { followBinding } from './features/folder/binding.ts';
import { runCommand } from './commands/run.ts';
import { CommentDocuments } from './features/comments/documents.ts';
import { PaletteComments } from './features/comments/palette.ts';
import { ConnectionReport } from './features/connectionReport/report.ts';
import { Drafts } from './features/drafts/drafts.ts';
import { atTheEdge, tell } from './ui/errorBoundary.ts';
import { Panels } from './features/recordPages/panels.ts';
import { ShownTexts } from './features/recordPages/shownTexts.ts';
import { Titles } from './features/recordPages/titles.ts';
import { readEnvironment } from './environment.ts';
import { Files } from './features/attachments/fileHost.ts';
import { keepFresh } from './features/refresh/backgroundRefresh.ts';
import { Repositories } from './git/repositories.ts';
import { Items } from './features/workItems/items.ts';
import type { ShownJournal } from './ui/logChannel.ts';
import { Linking } from './features/mentions/linking.ts';
import { openSection } from './features/codeSection/open.ts';
import type { LinkedPreview } from './features/mentions/preview.ts';
import { LinkCopies } from './features/deepLinks/copying.ts';
import { IncomingLinks } from './features/deepLinks/incoming.ts';
import { SESSION_CONTEXT, SIGNED_IN_MEMORY } from './ids.ts';
import { NetworkSettings } from './network/settings.ts';
import { Overviews } from './features/overview/panels.ts';
import { beginDrag, endDrag } from './features/quickEdit/drops.ts';
import { offerToPut } from './features/quickEdit/failedMove.ts';
import { Quick } from './features/quickEdit/quickEdit.ts';
import { Recents } from './features/workItems/recents.ts';
import { opensLocalWorkspace } from './settings.ts';
import { reportRejectedKey } from './features/signIn/rejectedKey.ts';
import { SignIn } from './features/signIn/signIn.ts';
import { restoreSession } from './features/signIn/storage.ts';
import { showWaiting } from './ui/rateLimitStatus.ts';
import { StickiesView } from './features/stickies/stickiesView.ts';
import type { Trees } from './features/tree/view.ts';
import { Views } from './features/tree/views.ts';
import { Work } from './features/startWork/work.ts';

export interface Rooms extends Disposable {
  /** Where the extension lies. */
  readonly extension: vscode.Uri;
  readonly journal: ShownJournal;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly items: Items;
  readonly quick: Quick;
  readonly views: Views;
  readonly panels: Panels;
  readonly comments: PaletteComments;
  readonly documents: CommentDocuments;
  readonly files: Files;
  readonly repositories: Repositories;
  readonly overviews: Overviews;
  readonly drafts: Drafts;
  readonly stickies: StickiesView;
  readonly linking: Linking;
  readonly work: Work;
  readonly copies: LinkCopies;
  readonly incoming: IncomingLinks;
  readonly connectionReport: ConnectionReport;
  /** Does what the command's row in the table says. `given` is what the menu, the tree or another command hands over. */
  run(command: string, given: unknown, all: unknown): Promise<void>;
  /** Puts the dragged rows into the transfer. */
  drag(nodes: readonly unknown[], transfer: vscode.DataTransfer): Promise<void>;
  /** Does what dropping them on the row means. */
  drop(node: unknown, transfer: vscode.DataTransfer): Promise<void>;
  /** Everything on its way to disk or to the service's thread has arrived. */
  close(): Promise<void>;
}

/** What the door has registered already, for the rooms to fill. */
export interface Door {
  readonly trees: Trees;
  readonly preview: LinkedPreview;
}

export async function openRooms(context: vscode.ExtensionContext, journal: ShownJournal, { trees, preview }: Door): Promise<Rooms> {
  const held = new Disposables();
  const network = held.add(new NetworkSettings(readEnvironment()));
  const wire = async (signedInTo?: string) => {
    const { openWire } = await import('../client/wire.ts');
    return openWire({ network: () => network.current, ...(signedInTo === undefined ? {} : { signedInTo }) });
  };
  const sessions = openSessions(context, journal, wire, held);
  const recents = new Recents(context.globalState);
  const items = new Items(sessions, recents);
  const comments = new PaletteComments(items);
  const titles = new Titles(join(context.globalStorageUri.fsPath, 'titles'));
  const shownTexts = new ShownTexts(join(context.globalStorageUri.fsPath, 'shown'));
  const reveal = async (address: RecordAddress): Promise<void> => {
    await rooms.views.reveal(address);
  };
  const files = held.add(new Files());
  const repositories = held.add(new Repositories());
  const code = (item: ItemAddress, changed: () => void) => openSection({ sessions, repositories, journal }, item, changed);
  const quick = new Quick(journal, systemClock);
  const tellNotPut = (session: Session, one: NotPut): void =>
    void atTheEdge(journal, 'after a making', () => offerToPut(quick, session, one));
  const ground = {
    files,
    code,
    extension: context.extensionUri,
    sessions,
    items,
    clock: systemClock,
    journal,
    titles,
    shownTexts,
    reveal,
    tellNotPut,
  };
  const signIn = new SignIn(sessions);
  const panels = held.add(new Panels(ground));
  const views = held.add(new Views({ sessions, memory: context.globalState, windowMemory: context.workspaceState, recents, trees }));
  const rooms: Rooms = {
    extension: context.extensionUri,
    journal,
    sessions,
    items,
    quick,
    comments,
    files,
    repositories,
    views,
    signIn,
    panels,
    documents: new CommentDocuments(sessions, comments),
    run: (command, given, all) => runCommand(rooms, command, given, all),
    drag: async (nodes, transfer) => beginDrag(sessions.current, nodes, transfer),
    drop: async (node, transfer) => atTheEdge(journal, 'drop', () => endDrag(sessions.current, quick, node, transfer)),
    overviews: held.add(new Overviews(ground)),
    drafts: held.add(
      new Drafts({
        sessions,
        journal,
        tree: trees.projects,
        panels: () => rooms.panels,
        documents: () => rooms.documents,
        folderOf: (account) => draftFolder(context, account),
      }),
    ),
    stickies: held.add(new StickiesView(ground)),
    work: new Work({ ...ground, quick, repositories, memory: context.workspaceState, known: () => rooms.linking.known }),
    linking: held.add(new Linking({ memory: context.globalState, extension: context.extension.id, clock: systemClock, recents, preview })),
    copies: new LinkCopies({ items, memory: context.globalState, extension: context.extension.id }),
    incoming: new IncomingLinks({ sessions, signIn, panels, journal }),
    connectionReport: held.add(
      new ConnectionReport({ sessions, clock: systemClock, version: String(context.extension.packageJSON.version), openWire: wire }),
    ),
    dispose: () => held.dispose(),
    close: () => sessions.close(),
  };
  held.add(showWaiting(sessions));
  held.add(reportRejectedKey(sessions));
  const inSidebar = (): Visible[] => [...rooms.views.visible, ...rooms.stickies.visible];
  held.add(keepFresh({ sessions, clock: systemClock, journal, inSidebar, itemsInFront: () => rooms.panels.inFront }));
  const isRestored = await restoreSession(sessions, journal);
  if (sessions.current === undefined && opensLocalWorkspace()) {
    await atTheEdge(journal, 'opening the local workspace', () => rooms.signIn.openLocalWorkspace());
  }
  const follow = async (isKnown: boolean): Promise<void> => {
    rooms.linking.follow(rooms);
    await announce(context, sessions.current, isKnown);
  };
  held.add(sessions.onDidChange(() => void follow(true)));
  await follow(isRestored);
  held.add(followBinding({ sessions, signIn, views, journal, memory: context.workspaceState }));
  return rooms;
}

type OpenWire = (signedInTo?: string) => Promise<Wire>;

function openSessions(context: vscode.ExtensionContext, journal: ShownJournal, openWire: OpenWire, held: Disposables): Sessions {
  const folder = context.globalStorageUri.fsPath;
  const { secrets } = context;
  const capabilities = new Capabilities(context.globalState, systemClock);
  return new Sessions({
    vault: new Vault(
      {
        get: (key) => secrets.get(key),
        store: (key, value) => secrets.store(key, value),
        delete: (key) => secrets.delete(key),
        onDidChange: (listener) => held.add(secrets.onDidChange(listener)),
      },
      journal,
    ),
    journal,
    openClient: (where) => {
      const lacking = capabilities.lackingAt(where.baseUrl);
      const wire = () => openWire(where.credential.origin);
      const client = openClient({ ...where, clock: systemClock, journal, wire, lacking });
      held.add(client.onDidLack((name) => void capabilities.remember(client.baseUrl, name)));
      return client;
    },
    learnEdition: (client, signal) => learnEdition(client, capabilities, journal, signal),
    openDesk: (account) => {
      const desk = new Desk(draftFiles(draftFolder(context, account)), systemClock);
      held.add(
        desk.onDidFail(
          (error) =>
            void tell(
              `A draft could not be read from disk or written to it (${error instanceof Error ? error.message : 'unknown'}). It is kept in memory.`,
            ),
        ),
      );
      return desk;
    },
    openSnapshot: (account) => snapshotFile(join(folder, 'snapshots', `${account}.json.gz`)),
    clock: systemClock,
    startLocalWorkspace: () =>
      startLocalWorkspace({
        script: vscode.Uri.joinPath(context.extensionUri, 'dist', 'service.cjs').fsPath,
        folder: join(folder, 'local'),
      }),
  });
}

function draftFolder({ globalStorageUri }: vscode.ExtensionContext, account: string): string {
  return join(globalStorageUri.fsPath, 'drafts', account);
}

/**
 * To the conditions of menus and views, and to the next start: a window opens its rooms by itself only for somebody who is signed in.
 * The next start tries again where it is not known (`isKnown`) whether a key is stored.
 */
async function announce({ globalState }: vscode.ExtensionContext, session: Session | undefined, isKnown: boolean): Promise<void> {
  const isSignedIn = session !== undefined;
  await vscode.commands.executeCommand('setContext', SESSION_CONTEXT, isSignedIn ? session.profile.service : 'none');
  if (isKnown && globalState.get(SIGNED_IN_MEMORY, false) !== isSignedIn) await globalState.update(SIGNED_IN_MEMORY, isSignedIn);
}

// Owns the opening of the rooms: session, then everything a person sees. A bundle of its own, loaded at the first use and not at activation;
// so nothing here may be told apart by `instanceof` at the door.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { openClient } from '../api/client.ts';
import type { Node } from '../outline/node.ts';
import { Capabilities } from '../session/capabilities.ts';
import { startLocalWorkspace } from '../session/localWorkspace.ts';
import { type Session, Sessions } from '../session/session.ts';
import { Vault } from '../session/vault.ts';
import { systemClock } from '../std/clock.ts';
import { type Disposable, Disposables } from '../std/disposable.ts';
import { Desk } from '../store/desk.ts';
import { draftFiles } from '../store/draftFiles.ts';
import { runCommand } from './commands/run.ts';
import { CommentDocuments } from './comments/documents.ts';
import { PaletteComments } from './comments/palette.ts';
import { atTheEdge, tell } from './edge.ts';
import { Panels } from './editors/panels.ts';
import { Titles } from './editors/titles.ts';
import { Items } from './items.ts';
import type { ShownJournal } from './journal.ts';
import { SESSION_CONTEXT } from './names.ts';
import { Recents } from './recents.ts';
import { opensLocalWorkspace } from './settings.ts';
import { SignIn } from './signIn/signIn.ts';
import { showWaiting } from './statusBar.ts';
import { ProjectTree } from './tree/provider.ts';

export interface Rooms extends Disposable {
  readonly journal: ShownJournal;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly items: Items;
  readonly tree: ProjectTree;
  readonly view: vscode.TreeView<Node>;
  readonly panels: Panels;
  readonly comments: PaletteComments;
  readonly documents: CommentDocuments;
  /** Does what the command's row in the table says. `given` is what the menu, the tree or another command hands over. */
  run(command: string, given: unknown): Promise<void>;
  /** Everything on its way to disk or to the service's thread has arrived. */
  close(): Promise<void>;
}

export async function openRooms(context: vscode.ExtensionContext, journal: ShownJournal, view: vscode.TreeView<Node>): Promise<Rooms> {
  const held = new Disposables();
  const sessions = openSessions(context, journal, held);
  held.add(sessions.onDidChange((session) => void announce(session)));
  const items = new Items(sessions, new Recents(context.globalState));
  const comments = new PaletteComments(items);
  const titles = new Titles(join(context.globalStorageUri.fsPath, 'titles.json'));
  const ground = { extension: context.extensionUri, sessions, items, clock: systemClock, journal, titles };
  const rooms: Rooms = {
    journal,
    sessions,
    items,
    comments,
    view,
    signIn: new SignIn(sessions),
    tree: held.add(new ProjectTree(sessions)),
    panels: held.add(new Panels(ground)),
    documents: new CommentDocuments(sessions, comments),
    run: (command, given) => runCommand(rooms, command, given),
    dispose: () => held.dispose(),
    close: () => sessions.close(),
  };
  held.add(showWaiting(sessions));
  await atTheEdge(journal, 'restoring the sign-in', () => sessions.restore());
  if (sessions.current === undefined && opensLocalWorkspace()) {
    await atTheEdge(journal, 'opening the local workspace', () => rooms.signIn.openLocalWorkspace());
  }
  await announce(sessions.current);
  return rooms;
}

function openSessions(context: vscode.ExtensionContext, journal: ShownJournal, held: Disposables): Sessions {
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
      const wire = async () => (await import('../api/wire.ts')).openWire();
      const client = openClient({ ...where, clock: systemClock, journal, wire, lacking });
      held.add(client.onDidLack((name) => void capabilities.remember(client.baseUrl, name)));
      return client;
    },
    openDesk: (account) => {
      const desk = new Desk(draftFiles(join(folder, 'drafts', account)), systemClock);
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
    startLocalWorkspace: () =>
      startLocalWorkspace({
        script: vscode.Uri.joinPath(context.extensionUri, 'dist', 'service.cjs').fsPath,
        folder: join(folder, 'local'),
      }),
  });
}

async function announce(session: Session | undefined): Promise<void> {
  await vscode.commands.executeCommand('setContext', SESSION_CONTEXT, session === undefined ? 'none' : session.profile.service);
}

// Creates the session and every feature, and hands each only what it uses. It has a bundle of its own, which is loaded on the first use and
// not at activation, so `extension.ts` shares no class with it.

import { join } from 'node:path';
import * as vscode from 'vscode';
import { snapshotFile } from '../cache/snapshotFile.ts';
import { createClient } from '../client/client.ts';
import type { Wire } from '../client/wire.ts';
import { draftFiles } from '../drafts/draftFiles.ts';
import { DraftStore } from '../drafts/draftStore.ts';
import { Capabilities } from '../session/capabilities.ts';
import { CredentialStore } from '../session/credentialStore.ts';
import { learnEdition } from '../session/edition.ts';
import { startLocalWorkspace } from '../session/localWorkspace.ts';
import { type Session, Sessions } from '../session/session.ts';
import { systemClock } from '../std/clock.ts';
import { type Disposable, Disposables } from '../std/disposable.ts';
import type { VisibleList } from '../sync/backgroundRefresh.ts';
import { type CommandTable, createCommandRunner } from './commands/command.ts';
import type { CommandRunner } from './commands/register.ts';
import { CONTEXT_KEYS } from './contributions.ts';
import type { LateFeatures } from './earlyRegistrations.ts';
import { readEnvironment } from './environment.ts';
import { createAttachmentCommands } from './features/attachments/commands.ts';
import { VSCodeFileHost } from './features/attachments/fileHost.ts';
import { createCodeCommentCommands } from './features/codeComments/commands.ts';
import { CommentMarks } from './features/codeComments/marks.ts';
import { openSection } from './features/codeSection/open.ts';
import { createCommentCommands } from './features/comments/commands.ts';
import { CommentDocuments } from './features/comments/documents.ts';
import { PaletteComments } from './features/comments/palette.ts';
import { createConnectionReportCommands } from './features/connectionReport/commands.ts';
import { ConnectionReport } from './features/connectionReport/report.ts';
import { createCreateFromCodeCommands } from './features/createFromCode/commands.ts';
import { registerCreateFromCode } from './features/createFromCode/register.ts';
import { LinkCopies } from './features/deepLinks/copying.ts';
import { IncomingLinks } from './features/deepLinks/incoming.ts';
import { createDraftsCommands } from './features/drafts/commands.ts';
import { DraftList } from './features/drafts/draftList.ts';
import { followFolderBinding } from './features/folder/binding.ts';
import { createMentionCommands } from './features/mentions/commands.ts';
import { MentionIndex } from './features/mentions/mentionIndex.ts';
import type { LinkedPreview } from './features/mentions/preview.ts';
import { registerText } from './features/mentions/text.ts';
import { createOverviewCommands } from './features/overview/commands.ts';
import { OverviewPanels } from './features/overview/panels.ts';
import { createQuickEditCommands } from './features/quickEdit/commands.ts';
import { beginDrag, endDrag } from './features/quickEdit/drops.ts';
import { offerToMove } from './features/quickEdit/failedMove.ts';
import { QuickEdits } from './features/quickEdit/quickEdit.ts';
import { RecordPanels } from './features/recordPages/panels.ts';
import { ShownTexts } from './features/recordPages/shownTexts.ts';
import { Titles } from './features/recordPages/titles.ts';
import { createRecordCommands } from './features/records/commands.ts';
import { createCreateCommands } from './features/records/createCommands.ts';
import { startBackgroundRefresh } from './features/refresh/backgroundRefresh.ts';
import { createSignInCommands } from './features/signIn/commands.ts';
import { reportRejectedKey } from './features/signIn/rejectedKey.ts';
import { SignIn } from './features/signIn/signIn.ts';
import { restoreSession } from './features/signIn/storage.ts';
import { createWorkCommands } from './features/startWork/commands.ts';
import { Work } from './features/startWork/work.ts';
import { createStickiesCommands } from './features/stickies/commands.ts';
import { StickiesView } from './features/stickies/stickiesView.ts';
import { createTreeCommands } from './features/tree/commands.ts';
import type { TreeHost, Trees } from './features/tree/view.ts';
import { createViewCommands } from './features/tree/viewCommands.ts';
import { Views } from './features/tree/views.ts';
import { createWorkItemCommands } from './features/workItems/commands.ts';
import { WorkItems } from './features/workItems/items.ts';
import { Recents } from './features/workItems/recents.ts';
import { Repositories } from './git/repositories.ts';
import { SIGNED_IN_MEMORY } from './ids.ts';
import { NetworkSettings } from './network/settings.ts';
import { SessionFeatures } from './sessionFeatures.ts';
import { opensLocalWorkspace } from './settings.ts';
import { showFault, withErrorHandling } from './ui/errorBoundary.ts';
import type { ChannelLogger } from './ui/logChannel.ts';
import { showRateLimitStatus } from './ui/rateLimitStatus.ts';

/** What VS Code calls after activation. */
export interface Workbench extends Disposable, CommandRunner, TreeHost, LateFeatures {
  /** Resolves when everything on its way to disk or to the local workspace has arrived. */
  close(): Promise<void>;
}

/** What is registered at activation already. */
export interface EarlyParts {
  readonly trees: Trees;
  readonly preview: LinkedPreview;
}

/** Creates the session and every feature, each from what it uses and in the order of their dependencies. */
export async function createWorkbench(
  context: vscode.ExtensionContext,
  logger: ChannelLogger,
  { trees, preview }: EarlyParts,
): Promise<Workbench> {
  const disposables = new Disposables();
  const clock = systemClock;
  const { globalState, workspaceState } = context;
  const extension = context.extension.id;

  const network = disposables.add(new NetworkSettings(readEnvironment()));
  const wire = async (signedInTo?: string) => {
    const { createWire } = await import('../client/wire.ts');
    return createWire({ network: () => network.current, ...(signedInTo === undefined ? {} : { signedInTo }) });
  };
  const sessions = openSessions(context, logger, wire, disposables);
  const signIn = new SignIn(sessions);
  const connectionReport = disposables.add(
    new ConnectionReport({ sessions, clock, version: String(context.extension.packageJSON.version), openWire: wire }),
  );

  const recents = new Recents(globalState);
  const items = new WorkItems(sessions, recents);
  const views = disposables.add(new Views({ sessions, memory: globalState, windowMemory: workspaceState, recents, trees }));
  const quick = new QuickEdits(logger, clock);
  const mentions = new MentionIndex(globalState, clock);

  const comments = new PaletteComments(items);
  const documents = new CommentDocuments(sessions, comments);
  const files = disposables.add(new VSCodeFileHost());
  const repositories = disposables.add(new Repositories());
  const pages = { files, extension: context.extensionUri, sessions, items, clock, logger };
  const panels = disposables.add(
    new RecordPanels({
      ...pages,
      titles: new Titles(join(context.globalStorageUri.fsPath, 'titles')),
      shownTexts: new ShownTexts(join(context.globalStorageUri.fsPath, 'shown')),
      reveal: async (address) => void (await views.reveal(address)),
      code: (item, changed) => openSection({ sessions, repositories, logger }, item, changed),
      tellNotPut: (session, one) => void withErrorHandling(logger, 'after a making', () => offerToMove(quick, session, one)),
    }),
  );
  const overviews = disposables.add(new OverviewPanels(pages));
  const stickies = disposables.add(new StickiesView(pages));
  const drafts = disposables.add(
    new DraftList({ sessions, logger, tree: trees.projects, panels, documents, folderOf: (account) => draftFolder(context, account) }),
  );
  const work = new Work({ sessions, items, quick, repositories, memory: workspaceState, clock, logger, mentions });
  const copies = new LinkCopies({ items, memory: globalState, extension });
  const incoming = new IncomingLinks({ sessions, signIn, panels, logger });

  const commands: CommandTable = {
    ...createSignInCommands({ sessions, signIn, logger }),
    ...createConnectionReportCommands({ connectionReport }),
    ...createTreeCommands({ views }),
    ...createViewCommands({ sessions, items, panels, views }),
    ...createWorkItemCommands({ sessions, items, panels, views, mentions, comments, documents, copies }),
    ...createQuickEditCommands({ sessions, items, panels, views, quick }),
    ...createCommentCommands({ panels, documents, comments }),
    ...createCodeCommentCommands({ sessions, items, panels, mentions, repositories, comments, documents }),
    ...createAttachmentCommands({ sessions, items, panels, mentions, files }),
    ...createMentionCommands({ sessions, items, panels, mentions }),
    ...createRecordCommands({ sessions, items, panels, views }),
    ...createCreateCommands({ sessions, items, panels }),
    ...createCreateFromCodeCommands({ sessions, panels, repositories }),
    ...createDraftsCommands({ sessions, drafts }),
    ...createWorkCommands({ sessions, items, panels, mentions, work }),
    ...createOverviewCommands({ sessions, overviews }),
    ...createStickiesCommands({ stickies }),
  };

  const sessionFeatures = disposables.add(
    new SessionFeatures(mentions, [
      (session, known) => registerText({ session, known, recents, preview, extension }),
      (session) => new CommentMarks({ repositories, extension: context.extensionUri }, session),
      (session, known) => registerCreateFromCode({ panels, logger, session, known }),
      (session, known) => work.follow(session, known),
    ]),
  );
  disposables.add(showRateLimitStatus(sessions));
  disposables.add(reportRejectedKey(sessions));
  const inSidebar = (): VisibleList[] => [...views.visible, ...stickies.visible];
  disposables.add(startBackgroundRefresh({ sessions, clock, logger, inSidebar, itemsInFront: () => panels.inFront }));

  const isRestored = await restoreSession(sessions, logger);
  if (sessions.current === undefined && opensLocalWorkspace()) {
    await withErrorHandling(logger, 'opening the local workspace', () => signIn.openLocalWorkspace());
  }
  const follow = async (isKnown: boolean): Promise<void> => {
    sessionFeatures.follow(sessions.current);
    await announce(context, sessions.current, isKnown);
  };
  disposables.add(sessions.onDidChange(() => void follow(true)));
  await follow(isRestored);
  disposables.add(followFolderBinding({ sessions, signIn, views, logger, memory: workspaceState }));

  return {
    run: createCommandRunner({ sessions, signIn, logger }, commands),
    drag: async (nodes, transfer) => beginDrag(sessions.current, nodes, transfer),
    drop: async (node, transfer) => withErrorHandling(logger, 'drop', () => endDrag(sessions.current, quick, node, transfer)),
    views,
    panels,
    overviews,
    stickies,
    documents,
    incoming,
    dispose: () => disposables.dispose(),
    close: () => sessions.close(),
  };
}

type OpenWire = (signedInTo?: string) => Promise<Wire>;

function openSessions(context: vscode.ExtensionContext, logger: ChannelLogger, openWire: OpenWire, disposables: Disposables): Sessions {
  const folder = context.globalStorageUri.fsPath;
  const { secrets } = context;
  const capabilities = new Capabilities(context.globalState, systemClock);
  return new Sessions({
    vault: new CredentialStore(
      {
        get: (key) => secrets.get(key),
        store: (key, value) => secrets.store(key, value),
        delete: (key) => secrets.delete(key),
        onDidChange: (listener) => disposables.add(secrets.onDidChange(listener)),
      },
      logger,
    ),
    logger,
    openClient: (where) => {
      const lacking = capabilities.lackingAt(where.baseUrl);
      const wire = () => openWire(where.credential.origin);
      const client = createClient({ ...where, clock: systemClock, logger, wire, lacking });
      disposables.add(client.onDidLack((name) => void capabilities.remember(client.baseUrl, name)));
      return client;
    },
    learnEdition: (client, signal) => learnEdition(client, capabilities, logger, signal),
    openDesk: (account) => {
      const desk = new DraftStore(draftFiles(draftFolder(context, account)), systemClock);
      disposables.add(
        desk.onDidFail(
          (error) =>
            void showFault(
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
  await vscode.commands.executeCommand('setContext', CONTEXT_KEYS.session, isSignedIn ? session.profile.service : 'none');
  if (isKnown && globalState.get(SIGNED_IN_MEMORY, false) !== isSignedIn) await globalState.update(SIGNED_IN_MEMORY, isSignedIn);
}

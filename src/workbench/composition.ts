// Creates the session and every feature, and passes to each feature only the objects that it uses.
// This module has its own bundle, which is loaded on the first use and not at activation. That bundle and
// the bundle of `extension.ts` have no class in common.

import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { snapshotFile } from '../cache/snapshotFile.ts';
import { createClient } from '../client/client.ts';
import type { Transport } from '../client/transport.ts';
import { draftFiles } from '../drafts/draftFiles.ts';
import { DraftStore } from '../drafts/draftStore.ts';
import { Capabilities } from '../session/capabilities.ts';
import { CredentialStore } from '../session/credentialStore.ts';
import { detectEdition } from '../session/edition.ts';
import { startLocalWorkspace } from '../session/localWorkspace.ts';
import { type Session, Sessions } from '../session/session.ts';
import { systemClock } from '../std/clock.ts';
import { setDisplayLanguage } from '../std/displayLanguage.ts';
import { type Disposable, DisposableStore } from '../std/disposable.ts';
import { errorMessage } from '../std/errorMessage.ts';
import type { VisibleList } from '../sync/backgroundRefresh.ts';
import type { CommandTable, Feature } from './commands/command.ts';
import type { CommandRunner } from './commands/register.ts';
import { createCommandRunner } from './commands/runner.ts';
import { CONTEXT_KEYS } from './contributions.ts';
import type { LazyFeatures } from './earlyRegistrations.ts';
import { readEnvironment } from './environment.ts';
import { createAttachments } from './features/attachments/feature.ts';
import { VSCodeFileHost } from './features/attachments/fileHost.ts';
import { createCodeComments } from './features/codeComments/feature.ts';
import { createCodeSection } from './features/codeSection/open.ts';
import { createComments } from './features/comments/feature.ts';
import { createConnectionReport } from './features/connectionReport/feature.ts';
import { createCreateFromCode } from './features/createFromCode/feature.ts';
import { IncomingLinks } from './features/deepLinks/incoming.ts';
import { createDrafts } from './features/drafts/feature.ts';
import { followFolderBinding } from './features/folder/binding.ts';
import { createMentions } from './features/mentions/feature.ts';
import { MentionIndex } from './features/mentions/mentionIndex.ts';
import type { LinkedPreview } from './features/mentions/preview.ts';
import { createOverview } from './features/overview/feature.ts';
import { beginDrag, handleDrop } from './features/quickEdit/drops.ts';
import { offerToMove } from './features/quickEdit/failedMove.ts';
import { createQuickEdit } from './features/quickEdit/feature.ts';
import { QuickEdits } from './features/quickEdit/quickEdit.ts';
import { RecordPanels } from './features/recordPages/panels.ts';
import { ShownTexts } from './features/recordPages/shownTexts.ts';
import { TabTitleStore } from './features/recordPages/titles.ts';
import { createRecords } from './features/records/feature.ts';
import { startBackgroundRefresh } from './features/refresh/backgroundRefresh.ts';
import { createSignIn } from './features/signIn/feature.ts';
import { restoreSession } from './features/signIn/storage.ts';
import { createStartWork } from './features/startWork/feature.ts';
import { createStickies } from './features/stickies/feature.ts';
import { createTree } from './features/tree/feature.ts';
import type { TreeHost, Trees } from './features/tree/view.ts';
import { Views } from './features/tree/views.ts';
import { createWorkItems } from './features/workItems/feature.ts';
import { WorkItems } from './features/workItems/items.ts';
import { openRecents } from './features/workItems/rememberedItems.ts';
import { Repositories } from './git/repositories.ts';
import { SIGNED_IN_MEMORY } from './ids.ts';
import { opensLocalWorkspace } from './localWorkspaceSetting.ts';
import { NetworkSettings } from './network/settings.ts';
import { SessionFeatures } from './sessionFeatures.ts';
import { folderBinding } from './settings.ts';
import { showFault, withErrorHandling } from './ui/errorBoundary.ts';
import type { ChannelLogger } from './ui/logChannel.ts';
import { showRateLimitStatus } from './ui/rateLimitStatus.ts';
import { translations } from './ui/translations.ts';
import { VscodePrompts } from './ui/vscodePrompts.ts';

/** The objects that handle VS Code's calls after activation. */
export interface Workbench extends Disposable, CommandRunner, TreeHost, LazyFeatures {
  /** Resolves when all pending writes to disk and to the local workspace are done. */
  close(): Promise<void>;
}

/** The objects that are registered at activation. */
export interface EarlyParts {
  readonly trees: Trees;
  readonly preview: LinkedPreview;
}

/** Creates the session and every feature in the order of their dependencies. */
export async function createWorkbench(
  context: vscode.ExtensionContext,
  logger: ChannelLogger,
  { trees, preview }: EarlyParts,
): Promise<Workbench> {
  setDisplayLanguage(translations());
  const disposables = new DisposableStore();
  const add = <F extends Feature>(feature: F): F => {
    disposables.add({ dispose: () => feature.dispose?.() });
    return feature;
  };
  const clock = systemClock;
  const prompts = new VscodePrompts();
  const { globalState, workspaceState } = context;
  const extension = context.extension.id;

  const network = disposables.add(new NetworkSettings(readEnvironment()));
  const openTransport = async (signedInTo?: string) => {
    const { createTransport } = await import('../client/transport.ts');
    return createTransport({ network: () => network.current, ...(signedInTo === undefined ? {} : { signedInTo }) });
  };
  const sessions = openSessions(context, logger, openTransport, disposables);
  const recents = openRecents(globalState);
  const items = new WorkItems(sessions, recents, prompts, clock);
  const mentions = new MentionIndex(globalState, clock);
  const quickEdits = new QuickEdits(logger, clock, prompts);
  const files = disposables.add(new VSCodeFileHost());
  const repositories = disposables.add(new Repositories(prompts));
  const views = disposables.add(
    new Views({ sessions, memory: globalState, windowMemory: workspaceState, recents, trees }),
  );
  const pages = { files, extension: context.extensionUri, sessions, items, clock, logger };
  const panels = disposables.add(
    new RecordPanels({
      ...pages,
      titles: new TabTitleStore(join(context.globalStorageUri.fsPath, 'titles')),
      shownTexts: new ShownTexts(join(context.globalStorageUri.fsPath, 'shown')),
      reveal: async (address) => void (await views.reveal(address)),
      code: (item, changed) => createCodeSection({ sessions, repositories, logger }, item, changed),
      onFailedMove: (session, failedMove) =>
        void withErrorHandling(logger, 'after creating a record', () =>
          offerToMove(prompts, quickEdits, session, failedMove),
        ),
    }),
  );
  // The objects with which most commands find the work item that they act on.
  const itemTargetDeps = { prompts, sessions, items, panels, views, mentions };

  const signIn = add(createSignIn({ sessions, prompts, logger, folderWorkspace: () => folderBinding().workspace }));
  const connectionReport = add(
    createConnectionReport({
      sessions,
      clock,
      version: String(context.extension.packageJSON.version),
      openTransport,
    }),
  );
  const tree = add(createTree({ sessions, prompts, items, panels, views }));
  const comments = add(createComments({ sessions, prompts, items, panels }));
  const { palette, documents } = comments;
  const workItems = add(
    createWorkItems({ ...itemTargetDeps, comments: palette, documents, memory: globalState, extension }),
  );
  const quickEdit = add(createQuickEdit({ ...itemTargetDeps, quick: quickEdits }));
  const codeComments = add(
    createCodeComments({
      ...itemTargetDeps,
      repositories,
      comments: palette,
      documents,
      extension: context.extensionUri,
    }),
  );
  const attachments = add(createAttachments({ ...itemTargetDeps, files }));
  const mentionText = add(createMentions({ ...itemTargetDeps, recents, preview, extension }));
  const records = add(createRecords({ sessions, prompts, folderBinding, items, panels, views }));
  const createFromCode = add(createCreateFromCode({ sessions, prompts, panels, repositories, logger }));
  const drafts = add(
    createDrafts({
      prompts,
      sessions,
      clock,
      logger,
      tree: trees.projects,
      panels,
      documents,
      folderOf: (account) => draftFolder(context, account),
    }),
  );
  const startWork = add(
    createStartWork({ ...itemTargetDeps, quick: quickEdits, repositories, memory: workspaceState, clock, logger }),
  );
  const overview = add(createOverview({ ...pages, prompts }));
  const stickies = add(createStickies(pages));
  const incoming = new IncomingLinks({ sessions, signIn: signIn.signIn, panels, logger });

  const commands: CommandTable = {
    ...signIn.commands,
    ...connectionReport.commands,
    ...tree.commands,
    ...workItems.commands,
    ...quickEdit.commands,
    ...comments.commands,
    ...codeComments.commands,
    ...attachments.commands,
    ...mentionText.commands,
    ...records.commands,
    ...createFromCode.commands,
    ...drafts.commands,
    ...startWork.commands,
    ...overview.commands,
    ...stickies.commands,
  };

  const whileSignedIn = [mentionText, codeComments, createFromCode, startWork].map(({ startSession }) => startSession);
  const sessionFeatures = disposables.add(new SessionFeatures(mentions, whileSignedIn));
  disposables.add(showRateLimitStatus(sessions));
  const inSidebar = (): VisibleList[] => [...views.visible, ...stickies.view.visible];
  disposables.add(startBackgroundRefresh({ sessions, clock, logger, inSidebar, itemsInFront: () => panels.inFront }));

  const isSessionRestored = await restoreSession({ prompts, sessions, logger });
  if (sessions.current === undefined && opensLocalWorkspace()) {
    await withErrorHandling(logger, 'opening the local workspace', () => signIn.signIn.openLocalWorkspace());
  }
  const updateSession = async (isRestored: boolean): Promise<void> => {
    sessionFeatures.follow(sessions.current);
    await updateSignedInState(context, sessions.current, isRestored);
  };
  disposables.add(sessions.onDidChange(() => void updateSession(true)));
  await updateSession(isSessionRestored);
  disposables.add(followFolderBinding({ sessions, signIn: signIn.signIn, views, logger, memory: workspaceState }));

  return {
    run: createCommandRunner({ prompts, sessions, signIn: signIn.signIn, logger }, commands),
    drag: async (nodes, transfer) =>
      beginDrag(sessions.current, nodes, (type, text) => transfer.set(type, new vscode.DataTransferItem(text))),
    drop: async (node, transfer) =>
      withErrorHandling(logger, 'drop', () => handleDrop({ prompts, quickEdits }, sessions.current, node, transfer)),
    views,
    panels,
    overviews: overview.panels,
    stickies: stickies.view,
    documents,
    incoming,
    dispose: () => disposables.dispose(),
    close: () => sessions.close(),
  };
}

type OpenTransport = (signedInTo?: string) => Promise<Transport>;

function openSessions(
  context: vscode.ExtensionContext,
  logger: ChannelLogger,
  openTransport: OpenTransport,
  disposables: DisposableStore,
): Sessions {
  const folder = context.globalStorageUri.fsPath;
  const { secrets } = context;
  const capabilities = new Capabilities(context.globalState, systemClock);
  return new Sessions({
    credentialStore: new CredentialStore(
      {
        get: (key) => secrets.get(key),
        store: (key, value) => secrets.store(key, value),
        delete: (key) => secrets.delete(key),
        onDidChange: (listener) => disposables.add(secrets.onDidChange(listener)),
      },
      logger,
    ),
    logger,
    openClient: (connection) => {
      const unsupported = capabilities.unsupportedAt(connection.baseUrl);
      const transport = () => openTransport(connection.credential.origin);
      const client = createClient({ ...connection, clock: systemClock, logger, transport, unsupported });
      disposables.add(client.onDidFindUnsupported((name) => void capabilities.remember(client.baseUrl, name)));
      return client;
    },
    detectEdition: (client, signal) => detectEdition(client, capabilities, logger, signal),
    openDraftStore: (account) => {
      const draftStore = new DraftStore(draftFiles(draftFolder(context, account)), systemClock);
      disposables.add(
        draftStore.onDidFail(
          (error) =>
            void showFault(
              l10n.t(
                'A draft could not be read from or saved to disk ({0}). Unsaved text is lost when this window closes.',
                errorMessage(error),
              ),
            ),
        ),
      );
      return draftStore;
    },
    openSnapshot: (account) => snapshotFile(join(folder, 'snapshots', `${account}.json.gz`)),
    clock: systemClock,
    startLocalWorkspace: () =>
      startLocalWorkspace({
        script: vscode.Uri.joinPath(context.extensionUri, 'dist', 'server.cjs').fsPath,
        folder: join(folder, 'local'),
      }),
  });
}

function draftFolder({ globalStorageUri }: vscode.ExtensionContext, account: string): string {
  return join(globalStorageUri.fsPath, 'drafts', account);
}

/**
 * Updates the context key for menus and views, and the memento that the next window reads: a new window loads this
 * module at its start only if the user was signed in. If the stored credentials could not be read (`isRestored` is
 * false), the memento is not changed, so the next window tries again.
 */
async function updateSignedInState(
  { globalState }: vscode.ExtensionContext,
  session: Session | undefined,
  isRestored: boolean,
): Promise<void> {
  const isSignedIn = session !== undefined;
  await vscode.commands.executeCommand(
    'setContext',
    CONTEXT_KEYS.session,
    isSignedIn ? session.profile.service : 'none',
  );
  if (isRestored && globalState.get(SIGNED_IN_MEMORY, false) !== isSignedIn)
    await globalState.update(SIGNED_IN_MEMORY, isSignedIn);
}

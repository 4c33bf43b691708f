// Creates the session and every feature, and passes to each feature only the objects that it uses.
// This module has its own bundle, which is loaded on the first use and not at activation. No class is in both this
// bundle and the bundle of `extension.ts`.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { createClient } from './client/api/client.ts';
import { Budgets } from './client/budget/budgets.ts';
import { stepsOf } from './core/cache/changes/itemChange.ts';
import { createSnapshotFile } from './core/cache/store/snapshotFile.ts';
import { PullRequestReader } from './core/code/pullRequestReader.ts';
import { createDraftFiles } from './core/drafts/draftFiles.ts';
import { DraftStore } from './core/drafts/draftStore.ts';
import { CredentialStore } from './core/session/accounts/credentialStore.ts';
import { parseEnvironmentAccount } from './core/session/accounts/environmentAccount.ts';
import { HttpChoices } from './core/session/accounts/httpChoices.ts';
import { readAccountVariables } from './core/session/environment.ts';
import { Capabilities } from './core/session/server/capabilities.ts';
import { detectEdition } from './core/session/server/edition.ts';
import { Sessions } from './core/session/session.ts';
import type { VisibleList } from './core/sync/backgroundRefresh.ts';
import { AccountItems } from './core/sync/projects/accountItems.ts';
import type { LazyFeatures } from './earlyRegistrations.ts';
import { createAgentTools } from './features/agentTools/workbench/feature.ts';
import { createAttachments } from './features/attachments/workbench/feature.ts';
import { VscodeFileHost } from './features/attachments/workbench/fileHost.ts';
import { createCodeSection } from './features/codeSection/workbench/createCodeSection.ts';
import { createPeekCode } from './features/codeSection/workbench/peekCode.ts';
import { LastCommentVisibilities } from './features/comments/lastCommentVisibilities.ts';
import { createCodeComments } from './features/comments/workbench/codeCommentsFeature.ts';
import { createComments } from './features/comments/workbench/feature.ts';
import { createConnectionReport } from './features/connectionReport/workbench/feature.ts';
import { createCopyAccountList } from './features/copyProject/accounts.ts';
import { createCopyProject } from './features/copyProject/feature.ts';
import { createDeepLinks } from './features/deepLinks/workbench/feature.ts';
import { IncomingLinks } from './features/deepLinks/workbench/incoming.ts';
import { createDescriptionDocument } from './features/descriptionDocument/workbench/feature.ts';
import { createDrafts } from './features/drafts/workbench/feature.ts';
import { createFilters } from './features/filters/feature.ts';
import { SavedViews } from './features/filters/workbench/savedViews.ts';
import { createSavedViews } from './features/filters/workbench/savedViewsFeature.ts';
import { VscodeViewSettings } from './features/filters/workbench/viewSettings.ts';
import { registerFolderBinding } from './features/folder/workbench/binding.ts';
import { createStateRules } from './features/folder/workbench/followBranches.ts';
import type { InboxRow } from './features/inbox/entry.ts';
import { createInboxFile, snapshotFileWithInbox } from './features/inbox/inboxFile.ts';
import { createInbox } from './features/inbox/workbench/feature.ts';
import { undoAddedLink } from './features/links/undo.ts';
import { createLinks } from './features/links/workbench/feature.ts';
import { MentionResolverHolder } from './features/mentions/mentionResolverHolder.ts';
import type { PreviewSourceHolder } from './features/mentions/preview.ts';
import { type SilentServerDeps, tellAboutSilentServer } from './features/mentions/silentServer.ts';
import { createMentions } from './features/mentions/workbench/feature.ts';
import { createCreateFromCode } from './features/newItemFromCode/workbench/feature.ts';
import { createOverview } from './features/overview/workbench/feature.ts';
import { addDragData, handleDrop } from './features/quickEdit/drops.ts';
import { createQuickEdit } from './features/quickEdit/feature.ts';
import { chooseCycleOfNewItem } from './features/quickEdit/newItemCycle.ts';
import { chooseModulesOfNewItem } from './features/quickEdit/newItemModules.ts';
import { QuickEditRunner } from './features/quickEdit/quickEditRunner.ts';
import { reportFailedAdd } from './features/quickEdit/reportFailedAdd.ts';
import { createRecordPage } from './features/recordPage/workbench/feature.ts';
import { RecordPanels } from './features/recordPage/workbench/panels.ts';
import { createRecords } from './features/records/feature.ts';
import { startBackgroundRefresh } from './features/refresh/workbench/backgroundRefresh.ts';
import { startProjectSync } from './features/refresh/workbench/projectSync.ts';
import { createRelations } from './features/relations/feature.ts';
import { undoAddedRelations } from './features/relations/undo.ts';
import type { SampleFolderPlaces } from './features/sampleFolder/sampleFolderPlaces.ts';
import { createSampleFolderFeature } from './features/sampleFolder/workbench/feature.ts';
import { sampleFolderWindow } from './features/sampleFolder/workbench/sampleFolderWindow.ts';
import { isSampleWindow } from './features/sampleFolder/workbench/sampleWindow.ts';
import { createSignIn } from './features/signIn/feature.ts';
import { OtherAccountFinder } from './features/signIn/otherAccountFinder.ts';
import { PageAccounts } from './features/signIn/pageAccounts.ts';
import { hasAccounts, reportLostAccounts, restoreSession } from './features/signIn/storage.ts';
import { showAccountStatus } from './features/signIn/workbench/accountStatusItem.ts';
import { createStandUp } from './features/standUp/workbench/feature.ts';
import { createStartWork } from './features/startWork/workbench/feature.ts';
import { createStickies } from './features/stickies/workbench/feature.ts';
import type { KeysOfManifest } from './features/tree/viewHelp.ts';
import { createTree } from './features/tree/workbench/feature.ts';
import type { TreeHost, Trees } from './features/tree/workbench/registerTrees.ts';
import { Views } from './features/tree/workbench/views.ts';
import { createWorkItems } from './features/workItems/feature.ts';
import { recordSections } from './recordSections.ts';
import { SessionFeatures } from './sessionFeatures.ts';
import type { Command, CommandTable, Feature } from './shell/commands/command.ts';
import { CONTEXT_KEYS } from './shell/commands/contributions.ts';
import type { CommandRunner } from './shell/commands/register.ts';
import { ReadOnlyDocuments } from './shell/documents/readOnlyDocuments.ts';
import { Repositories } from './shell/git/repositories.ts';
import { canRunPrograms } from './shell/host/programs.ts';
import { createServerAccess, type ServerAccess } from './shell/host/serverAccess.ts';
import { SIGNED_IN_MEMENTO_KEY } from './shell/ids.ts';
import { createRecentItems } from './shell/itemPicker/rememberedItems.ts';
import { WorkItemPicker } from './shell/itemPicker/workItemPicker.ts';
import type { ChannelLogger } from './shell/logChannel.ts';
import { codeHostToken, offerCodeHostSession } from './shell/network/codeHostToken.ts';
import { createCommandRunner } from './shell/notifications/commandRunner.ts';
import { showFault, withErrorHandling } from './shell/notifications/errorBoundary.ts';
import { showRateLimitStatus } from './shell/notifications/rateLimitStatus.ts';
import { createTitledTabs } from './shell/pages/tabRecords.ts';
import { confirmCompletion } from './shell/prompts/confirmCompletion.ts';
import { VscodePrompts } from './shell/prompts/vscodePrompts.ts';
import { RememberedList } from './shell/rememberedList.ts';
import { folderBinding, isSyncEnabled, templateSettings } from './shell/settings.ts';
import { translations } from './shell/translations.ts';
import { registerDecorations, registerRowDropProvider } from './shell/tree/decorations.ts';
import { systemClock } from './std/clock.ts';
import { setDisplayLanguage } from './std/displayLanguage.ts';
import { type Disposable, DisposableStore } from './std/disposable.ts';
import { errorMessage } from './std/errorMessage.ts';

/** All objects that code registered at activation uses later: commands, tree rows, and the lazily loaded features. */
export interface Workbench extends Disposable, CommandRunner, TreeHost, LazyFeatures {
  /** Resolves when all pending writes to disk and to the local workspace are done. */
  close(): Promise<void>;
}

/** The objects that `activate` creates and the features use. */
export interface EarlyRegistrations {
  readonly trees: Trees;
  readonly preview: PreviewSourceHolder;
  readonly inboxView: vscode.TreeView<InboxRow>;
  readonly sampleFolders: SampleFolderPlaces;
}

/** Creates the session and every feature in the order of their dependencies. */
export async function createWorkbench(
  context: vscode.ExtensionContext,
  logger: ChannelLogger,
  early: EarlyRegistrations,
): Promise<Workbench> {
  setDisplayLanguage(translations());
  const disposables = new DisposableStore();
  const parts = createSharedParts(context, logger, early, disposables);
  const { clock, prompts, sessions, signIn, views, mentions, quickEdits, recents, globalState, workspaceState } = parts;
  const panels = createPanels(parts);
  const itemFeatures = createItemFeatures(parts, panels, early.preview);
  const recordFeatures = createRecordFeatures(parts, panels, early.inboxView, itemFeatures);
  const { comments, descriptionDocument, agentTools } = itemFeatures;
  const { stickies, overview, copyProject, inbox } = recordFeatures;
  const accountDeps = { prompts, sessions, accounts: parts.accounts, signIn: signIn.signIn, logger };
  const incomingLinks = new IncomingLinks({ ...accountDeps, panels, clock });

  const features = { sampleFolder: parts.sampleFolder, signIn, ...itemFeatures, ...recordFeatures };
  const allFeatures: readonly Feature[] = Object.values(features);
  for (const feature of allFeatures) disposables.add({ dispose: () => feature.dispose?.() });
  const silentServerDeps: SilentServerDeps = {
    prompts,
    capabilities: new Capabilities(globalState, clock),
    toldServers: new RememberedList(globalState, { name: 'silentServers', maxEntries: 50, idOf: (url) => url }),
  };
  const sessionFeatures = disposables.add(
    new SessionFeatures(mentions, [
      ...allFeatures.flatMap(({ startSession }) => startSession ?? []),
      (session) => tellAboutSilentServer(silentServerDeps, session),
    ]),
  );
  disposables.add(registerDecorations());
  disposables.add(registerRowDropProvider());
  disposables.add(showRateLimitStatus(sessions));
  disposables.add(showAccountStatus({ sessions, logger }));
  const visibleSidebarLists = (): VisibleList[] => [...views.visibleLists, ...stickies.view.visibleLists];
  disposables.add(
    startBackgroundRefresh({ sessions, clock, logger, visibleSidebarLists, visibleItems: () => panels.visibleItems }),
  );
  disposables.add(startProjectSync({ sessions, clock, logger, rememberedLists: [recents, views.pins] }));

  await followSessions(parts, early.sampleFolders, sessionFeatures);
  disposables.add(registerFolderBinding({ ...accountDeps, views, memory: workspaceState }));
  if (sessions.current !== undefined)
    void withErrorHandling(logger, 'unfinished copies', () => copyProject.offerUnfinished());

  return {
    run: createCommandRunner(
      { prompts, sessions, signIn: signIn.signIn, logger, focusedRows: () => views.focusedRows() },
      createCommandTable(features),
    ),
    drag: async (nodes, transfer) =>
      addDragData(sessions.current, nodes, (type, text) => transfer.set(type, new vscode.DataTransferItem(text))),
    drop: async (node, transfer) =>
      withErrorHandling(logger, 'drop', () =>
        handleDrop({ prompts, quickEdits, views }, sessions.current, node, transfer),
      ),
    views,
    panels,
    overviews: overview.panels,
    stickies: stickies.view,
    documents: comments.documents,
    descriptions: descriptionDocument.descriptions,
    incomingLinks,
    toolOf: agentTools.toolOf,
    inbox: inbox.rows,
    dispose: () => disposables.dispose(),
    close: async () => {
      await inbox.flush();
      await sessions.close();
    },
  };
}

/** Creates the session, the sign-in, and what the pages and most features use. */
function createSharedParts(
  context: vscode.ExtensionContext,
  logger: ChannelLogger,
  { trees, sampleFolders }: EarlyRegistrations,
  disposables: DisposableStore,
) {
  const clock = systemClock;
  const prompts = new VscodePrompts();
  const { globalState, workspaceState } = context;
  const extensionId = context.extension.id;
  const serverAccess = disposables.add(createServerAccess(context, clock, logger));
  const sessions = openSessions(context, logger, serverAccess, disposables);
  const recents = createRecentItems(globalState);
  const items = new WorkItemPicker(sessions, recents, prompts, clock);
  const mentions = new MentionResolverHolder(globalState, clock);
  const quickEdits = new QuickEditRunner(logger, clock, prompts);
  const files = disposables.add(new VscodeFileHost());
  const repositories = disposables.add(new Repositories(prompts));
  const viewSettings = disposables.add(new VscodeViewSettings());
  const savedViews = new SavedViews(globalState, viewSettings);
  const views = disposables.add(
    new Views({ sessions, memory: globalState, windowMemory: workspaceState, recents, savedViews, trees, logger }),
  );
  // The type is written out, because this feature and the sign-in call each other.
  const sampleFolder: ReturnType<typeof createSampleFolderFeature> = createSampleFolderFeature({
    prompts,
    sessions,
    clock,
    places: sampleFolders,
    window: sampleFolderWindow,
    canRunPrograms,
    findGit: () => repositories.findGit(),
    openSampleWorkspace: () => signIn.signIn.openLocalWorkspace(),
    extensionId,
  });
  const signIn = createSignIn({
    sessions,
    prompts,
    clock,
    logger,
    folderWorkspace: () => folderBinding().workspace,
    offerSampleFolder: sampleFolder.offer,
  });
  const switchAccountDeps = { prompts, sessions, clock, logger, signIn: signIn.signIn };
  const accounts = new PageAccounts(switchAccountDeps);
  const titledTabs = createTitledTabs(workspaceState);
  const pageDeps = { files, extensionUri: context.extensionUri, sessions, accounts, items, clock, logger, titledTabs };
  const lastVisibilities = new LastCommentVisibilities(
    new RememberedList(globalState, { name: 'lastAccess', maxEntries: 1, idOf: (access) => access }),
    (error) => logger.write('warn', 'the visibility of a comment was not stored', { reason: errorMessage(error) }),
  );
  const textDocuments = disposables.add(new ReadOnlyDocuments());
  const showText = (title: string, text: string): Promise<void> => textDocuments.show(title, text);
  return {
    ...pageDeps,
    context,
    disposables,
    prompts,
    globalState,
    workspaceState,
    extensionId,
    openTransport: serverAccess.openTransport,
    recents,
    mentions,
    quickEdits,
    repositories,
    pullRequests: new PullRequestReader({
      openTransport: () => serverAccess.openTransport(),
      tokenFor: codeHostToken,
      onDidNeedToken: (url) =>
        void withErrorHandling(logger, 'the session of a code host', () => offerCodeHostSession(url)),
      clock,
      logger,
    }),
    viewSettings,
    savedViews,
    views,
    trees,
    sampleFolder,
    signIn,
    pageDeps,
    lastVisibilities,
    showText,
    otherAccounts: new OtherAccountFinder({ ...switchAccountDeps, memory: globalState }),
  };
}
type SharedParts = ReturnType<typeof createSharedParts>;

/** Creates the pages of records, and connects them with the features that they use. */
function createPanels(parts: SharedParts): RecordPanels {
  const { disposables, globalState, logger, clock, prompts, sessions } = parts;
  const { repositories, quickEdits, views, files, pageDeps, lastVisibilities } = parts;
  return disposables.add(
    new RecordPanels({
      ...pageDeps,
      lastVisibilities,
      lastValues: new RememberedList(globalState, { name: 'lastValues', maxEntries: 1, idOf: ({ text }) => text }),
      // Revealing a row would show the side bar of Contrail in place of the one that the user is in.
      reveal: async (address) => {
        if (views.isVisible) await views.reveal(address);
      },
      sections: recordSections({
        files,
        createCodeSection: (item, changed) => createCodeSection({ sessions, repositories, logger }, item, changed),
      }),
      chooseCycleOrModules: (session, action, location) =>
        (action === 'changeCycle' ? chooseCycleOfNewItem : chooseModulesOfNewItem)(
          { prompts, clock, session },
          location,
        ),
      onFailedAdd: (session, failedAdd) =>
        void withErrorHandling(logger, 'after creating a record', () =>
          reportFailedAdd(prompts, quickEdits, session, failedAdd),
        ),
      confirmState: (session, item, value) =>
        confirmCompletion(prompts, session.store, stepsOf(session.store, [item], { field: 'state', value })),
      moveOut: (session, item) =>
        void withErrorHandling(logger, 'moving a sub-item out', () =>
          quickEdits.change({ session, addresses: [item] }, { field: 'parent', value: null }),
        ),
      onSaved: (session, steps) => quickEdits.addSentSteps(session, steps),
    }),
  );
}

/** Creates the features that act on work items. */
function createItemFeatures(parts: SharedParts, panels: RecordPanels, preview: PreviewSourceHolder) {
  const { context, clock, prompts, sessions, logger, items, views, quickEdits, repositories, accounts } = parts;
  const { disposables, globalState, workspaceState, extensionId, showText, recents, mentions } = parts;
  const { lastVisibilities, files, otherAccounts, savedViews, viewSettings } = parts;
  // The objects with which most commands find the work item that they act on.
  const itemTargetDeps = { prompts, sessions, items, panels, views, mentions, otherAccounts };

  const { packageJSON: manifest }: { packageJSON: KeysOfManifest } = context.extension;
  const tree = createTree({ sessions, prompts, items, panels, views, manifest, showText });
  const filters = createFilters({ sessions, prompts, views });
  const savedViewCommands = createSavedViews({ sessions, prompts, views, savedViews, viewSettings });
  const comments = createComments({
    ...itemTargetDeps,
    accounts,
    lastVisibilities,
    quickEdits,
    clock,
    logger,
  });
  const { commentWriter, documents } = comments;
  const recordPage = createRecordPage({ panels, showText });
  const descriptionDocument = createDescriptionDocument({ ...itemTargetDeps, sessions, accounts, logger });
  const workItems = createWorkItems(itemTargetDeps);
  const standUp = createStandUp({ ...itemTargetDeps, comments: commentWriter, documents, repositories, clock });
  const deepLinks = createDeepLinks({
    ...itemTargetDeps,
    memory: globalState,
    extensionId,
    copyBranchName: (item) => startWork.work.copyBranchName(item),
  });
  const quickEdit = createQuickEdit({ ...itemTargetDeps, quickEdits });
  const linkedItemsDeps = { ...itemTargetDeps, quickEdits, logger };
  const relations = createRelations(linkedItemsDeps);
  const links = createLinks({
    ...linkedItemsDeps,
    addRelationTo: relations.addTo,
    repositories,
    chosenItemOf: (repository) => startWork.work.currentItems.chosenItemOf(repository),
    currentItems: () => repositories.all.flatMap((one) => startWork.work.currentItems.of(one)?.address ?? []),
    pullRequests: parts.pullRequests,
    memory: globalState,
    windowMemory: workspaceState,
    clock,
  });
  const attachments = createAttachments({ ...itemTargetDeps, files });
  const mentionFeature = createMentions({ ...itemTargetDeps, recents, preview, extensionId, clock });
  const peekCode = createPeekCode({ ...itemTargetDeps, repositories });
  const startWork = createStartWork({
    ...itemTargetDeps,
    quickEdits,
    repositories,
    comments: commentWriter,
    documents,
    memory: workspaceState,
    clock,
    logger,
  });
  const { currentItems } = startWork.work;
  disposables.add(currentItems.onDidChange(() => panels.setCurrentItem(currentItems.activeItem?.address)));
  const codeComments = createCodeComments({
    ...itemTargetDeps,
    repositories,
    comments: commentWriter,
    documents,
    currentItems,
    quickEdits,
    clock,
  });
  const agentTools = createAgentTools({
    ...itemTargetDeps,
    quickEdits,
    undoAddedLink: (...change) => undoAddedLink({ prompts }, ...change),
    undoAddedRelations: (...change) => undoAddedRelations({ prompts, items }, ...change),
    work: startWork.work,
    clock,
    logger,
    showText,
    mcpScriptPath: vscode.Uri.joinPath(context.extensionUri, 'dist', 'mcp.cjs').fsPath,
  });
  return {
    tree,
    filters,
    savedViewCommands,
    comments,
    recordPage,
    descriptionDocument,
    workItems,
    standUp,
    deepLinks,
    quickEdit,
    relations,
    links,
    attachments,
    mentionFeature,
    peekCode,
    startWork,
    codeComments,
    agentTools,
  };
}
type ItemFeatures = ReturnType<typeof createItemFeatures>;

/** Creates the features for records of all kinds, projects and the window. */
function createRecordFeatures(
  parts: SharedParts,
  panels: RecordPanels,
  inboxView: EarlyRegistrations['inboxView'],
  { comments: { commentWriter, documents }, descriptionDocument, savedViewCommands, startWork }: ItemFeatures,
) {
  const { context, clock, prompts, sessions, logger, items, views, repositories, quickEdits, signIn, trees } = parts;
  const { openTransport, pageDeps, showText } = parts;
  const stateRules = createStateRules({
    ...parts,
    currentItems: startWork.work.currentItems,
    memory: parts.workspaceState,
  });
  const connectionReport = createConnectionReport({
    sessions,
    clock,
    version: String(context.extension.packageJSON.version),
    openTransport,
  });
  const records = createRecords({
    sessions,
    prompts,
    clock,
    folderBinding,
    templateSettings,
    items,
    panels,
    views,
    savedViewRows: savedViewCommands.rowCommands,
  });
  const createFromCode = createCreateFromCode({ sessions, prompts, panels, repositories, quickEdits, logger });
  const stickies = createStickies(pageDeps);
  const drafts = createDrafts({
    prompts,
    sessions,
    accounts: pageDeps.accounts,
    signIn: signIn.signIn,
    clock,
    logger,
    tree: trees.projects,
    panels,
    documents,
    descriptions: descriptionDocument.descriptions,
    commentWriter,
    isShowingStickies: () => stickies.view.visibleLists.length > 0,
    folder: draftFolder(context),
  });
  const overview = createOverview({ ...pageDeps, prompts, views, recordPanels: panels });
  const copyProject = createCopyProject({
    prompts,
    sessions,
    accounts: createCopyAccountList(sessions),
    folder: join(context.globalStorageUri.fsPath, 'copies'),
    clock,
    logger,
    showReport: showText,
  });
  const inbox = createInbox({
    prompts,
    sessions,
    panels,
    pins: views.pins,
    clock,
    logger,
    view: inboxView,
    fileOf: (account) => createInboxFile(inboxPath(context, account)),
  });
  return {
    stateRules,
    connectionReport,
    records,
    createFromCode,
    stickies,
    drafts,
    overview,
    copyProject,
    inbox,
  };
}
type RecordFeatures = ReturnType<typeof createRecordFeatures>;

type Features = Pick<SharedParts, 'sampleFolder' | 'signIn'> & ItemFeatures & RecordFeatures;
/** The names of the commands that the features provide. */
type ProvidedCommand = { [N in keyof Features]: keyof Features[N]['commands'] }[keyof Features];

/** Every command of the manifest: one that no feature provides does not compile. */
function createCommandTable(features: Features): CommandTable {
  const commands: Readonly<Record<ProvidedCommand, Command>> = Object.assign(
    {},
    ...Object.values(features).map((feature) => feature.commands),
  );
  return commands;
}

/** Starts the session of the last run, and follows all later changes of the session and the accounts. */
async function followSessions(
  { prompts, sessions, logger, signIn, globalState, disposables }: SharedParts,
  sampleFolders: SampleFolderPlaces,
  sessionFeatures: SessionFeatures,
): Promise<void> {
  const hadAccounts = globalState.get(SIGNED_IN_MEMENTO_KEY) === true;
  const isSessionRestored = await restoreSession({ prompts, sessions, logger, hadAccounts });
  if (isSessionRestored && hadAccounts) void reportLostAccounts({ prompts, sessions, logger });
  if (sessions.current === undefined && isSampleWindow(sampleFolders)) {
    await withErrorHandling(logger, 'opening the local workspace', () => signIn.signIn.openLocalWorkspace());
  }
  const updateSession = async (): Promise<void> => {
    sessionFeatures.followSession(sessions.current);
    const service = sessions.current?.profile.service ?? 'none';
    await vscode.commands.executeCommand('setContext', CONTEXT_KEYS.session, service);
  };
  const updateAccounts = async (isRestored: boolean): Promise<void> =>
    updateAccountsState(globalState, await hasAccounts({ sessions, logger }), isRestored);
  disposables.add(sessions.onDidChange(() => void updateSession()));
  disposables.add(sessions.onDidChangeAccounts(() => void updateAccounts(true)));
  await updateSession();
  await updateAccounts(isSessionRestored);
}

function openSessions(
  context: vscode.ExtensionContext,
  logger: ChannelLogger,
  { openTransport, startLocalWorkspace }: ServerAccess,
  disposables: DisposableStore,
): Sessions {
  const folder = context.globalStorageUri.fsPath;
  const { secrets } = context;
  const capabilities = new Capabilities(context.globalState, systemClock);
  const budgets = disposables.add(new Budgets(systemClock));
  const httpChoices = new HttpChoices(context.globalState);
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
      const unsupported = capabilities.unsupportedOperations(connection.baseUrl);
      const transport = () => openTransport(connection.credential.origin);
      const budget = budgets.get(connection.credential);
      const client = createClient({
        ...connection,
        clock: systemClock,
        logger,
        transport,
        unsupported,
        budget,
        isHttpAllowed: (origin) => httpChoices.isAllowed(origin),
      });
      disposables.add(
        client.onDidFindUnsupported((name) => void capabilities.rememberUnsupported(client.baseUrl, name)),
      );
      return client;
    },
    openTransport,
    detectEdition: (client, signal) => detectEdition(client, capabilities, logger, signal),
    openDraftStore: (account) => {
      const draftStore = new DraftStore(createDraftFiles(join(draftFolder(context), account)), systemClock);
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
    openSnapshot: (account) =>
      snapshotFileWithInbox(
        createSnapshotFile(join(folder, 'snapshots', `${account}.json.gz`)),
        createInboxFile(inboxPath(context, account)),
      ),
    itemStorage: {
      isEnabled: isSyncEnabled,
      open: (account, store) =>
        new AccountItems({ store, folder: join(folder, 'items', account), clock: systemClock, logger }),
      remove: (account) => rm(join(folder, 'items', account), { recursive: true, force: true }),
    },
    clock: systemClock,
    startLocalWorkspace,
    environment: parseEnvironmentAccount(readAccountVariables()),
    memory: context.globalState,
    windowMemory: context.workspaceState,
    boundWorkspace: () => folderBinding().workspace,
  });
}

function inboxPath({ globalStorageUri }: vscode.ExtensionContext, account: string): string {
  return join(globalStorageUri.fsPath, 'inbox', `${account}.json`);
}

/** Returns the folder that contains a folder with drafts for each account. */
function draftFolder({ globalStorageUri }: vscode.ExtensionContext): string {
  return join(globalStorageUri.fsPath, 'drafts');
}

/**
 * Updates the context key for menus and views, and the memento that the next window reads: a new window loads this
 * module at its start only if the user was signed in to an account. If the stored credentials could not be read
 * (`isRestored` is false), the memento is not changed, so the next window tries again.
 */
async function updateAccountsState(
  globalState: vscode.Memento,
  accountsExist: boolean,
  isRestored: boolean,
): Promise<void> {
  await vscode.commands.executeCommand('setContext', CONTEXT_KEYS.hasAccounts, accountsExist);
  if (isRestored && globalState.get(SIGNED_IN_MEMENTO_KEY, false) !== accountsExist)
    await globalState.update(SIGNED_IN_MEMENTO_KEY, accountsExist);
}

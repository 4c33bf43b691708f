// activate(): registers commands, views and panels, and loads the other code on the first use.
import * as vscode from 'vscode';
import type { Workbench } from './composition.ts';
import {
  type LogError,
  registerDocuments,
  registerInbox,
  registerIncomingLinks,
  registerPanelSerializers,
  registerStickies,
} from './earlyRegistrations.ts';
import { registerTools } from './features/agentTools/workbench/registerTools.ts';
import { markdownPlugin, type PreviewPlugin, PreviewSourceHolder } from './features/mentions/preview.ts';
import { SampleFolderPlaces } from './features/sampleFolder/sampleFolderPlaces.ts';
import { isSampleWindow } from './features/sampleFolder/workbench/sampleWindow.ts';
import { registerTrees } from './features/tree/workbench/registerTrees.ts';
import { loadComposition } from './loadComposition.ts';
import { COMMANDS, CONTEXT_KEYS, VIEWS } from './shell/commands/contributions.ts';
import { registerCommands } from './shell/commands/register.ts';
import { SIGNED_IN_MEMENTO_KEY } from './shell/ids.ts';
import { errorMessage } from './std/errorMessage.ts';
import { lazy } from './std/unicode/lazy.ts';

/** Stored for `deactivate`, which VS Code calls without arguments. The only mutable variable at module level. */
let closeWorkbench: (() => Promise<void>) | undefined;

/**
 * Registers commands, views and panels. `composition.ts` creates the features on the first use. Until then,
 * neither the table of operations nor undici nor a database is loaded. Returns the plugin of the Markdown preview.
 */
export function activate(context: vscode.ExtensionContext): PreviewPlugin {
  const preview = new PreviewSourceHolder();
  const sampleFolders = new SampleFolderPlaces({
    globalStorage: context.globalStorageUri.fsPath,
    memory: context.globalState,
    windowMemory: context.workspaceState,
  });
  // Loaded on the first use, because most windows without a session log nothing.
  const loadLogger = lazy(async () => {
    const logger = (await import('./shell/logChannel.ts')).createLogger();
    context.subscriptions.push(logger);
    return logger;
  });
  const logError: LogError = (what, error) =>
    void loadLogger().then((logger) => logger.write('error', what, { detail: errorMessage(error) }));
  let workbenchPromise: Promise<Workbench> | undefined;
  const loadWorkbench = (): Promise<Workbench> => {
    workbenchPromise ??= loadComposition()
      .then(async ({ createWorkbench }) =>
        createWorkbench(context, await loadLogger(), { trees, preview, inboxView, sampleFolders }),
      )
      .catch((error: unknown) => {
        workbenchPromise = undefined;
        throw error;
      });
    return workbenchPromise;
  };
  const trees = registerTrees(loadWorkbench);
  const inboxView = registerInbox(loadWorkbench);
  for (const disposable of [
    ...Object.values(trees),
    inboxView,
    ...registerCommands(loadWorkbench),
    registerPanelSerializers(loadWorkbench),
    registerStickies(loadWorkbench),
    registerDocuments(loadWorkbench, logError),
    registerIncomingLinks(loadWorkbench),
    registerTools(loadWorkbench),
    {
      dispose: () => void workbenchPromise?.then((workbench) => workbench.dispose()),
    },
  ])
    context.subscriptions.push(disposable);
  closeWorkbench = async () => (await workbenchPromise)?.close();
  if (context.globalState.get(SIGNED_IN_MEMENTO_KEY) === true) scheduleLoad(loadWorkbench, logError);
  else {
    // For a signed-out user, the Command Palette hides commands that need a session, also before
    // `composition.ts` is loaded.
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.session, 'none');
    // Showing the views loads `composition.ts`, which opens the local workspace.
    if (isSampleWindow(sampleFolders)) void vscode.commands.executeCommand(`${VIEWS.projects}.focus`);
  }
  if (isSampleWindow(sampleFolders) && !sampleFolders.hasShownFiveThings)
    void vscode.commands.executeCommand(COMMANDS.showFiveThings);
  return markdownPlugin(preview);
}

/**
 * Loads `composition.ts` after the window has started, so that a signed-in user sees mentions of work items
 * before running a command.
 */
function scheduleLoad(loadWorkbench: () => Promise<Workbench>, logError: LogError): void {
  setImmediate(() => {
    loadWorkbench().catch((error: unknown) => logError('loading after the start failed', error));
  });
}

/** Resolves when drafts are on disk and the local workspace has closed its database. */
export async function deactivate(): Promise<void> {
  await closeWorkbench?.();
}

// Reads VS Code settings, and writes the kinds of git hosts. No setting changes the server that the key is sent to.
import * as vscode from 'vscode';
import { type CodeHosts, type HostKind, parseCodeHosts } from '../codeLinks/permalink.ts';
import { type FolderBinding, parseBinding } from '../session/folderBinding.ts';
import type { SyncSettings } from '../sync/projects/projectSync.ts';
import { HIDEABLE_FOLDERS, type HideableFolder } from '../tree/node.ts';
import { IDENTIFIER_STYLES, type IdentifierStyle } from '../tree/treeData.ts';
import { type StateDisplayMode, stateDisplayMode } from './features/mentions/stateDisplayMode.ts';
import type { TemplateSettings } from './features/templates/template.ts';
import { fileOfDocument } from './notebookCells.ts';

/**
 * Returns the template of branch names. The setting has application scope, so folders cannot set it.
 */
export function branchTemplate(scope: vscode.Uri | undefined): string {
  return readTextSetting('work.branchTemplate', scope);
}

/** Returns the base branch of new branches, or an empty string for the checked-out branch. */
export function baseBranch(scope: vscode.Uri | undefined): string {
  return readTextSetting('work.baseBranch', scope).trim();
}

/** Returns the template of commit messages, or an empty string if no text is inserted. */
export function commitTemplate(scope: vscode.Uri | undefined): string {
  return readTextSetting('work.commitTemplate', scope);
}

/** Returns the value of a text setting. If the value is not a string, returns the default value. */
function readTextSetting(id: string, scope: vscode.Uri | undefined): string {
  const configuration = vscode.workspace.getConfiguration('contrail', scope);
  const value = configuration.get<unknown>(id);
  if (typeof value === 'string') return value;
  const { defaultValue } = configuration.inspect<string>(id) ?? {};
  return defaultValue ?? '';
}

/** Returns the values of the setting with the templates of work items. The values of untrusted folders are left out. */
export function templateSettings(): TemplateSettings {
  const settingValueIn = (uri: vscode.Uri): unknown => {
    const { workspaceFolderValue, workspaceValue } =
      vscode.workspace.getConfiguration('contrail', uri).inspect<unknown>('templates') ?? {};
    return workspaceFolderValue ?? workspaceValue;
  };
  const { workspaceFolders = [], isTrusted } = vscode.workspace;
  return {
    user: vscode.workspace.getConfiguration('contrail').inspect<unknown>('templates')?.globalValue,
    folders: isTrusted ? workspaceFolders.map(({ uri }) => settingValueIn(uri)) : [],
  };
}

/** Returns where an editor shows the states of mentioned work items. */
export function mentionStateDisplayMode(): StateDisplayMode {
  const settings = vscode.workspace.getConfiguration('contrail');
  return stateDisplayMode({
    state: settings.inspect('mentions.state')?.globalValue,
    codeLens: settings.get('mentions.codeLens'),
    stateAtEndOfLine: settings.get('mentions.stateAtEndOfLine'),
  });
}

/**
 * Returns the workspace and project in the settings of the active file's folder, or else of the first folder that has
 * these settings. The settings of untrusted folders are ignored.
 */
export function folderBinding(): FolderBinding {
  const { workspaceFolders = [], isTrusted } = vscode.workspace;
  const activeFile = vscode.window.activeTextEditor?.document.uri;
  const activeFolder =
    activeFile === undefined ? undefined : vscode.workspace.getWorkspaceFolder(fileOfDocument(activeFile).uri);
  const bindings = (activeFolder === undefined ? workspaceFolders : [activeFolder]).map(({ uri }) => {
    const settings = vscode.workspace.getConfiguration('contrail', uri);
    const configuredValue = (name: string): unknown =>
      isTrusted ? settings.get(name) : settings.inspect(name)?.globalValue;
    return parseBinding({ workspace: configuredValue('workspace'), project: configuredValue('project') });
  });
  const configuredBinding = bindings.find(({ workspace, project }) => workspace !== undefined || project !== undefined);
  return configuredBinding ?? { workspace: undefined, project: undefined };
}

/** Returns the patterns of `search.exclude` whose value is `true`. Patterns with a `when` condition are left out. */
export function searchExcludes(folder: vscode.WorkspaceFolder): readonly string[] {
  const excludes = vscode.workspace
    .getConfiguration('search', folder)
    .get<Readonly<Record<string, unknown>>>('exclude', {});
  return Object.entries(excludes).flatMap(([pattern, enabled]) => (enabled === true ? [pattern] : []));
}

/** Returns whether searches include files that `.gitignore` excludes. */
export function searchesIgnoredFiles(folder: vscode.WorkspaceFolder): boolean {
  return !vscode.workspace.getConfiguration('search', folder).get<boolean>('useIgnoreFiles', true);
}

/**
 * Returns the kinds of git hosts (for example GitLab) and the addresses of their web pages, by host name in lower case.
 * The setting has machine scope, so folders cannot change the links.
 */
export function codeHosts(): CodeHosts {
  return parseCodeHosts(vscode.workspace.getConfiguration('contrail').get('code.hosts'));
}

/** Adds a git host to the setting. Other entries of the setting are kept. */
export async function saveCodeHost(host: string, kind: HostKind, url: string): Promise<void> {
  const settings = vscode.workspace.getConfiguration('contrail');
  const hosts = settings.get<Readonly<Record<string, unknown>>>('code.hosts', {});
  const value = url.replace(/\/$/, '') === `https://${host}` ? kind : { type: kind, url };
  await settings.update('code.hosts', { ...hosts, [host]: value }, vscode.ConfigurationTarget.Global);
}

/** How the user is informed about new entries of the inbox. */
export type NotificationMode = 'off' | 'badge' | 'message';

export function notificationMode(): NotificationMode {
  return vscode.workspace.getConfiguration('contrail').get<NotificationMode>('notifications', 'badge');
}

/** Returns the settings of the background synchronization. They have application scope, so folders cannot set them. */
export function syncSettings(): SyncSettings {
  const settings = vscode.workspace.getConfiguration('contrail');
  return {
    isEnabled: settings.get<boolean>('sync.enabled', true),
    maxWorkItems: settings.get<number>('sync.maxWorkItems', 10_000),
    intervalMs: Math.max(1, settings.get<number>('sync.interval', 5)) * 60_000,
  };
}

/** Returns where the rows of the trees show identifiers. */
export function identifierStyle(): IdentifierStyle {
  const style = vscode.workspace.getConfiguration('contrail').get<unknown>('tree.identifier');
  return IDENTIFIER_STYLES.find((one) => one === style) ?? 'prefix';
}

/** Returns the folders of the Projects view that the user has not hidden. */
export function shownFolders(): readonly HideableFolder[] {
  const names = vscode.workspace.getConfiguration('contrail').get<unknown>('tree.folders');
  return Array.isArray(names) ? HIDEABLE_FOLDERS.filter((folder) => names.includes(folder)) : HIDEABLE_FOLDERS;
}

/** How an editor marks the lines of code that comments link. */
export type CommentedLinesMode = 'gutter' | 'codeLens' | 'off';

export function commentedLinesMode(): CommentedLinesMode {
  return vscode.workspace.getConfiguration('contrail').get<CommentedLinesMode>('code.commentedLines', 'gutter');
}

/** Returns the markers of comments from which a work item can be created, for example `TODO`. */
export function todoMarkers(): readonly string[] {
  const value = vscode.workspace.getConfiguration('contrail').get<unknown>('code.todoMarkers');
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

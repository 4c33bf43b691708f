// Reads VS Code settings, and writes the kinds of git hosts. No setting changes the server that the key is sent to.
import * as vscode from 'vscode';
import { parseStateRules, type StateRules } from '../core/branches/stateRules.ts';
import { type CodeHosts, type HostKind, parseCodeHosts } from '../core/code/permalink.ts';
import { type FolderBinding, parseBinding } from '../core/session/folderBinding.ts';
import type { SyncSettings } from '../core/sync/projects/projectSync.ts';
import type { TemplateSettings } from '../items/form/template.ts';
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

/** Returns the rules of the folder that move work items to other states. The settings of untrusted folders are ignored. */
export function stateRules(folder: vscode.Uri): StateRules {
  const value = vscode.workspace.getConfiguration('contrail', folder).get<unknown>('work.stateRules');
  return vscode.workspace.isTrusted ? parseStateRules(value) : {};
}

const LINK_RULES = ['ask', 'always', 'never'] as const;

/** Returns whether what is pushed from this folder is linked to the work items that it names. */
export function linkRule(folder: vscode.Uri): (typeof LINK_RULES)[number] {
  const value = vscode.workspace.getConfiguration('contrail', folder).get<unknown>('work.linkPushed');
  return LINK_RULES.find((rule) => rule === value) ?? 'ask';
}

/** Writes the rule into the settings of the workspace folder that contains `folder`, or else of the workspace. */
export async function saveLinkRule(folder: vscode.Uri, rule: 'always' | 'never'): Promise<void> {
  const { ConfigurationTarget, workspace } = vscode;
  const isInFolder = workspace.getWorkspaceFolder(folder) !== undefined;
  const target = isInFolder ? ConfigurationTarget.WorkspaceFolder : ConfigurationTarget.Workspace;
  await workspace.getConfiguration('contrail', folder).update('work.linkPushed', rule, target);
}

/** Returns the pattern of the folders of worktrees. The setting has application scope, so folders cannot set it. */
export function worktreePattern(scope: vscode.Uri | undefined): string {
  return readTextSetting('work.worktreeFolder', scope);
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

const STATE_DISPLAY_MODES = ['off', 'codeLens', 'endOfLine'] as const;
/** Where an editor shows the states of mentioned work items. */
export type StateDisplayMode = (typeof STATE_DISPLAY_MODES)[number];

export function mentionStateDisplayMode(): StateDisplayMode {
  const mode = vscode.workspace.getConfiguration('contrail').get<unknown>('mentions.state');
  return STATE_DISPLAY_MODES.find((one) => one === mode) ?? 'off';
}

/**
 * Returns the workspace and project in the settings of `folder`; by default, of the active file's folder, or else of
 * the first folder that has these settings. The settings of untrusted folders are ignored.
 */
export function folderBinding(folder?: vscode.Uri): FolderBinding {
  const { workspaceFolders = [], isTrusted } = vscode.workspace;
  const activeFile = vscode.window.activeTextEditor?.document.uri;
  const activeFolder =
    folder === undefined && activeFile !== undefined
      ? vscode.workspace.getWorkspaceFolder(fileOfDocument(activeFile).uri)
      : folder && { uri: folder };
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

/** How often the changes of a project in use are loaded, in milliseconds. */
const SYNC_INTERVAL_MS = 5 * 60_000;
/** Up to this number, the work items of a project are read even if the server can filter them. */
const MAX_ITEMS_BESIDE_SERVER_FILTER = 10_000;
/**
 * The number of work items up to which reading and showing a project was measured (`npm run bench -- syncBlocks`). Each
 * 100 take one request, so 50,000 take about 15 minutes of the requests that are left over.
 */
const MAX_ITEMS = 50_000;

/** Returns whether all work items are read in the background. The setting has application scope: folders cannot set it. */
export function isSyncEnabled(): boolean {
  return vscode.workspace.getConfiguration('contrail').get<boolean>('sync.enabled', true);
}

export function syncSettings({ canServerFilter }: { readonly canServerFilter: boolean }): SyncSettings {
  return {
    isEnabled: isSyncEnabled(),
    maxWorkItems: canServerFilter ? MAX_ITEMS_BESIDE_SERVER_FILTER : MAX_ITEMS,
    intervalMs: SYNC_INTERVAL_MS,
  };
}

/** How an editor marks the lines of code that comments link. */
export type CommentedLinesMode = 'gutter' | 'codeLens' | 'off';

export function commentedLinesMode(): CommentedLinesMode {
  return vscode.workspace.getConfiguration('contrail').get<CommentedLinesMode>('code.commentedLines', 'gutter');
}

/** Returns whether TODO comments of finished work items get a hint. */
export function marksFinishedTodos(): boolean {
  return vscode.workspace.getConfiguration('contrail').get<boolean>('code.finishedTodos', true);
}

/** Returns the markers of comments from which a work item can be created, for example `TODO`. */
export function todoMarkers(): readonly string[] {
  const value = vscode.workspace.getConfiguration('contrail').get<unknown>('code.todoMarkers');
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

// Reads and writes the setting `contrail.views` in VS Code.
import * as vscode from 'vscode';
import type { Disposable } from '../../../std/disposable.ts';
import { Emitter } from '../../../std/event.ts';
import type { SettingsFolder, ViewInSettings, ViewSettings } from './savedViews.ts';

const SETTING = 'views';

export class VscodeViewSettings implements ViewSettings, Disposable {
  readonly #changed = new Emitter<void>();
  readonly #listeners: readonly Disposable[];
  readonly onDidChange = this.#changed.event;

  constructor() {
    const fireChange = (): void => this.#changed.fire();
    this.#listeners = [
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`contrail.${SETTING}`)) fireChange();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(fireChange),
      vscode.workspace.onDidChangeWorkspaceFolders(fireChange),
    ];
  }

  get folders(): readonly SettingsFolder[] {
    return (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({ name, uri: uri.toString() }));
  }

  read() {
    const folders = vscode.workspace.isTrusted ? this.folders.map((folder) => valueIn(folder)) : [];
    return { user: vscode.workspace.getConfiguration('contrail').inspect<unknown>(SETTING)?.globalValue, folders };
  }

  has(folder: SettingsFolder, name: string): boolean {
    return entriesIn(folder).some((entry) => nameOf(entry) === name);
  }

  async write(folder: SettingsFolder, view: ViewInSettings): Promise<void> {
    const otherEntries = entriesIn(folder).filter((entry) => nameOf(entry) !== view.name);
    await configurationOf(folder).update(SETTING, [...otherEntries, view], vscode.ConfigurationTarget.WorkspaceFolder);
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
  }
}

function configurationOf({ uri }: SettingsFolder): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('contrail', vscode.Uri.parse(uri));
}

function valueIn(folder: SettingsFolder): unknown {
  const { workspaceFolderValue, workspaceValue } = configurationOf(folder).inspect<unknown>(SETTING) ?? {};
  return workspaceFolderValue ?? workspaceValue;
}

function entriesIn(folder: SettingsFolder): readonly unknown[] {
  const value = configurationOf(folder).inspect<unknown>(SETTING)?.workspaceFolderValue;
  return Array.isArray(value) ? value : [];
}

function nameOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'name' in entry ? entry.name : undefined;
}

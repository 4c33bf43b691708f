// Applies the folder's settings: the project of the folder is listed first in the Projects view.
// If the settings name a workspace other than the workspace of the window's account, a notification is shown once.
import * as vscode from 'vscode';
import { withErrorHandling } from '../../../shell/notifications/errorBoundary.ts';
import { folderBinding } from '../../../shell/settings.ts';
import type { TreeViews } from '../../../shell/tree/treeViews.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { Logger } from '../../../std/logger.ts';
import { type OtherWorkspaceDeps, offerOtherWorkspace } from '../otherWorkspace.ts';

export interface FolderBindingDeps extends OtherWorkspaceDeps {
  readonly views: Pick<TreeViews, 'applyFolderBinding'>;
  readonly logger: Logger;
}

const BINDING_SETTINGS = ['contrail.workspace', 'contrail.project'];

export function registerFolderBinding(deps: FolderBindingDeps): Disposable {
  const { sessions, logger, views } = deps;
  const disposables = new DisposableStore();
  const checkWorkspace = (): void => {
    const { current } = sessions;
    if (current !== undefined)
      void withErrorHandling(logger, 'following the folder’s settings', () =>
        offerOtherWorkspace(deps, folderBinding(), current),
      );
  };
  const applySettings = (): void => {
    views.applyFolderBinding();
    checkWorkspace();
  };
  disposables.add(sessions.onDidChange(checkWorkspace));
  disposables.add(vscode.workspace.onDidGrantWorkspaceTrust(applySettings));
  disposables.add(vscode.workspace.onDidChangeWorkspaceFolders(applySettings));
  disposables.add(
    vscode.workspace.onDidChangeConfiguration(
      (change) => BINDING_SETTINGS.some((setting) => change.affectsConfiguration(setting)) && applySettings(),
    ),
  );
  checkWorkspace();
  return disposables;
}

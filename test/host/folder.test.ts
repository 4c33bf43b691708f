// Tests in the extension host which settings a folder can set: workspace, project, saved views, templates, and rules for
// states. Settings with fixed values are not set by the test folder.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { ConfigurationTarget, extensions, workspace } from 'vscode';
import { VscodeViewSettings } from '../../src/features/filters/workbench/viewSettings.ts';
import { folderBinding } from '../../src/shell/settings.ts';
import { eventually } from './eventually.ts';

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
}

/** Returns the ids of all settings of the extension. The settings file of the test folder sets all of them. */
function settingIds(): string[] {
  const manifest: Manifest = extensions.getExtension('contrail.contrail')?.packageJSON;
  return manifest.contributes.configuration
    .flatMap(({ properties }) => Object.keys(properties))
    .map((id) => id.replace(/^contrail\./, ''));
}

describe('The settings of a hostile folder', () => {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const configuration = () => workspace.getConfiguration('contrail', folder);

  it('have an effect only for what belongs to a folder', () => {
    ok(settingIds().length > 2);
    const effectiveIds = settingIds().filter((id) => {
      const settingValues = configuration().inspect(id);
      return settingValues?.workspaceValue !== undefined || settingValues?.workspaceFolderValue !== undefined;
    });
    deepStrictEqual(effectiveIds.sort(), ['project', 'templates', 'views', 'work.stateRules', 'workspace']);
  });

  it('set no workspace if contrail.workspace is a URL', () => {
    strictEqual(configuration().get('workspace'), 'https://evil.example/acme');
    deepStrictEqual(folderBinding(), { workspace: undefined, project: undefined });
  });

  it('set a project if contrail.project is a valid identifier', async () => {
    const originalProject = configuration().get('project');
    await configuration().update('project', 'web', ConfigurationTarget.WorkspaceFolder);
    await eventually(() => folderBinding().project === 'WEB');
    strictEqual(folderBinding().workspace, undefined);
    await configuration().update('project', originalProject, ConfigurationTarget.WorkspaceFolder);
    await eventually(() => folderBinding().project === undefined);
  });

  it('contain saved views, to which Contrail can add another view', async () => {
    const settings = new VscodeViewSettings();
    let changes = 0;
    settings.onDidChange(() => {
      changes += 1;
    });
    const [viewFolder] = settings.folders;
    if (viewFolder === undefined) throw new Error('No folder is open.');
    const originalViews: unknown = configuration().inspect('views')?.workspaceFolderValue;
    deepStrictEqual(settings.read(), { user: undefined, folders: [originalViews] });
    await settings.write(viewFolder, { name: 'Urgent', filter: 'priority:high' });
    await settings.write(viewFolder, { name: 'Urgent', filter: 'priority:urgent' });
    await eventually(() => settings.has(viewFolder, 'Urgent') && changes > 1);
    const [value] = settings.read().folders;
    deepStrictEqual(Array.isArray(value) && value.at(-1), { name: 'Urgent', filter: 'priority:urgent' });
    await configuration().update('views', originalViews, ConfigurationTarget.WorkspaceFolder);
    await eventually(() => !settings.has(viewFolder, 'Urgent'));
    settings.dispose();
  });
});

// Tests in the extension host that a folder's settings can only name a workspace and a project.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { ConfigurationTarget, extensions, workspace } from 'vscode';
import { folderBinding } from '../../src/workbench/settings.ts';
import { eventually } from './eventually.ts';

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
}

/** The ids of all settings, each of which the folder sets. */
function settings(): string[] {
  const manifest: Manifest = extensions.getExtension('contrail.contrail')?.packageJSON;
  return manifest.contributes.configuration
    .flatMap(({ properties }) => Object.keys(properties))
    .map((id) => id.replace(/^contrail\./, ''));
}

describe('A hostile folder', () => {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const configuration = () => workspace.getConfiguration('contrail', folder);

  it('sets no setting except workspace and project', () => {
    ok(settings().length > 2);
    const reached = settings().filter((id) => {
      const found = configuration().inspect(id);
      return found?.workspaceValue !== undefined || found?.workspaceFolderValue !== undefined;
    });
    deepStrictEqual(reached.sort(), ['project', 'workspace']);
    strictEqual(configuration().get('localWorkspace.openOnStart'), false);
  });

  it('binds no workspace if the setting contains an address', () => {
    strictEqual(configuration().get('workspace'), 'https://evil.example/acme');
    deepStrictEqual(folderBinding(), { workspace: undefined, project: undefined });
  });

  it('binds a project if the setting is a valid identifier', async () => {
    const before = configuration().get('project');
    await configuration().update('project', 'web', ConfigurationTarget.WorkspaceFolder);
    await eventually(() => folderBinding().project === 'WEB');
    strictEqual(folderBinding().workspace, undefined);
    await configuration().update('project', before, ConfigurationTarget.WorkspaceFolder);
    await eventually(() => folderBinding().project === undefined);
  });
});

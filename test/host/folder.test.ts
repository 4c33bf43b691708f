// Owns what a folder's settings can do: name a workspace and a project, and nothing else, whatever stands in them.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { ConfigurationTarget, extensions, workspace } from 'vscode';
import { folderBinding } from '../../src/workbench/settings.ts';
import { eventually } from './eventually.ts';

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
}

/** The folder says something for each of them. */
function settings(): string[] {
  const manifest: Manifest = extensions.getExtension('contrail.contrail')?.packageJSON;
  return manifest.contributes.configuration
    .flatMap(({ properties }) => Object.keys(properties))
    .map((id) => id.replace(/^contrail\./, ''));
}

describe('a hostile folder', () => {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const configuration = () => workspace.getConfiguration('contrail', folder);

  it('reaches no setting but the two that name where it belongs', () => {
    ok(settings().length > 2);
    const reached = settings().filter((id) => {
      const found = configuration().inspect(id);
      return found?.workspaceValue !== undefined || found?.workspaceFolderValue !== undefined;
    });
    deepStrictEqual(reached.sort(), ['project', 'workspace']);
    strictEqual(configuration().get('localWorkspace.openOnStart'), false);
  });

  it('names nothing when it names an address there', () => {
    strictEqual(configuration().get('workspace'), 'https://evil.example/acme');
    deepStrictEqual(folderBinding(), { workspace: undefined, project: undefined });
  });

  it('is heeded in what has the form of a slug and an identifier', async () => {
    const before = configuration().get('project');
    await configuration().update('project', 'web', ConfigurationTarget.WorkspaceFolder);
    await eventually(() => folderBinding().project === 'WEB');
    strictEqual(folderBinding().workspace, undefined);
    await configuration().update('project', before, ConfigurationTarget.WorkspaceFolder);
    await eventually(() => folderBinding().project === undefined);
  });
});

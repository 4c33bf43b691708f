// Tests in the extension host which places are the code of a work item, with real git repositories.
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { commands, extensions, type Location, Position, Selection, Uri, window, workspace } from 'vscode';
import type { Client } from '../../src/client/api/client.ts';
import { ApiError } from '../../src/client/apiError.ts';
import { Store } from '../../src/core/cache/store/store.ts';
import type { Session } from '../../src/core/session/session.ts';
import { findCodeOf } from '../../src/features/codeSection/workbench/codeOf.ts';
import { Repositories } from '../../src/shell/git/repositories.ts';
import { VscodePrompts } from '../../src/shell/prompts/vscodePrompts.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { eventually } from './eventually.ts';

/** The identifier of a work item that does not exist, so that no other test mentions it. */
const IDENTIFIER = 'WEB-7778';
const ADDRESS = { project: 'p', id: 'w' };

/** Returns a store whose requests fail, so that the comments of the work item cannot be read. */
function storeWithoutServer(): Store {
  const failingClient: object = new Proxy(() => undefined, {
    get: () => failingClient,
    apply: () => Promise.reject(new ApiError({ kind: 'timeout', afterMs: 1 })),
  });
  return new Store(failingClient as Client);
}

describe('The code of a work item', () => {
  const repositories = new Repositories(new VscodePrompts());
  let git: GitRepository;

  before(async () => {
    const root = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    git = GitRepository.createWithReadme(join(root, 'peek'));
    git.write('src/login.py', 'import net\nsocket = net.open()\nsocket.close()\n');
    git.commit('Add the login');
    git.write('src/login.py', 'import net\nsocket = net.open()\nsocket.send(1)\nsocket.close()\n');
    git.commit(`${IDENTIFIER}: send`);
    git.write('src/login.py', `# ${IDENTIFIER}\nimport net\nsocket = net.open()\nsocket.send(1)\nsocket.close()\n`);
    git.write('outside.txt', 'x\n');
    symlinkSync('/etc/hostname', join(git.folder, 'link.txt'));
    git.commit(`Link (${IDENTIFIER})`);
    await repositories.ready();
    const api = extensions.getExtension('vscode.git')?.exports.getAPI(1) as {
      openRepository(root: Uri): Promise<unknown>;
    };
    await api.openRepository(Uri.file(git.folder));
    await eventually(() => repositories.of(Uri.file(git.folder))?.head?.commit === git.head);
  });

  after(async () => {
    repositories.dispose();
    await commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(git.folder, { recursive: true, force: true });
  });

  async function places(): Promise<readonly string[]> {
    const session = { store: storeWithoutServer() } as unknown as Session;
    const { signal } = new AbortController();
    const search = { session, address: ADDRESS, identifier: IDENTIFIER, repositories, signal };
    return (await findCodeOf(search)).map(placeOf).sort();
  }

  function placeOf({ uri, range }: Location): string {
    return `${uri.path.slice(git.folder.length + 1)}:${range.start.line + 1}`;
  }

  it('is where it is mentioned and where its commits changed lines, each line once, inside of the folder', async () => {
    deepStrictEqual(await places(), ['outside.txt:1', 'src/login.py:1', 'src/login.py:4']);
  });

  it('is where the lines are in a file with changes that are not committed', async () => {
    git.write('src/login.py', `"""Signs in."""\nimport net\nsocket = net.open()\nsocket.send(1)\nsocket.close()\n`);
    await eventually(
      () =>
        workspace.textDocuments.find(({ uri }) => uri.path.endsWith('peek/src/login.py'))?.lineAt(0).text !==
        `# ${IDENTIFIER}`,
    );
    deepStrictEqual(await places(), ['outside.txt:1', 'src/login.py:4']);
  });

  it('is shown for the identifier at the cursor without opening another editor', async () => {
    git.write('note.md', 'See WEB-1 there.\n');
    const document = await workspace.openTextDocument(Uri.file(join(git.folder, 'note.md')));
    const editor = await window.showTextDocument(document);
    editor.selection = new Selection(new Position(0, 6), new Position(0, 6));
    await commands.executeCommand('contrail.openLocalWorkspace');
    await commands.executeCommand('contrail.peekCode');
    strictEqual(window.activeTextEditor?.document.uri.toString(), document.uri.toString());
    await commands.executeCommand('closeReferenceSearch');
  });
});

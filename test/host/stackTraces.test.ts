// Tests in the extension host which lines of stack traces lead to files of the window.
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { commands, Uri, window, workspace } from 'vscode';
import type { Session } from '../../src/core/session/session.ts';
import { readStackTraces } from '../../src/features/codeSection/workbench/stackTraces.ts';

const TRACE = [
  'Error: closed',
  '    at send (/home/someone/else/traces/src/send.ts:2:3)',
  '    at open (/etc/hostname.txt:1:1)',
  '    at go (traces/link.txt:1:1)',
  '    at next (traces/missing.ts:1:1)',
  '    at up (traces/../../outside.ts:1:1)',
  '\tat com.example.Server.run(Server.java:1)',
].join('\n');

describe('A stack trace in a description', () => {
  let folder: Uri;

  before(async () => {
    const root = workspace.workspaceFolders?.[0]?.uri;
    if (root === undefined) throw new Error('No folder is open.');
    folder = Uri.joinPath(root, 'traces');
    for (const path of ['src/send.ts', 'java/com/example/Server.java'])
      await workspace.fs.writeFile(Uri.joinPath(folder, ...path.split('/')), new TextEncoder().encode('one\ntwo\n'));
    symlinkSync('/etc/hostname', Uri.joinPath(folder, 'link.txt').fsPath);
  });

  after(async () => {
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(folder, { recursive: true });
  });

  const read = (searchesFiles: boolean) => {
    const store = {
      item: () => ({ description_html: `<pre><code>${TRACE}</code></pre>` }),
      comments: { list: () => ({ state: { ids: [] } }), get: () => undefined },
    };
    return readStackTraces({ store } as unknown as Session, { project: 'p', id: 'w' }, searchesFiles);
  };

  it('leads to the files that exist in the folders of the window, and to nothing else', async () => {
    deepStrictEqual(
      (await read(false)).map(({ row }) => row.label),
      ['traces/src/send.ts:2'],
    );
    deepStrictEqual(
      (await read(true)).map(({ row }) => row.label),
      ['traces/src/send.ts:2', 'traces/java/com/example/Server.java:1'],
    );
  });

  it('opens the file at the line', async () => {
    const [row] = await read(false);
    await row?.open();
    strictEqual(window.activeTextEditor?.document.uri.path, `${folder.path}/src/send.ts`);
    strictEqual(window.activeTextEditor?.selection.active.line, 1);
  });
});

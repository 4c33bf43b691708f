// Tests in the extension host which files a search for mentions includes.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { ConfigurationTarget, Position, Uri, window, workspace } from 'vscode';
import { readHistory } from '../../src/features/codeSection/workbench/history.ts';
import { searchMentionsInWindow } from '../../src/shell/code/findMentions.ts';

/** The identifier of a work item that does not exist. Its mentions are found, because the search sends no request. */
const MISSING_IDENTIFIER = 'WEB-7777';

const MENTION = `# See ${MISSING_IDENTIFIER}.\n`;
const FILES: Readonly<Record<string, string>> = {
  '.gitignore': 'out/\n*.log\n',
  'kept.py': MENTION,
  'deep/down/kept.md': `${MENTION}Not WEB-77, not WEB-77770.\n${MENTION}`,
  'deep/.gitignore': 'left.py\n!kept.log\n',
  'deep/left.py': MENTION,
  'deep/kept.log': MENTION,
  'out/made.py': MENTION,
  'some.log': MENTION,
  'node_modules/package/index.js': MENTION,
  'excluded/by-setting.py': MENTION,
  'huge.py': `${MENTION}${'x'.repeat(4 * 1024 * 1024)}`,
  'binary.bin': `\0\0${MENTION}`,
};

describe('A search for mentions', () => {
  let folder: Uri;
  const { signal } = new AbortController();
  const search = async () => {
    const result = await searchMentionsInWindow(MISSING_IDENTIFIER, signal, () => undefined);
    const paths = result.files.map(({ file }) => file.path.slice(folder.path.length + 1));
    return { ...result, paths };
  };

  before(async () => {
    const rootFolder = workspace.workspaceFolders?.[0]?.uri;
    ok(rootFolder);
    folder = Uri.joinPath(rootFolder, 'mentions');
    for (const [path, text] of Object.entries(FILES)) {
      await workspace.fs.writeFile(Uri.joinPath(folder, ...path.split('/')), new TextEncoder().encode(text));
    }
    await workspace
      .getConfiguration('search')
      .update('exclude', { '**/mentions/excluded': true }, ConfigurationTarget.Global);
  });

  after(async () => {
    await workspace.getConfiguration('search').update('exclude', undefined, ConfigurationTarget.Global);
    await workspace.getConfiguration('search').update('useIgnoreFiles', undefined, ConfigurationTarget.Global);
    await workspace.fs.delete(folder, { recursive: true });
  });

  it('includes text files that are neither excluded nor ignored, and counts files that are too large', async () => {
    const { paths, count, largeFileCount: large } = await search();
    deepStrictEqual(paths, ['deep/down/kept.md', 'deep/kept.log', 'kept.py']);
    strictEqual(count, 4);
    // Large files of other tests may also be counted.
    ok(large >= 1);
  });

  it('includes ignored files if search.useIgnoreFiles is off', async () => {
    await workspace.getConfiguration('search').update('useIgnoreFiles', false, ConfigurationTarget.Global);
    const { paths } = await search();
    await workspace.getConfiguration('search').update('useIgnoreFiles', undefined, ConfigurationTarget.Global);
    ok(paths.includes('out/made.py') && paths.includes('some.log'));
    ok(!paths.includes('excluded/by-setting.py') && !paths.some((path) => path.startsWith('node_modules/')));
  });

  it('uses the text of an editor instead of the file on disk', async () => {
    const editor = await window.showTextDocument(Uri.joinPath(folder, 'kept.py'));
    await editor.edit((edit) => edit.insert(new Position(0, 0), MENTION));
    const { files } = await search();
    strictEqual(files.find(({ file }) => file.path.endsWith('/kept.py'))?.mentions.length, 2);
    await editor.document.save();
  });

  it('finds no mentions after a cancellation', async () => {
    const canceledResult = await searchMentionsInWindow(MISSING_IDENTIFIER, AbortSignal.abort(), () => undefined);
    deepStrictEqual(
      { count: canceledResult.count, cut: canceledResult.incompleteReason },
      { count: 0, cut: 'stopped' },
    );
  });
});

describe('The history of a work item', () => {
  it('contains a message instead of branches and commits if Git is disabled', async () => {
    const unavailableGit = {
      ready: async () => 'off' as const,
      all: [],
      choose: async () => ({ kind: 'closed' }) as const,
      uriAtCommit: () => undefined,
    };
    const { branches, commits } = await readHistory('WEB-1', unavailableGit, new AbortController().signal, 'all');
    const message = 'Git is disabled in VS Code or not installed.';
    deepStrictEqual(
      [branches, commits],
      [
        { rows: [], message },
        { rows: [], message },
      ],
    );
  });
});

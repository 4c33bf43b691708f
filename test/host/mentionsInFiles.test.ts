// Tests the search for mentions in the extension host: the files it searches, the files it skips,
// and cancellation.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { ConfigurationTarget, Position, Uri, window, workspace } from 'vscode';
import { readHistory } from '../../src/workbench/features/codeSection/history.ts';
import { mentionsInWindow } from '../../src/workbench/features/findMentions/findMentions.ts';

/** A work item that does not exist: its mentions are found nevertheless, without a request. */
const GONE = 'WEB-7777';

const MENTION = `# See ${GONE}.\n`;
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
    const found = await mentionsInWindow(GONE, signal, () => undefined);
    const paths = found.files.map(({ file }) => file.path.slice(folder.path.length + 1));
    return { ...found, paths };
  };

  before(async () => {
    const top = workspace.workspaceFolders?.[0]?.uri;
    ok(top);
    folder = Uri.joinPath(top, 'mentions');
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

  it('searches text files that are neither excluded nor ignored, and counts those that are too large', async () => {
    const { paths, count, large } = await search();
    deepStrictEqual(paths, ['deep/down/kept.md', 'deep/kept.log', 'kept.py']);
    strictEqual(count, 4);
    // Other tests leave large files behind.
    ok(large >= 1);
  });

  it('searches ignored files if search.useIgnoreFiles is off', async () => {
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

  it('finds nothing after it is cancelled', async () => {
    const stopped = await mentionsInWindow(GONE, AbortSignal.abort(), () => undefined);
    deepStrictEqual({ count: stopped.count, cut: stopped.cut }, { count: 0, cut: 'stopped' });
  });
});

describe('The history of a work item', () => {
  it('is a message if git is not available', async () => {
    const none = {
      ready: async () => 'off' as const,
      all: [],
      choose: async () => ({ kind: 'left' }) as const,
      at: () => undefined,
    };
    const { branches, commits } = await readHistory('WEB-1', none, new AbortController().signal);
    const sentence = 'Git is disabled in VS Code or not installed.';
    deepStrictEqual(
      [branches, commits],
      [
        { openings: [], sentence },
        { openings: [], sentence },
      ],
    );
  });
});

// Tests comments with code of a hostile repository: file names and lines are sent as text.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { Parser } from 'htmlparser2';
import { commands, comments, Range, workspace } from 'vscode';
import { acceptFirstRowDuring, eventually } from './eventually.ts';
import { HostileSetup } from './hostileSetup.ts';
import { readStoredComments } from './storedComments.ts';

const CODE = [
  '``` x',
  '````',
  '</code></pre><script>fetch("http://evil.example")</script><img src=x onerror=alert(1)>',
  '[run](command:contrail.signOut) <a href="command:workbench.action.quit">quit</a> http://evil.example/x',
  '~~~~~~~~ ![pixel](http://evil.example/pixel.png) &lt;b&gt; $(touch marked) \u202e',
].join('\n');
const NAMES = [
  'with\nnewline.py',
  `quote"'\`.py`,
  '](command:contrail.signOut).py',
  '`](command:contrail.signOut)`.py',
  '`` [x](http:evil.example) ``.py',
  '<img src=x onerror=alert(1)>.py',
  '$(touch marked)#L1?x=%2e%2e&y.py',
];

/** Returns the tags of a comment, the values of its attributes except `class`, and its text. */
function parseParts(html: string): {
  readonly tags: string[];
  readonly attributeValues: string[];
  readonly text: string;
} {
  const tags = new Set<string>();
  const attributeValues: string[] = [];
  let text = '';
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      tags.add(tag);
      const { class: _language, ...others } = attributes;
      attributeValues.push(...Object.values(others));
    },
    ontext: (chunk) => {
      text += chunk;
    },
  });
  parser.end(html);
  return { tags: [...tags].sort(), attributeValues, text };
}

describe('A comment with code of a hostile repository', () => {
  const controller = comments.createCommentController('test', 'Test');
  let setup: HostileSetup;

  before(async () => {
    setup = new HostileSetup('hostile-code', 'WEB-26');
    for (const name of NAMES) setup.gitRepository.write(name, CODE);
    await setup.open();
  });

  after(() => {
    controller.dispose();
    return setup.close();
  });

  /** Sends the whole file as a comment and returns the HTML that the server stored. */
  async function sendFile(name: string): Promise<string> {
    const commentsBefore = new Set(readStoredComments());
    const thread = controller.createCommentThread(setup.file(name), new Range(0, 0, 4, 0), []);
    await acceptFirstRowDuring(commands.executeCommand('contrail.sendThreadComment', { thread, text: 'Look.' }));
    thread.dispose();
    const addedComments = readStoredComments().filter((html) => !commentsBefore.has(html));
    strictEqual(addedComments.length, 1, addedComments.join('\n'));
    return addedComments[0] ?? '';
  }

  function commit(): void {
    setup.gitRepository.run('-c', 'core.hooksPath=/dev/null', '-c', 'filter.evil.clean=cat', 'add', '--all');
    setup.gitRepository.run('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--message', 'Code');
  }

  it('contains no link if the file is not committed, whatever the name of the file', async () => {
    for (const name of NAMES) {
      const { tags, attributeValues, text } = parseParts(await sendFile(name));
      deepStrictEqual([tags, attributeValues], [['code', 'p', 'pre'], []], name);
      for (const line of CODE.split('\n')) ok(text.includes(line), `${name}: ${text}`);
      ok(text.includes(name.replace('\n', ' ')), text);
    }
  });

  it('contains no link if the URL of the remote runs a command or has an unknown host', async () => {
    commit();
    await setup.repository.refresh();
    for (const name of NAMES) {
      const { tags, attributeValues, text } = parseParts(await sendFile(name));
      deepStrictEqual([tags, attributeValues], [['code', 'p', 'pre'], []], name);
      ok(text.includes(` at commit ${setup.gitRepository.head.slice(0, 8)}`), text);
    }
  });

  it('contains a permalink in which all special characters are encoded', async () => {
    const { gitRepository } = setup;
    gitRepository.run('remote', 'set-url', 'origin', 'https://mara:token@github.com/acme/[x](command:y)<b>.git');
    gitRepository.run('-c', 'core.hooksPath=/dev/null', 'update-ref', 'refs/remotes/origin/main', gitRepository.head);
    gitRepository.run('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--allow-empty', '--message', 'Go on');
    gitRepository.run('-c', 'core.hooksPath=/dev/null', 'update-ref', 'refs/remotes/origin/main', gitRepository.head);
    await setup.repository.refresh();
    await eventually(() => setup.repository.head?.commit === gitRepository.head);
    await eventually(() => setup.repository.remotes.some(({ fetchUrl }) => fetchUrl?.includes('github.com') === true));
    for (const name of NAMES) {
      const { tags, attributeValues, text } = parseParts(await sendFile(name));
      deepStrictEqual(tags, ['a', 'code', 'p', 'pre'], text);
      strictEqual(attributeValues.length, 1, attributeValues.join());
      const [link = ''] = attributeValues;
      const { origin, pathname, hash } = new URL(link);
      deepStrictEqual([origin, hash], ['https://github.com', '#L1-L5']);
      strictEqual(/[^\w./%~#-]/.test(link.slice('https:'.length)), false, link);
      strictEqual(decodeURIComponent(pathname), `/acme/[x](command:y)<b>/blob/${gitRepository.head}/${name}`);
      ok(!text.includes('token'));
    }
  });

  it('does not make Contrail run a program of the repository', () => {
    deepStrictEqual(setup.unexpectedMarkerFiles, []);
    ok(workspace.isTrusted);
  });
});

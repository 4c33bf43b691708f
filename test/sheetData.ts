// Adds to the sample workspace what the contact sheet shows: a repository, relations, a guest.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTERNAL_SOURCE } from '../src/core/cache/resources/sendComment.ts';
import { codeExternalId } from '../src/core/comments/codeExternalId.ts';
import { CALLER } from '../src/server/sample/people.ts';
import type { BuiltInServer } from './support/builtInServer.ts';
import { GitRepository } from './support/gitRepository.ts';
import { sendRequest } from './support/requests.ts';
import { sample } from './support/testServer.ts';

const FILE = 'src/greeting.py';
const COMMENTED_LINES = 'def greeting(name: str) -&gt; str:\n    """Greets one person."""';

/** Plane's number of the role of a guest. */
const GUEST_ROLE = 5;

/** A file whose first line starts with the identifier of a work item. */
export const MENTIONS_FILE = 'next.txt';

/** Makes the folder a repository, so that comments can link its lines, and adds settings of the folder. */
export function createRepository(folder: string): void {
  writeFileSync(join(folder, MENTIONS_FILE), 'WEB-1 comes next.\n');
  mkdirSync(join(folder, '.vscode'));
  // By default, VS Code shows its panel of comments beside the first file with comments, but not beside later ones.
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify({ 'comments.openView': 'never' }));
  const repository = GitRepository.create(folder, 'Greet for WEB-1');
  repository.addRemote('origin', 'https://github.com/acme/atlas.git');
  repository.run('update-ref', 'refs/remotes/origin/main', repository.head);
}

/**
 * Adds relations and a code comment to WEB-1, and makes the user a guest of Field Notes. `folder` is the repository that
 * contains the linked lines.
 */
export async function addSheetData(server: BuiltInServer, folder: string): Promise<void> {
  const commit = new GitRepository(folder).head;
  const link = `https://github.com/acme/atlas/blob/${commit}/${FILE}#L1-L2`;
  const issues = [sample.workItem('WEB', 4), sample.workItem('WEB', 9)];
  await sendRequest(server, 'POST', `${workItemPath(1)}relations/`, { relation_type: 'blocking', issues });
  await sendRequest(server, 'POST', `${workItemPath(1)}comments/`, {
    comment_html: `<p><a href="${link}"><code>${FILE}:1-2</code></a></p><pre><code>${COMMENTED_LINES}</code></pre><p>Must not need a pointer.</p>`,
    external_source: EXTERNAL_SOURCE,
    external_id: codeExternalId({
      repository: 'github.com/acme/atlas',
      commit,
      path: FILE,
      lines: { first: 1, last: 2 },
      changed: false,
      ordinal: 1,
    }),
  });
  const membershipPath = `projects/${sample.project('NOTES')}/members/${sample.membership('NOTES', CALLER.key)}/`;
  await sendRequest(server, 'PATCH', membershipPath, { role: GUEST_ROLE });
}

/** Changes the state of WEB-3 and adds a comment to WEB-3, with the key of the other user. */
export async function changeAsOtherUser(server: BuiltInServer): Promise<void> {
  const { otherKey } = server;
  await sendRequest(server, 'PATCH', workItemPath(3), { state: sample.state('WEB', 'Done') }, otherKey);
  await sendRequest(server, 'POST', `${workItemPath(3)}comments/`, { comment_html: '<p>Ready for you.</p>' }, otherKey);
}

/** Returns the path of a work item of Atlas Web. */
export function workItemPath(number: number): string {
  return `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', number)}/`;
}

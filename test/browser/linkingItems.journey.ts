// Owns the journeys from a work item to the code that mentions it, and from code to a new work item.
import { expect } from 'vitest';
import { GitRepository } from '../support/gitRepository.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';
import { journey, ONE } from './journey.ts';
import { RecordPage } from './recordPage.ts';
import { signIn } from './steps.ts';

const LOGIN = `export function login(): void {
  // See WEB-28 and WEB-280.
  connect();
  // FIXME: close the socket
  // when the window goes
  listen();
}
`;

/** A repository whose commit is known to be at its remote. */
function begin(folder: string): void {
  const repository = GitRepository.empty(folder);
  repository.write('.gitignore', 'out/\n');
  repository.write('src/login.ts', LOGIN);
  repository.write('docs/notes.md', '# Notes\n\nWEB-28 comes first, then WEB-28 again.\n');
  repository.write('logo.bin', Buffer.from('\0\0WEB-28'));
  repository.write('.vscode/settings.json', '{}');
  const commit = repository.commit('Begin');
  repository.remote('origin', 'https://github.com/acme/atlas.git');
  repository.run('update-ref', 'refs/remotes/origin/main', commit);
  repository.write('out/made.js', '// WEB-28 in what was built\n');
}

async function openFile({ page, quickInput }: Workbench, name: string, line: number): Promise<void> {
  await page.keyboard.press('Control+P');
  await quickInput.type(`${name}:${line}`);
  await quickInput.row(name).waitFor();
  await quickInput.accept();
  await page.locator('.tabs-container .tab.active', { hasText: name }).waitFor();
  await page.locator('#status\\.editor\\.selection', { hasText: `Ln ${line},` }).waitFor();
}

journey(
  'what mentions a work item is found, and a comment becomes one whose identifier is written into it',
  async (stage) => {
    const { workbench } = stage;
    const { page, quickInput } = workbench;
    await signIn(stage);
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench.runCommand('Contrail: Find Mentions of Work Item…');
    await quickInput.shown('Find Mentions of Work Item');
    await quickInput.type('WEB-28');
    await quickInput.pick('WEB-28');
    const mentions = workbench.view('Mentions of WEB-28');
    await mentions.row('See WEB-28 and WEB-280.').shown();
    expect((await mentions.rows()).map(({ label }) => label)).toEqual([
      'notes.md',
      'WEB-28 comes first, then WEB-28 again.',
      'WEB-28 comes first, then WEB-28 again.',
      'login.ts',
      '// See WEB-28 and WEB-280.',
    ]);
    await workbench.screenshot('items/mentions');
    await mentions.row('See WEB-28 and WEB-280.').click();
    await page.locator('#status\\.editor\\.selection', { hasText: 'Ln 2,' }).waitFor();

    await openFile(workbench, 'login.ts', 4);
    // The first diagnostics close a menu that is open.
    await page.locator('.squiggly-error').first().waitFor();
    await workbench.press('Control+.');
    await page.locator('.action-widget').getByText('Create work item…').waitFor({ timeout: 8000 });
    await workbench.screenshot('items/quick-fix');
    await page.locator('.action-widget').getByText('Create work item…').click();
    await quickInput.shown('Create Work Item In');
    await quickInput.pick('Atlas Web');
    const made = await RecordPage.of(workbench, 'New work item');
    expect(await made.name.inputValue()).toBe('close the socket');
    await made.field('description_html').getByText('src/login.ts:4-5').waitFor();
    await workbench.screenshot('items/new-from-comment');
    await made.save();
    await workbench.tab(/^WEB-\d+ close the socket/).waitFor();
    const [tab = ''] = (await workbench.tabs()).filter((title) => title.includes('close the socket'));
    const identifier = tab.split(' ')[0] ?? '';
    await until('the identifier in the comment', async () => {
      await workbench.tab('login.ts').click();
      return page.locator('.view-line', { hasText: `FIXME(${identifier}): close the socket` }).isVisible();
    });
    await workbench.screenshot('items/written-back');
    expect(workbench.complaints).toEqual([]);
  },
  { ...ONE, prepare: begin },
);

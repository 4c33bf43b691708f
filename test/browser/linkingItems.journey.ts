// Owns the journeys from a work item to the code that mentions it, and from code to a new work item.
import { expect } from 'vitest';
import { GitRepository } from '../support/gitRepository.ts';
import { journey, ONE } from './journey.ts';
import { signIn } from './steps.ts';

journey(
  'what mentions a work item is found in the files of the window',
  async (stage) => {
    const { workbench, server } = stage;
    const { quickInput } = workbench;
    const repository = GitRepository.empty(server.workspace);
    repository.write('.gitignore', 'out/\n');
    repository.write('out/made.js', '// WEB-28 in what was built\n');
    repository.write('src/login.ts', 'export function login(): void {\n  // See WEB-28 and WEB-280.\n}\n');
    repository.write('docs/notes.md', '# Notes\n\nWEB-28 comes first, then web-28 again.\n');
    repository.write('logo.bin', Buffer.from('\0\0WEB-28'));
    repository.commit('Begin');
    await signIn(stage);
    await workbench.view('Projects').row('Atlas Web').expand();
    await workbench.runCommand('Contrail: Find Mentions of Work Item…');
    await quickInput.shown('Find Mentions of Work Item');
    await quickInput.type('WEB-28');
    await quickInput.pick('WEB-28');
    const mentions = workbench.view('Mentions of WEB-28');
    await mentions.row('See WEB-28 and WEB-280.').shown();
    await workbench.screenshot('linking/mentions');
    console.log(await mentions.rows());
    await mentions.row('See WEB-28 and WEB-280.').click();
    await workbench.tab('login.ts').waitFor();
    await workbench.screenshot('linking/mention-opened');
    expect(workbench.complaints).toEqual([]);
  },
  ONE,
);

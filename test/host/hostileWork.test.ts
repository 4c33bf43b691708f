// Tests starting work in a hostile repository: a branch name is never run by a shell.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { ConfigurationTarget, commands, window, workspace } from 'vscode';
import { acceptFirstRowDuring, eventually } from './eventually.ts';
import { HostileSetup } from './hostileSetup.ts';
import { sampleItem } from './sample.ts';

/** A template whose result is a valid branch name, but which a shell would run as a command that creates a file. */
const TEMPLATE = 'x`touch$IFS\'marked\'`;$(touch$IFS"marked")|&<img>-${identifier}';

describe('Start Work in a hostile repository', () => {
  let setup: HostileSetup;

  before(async () => {
    setup = new HostileSetup('hostile-work', 'WEB-28');
    await setup.open();
    await window.showTextDocument(setup.file('code.py'));
  });

  after(async () => {
    await workspace.getConfiguration('contrail').update('work.branchTemplate', undefined, ConfigurationTarget.Global);
    await setup.close();
  });

  async function branchAfterStart(identifier: string): Promise<string> {
    await acceptFirstRowDuring(commands.executeCommand('contrail.startWork', await sampleItem(identifier)));
    return setup.gitRepository.currentBranch;
  }

  async function switchToMain(): Promise<void> {
    setup.gitRepository.setHead('main');
    await setup.repository.refresh();
    await eventually(() => setup.repository.head?.branch === 'main');
  }

  it('stays on the checked-out branch of the work item, and does not run the branch name in a shell', async () => {
    const initialBranch = setup.gitRepository.currentBranch;
    strictEqual(initialBranch, 'WEB-28-$(touch${IFS}marked)');
    strictEqual(await branchAfterStart('WEB-28'), initialBranch);
    deepStrictEqual(setup.unexpectedMarkerFiles, []);
  });

  it('checks out the existing branch of the work item, and creates no branch', async () => {
    await switchToMain();
    const names = (await setup.repository.branches()).map(({ name }) => name);
    const itemBranch = names.find((name) => name.includes('WEB-28'));
    ok(itemBranch !== undefined && /["$;|&<]/.test(itemBranch), names.join());
    strictEqual(await branchAfterStart('WEB-28'), itemBranch);
    strictEqual(
      setup.gitRepository.run('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n').length,
      names.length,
    );
    deepStrictEqual(setup.unexpectedMarkerFiles, []);
  });

  it('creates a branch with exactly the name that a hostile template produces', async () => {
    await workspace.getConfiguration('contrail').update('work.branchTemplate', TEMPLATE, ConfigurationTarget.Global);
    const branchesBefore = new Set((await setup.repository.branches()).map(({ name }) => name));
    const { head } = setup.gitRepository;
    const branch = await branchAfterStart('WEB-27');
    strictEqual(branch, TEMPLATE.replace('${identifier}', 'WEB-27'));
    strictEqual(setup.gitRepository.head, head);
    await setup.repository.refresh();
    const createdBranches = (await setup.repository.branches())
      .map(({ name }) => name)
      .filter((name) => !branchesBefore.has(name));
    deepStrictEqual(createdBranches, [branch]);
    deepStrictEqual(setup.unexpectedMarkerFiles, []);
  });

  it('creates a branch from a base branch whose name looks like an option', async () => {
    for (const [index, base] of ['-b', '--upload-pack=touch${IFS}marked', '`touch${IFS}marked`'].entries()) {
      const name = `WEB-26-from-${index}`;
      await setup.repository.createBranch(name, base);
      strictEqual(setup.gitRepository.currentBranch, name);
    }
    deepStrictEqual(setup.unexpectedMarkerFiles, []);
  });
});

// Tests starting work in a hostile repository: branch names run nothing, and the branch checked out
// is the one shown.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationTarget, commands, window, workspace } from 'vscode';
import { accepting, eventually } from './eventually.ts';
import { HostileGround } from './hostileSetup.ts';
import { sampleItem } from './sample.ts';

/** A shell would create a file from it; for git it is a valid name. */
const TEMPLATE = 'x`touch$IFS\'marked\'`;$(touch$IFS"marked")|&<img>-${identifier}';

describe('Start Work in a hostile repository', () => {
  let setup: HostileGround;

  before(async () => {
    setup = new HostileGround('hostile-work', 'WEB-28');
    await setup.open();
    await window.showTextDocument(setup.file('code.py'));
  });

  after(async () => {
    await workspace.getConfiguration('contrail').update('work.branchTemplate', undefined, ConfigurationTarget.Global);
    await setup.close();
  });

  async function startedOn(identifier: string): Promise<string> {
    await accepting(commands.executeCommand('contrail.startWork', await sampleItem(identifier)));
    return setup.made.currentBranch;
  }

  async function onMain(): Promise<void> {
    writeFileSync(join(setup.made.folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    await setup.repository.refresh();
    await eventually(() => setup.repository.head?.branch === 'main');
  }

  it('stays on the item’s current branch and does not run its name in a shell', async () => {
    const before = setup.made.currentBranch;
    strictEqual(before, 'WEB-28-$(touch${IFS}marked)');
    strictEqual(await startedOn('WEB-28'), before);
    deepStrictEqual(setup.marks, []);
  });

  it('checks out the item’s existing branch by its full name', async () => {
    await onMain();
    const names = (await setup.repository.branches()).map(({ name }) => name);
    const own = names.find((name) => name.includes('WEB-28'));
    ok(own !== undefined && /["$;|&<]/.test(own), names.join());
    strictEqual(await startedOn('WEB-28'), own);
    strictEqual(
      setup.made.run('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n').length,
      names.length,
    );
    deepStrictEqual(setup.marks, []);
  });

  it('creates a branch with exactly the name of a hostile template', async () => {
    await workspace.getConfiguration('contrail').update('work.branchTemplate', TEMPLATE, ConfigurationTarget.Global);
    const before = new Set((await setup.repository.branches()).map(({ name }) => name));
    const { head } = setup.made;
    const branch = await startedOn('WEB-27');
    strictEqual(branch, TEMPLATE.replace('${identifier}', 'WEB-27'));
    strictEqual(setup.made.head, head);
    await setup.repository.refresh();
    const made = (await setup.repository.branches()).map(({ name }) => name).filter((name) => !before.has(name));
    deepStrictEqual(made, [branch]);
    deepStrictEqual(setup.marks, []);
  });

  it('creates a branch from one whose name looks like an option', async () => {
    for (const [index, base] of ['-b', '--upload-pack=touch${IFS}marked', '`touch${IFS}marked`'].entries()) {
      const name = `WEB-26-from-${index}`;
      await setup.repository.createBranch(name, base);
      strictEqual(setup.made.currentBranch, name);
    }
    deepStrictEqual(setup.marks, []);
  });
});

// An end-to-end test of what is read in the background, and of a restarted window without the server.
import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { requestTo } from '../support/faultProxy.ts';
import type { TreeView } from '../support/treeView.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail, openItem, step } from './steps.ts';

const isItemList = requestTo('GET', '/work-items/');

async function assignedRows(view: TreeView): Promise<readonly string[]> {
  await view.row('Assigned to Me').expand();
  return (await view.rows()).map(({ aria }) => aria);
}

/** Returns the content of the snapshots on disk, of all accounts. */
function readSnapshotText({ server }: Fixture): string {
  return globSync(`${server.userData}/User/globalStorage/contrail.contrail/snapshots/*.json.gz`)
    .map((file) => gunzipSync(readFileSync(file)).toString())
    .join('\n');
}

scenario(
  'the work items of all projects are read in the background, and shown after a restart without the server',
  async (fixture) => {
    const { proxy } = fixture;
    await openContrail(fixture);
    await fixture.workbench.view('Projects').row('Atlas Web').expand();
    await fixture.workbench
      .view('Projects')
      .row(/^WEB-28 /)
      .waitUntilShown();
    await openItem(fixture, 'WEB-28');

    await step('Assigned to Me contains work items of several projects', async () => {
      // Five requests: for the first page of each of the three projects, for the second page of one project, and for
      // the changes in that project since its first page was read.
      await until('all work items to be read', () => proxy.requestsTo(isItemList).length >= 5, 60_000);
      const { workbench } = fixture;
      await workbench.view('Projects').close();
      const myWork = workbench.view('My Work');
      await myWork.open();
      await until('work items of several projects', async () => {
        const rows = await assignedRows(myWork);
        return ['WEB-', 'API-'].every((prefix) => rows.some((name) => name.startsWith(prefix)));
      });
      expect((await assignedRows(myWork)).filter((name) => name.startsWith('Load '))).toEqual([]);
      await workbench.screenshot('sync/assigned');
      await myWork.close();
      await workbench.view('Projects').open();
    });

    await until('what is known to be on disk', () =>
      readSnapshotText(fixture).includes('Write the notes for the next release'),
    );
    expect(readSnapshotText(fixture)).not.toContain(fixture.planeServer.apiKey);
    await proxy.refuse();
    await fixture.restart();
    const { workbench } = fixture;
    await workbench.openContainer('Contrail');
    const view = workbench.view('Projects');

    await step('the view and the page show the time of their stored data', async () => {
      // VS Code has restored the expanded state of the project.
      await view.row(/^WEB-28 /).waitUntilShown();
      await until('the age in the message', async () => (await view.message()).startsWith('Shown as of'));
      const page = await ItemPage.waitFor(workbench, 'WEB-28');
      await until('the age on the page', async () =>
        /The data shown is from \d.* and may be out of date\./.test(await page.frame.getByTestId('stale').innerText()),
      );
      await workbench.screenshot('restart/offline');
    });

    await step('the list of a project is complete', async () => {
      await view.row('Atlas Web').collapse();
      await view.row('Field Notes').expand();
      await view.scrollTo(/^NOTES-1 /);
      expect((await view.rows()).some(({ label }) => label.startsWith('Load '))).toBe(false);
    });

    await step('the server is available again', async () => {
      await proxy.listenAgain();
      await view.clickTitleAction('Refresh');
      await until('no message about the age', async () => (await view.message()) === '');
    });

    await step('no work item is on disk after the user has signed out', async () => {
      await workbench.runCommand('Contrail: Sign Out…');
      await until('no snapshot on disk', () => readSnapshotText(fixture) === '');
    });
  },
  { ...SPEC_ONLY_SIGNED_IN, settings: { 'contrail.sync.enabled': true } },
);

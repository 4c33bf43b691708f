// An end-to-end test that a restarted window shows its previous content even without the server.
import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { openFaultProxy } from '../support/faultProxy.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { type Fixture, ONE, scenario } from './scenario.ts';
import { openItem, signIn } from './steps.ts';

/** Returns the content of the snapshots on disk, of all accounts. */
function onDisk({ server }: Fixture): string {
  return globSync(`${server.userData}/User/globalStorage/contrail.contrail/snapshots/*.json.gz`)
    .map((file) => gunzipSync(readFileSync(file)).toString())
    .join('\n');
}

scenario(
  'a window shows its previous content after a restart, even while the server is unavailable',
  async (fixture) => {
    await using proxy = await openFaultProxy(fixture.planeServer.baseUrl);
    await signIn(fixture, proxy.url);
    await fixture.workbench.view('Projects').row('Atlas Web').expand();
    await fixture.workbench
      .view('Projects')
      .row(/^WEB-28 /)
      .shown();
    await openItem(fixture, 'WEB-28');
    await until('what is known to be on disk', () => onDisk(fixture).includes('Write the notes for the next release'));
    expect(onDisk(fixture)).not.toContain(fixture.planeServer.apiKey);

    await proxy.refuse();
    await fixture.restart();
    const { workbench } = fixture;
    await workbench.openContainer('Contrail');
    const view = workbench.view('Projects');
    // VS Code has restored the expanded state of the project.
    await view.row(/^WEB-28 /).shown();
    await until('the age to be named', async () => (await view.message()).startsWith('Shown as of'));
    const page = await ItemPage.of(workbench, 'WEB-28');
    await until('the page to say since when it is known', async () =>
      /Shown as of \d.*; it may be out of date\./.test(await page.frame.getByTestId('stale').innerText()),
    );
    for (const theme of ['light', 'hc-light', 'hc-dark', 'dark'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`restart/offline-${theme}`);
    }

    await proxy.listenAgain();
    await view.clickTitleAction('Refresh');
    await until('the server to have been heard', async () => (await view.message()) === '');
    await workbench.screenshot('restart/online');

    await workbench.runCommand('Contrail: Sign Out');
    await until('nothing of it to be on disk', () => onDisk(fixture) === '');
  },
  ONE,
);

// An end-to-end test of a restart: the window shows its previous content at once, with its age,
// even while the server is unavailable.
import { globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { openFaultProxy } from '../support/faultProxy.ts';
import { until } from '../support/until.ts';
import { ItemPage } from './itemPage.ts';
import { journey, ONE, type Stage } from './journey.ts';
import { openItem, signIn } from './steps.ts';

/** Returns what is stored on disk about the workspace, of all accounts. */
function onDisk({ server }: Stage): string {
  return globSync(`${server.userData}/User/globalStorage/contrail.contrail/snapshots/*.json.gz`)
    .map((file) => gunzipSync(readFileSync(file)).toString())
    .join('\n');
}

journey(
  'a window shows its previous content after a restart, even while the server is unavailable',
  async (stage) => {
    await using proxy = await openFaultProxy(stage.service.baseUrl);
    await signIn(stage, proxy.url);
    await stage.workbench.view('Projects').row('Atlas Web').expand();
    await stage.workbench
      .view('Projects')
      .row(/^WEB-28 /)
      .shown();
    await openItem(stage, 'WEB-28');
    await until('what is known to be on disk', () => onDisk(stage).includes('Write the notes for the next release'));
    expect(onDisk(stage)).not.toContain(stage.service.apiKey);

    await proxy.refuse();
    await stage.restart();
    const { workbench } = stage;
    await workbench.openContainer('Contrail');
    const view = workbench.view('Projects');
    // The project was expanded before.
    await view.row(/^WEB-28 /).shown();
    await until('the age to be named', async () => (await view.message()).startsWith('Shown as of'));
    const page = await ItemPage.of(workbench, 'WEB-28');
    await until('the page to say since when it is known', async () =>
      /What is shown is as of \d.* and may be out of date\./.test(await page.frame.getByTestId('stale').innerText()),
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
    await until('nothing of it to be on disk', () => onDisk(stage) === '');
  },
  ONE,
);

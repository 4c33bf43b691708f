// Owns the journeys of links that come from outside, of links that are copied, and of folders that say where they belong.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Workbench } from '../support/workbench.ts';
import { ItemPage } from './itemPage.ts';
import { journey, ONE } from './journey.ts';
import { signIn } from './steps.ts';

const THEMES = ['dark', 'light', 'hc-dark', 'hc-light'] as const;

/** The clipboard as the next program would read it. */
async function clipboard({ page }: Workbench): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Follows a link that somebody wrote into a file, as a person does who clicks it with Ctrl held. */
async function follow(workbench: Workbench, folder: string, address: string): Promise<void> {
  writeFileSync(join(folder, 'link.md'), `[link](${address})\n`);
  await workbench.press('Control+p');
  await workbench.quickInput.type('link.md');
  await workbench.quickInput.pick('link.md');
  await workbench.page
    .locator('.editor-instance .detected-link')
    .first()
    .click({ modifiers: ['Control'] });
}

let folder = '';
const bound = {
  ...ONE,
  prepare: (workspace: string): void => {
    folder = workspace;
    mkdirSync(join(workspace, '.vscode'), { recursive: true });
    writeFileSync(join(workspace, '.vscode', 'settings.json'), JSON.stringify({ 'contrail.project': 'api' }));
  },
};

journey(
  'a link opens a work item from outside, and one that leads elsewhere is asked about before anything is sent',
  async (stage) => {
    const { workbench, service } = stage;
    const { quickInput } = workbench;
    let asked = 0;
    const elsewhere = createServer((_request, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const foreign = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const link = (server: string): string =>
      `code-oss://contrail.contrail/open?server=${server}&workspace=${service.workspace}&item=WEB-28`;

    await follow(workbench, folder, link(service.baseUrl));
    await workbench.screenshot('outside/debug-1');
    elsewhere.close();
    expect(asked).toBe(0);
    await signIn(stage);
    expect(await clipboard(workbench)).toBe('');
    await ItemPage.of(workbench, 'WEB-28');
    for (const theme of THEMES) await workbench.setTheme(theme);
  },
  bound,
);

// What the contact sheet shows of the whole window: documents, pages and questions that a command opens.
import { ItemPage } from './browser/itemPage.ts';
import { workItemPath } from './sheetData.ts';
import type { BuiltInServer } from './support/builtInServer.ts';
import { sendRequest } from './support/requests.ts';
import type { Workbench } from './support/workbench.ts';

/** The work item whose description gets a stack trace. */
const TRACED = 21;
const TRACE = ['TypeError: name is undefined', '    at greeting (src/greeting.py:2:5)', '    at main (next.txt:1)'];

async function pickItem({ quickInput }: Workbench, identifier: string): Promise<void> {
  await quickInput.waitUntilShown('Find by ID');
  await quickInput.type(identifier);
  await quickInput.row(identifier).waitFor();
  await quickInput.pick(identifier);
}

/** Each function opens what is shown. */
export const WINDOW_OPENERS: Readonly<Record<string, (workbench: Workbench, server: BuiltInServer) => Promise<void>>> =
  {
    'stand-up': async (workbench) => {
      await workbench.runCommand('Contrail: Write Stand-Up');
      await workbench.page.locator('.editor-instance .view-line', { hasText: 'In progress' }).first().waitFor();
    },
    'connection report': async (workbench) => {
      await workbench.runCommand('Contrail: Show Connection Report');
      await workbench.webview('h2', 'Encryption');
    },
    'stack trace in a description': async (workbench, server) => {
      const description_html = `<pre><code>${TRACE.join('\n')}</code></pre>`;
      await sendRequest(server, 'PATCH', workItemPath(TRACED), { description_html });
      await workbench.runCommand('Contrail: Go to Work Item…');
      await pickItem(workbench, `WEB-${TRACED}`);
      const { frame } = await ItemPage.waitFor(workbench, `WEB-${TRACED}`);
      await frame.getByText('greeting.py:2').first().waitFor();
    },
    'completion of a blocked work item': async (workbench) => {
      await workbench.runCommand('Contrail: Change State…');
      await pickItem(workbench, 'WEB-4');
      await workbench.quickInput.row('Done').waitFor();
      await workbench.quickInput.pick('Done');
      await workbench.page.locator('.monaco-dialog-box').waitFor();
    },
  };

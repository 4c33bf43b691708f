// An end-to-end test of the tools for language models: what the user sees, confirms, declines and undoes, when another
// extension calls a tool and when VS Code's own agent does, with a scripted model.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { root, scratchFolder } from '../support/setup/paths.mjs';
import { AgentChat } from './agentChat.ts';
import { readFromServer, step, waitUntilServerHas } from './steps.ts';

const ITEM_PATH = 'work-items/API-12/';

/** Returns the text of the element, with each line break and no-break space of VS Code replaced by a space. */
async function textOf(locator: Locator): Promise<string> {
  return (await locator.innerText()).replaceAll(/\s+/g, ' ');
}

it('other extensions and VS Code’s agent change a work item only after a confirmation; the user undoes a change', async () => {
  await using chat = await AgentChat.open(join(scratchFolder, 'scenarios', 'agentChat'));
  const { workbench, panel } = chat;
  const { dialog, page, quickInput } = workbench;
  const itemBefore = await readFromServer(chat, ITEM_PATH);

  await step('VS Code lists the skills', async () => {
    await workbench.runCommand('Chat: Configure Skills...');
    for (const name of readdirSync(join(root, 'media', 'skills'))) await quickInput.row(name).waitFor();
    await quickInput.escape();
  });

  await step('the user declines the change of another extension', async () => {
    await workbench.runCommand('Other Extensions: Change Work Item');
    await dialog.getByText('Change API-12?').waitFor();
    expect(await textOf(dialog)).toMatch(/State of API-12: .+ → Done/);
    await workbench.answerDialog('Cancel');
    await page.locator('.view-line', { hasText: 'Canceled' }).waitFor();
  });

  await step('Work on It in Chat opens the chat with a prompt', async () => {
    await chat.handOverItem('API-12');
    expect(await textOf(chat.input)).toContain('Read the work item API-12 with #getWorkItem');
  });

  await step('a change is confirmed with values before and after', async () => {
    await chat.send();
    await chat.text('Change API-12?').waitFor();
    const text = await textOf(panel);
    expect(text).toMatch(/State of API-12: .+ → Done/);
    expect(text).toMatch(/Priority of API-12: .+ → Urgent/);
    expect(await readFromServer(chat, ITEM_PATH)).toEqual(itemBefore);
    await chat.button('Allow in this Session').click();
    await chat.text('API-12 is done now').waitFor();
    await waitUntilServerHas(
      chat,
      ITEM_PATH,
      (item) => item['priority'] === 'urgent' && item['state'] !== itemBefore['state'],
    );
    await page.locator('.monaco-list-row[aria-label^="API-12 "][aria-label*="state Done"]').waitFor();
  });

  await step('the sixth change is confirmed by Contrail, because VS Code no longer asks', async () => {
    await chat.send('Plan it, rename it, and set the priority to low.');
    await dialog.getByText('Change API-12?').waitFor();
    expect(await textOf(dialog)).toContain('Agents can make 5 changes a minute before Contrail asks for confirmation.');
    await workbench.answerDialog('Allow');
    await chat.text('API-12 has the priority Low now.').waitFor();
    await waitUntilServerHas(chat, ITEM_PATH, (item) => item['priority'] === 'low');
  });

  await step(
    'Contrail asks again about an external comment of another extension, which the user declines',
    async () => {
      await workbench.runCommand('Other Extensions: Comment Externally');
      await dialog.getByText('Send an external comment on API-12?').waitFor();
      await workbench.answerDialog('Yes');
      await dialog.getByText('people outside the workspace can see it').waitFor();
      await dialog.locator('.monaco-button', { hasText: 'Allow' }).waitFor();
      expect(await dialog.locator('a:not(.monaco-button, .action-label)').count()).toBe(0);
      await workbench.answerDialog('Cancel');
      await page.locator('.view-line', { hasText: 'The user declined.' }).waitFor();
    },
  );

  await step('the changes are listed, and the last one is undone', async () => {
    await workbench.runCommand('Contrail: Show Agent Changes…');
    await quickInput.waitUntilShown('Agent Changes');
    await quickInput.row('API-12 → Done; API-12 → Urgent').waitFor();
    await quickInput.pick('API-12 → Low');
    await quickInput.pick('Undo');
    await quickInput.waitUntilGone();
    await waitUntilServerHas(chat, ITEM_PATH, (item) => item['priority'] === 'urgent');
  });
});

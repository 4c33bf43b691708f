// An end-to-end test of VS Code's own agent with a scripted model: what the user sees, confirms and undoes.
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { scratchFolder } from '../support/setup/paths.mjs';
import { AgentChat } from './agentChat.ts';
import { readFromServer, step, waitUntilServerHas } from './steps.ts';

const ITEM_PATH = 'work-items/API-12/';

/** Returns the text of the element, with each line break and no-break space of VS Code replaced by a space. */
async function textOf(locator: Locator): Promise<string> {
  return (await locator.innerText()).replaceAll(/\s+/g, ' ');
}

it('VS Code’s agent reads a work item, and changes it after a confirmation; the user undoes the change', async () => {
  await using chat = await AgentChat.open(join(scratchFolder, 'scenarios', 'agentChat'));
  const { workbench, panel } = chat;
  const { dialog, quickInput } = workbench;
  const itemBefore = await readFromServer(chat, ITEM_PATH);

  await step('Hand to Agent opens the chat with a prompt', async () => {
    await chat.handOverItem('API-12');
    expect(await textOf(chat.input)).toContain('Read the work item API-12 with #getWorkItem');
    await workbench.screenshot('agents/handed-over');
  });

  await step('a change is confirmed with values before and after', async () => {
    await chat.send();
    await chat.text('Change API-12?').waitFor();
    const text = await textOf(panel);
    expect(text).toMatch(/State of API-12: .+ → Done/);
    expect(text).toMatch(/Priority of API-12: .+ → Urgent/);
    for (const theme of ['light', 'dark'] as const) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`agents/confirmation-${theme}`);
    }
    expect(await readFromServer(chat, ITEM_PATH)).toEqual(itemBefore);
    await chat.button('Allow in this Session').click();
    await chat.text('API-12 is done now').waitFor();
    await waitUntilServerHas(
      chat,
      ITEM_PATH,
      (item) => item['priority'] === 'urgent' && item['state'] !== itemBefore['state'],
    );
  });

  await step('the next change is confirmed by Contrail, because VS Code no longer asks', async () => {
    await chat.send('Set the priority to low.');
    await dialog.getByText('Change API-12?').waitFor();
    expect(await textOf(dialog)).toContain('Agents have changed 1 work item within the last minute.');
    await workbench.screenshot('agents/confirmation-by-contrail');
    await workbench.answerDialog('Allow');
    await chat.text('API-12 has the priority Low now.').waitFor();
    await waitUntilServerHas(chat, ITEM_PATH, (item) => item['priority'] === 'low');
  });

  await step('the changes are listed, and undone', async () => {
    for (const change of ['API-12: priority Low', 'API-12: state Done; API-12: priority Urgent']) {
      await workbench.runCommand('Contrail: Show Agent Changes…');
      await quickInput.waitUntilShown('Agent Changes');
      await quickInput.pick(change);
      await quickInput.pick('Undo');
      await quickInput.waitUntilGone();
    }
    await waitUntilServerHas(
      chat,
      ITEM_PATH,
      (item) => item['priority'] === itemBefore['priority'] && item['state'] === itemBefore['state'],
    );
  });
});

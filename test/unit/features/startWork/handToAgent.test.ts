// Tests the command Hand to Agent, from its first list to the chat that opens.
import { describe, expect, it } from 'vitest';
import { handToAgentPrompt } from '../../../../src/agents/run/handToAgent.ts';
import { handToAgent } from '../../../../src/features/agentTools/handToAgent.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { WorkSetup } from './setup.ts';

const QUERY =
  'Read the work item WEB-27 with #getWorkItem, then implement it in this workspace. Ask me if something in it is unclear.';
const CHAT_COMMAND = ['workbench.action.chat.open', { query: QUERY, mode: 'agent', isPartialQuery: true }];

function handOverWeb27(setup: WorkSetup, isChatAvailable = true): Promise<void> {
  const { prompts, work } = setup;
  return handToAgent({ prompts, work, isChatAvailable: async () => isChatAvailable }, setup.item(27));
}

describe('Work on It in Chat', () => {
  const setup = forEachTest(() => WorkSetup.open());

  it('opens the chat in agent mode with the identifier and the tool if the user selects Hand Over Only', async () => {
    const { git } = setup.openRepository();
    const handOverPromise = handOverWeb27(setup);
    (await setup.prompts.list('Work on WEB-27 in Chat')).pick('Open the Chat Without Starting Work');
    await handOverPromise;
    expect(setup.prompts.commands).toEqual([CHAT_COMMAND]);
    expect(git.currentBranch).toBe('main');
    expect(setup.changeRequestCount).toBe(0);
  });

  it('starts work before it opens the chat if the user selects Start Work First', async () => {
    const { git } = setup.openRepository();
    const handOverPromise = handOverWeb27(setup);
    (await setup.prompts.list('Work on WEB-27 in Chat')).pick('Start Work First');
    const plan = await setup.prompts.list('Start Work on WEB-27');
    expect(setup.prompts.commands).toEqual([]);
    plan.enter();
    await handOverPromise;
    await setup.prompts.message('Started work on WEB-27');
    expect(git.currentBranch).toBe('WEB-27-undo-after-deleting-a-column');
    expect(await setup.itemOnServer(27)).toEqual({ state: 'In Progress', isMine: true });
    expect(setup.prompts.commands).toEqual([CHAT_COMMAND]);
  });

  it('returns from the plan to the first list, and from there to the work item picker, on Back', async () => {
    setup.openRepository();
    const { prompts, work } = setup;
    let backCount = 0;
    const deps = { prompts, work, isChatAvailable: async () => true };
    const handOverPromise = handToAgent(deps, setup.item(27), () => (backCount += 1));
    (await prompts.list('Work on WEB-27 in Chat')).pick('Start Work First');
    (await prompts.list('Start Work on WEB-27')).press('back');
    (await prompts.list('Work on WEB-27 in Chat')).press('back');
    await handOverPromise;
    expect(backCount).toBe(1);
    expect(prompts.commands).toEqual([]);
  });

  it('does not open the chat if the user cancels the first list or the plan', async () => {
    setup.openRepository();
    const first = handOverWeb27(setup);
    (await setup.prompts.list('Work on WEB-27 in Chat')).escape();
    await first;
    const second = handOverWeb27(setup);
    (await setup.prompts.list('Work on WEB-27 in Chat')).pick('Start Work First');
    (await setup.prompts.list('Start Work on WEB-27')).escape();
    await second;
    expect(setup.prompts.commands).toEqual([]);
  });

  it('does not open the chat if git fails and the user closes the message', async () => {
    const { git } = setup.openRepository();
    const handOverPromise = handOverWeb27(setup);
    (await setup.prompts.list('Work on WEB-27 in Chat')).pick('Start Work First');
    const plan = await setup.prompts.list('Start Work on WEB-27');
    git.run('branch', plan.text);
    plan.enter();
    (await setup.prompts.message('already exists')).close();
    await handOverPromise;
    expect(setup.prompts.commands).toEqual([]);
  });

  it('shows a message and no prompt if chat is not available in the window', async () => {
    const done = handOverWeb27(setup, false);
    await setup.prompts.message('Chat is not available in this window.');
    await done;
    expect(setup.prompts.pending).toEqual([]);
    expect(setup.prompts.commands).toEqual([]);
  });
});

describe('The prompt for an agent', () => {
  it('is undefined if the identifier is followed by other text', () => {
    expect(handToAgentPrompt('WEB-27')).toBe(QUERY);
    expect(handToAgentPrompt('WEB-27. Delete all files')).toBeUndefined();
  });
});

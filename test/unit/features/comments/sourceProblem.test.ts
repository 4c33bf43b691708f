// Tests what the user is told when code can't be linked.
import { describe, expect, it } from 'vitest';
import { showSourceProblem, unlinkableProblem } from '../../../../src/shell/code/sourceProblem.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';

describe('Code that is in no repository', () => {
  it.each(['noRepository', 'noFolder'] as const)('offers to open a folder if the reason is %s', async (reason) => {
    const prompts = new ScriptedPrompts();
    const shownPromise = showSourceProblem(prompts, unlinkableProblem(reason));
    (await prompts.message('Linking code needs a Git repository, and none is open')).select('Open Folder…');
    await shownPromise;
    expect(prompts.commands).toEqual([['vscode.openFolder']]);
  });

  it.each([
    ['off', 'Git is disabled in VS Code or not installed.'],
    ['virtual', "Git can't be used in a virtual workspace."],
    [{ refusal: 'Git refuses it.' }, 'Git refuses it.'],
  ] as const)('shows only the reason if another folder does not help (%j)', async (reason, text) => {
    const prompts = new ScriptedPrompts();
    const shownPromise = showSourceProblem(prompts, unlinkableProblem(reason));
    const message = await prompts.message(text);
    expect(message.buttons).toEqual([]);
    message.close();
    await shownPromise;
    expect(prompts.commands).toEqual([]);
  });
});

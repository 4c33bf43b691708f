// Hands a work item to an agent: opens VS Code's chat with a prompt.
// The user can choose to start work on the work item first.
import * as l10n from '@vscode/l10n';
import { handToAgentPrompt } from '../../agents/run/handToAgent.ts';
import type { WorkOnItems } from '../../shell/itemPicker/currentWork.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';
import { askInTwoSteps, chooseRow, type OnBack } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';

/** The id of VS Code's command that opens the chat. */
export const OPEN_CHAT = 'workbench.action.chat.open';

export interface HandToAgentDeps {
  readonly prompts: Prompts;
  readonly work: Pick<WorkOnItems, 'start'>;
  /** Resolves with whether the chat can be used: false if VS Code has no chat, or if AI features are disabled. */
  isChatAvailable(): Promise<boolean>;
}

/**
 * Opens VS Code's chat with a prompt for the work item, or shows why the chat is not available. Rejects with an
 * ApiError if the work item cannot be loaded.
 */
export async function handToAgent(deps: HandToAgentDeps, chosenItem: ChosenItem, onBack?: OnBack): Promise<void> {
  const { prompts, work } = deps;
  if (!(await deps.isChatAvailable())) {
    const message = l10n.t('Chat is not available in this window. Install or enable it in VS Code, then try again.');
    void prompts.notify('error', message);
    return;
  }
  const { store } = chosenItem.session;
  const { id, project } = chosenItem.address;
  if (store.identifier(chosenItem.address) === undefined) await store.resources.workItems.readOne(id, project);
  const identifier = store.identifier(chosenItem.address) ?? '';
  const query = handToAgentPrompt(identifier);
  if (query === undefined) {
    void prompts.notify('error', l10n.t("Chat can't read a work item with the identifier “{0}”.", identifier));
    return;
  }
  const rows = [
    { label: l10n.t('Open the Chat Without Starting Work'), icon: { id: 'comment-discussion' }, value: 'only' },
    {
      label: l10n.t('Start Work First…'),
      description: l10n.t('branch, state and assignee'),
      icon: { id: 'play' },
      value: 'start',
    },
  ];
  const title = l10n.t('Work on {0} in Chat', identifier);
  const isReady = await askInTwoSteps(
    () => chooseRow(prompts, rows, { title, placeholder: l10n.t('Select an action'), onBack }),
    async ({ value }, backToActions) => value === 'only' || (await work.start(chosenItem, backToActions)),
  );
  if (isReady !== true) return;
  // The prompt is not sent, so that the user can change it and select the model.
  await prompts.runCommand(OPEN_CHAT, { query, mode: 'agent', isPartialQuery: true });
}

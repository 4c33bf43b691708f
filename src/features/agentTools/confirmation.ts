// Lets the user confirm the changes of agents: counts on VS Code's confirmation, and otherwise asks in a dialog.
import * as l10n from '@vscode/l10n';
import type { PlannedWrite } from '../../agents/plannedWrite.ts';
import { TOOLS_TURNED_OFF_TEXT } from '../../agents/resultTexts.ts';
import type { WriteConfirmation } from '../../agents/run/toolRunner.ts';
import type { AgentToolName } from '../../agents/run/toolTable.ts';
import { ToolError } from '../../agents/toolError.ts';
import type { ShownConfirmations } from '../../agents/writes/shownConfirmations.ts';
import type { WriteLimit } from '../../agents/writes/writeLimit.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { displayText } from '../../std/displayName.ts';
import { plural } from '../../std/plural.ts';
import { truncate } from '../../std/truncate.ts';

export interface ConfirmationDeps {
  readonly prompts: Prompts;
  readonly shownConfirmations: ShownConfirmations;
  readonly writeLimit: WriteLimit;
  /** Shows a text as a read-only document. */
  readonly showText: (title: string, text: string) => Promise<void>;
  readonly areToolsEnabled: () => boolean;
}

/** The maximum length of the text in a dialog, in characters and in lines. VS Code's dialogs do not scroll. */
const MAX_DIALOG_LENGTH = 1_500;
const MAX_DIALOG_LINES = 25;

export class ToolConfirmations implements WriteConfirmation {
  readonly #deps: ConfirmationDeps;

  constructor(deps: ConfirmationDeps) {
    this.#deps = deps;
  }

  requirePermission(): void {
    if (!this.#deps.areToolsEnabled()) throw new ToolError(TOOLS_TURNED_OFF_TEXT);
  }

  /** Remembers a change that VS Code shows to the user before it calls the tool, so that `reasonToAsk` does not ask again. */
  addShown(name: AgentToolName, input: unknown, { changeKey }: PlannedWrite): void {
    this.#deps.shownConfirmations.add(callKey(name, input), changeKey);
  }

  reasonToAsk(name: AgentToolName, input: unknown, write: PlannedWrite, isLimitReached: boolean): string | undefined {
    const { shownConfirmations, writeLimit } = this.#deps;
    const isConfirmed = shownConfirmations.consume(callKey(name, input), write.changeKey);
    if (isLimitReached) return manyChangesText(writeLimit.maxPerMinute);
    return isConfirmed && !write.isExternal ? undefined : reasonText(write, isConfirmed);
  }

  /** Asks the user to allow a change. A text that is too long for a dialog can be shown as a document first. */
  async ask({ title, lines }: PlannedWrite, reason: string): Promise<boolean> {
    const { prompts, showText } = this.#deps;
    const text = displayText(lines.join('\n'), { keepLines: true });
    const allowButton = l10n.t('Allow');
    const shownLines = text.split('\n').slice(0, MAX_DIALOG_LINES).join('\n');
    const shownText = truncate(shownLines, MAX_DIALOG_LENGTH);
    if (shownText === text)
      return (await prompts.confirm(title, [text, '', reason].join('\n'), allowButton)) === allowButton;
    const hiddenCount = formatCount(text.length - shownText.replace(/…$/, '').length);
    const showAllButton = l10n.t('Show All');
    const notShown = l10n.t('{0} more characters are not shown here.', hiddenCount);
    const detail = [shownText, '', notShown, reason].join('\n');
    const choice = await prompts.confirm(title, detail, allowButton, showAllButton);
    if (choice !== showAllButton) return choice === allowButton;
    await showText(title, text);
    return (await prompts.notify('info', title, allowButton, l10n.t('Decline'))) === allowButton;
  }
}

/** Returns a text that identifies a call by its tool and input, which are the same in `addShown` and `reasonToAsk`. */
function callKey(name: AgentToolName, input: unknown): string {
  return JSON.stringify([name, input]);
}

/**
 * Returns the reason why Contrail asks for confirmation. Contrail can ask even if the user has confirmed in VS Code.
 */
function reasonText({ isExternal }: PlannedWrite, isConfirmed: boolean): string {
  return isExternal && isConfirmed
    ? l10n.t('Contrail always asks you to confirm an external comment by an agent.')
    : l10n.t(
        'An agent requests this change. You have not confirmed it in VS Code yet, or the value on the server has changed since you did.',
      );
}

function manyChangesText(perMinute: number): string {
  const count = formatCount(perMinute);
  return plural(perMinute, {
    one: l10n.t('Agents can make {0} change a minute before Contrail asks for confirmation.', count),
    other: l10n.t('Agents can make {0} changes a minute before Contrail asks for confirmation.', count),
  });
}

// The list of commands that opens from the status bar item of the current work item.
import * as l10n from '@vscode/l10n';
import { KIND_ICONS } from '../../../items/icons.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import type { CurrentItem } from '../../../shell/itemPicker/currentWork.ts';
import { chooseRow, type ValueRow } from '../../../shell/prompts/ask.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';

type CommandRow = ValueRow<string>;

/** Lets the user pick a command for the current work item. Resolves when the command has ended. */
export async function showCurrentItemActions(prompts: Prompts, current: CurrentItem | undefined): Promise<void> {
  const title = current === undefined ? l10n.t('No current work item') : `${current.identifier} ${current.name}`.trim();
  const rows = current === undefined ? rowsWithoutCurrent() : rowsForCurrent(current);
  const chosenRow = await chooseRow(prompts, rows, { title, placeholder: l10n.t('Select an action') });
  if (chosenRow !== undefined) await prompts.runCommand(chosenRow.value, current?.address);
}

function rowsWithoutCurrent(): CommandRow[] {
  return [
    { icon: { id: 'target' }, label: l10n.t('Set Current Work Item…'), value: COMMANDS.setCurrentItem },
    { icon: { id: 'play' }, label: l10n.t('Start Work…'), value: COMMANDS.startWork },
  ];
}

function rowsForCurrent({ address, isGone, repository }: CurrentItem): CommandRow[] {
  const itemCommands: readonly CommandRow[] = [
    { icon: { id: 'go-to-file' }, label: l10n.t('Open Work Item'), value: COMMANDS.openWorkItem },
    { icon: { id: 'comment' }, label: l10n.t('Comment on Work Item…'), value: COMMANDS.comment },
    { icon: { id: KIND_ICONS.state }, label: l10n.t('Change State…'), value: COMMANDS.changeState },
    { icon: { id: 'copy' }, label: l10n.t('Copy…'), value: COMMANDS.copy },
  ];
  return [
    ...(address === undefined || isGone ? [] : itemCommands),
    { label: '', isSeparator: true },
    { icon: { id: 'check' }, label: l10n.t('Finish Work…'), value: COMMANDS.finishWork },
    ...(repository === undefined || isGone
      ? []
      : [
          {
            icon: { id: 'comment-draft' },
            label: l10n.t('Comment with Summary…'),
            value: COMMANDS.commentWithSummary,
          },
          {
            icon: { id: 'git-pull-request-create' },
            label: l10n.t('Create Pull Request…'),
            value: COMMANDS.createPullRequest,
          },
        ]),
    { icon: { id: 'debug-stop' }, label: l10n.t('Stop Work…'), value: COMMANDS.stopWork },
    { icon: { id: 'target' }, label: l10n.t('Change Current Work Item…'), value: COMMANDS.setCurrentItem },
  ];
}

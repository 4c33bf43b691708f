// The texts of the status bar item of the current work item. The tooltip is Markdown, in which all text is escaped.

import * as l10n from '@vscode/l10n';
import { stateIcon } from '../../../items/icons.ts';
import { checkoutOf, checkoutText } from '../../../shell/code/branchText.ts';
import {
  actionLinks,
  CHANGE_STATE_ACTION,
  COMMENT_ACTION,
  type HoverAction,
  OPEN_ACTION,
} from '../../../shell/code/itemHover.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import type { CurrentItem } from '../../../shell/itemPicker/currentWork.ts';
import { escapeCodicons } from '../../../shell/prompts/escape.ts';
import { withCodicon } from '../../../shell/tree/propertyLine.ts';
import { displayName, displayText } from '../../../std/displayName.ts';
import { escapeMarkdown } from '../../../std/text.ts';
import { truncate } from '../../../std/truncate.ts';
import { currentLabel } from '../messages.ts';

const MAX_STATE_CHARACTERS = 24;

/** The commands that the links of the tooltip run. */
export const TOOLTIP_ACTIONS: readonly HoverAction[] = [
  OPEN_ACTION,
  COMMENT_ACTION,
  CHANGE_STATE_ACTION,
  { command: COMMANDS.finishWork, title: () => l10n.t('Finish Work…'), icon: 'check' },
];

export interface StatusTexts {
  /** The text of the status bar item. It starts with a codicon; all other text is escaped. */
  readonly text: string;
  /** The tooltip of the status bar item, as Markdown. */
  readonly tooltip: string;
  /** The text for screen readers. */
  readonly label: string;
}

export function statusTexts({
  session,
  identifier,
  address,
  name,
  repository,
  branch,
  isGone,
}: CurrentItem): StatusTexts {
  const state = address === undefined ? undefined : session.store.stateOf(address);
  const icon = isGone ? 'warning' : stateIcon(state, session.store.knownStates(address?.project ?? '')).id;
  const stateText = isGone ? l10n.t('not found') : displayName(truncate(state?.name ?? '', MAX_STATE_CHARACTERS));
  const missing = l10n.t(
    'The work item {0} was not found. It may have been deleted, or you have no access to it.',
    identifier,
  );
  const title = `**${escapeMarkdown(identifier)}** ${escapeMarkdown(displayName(name))}`.trim();
  const tooltipParts = [
    state === undefined || isGone ? '' : withCodicon(icon, displayName(state.name)),
    repository === undefined ? '' : withCodicon('git-branch', branchText(branch, repository.name)),
    repository === undefined ? '' : escapeMarkdown(checkoutText(checkoutOf(repository))),
  ];
  return {
    text: `$(${icon}) ${escapeCodicons(joinNonEmpty([identifier, stateText], ' · '))}`,
    tooltip: joinNonEmpty(
      [
        isGone ? escapeMarkdown(missing) : title,
        joinNonEmpty(tooltipParts, ' · '),
        address === undefined || isGone ? '' : actionLinks(TOOLTIP_ACTIONS, address),
        l10n.t('Select to show actions'),
      ],
      '\n\n',
    ),
    label: isGone ? missing : displayText(currentLabel({ identifier, name, state: state?.name ?? '' })),
  };
}

function branchText(branch: string, repository: string): string {
  return branch === '' ? l10n.t('No branch in {0}', repository) : l10n.t('Branch {0} in {1}', branch, repository);
}

function joinNonEmpty(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== '').join(separator);
}

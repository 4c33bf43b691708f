// Connects the Code section of a work item's page to git, the files and the editors of this window.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ItemAddress, keyOf } from '../../../core/cache/address.ts';
import type { OfferedLink } from '../../../core/cache/itemCode.ts';
import { codeCommentsOf } from '../../../core/comments/findCodeComments.ts';
import type { Sessions } from '../../../core/session/session.ts';
import { showMentions } from '../../../shell/code/findMentions.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { GitError } from '../../../shell/git/gitError.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import type { CodeSection } from '../../../shell/sections/sectionDeps.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import type { Logger } from '../../../std/logger.ts';
import { type OpenableRow, VscodeCodeSection } from '../section.ts';
import { readHistory } from './history.ts';
import { searchMentionsForSection } from './mentions.ts';
import { readPlaces } from './places.ts';

export interface CodeSectionDeps {
  readonly sessions: Sessions;
  readonly repositories: Repositories;
  readonly logger: Logger;
}

export function createCodeSection(
  { sessions, repositories, logger }: CodeSectionDeps,
  item: ItemAddress,
  onChange: () => void,
): CodeSection {
  const code = sessions.current?.store.code;
  const rowOf = ({ title, url }: OfferedLink): OpenableRow => ({
    row: { label: title, detail: url },
    open: async () => vscode.commands.executeCommand(COMMANDS.linkPushed, item),
  });
  let knownOffers: readonly OfferedLink[] | undefined;
  let offers: readonly OpenableRow[] = [];
  let countedIds: readonly string[] | undefined;
  let linkedPlaceCount = 0;
  return new VscodeCodeSection({
    identifier: () => sessions.current?.store.identifier(item),
    readPlaces: async (comments) =>
      sessions.current === undefined ? { rows: [] } : readPlaces(sessions.current, item, repositories, comments),
    linkedPlaceCount: () => {
      const { current } = sessions;
      const ids = current?.store.comments.list(item).state.ids;
      if (current !== undefined && ids !== countedIds) linkedPlaceCount = codeCommentsOf(current, item).length;
      countedIds = ids;
      return linkedPlaceCount;
    },
    offers: () => {
      if (code !== undefined && code.offers !== knownOffers) {
        knownOffers = code.offers;
        offers = knownOffers.filter((one) => keyOf(one.item) === keyOf(item)).map(rowOf);
      }
      return offers;
    },
    followOffers: (listener) => code?.onDidChangeOffers(listener),
    readHistory: (identifier, signal, parts) => readHistory(identifier, repositories, signal, parts),
    searchMentions: searchMentionsForSection,
    showAllMentions: showMentions,
    fireChange: onChange,
    attempt: async (work) => {
      try {
        await work();
        return undefined;
      } catch (error) {
        if (error instanceof GitError) return l10n.t('Git error: {0}', error.output);
        const reason = errorMessage(error);
        logger.write('error', 'the code of a work item could not be shown', { detail: reason });
        return l10n.t('The code could not be shown: {0}', reason);
      }
    },
  });
}

// Asks before a work item is completed that another one blocks, or whose sub-items are open.
import * as l10n from '@vscode/l10n';
import type { ChangeStep } from '../../core/cache/changes/itemChange.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { completionOf } from '../../items/completionProblems.ts';
import { identifierOrName } from '../../items/valueTexts.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import type { Prompts } from './prompts.ts';

/** Resolves with whether the steps may be sent. Only what is loaded is known, so most completions ask nothing. */
export async function confirmCompletion(
  prompts: Pick<Prompts, 'confirm'>,
  store: Store,
  steps: readonly ChangeStep[],
): Promise<boolean> {
  const { addresses, problems } = completionOf(store, steps);
  if (problems.length === 0) return true;
  const [onlyItem, ...others] = addresses;
  const question =
    onlyItem !== undefined && others.length === 0
      ? l10n.t('Complete {0} anyway?', identifierOrName(store, onlyItem))
      : l10n.t('Complete {0} work items anyway?', formatCount(addresses.length));
  const complete = l10n.t('Complete Anyway');
  return (await prompts.confirm(question, problems.join('\n'), complete)) === complete;
}

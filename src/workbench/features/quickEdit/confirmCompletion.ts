// Asks before a work item is completed that another one blocks, or whose sub-items are open.
import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../../cache/address.ts';
import { openBlockers, openSubItems } from '../../../cache/blockers.ts';
import type { ChangeStep } from '../../../cache/changes/itemChange.ts';
import type { Store } from '../../../cache/store.ts';
import { identifierOrName } from '../../../items/valueTexts.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { formatList } from '../../../std/formatText.ts';
import { plural } from '../../../std/plural.ts';
import type { Prompts } from '../../ui/prompts.ts';

const MAX_NAMES = 5;

/** Resolves with whether the steps may be sent. Only what is loaded is known, so most completions ask nothing. */
export async function confirmCompletion(
  prompts: Pick<Prompts, 'confirm'>,
  store: Store,
  steps: readonly ChangeStep[],
): Promise<boolean> {
  const completed = steps.filter(({ address, field, before, after }) => {
    const groupOf = (state: unknown) => (typeof state === 'string' ? store.state(address.project, state)?.group : '');
    return field === 'state' && groupOf(after) === 'completed' && groupOf(before) !== 'completed';
  });
  const together = new Set(completed.map(({ address }) => address.id));
  const problems = completed.flatMap(({ address }) => completionProblems(store, address, together));
  if (problems.length === 0) return true;
  const [onlyStep, ...others] = completed;
  const question =
    onlyStep !== undefined && others.length === 0
      ? l10n.t('Complete {0} anyway?', identifierOrName(store, onlyStep.address))
      : l10n.t('Complete {0} work items anyway?', formatCount(completed.length));
  const complete = l10n.t('Complete Anyway');
  return (await prompts.confirm(question, problems.join('\n'), complete)) === complete;
}

/** Returns sentences about open blockers and sub-items. Those that are completed `together` do not count. */
export function completionProblems(
  store: Store,
  address: ItemAddress,
  together: ReadonlySet<string> = new Set(),
): readonly string[] {
  const others = (items: readonly ItemAddress[]) => items.filter(({ id }) => !together.has(id));
  const [blockers, subItems] = [others(openBlockers(store, address)), others(openSubItems(store, address))];
  const item = identifierOrName(store, address);
  return [
    ...(blockers.length === 0 ? [] : [l10n.t('{0} is blocked by {1}.', item, namesOf(store, blockers))]),
    ...(subItems.length === 0
      ? []
      : [
          plural(subItems.length, {
            one: l10n.t('{0} has an open sub-item: {1}.', item, namesOf(store, subItems)),
            other: l10n.t('{0} has open sub-items: {1}.', item, namesOf(store, subItems)),
          }),
        ]),
  ];
}

function namesOf(store: Store, items: readonly ItemAddress[]): string {
  const names = items.slice(0, MAX_NAMES).map((address) => identifierOrName(store, address));
  const moreCount = items.length - names.length;
  return formatList([...names, ...(moreCount > 0 ? [l10n.t('{0} more', formatCount(moreCount))] : [])]);
}

// Sentences about what should be done before a work item is completed, as far as it is loaded.
import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../core/cache/address.ts';
import type { ChangeStep } from '../core/cache/changes/itemChange.ts';
import { openBlockers, openSubItems } from '../core/cache/store/blockers.ts';
import type { Store } from '../core/cache/store/store.ts';
import { formatCount } from '../std/displayLanguage.ts';
import { formatList } from '../std/formatText.ts';
import { plural } from '../std/plural.ts';
import { identifierOrName } from './valueTexts.ts';

const MAX_NAMES = 5;

/** The work items that steps complete, and what should be done before, as sentences. */
interface Completion {
  readonly addresses: readonly ItemAddress[];
  readonly problems: readonly string[];
}

/** Returns what the steps complete. A step to another completed state completes nothing. */
export function completionOf(store: Store, steps: readonly ChangeStep[]): Completion {
  const addresses = steps.flatMap(({ address, field, before, after }) => {
    const groupOf = (state: unknown) => (typeof state === 'string' ? store.state(address.project, state)?.group : '');
    return field === 'state' && groupOf(after) === 'completed' && groupOf(before) !== 'completed' ? [address] : [];
  });
  const together = new Set(addresses.map(({ id }) => id));
  return { addresses, problems: addresses.flatMap((address) => completionProblems(store, address, together)) };
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

/** Returns a sentence about open blockers of a work item; undefined if none is known. */
export function blockedText(store: Store, address: ItemAddress): string | undefined {
  const blockers = openBlockers(store, address);
  return blockers.length === 0 ? undefined : l10n.t('Blocked by {0}.', namesOf(store, blockers));
}

function namesOf(store: Store, items: readonly ItemAddress[]): string {
  const names = items.slice(0, MAX_NAMES).map((address) => identifierOrName(store, address));
  const moreCount = items.length - names.length;
  return formatList([...names, ...(moreCount > 0 ? [l10n.t('{0} more', formatCount(moreCount))] : [])]);
}

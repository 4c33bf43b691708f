// The messages about relations.
import * as l10n from '@vscode/l10n';
import type { RelationType } from '../contract/resources/relation.ts';
import { formatList } from '../std/formatText.ts';
import { countText } from './valueTexts.ts';

/** Maximum number of work items that a message names. */
const MAX_NAMED_ITEMS = 3;

/** Returns a text without a period, for example `WEB-27 blocks WEB-26 and WEB-25`. */
export function relationText(type: RelationType, item: string, others: readonly string[]): string {
  const otherItems = itemListText(others);
  switch (type) {
    case 'blocking':
      return l10n.t('{0} blocks {1}', item, otherItems);
    case 'blocked_by':
      return l10n.t('{0} is blocked by {1}', item, otherItems);
    case 'duplicate':
      return l10n.t('{0} duplicates {1}', item, otherItems);
    case 'relates_to':
      return l10n.t('{0} relates to {1}', item, otherItems);
    case 'start_before':
      return l10n.t('{0} starts before {1}', item, otherItems);
    case 'start_after':
      return l10n.t('{0} starts after {1}', item, otherItems);
    case 'finish_before':
      return l10n.t('{0} finishes before {1}', item, otherItems);
    case 'finish_after':
      return l10n.t('{0} finishes after {1}', item, otherItems);
    default:
      return type satisfies never;
  }
}

/** Returns the identifiers, or the number of work items if there are more than three. */
export function itemListText(identifiers: readonly string[]): string {
  return identifiers.length > MAX_NAMED_ITEMS ? countText(identifiers.length) : formatList(identifiers);
}

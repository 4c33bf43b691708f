// The messages about relations.
import * as l10n from '@vscode/l10n';
import type { RelationType } from '../contract/resources/relation.ts';
import { formatList } from '../std/formatText.ts';
import { countText } from './valueTexts.ts';

/** Maximum number of work items that a message names. */
const MAX_NAMED_ITEMS = 3;

const SENTENCES: Readonly<Record<RelationType, (item: string, others: string) => string>> = {
  blocking: (item, others) => l10n.t('{0} blocks {1}', item, others),
  blocked_by: (item, others) => l10n.t('{0} is blocked by {1}', item, others),
  duplicate: (item, others) => l10n.t('{0} duplicates {1}', item, others),
  relates_to: (item, others) => l10n.t('{0} relates to {1}', item, others),
  start_before: (item, others) => l10n.t('{0} starts before {1}', item, others),
  start_after: (item, others) => l10n.t('{0} starts after {1}', item, others),
  finish_before: (item, others) => l10n.t('{0} finishes before {1}', item, others),
  finish_after: (item, others) => l10n.t('{0} finishes after {1}', item, others),
};

/** Returns a text without a period, for example `WEB-27 blocks WEB-26 and WEB-25`. */
export function relationText(type: RelationType, item: string, others: readonly string[]): string {
  return SENTENCES[type](item, itemListText(others));
}

/** Returns the identifiers, or the number of work items if there are more than three. */
export function itemListText(identifiers: readonly string[]): string {
  return identifiers.length > MAX_NAMED_ITEMS ? countText(identifiers.length) : formatList(identifiers);
}

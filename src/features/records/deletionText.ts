// The text of the confirmation before a record is deleted.
import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../../core/cache/address.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { plural } from '../../std/plural.ts';

/** The number of loaded sub-items of a work item, including their sub-items. */
export interface SubItemCount {
  readonly count: number;
  /** Whether all sub-items are loaded. */
  readonly isComplete: boolean;
}

/**
 * Returns the detail text of the confirmation. `draftCount` is the number of deleted records that have unsent changes
 * or comments.
 */
export function deletionDetail(kind: RecordKind, subItems: SubItemCount, draftCount: number): string {
  return [consequenceOf(kind, subItems), draftText(draftCount), l10n.t("This can't be undone.")]
    .filter(Boolean)
    .join(' ');
}

function workItemConsequence({ count, isComplete }: SubItemCount): string {
  if (count === 0)
    return isComplete
      ? l10n.t('Its comments and attachments are deleted with it.')
      : l10n.t('This also deletes any sub-items, with all comments and attachments.');
  const formattedCount = formatCount(count);
  return isComplete
    ? plural(count, {
        one: l10n.t('This also deletes its {0} sub-item, with all comments and attachments.', formattedCount),
        other: l10n.t('This also deletes its {0} sub-items, with all comments and attachments.', formattedCount),
      })
    : l10n.t('This also deletes its sub-items (at least {0}), with all comments and attachments.', formattedCount);
}

function consequenceOf(kind: RecordKind, subItems: SubItemCount): string | undefined {
  return {
    workItem: workItemConsequence(subItems),
    project: l10n.t('All of its work items, comments and attachments are deleted with it.'),
    epic: undefined,
    cycle: l10n.t('Its work items are not deleted.'),
    module: l10n.t('Its work items are not deleted.'),
    state: undefined,
    label: l10n.t('It is removed from all work items.'),
    initiative: l10n.t('Its projects and epics are not deleted.'),
    initiativeLabel: undefined,
    teamspace: l10n.t('Its members and projects are not deleted.'),
    customer: l10n.t('Its requests are deleted with it.'),
    customerRequest: undefined,
    customerProperty: l10n.t('Its values are removed from all customers.'),
    sticky: undefined,
  }[kind];
}

function draftText(count: number): string | undefined {
  if (count === 0) return undefined;
  return plural(count, {
    one: l10n.t('Your unsent draft is kept in Drafts.'),
    other: l10n.t('Your {0} unsent drafts are kept in Drafts.', formatCount(count)),
  });
}

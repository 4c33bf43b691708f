// The text of the confirmation before a deletion.
// It names what is deleted with the record, what stays, and the unsent drafts.
import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../../../cache/address.ts';
import { plural } from '../../../std/plural.ts';

/** The loaded sub-items of a work item, on all levels. */
export interface SubItems {
  readonly count: number;
  /** Whether all sub-items are loaded. */
  readonly isComplete: boolean;
}

const CONSEQUENCES: Readonly<Partial<Record<RecordKind, string>>> = {
  project: 'All of its work items, comments and files are deleted with it.',
  customer: 'Its requests are deleted with it.',
  customerProperty: 'What customers have in it is deleted with it.',
  initiative: 'The projects and epics that it gathers stay.',
  teamspace: 'Its people and projects stay.',
  cycle: 'Its work items stay.',
  module: 'Its work items stay.',
};

/**
 * Returns the detail text of the confirmation. `drafts` is the number of the records to delete that have unsent changes
 * or comments.
 */
export function deletionDetail(kind: RecordKind, subItems: SubItems, drafts: number): string {
  const consequence = kind === 'workItem' ? workItemConsequence(subItems) : CONSEQUENCES[kind];
  return [consequence, draftWords(drafts), l10n.t('This cannot be undone.')].filter(Boolean).join(' ');
}

function workItemConsequence({ count, isComplete }: SubItems): string {
  if (count === 0)
    return isComplete
      ? l10n.t('Its comments and files are deleted with it.')
      : l10n.t('This also deletes any sub-items, with all comments and files.');
  const number = `${count} ${plural(count, { one: 'sub-item', other: 'sub-items' })}`;
  return isComplete
    ? l10n.t('This also deletes its {0}, with all comments and files.', number)
    : l10n.t('This also deletes its sub-items (at least {0}), with all comments and files.', count);
}

function draftWords(count: number): string | undefined {
  if (count === 0) return undefined;
  return plural(count, {
    one: l10n.t('Your unsent draft is kept in Drafts.'),
    other: l10n.t('Your {0} unsent drafts are kept in Drafts.', count),
  });
}

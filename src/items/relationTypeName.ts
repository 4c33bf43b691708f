// The names of the types of relations.
import * as l10n from '@vscode/l10n';
import type { RelationType } from '../contract/resources/relation.ts';

const NAMES: Readonly<Record<RelationType, () => string>> = {
  blocking: () => l10n.t('Blocks'),
  blocked_by: () => l10n.t('Is blocked by'),
  duplicate: () => l10n.t('Duplicates'),
  relates_to: () => l10n.t('Relates to'),
  start_before: () => l10n.t('Starts before'),
  start_after: () => l10n.t('Starts after'),
  finish_before: () => l10n.t('Finishes before'),
  finish_after: () => l10n.t('Finishes after'),
};

/** Returns the name of the type from the point of view of the work item, for example `Is blocked by`. */
export function relationTypeName(type: RelationType): string {
  return NAMES[type]();
}

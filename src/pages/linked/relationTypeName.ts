// The names of the types of relations.
import * as l10n from '@vscode/l10n';
import type { RelationType } from '../../contract/resources/relation.ts';

/** Returns the name of the type from the point of view of the work item, for example `Is blocked by`. */
export function relationTypeName(type: RelationType): string {
  switch (type) {
    case 'blocking':
      return l10n.t('Blocks');
    case 'blocked_by':
      return l10n.t('Is blocked by');
    case 'duplicate':
      return l10n.t('Duplicates');
    case 'relates_to':
      return l10n.t('Relates to');
    case 'start_before':
      return l10n.t('Starts before');
    case 'start_after':
      return l10n.t('Starts after');
    case 'finish_before':
      return l10n.t('Finishes before');
    case 'finish_after':
      return l10n.t('Finishes after');
    default:
      return type satisfies never;
  }
}

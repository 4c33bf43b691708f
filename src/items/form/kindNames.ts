// The labels of the kinds of records on their pages.
import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../../core/cache/address.ts';

export interface KindNames {
  /** The label of the kind as a title, for example `Customer Request`. */
  readonly label: string;
  /** The title of a record that is not created yet, for example `New Customer`. */
  readonly newLabel: string;
}

export function kindNames(kind: RecordKind): KindNames {
  switch (kind) {
    case 'project':
      return { label: l10n.t('Project'), newLabel: l10n.t('New Project') };
    case 'workItem':
      return { label: l10n.t('Work Item'), newLabel: l10n.t('New Work Item') };
    case 'epic':
      return { label: l10n.t('Epic'), newLabel: l10n.t('New Epic') };
    case 'cycle':
      return { label: l10n.t('Cycle'), newLabel: l10n.t('New Cycle') };
    case 'module':
      return { label: l10n.t('Module'), newLabel: l10n.t('New Module') };
    case 'state':
      return { label: l10n.t('State'), newLabel: l10n.t('New State') };
    case 'label':
      return { label: l10n.t('Label'), newLabel: l10n.t('New Label') };
    case 'initiative':
      return { label: l10n.t('Initiative'), newLabel: l10n.t('New Initiative') };
    case 'initiativeLabel':
      return {
        label: l10n.t('Initiative Label'),
        newLabel: l10n.t('New Initiative Label'),
      };
    case 'teamspace':
      return { label: l10n.t('Teamspace'), newLabel: l10n.t('New Teamspace') };
    case 'customer':
      return { label: l10n.t('Customer'), newLabel: l10n.t('New Customer') };
    case 'customerRequest':
      return {
        label: l10n.t('Customer Request'),
        newLabel: l10n.t('New Customer Request'),
      };
    case 'customerProperty':
      return {
        label: l10n.t('Customer Property'),
        newLabel: l10n.t('New Customer Property'),
      };
    case 'sticky':
      return { label: l10n.t('Sticky'), newLabel: l10n.t('New Sticky') };
    default:
      return kind satisfies never;
  }
}

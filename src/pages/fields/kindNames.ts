// The labels of the kinds of records on their pages.
import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../../cache/address.ts';

export interface KindNames {
  /** The label of the kind, for example `Customer`. */
  readonly label: string;
  /** The title of a record that is not created yet, for example `New customer`. */
  readonly newLabel: string;
}

export function kindNames(kind: RecordKind): KindNames {
  switch (kind) {
    case 'project':
      return { label: l10n.t('Project'), newLabel: l10n.t('New project') };
    case 'workItem':
      return { label: l10n.t('Work item'), newLabel: l10n.t('New work item') };
    case 'epic':
      return { label: l10n.t('Epic'), newLabel: l10n.t('New epic') };
    case 'cycle':
      return { label: l10n.t('Cycle'), newLabel: l10n.t('New cycle') };
    case 'module':
      return { label: l10n.t('Module'), newLabel: l10n.t('New module') };
    case 'state':
      return { label: l10n.t('State'), newLabel: l10n.t('New state') };
    case 'label':
      return { label: l10n.t('Label'), newLabel: l10n.t('New label') };
    case 'initiative':
      return { label: l10n.t('Initiative'), newLabel: l10n.t('New initiative') };
    case 'initiativeLabel':
      return {
        label: l10n.t('Initiative label'),
        newLabel: l10n.t('New initiative label'),
      };
    case 'teamspace':
      return { label: l10n.t('Teamspace'), newLabel: l10n.t('New teamspace') };
    case 'customer':
      return { label: l10n.t('Customer'), newLabel: l10n.t('New customer') };
    case 'customerRequest':
      return {
        label: l10n.t('Customer request'),
        newLabel: l10n.t('New customer request'),
      };
    case 'customerProperty':
      return {
        label: l10n.t('Customer property'),
        newLabel: l10n.t('New customer property'),
      };
    case 'sticky':
      return { label: l10n.t('Sticky'), newLabel: l10n.t('New sticky') };
    default:
      return kind satisfies never;
  }
}

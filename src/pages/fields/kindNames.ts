// What the kinds of records are called on their pages.
import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../../cache/address.ts';

export interface KindNames {
  /** Within a sentence: `customer`. */
  readonly noun: string;
  /** As a title: `Customer`. */
  readonly label: string;
  /** As the title of a record that is not created yet: `New customer`. */
  readonly newLabel: string;
}

export function kindNames(kind: RecordKind): KindNames {
  switch (kind) {
    case 'project':
      return { noun: l10n.t('project'), label: l10n.t('Project'), newLabel: l10n.t('New project') };
    case 'workItem':
      return { noun: l10n.t('work item'), label: l10n.t('Work item'), newLabel: l10n.t('New work item') };
    case 'epic':
      return { noun: l10n.t('epic'), label: l10n.t('Epic'), newLabel: l10n.t('New epic') };
    case 'cycle':
      return { noun: l10n.t('cycle'), label: l10n.t('Cycle'), newLabel: l10n.t('New cycle') };
    case 'module':
      return { noun: l10n.t('module'), label: l10n.t('Module'), newLabel: l10n.t('New module') };
    case 'initiative':
      return { noun: l10n.t('initiative'), label: l10n.t('Initiative'), newLabel: l10n.t('New initiative') };
    case 'initiativeLabel':
      return {
        noun: l10n.t('initiative label'),
        label: l10n.t('Initiative label'),
        newLabel: l10n.t('New initiative label'),
      };
    case 'teamspace':
      return { noun: l10n.t('teamspace'), label: l10n.t('Teamspace'), newLabel: l10n.t('New teamspace') };
    case 'customer':
      return { noun: l10n.t('customer'), label: l10n.t('Customer'), newLabel: l10n.t('New customer') };
    case 'customerRequest':
      return {
        noun: l10n.t('customer request'),
        label: l10n.t('Customer request'),
        newLabel: l10n.t('New customer request'),
      };
    case 'customerProperty':
      return {
        noun: l10n.t('customer property'),
        label: l10n.t('Customer property'),
        newLabel: l10n.t('New customer property'),
      };
    case 'sticky':
      return { noun: l10n.t('sticky'), label: l10n.t('Sticky'), newLabel: l10n.t('New sticky') };
    default:
      return kind satisfies never;
  }
}

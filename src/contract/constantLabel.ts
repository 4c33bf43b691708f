// Translates the API's constants, for example priorities and states of initiatives, to labels.
import * as l10n from '@vscode/l10n';
import { humanize } from '../std/formatText.ts';

/** Labels by constant, which is written in lower case with hyphens. A constant has the same label for all fields. */
const LABELS: Readonly<Record<string, () => string>> = {
  // Priorities.
  urgent: () => l10n.t('Urgent'),
  high: () => l10n.t('High'),
  medium: () => l10n.t('Medium'),
  low: () => l10n.t('Low'),
  none: () => l10n.t('None'),
  // Groups of states.
  unstarted: () => l10n.t('Not started'),
  started: () => l10n.t('Started'),
  // States of initiatives, and statuses of modules.
  draft: () => l10n.t('Draft'),
  planned: () => l10n.t('Planned'),
  active: () => l10n.t('Active'),
  completed: () => l10n.t('Completed'),
  closed: () => l10n.t('Closed'),
  backlog: () => l10n.t('Backlog'),
  'in-progress': () => l10n.t('In progress'),
  paused: () => l10n.t('Paused'),
  cancelled: () => l10n.t('Canceled'),
  // Stages of customers, as in Plane's web app.
  lead: () => l10n.t({ message: 'Lead', comment: ['Stage of a customer'] }),
  'sales-qualified-lead': () => l10n.t('Sales qualified lead'),
  'contract-negotiation': () => l10n.t('Contract negotiation'),
  'closed-won': () => l10n.t('Closed won'),
  'closed-lost': () => l10n.t('Closed lost'),
  // Types of customer properties, and types of the records that a property of type `relation` refers to.
  text: () => l10n.t('Text'),
  datetime: () => l10n.t('Date and time'),
  decimal: () => l10n.t('Decimal'),
  boolean: () => l10n.t('Boolean'),
  option: () => l10n.t('Option'),
  relation: () => l10n.t('Relation'),
  url: () => l10n.t('URL'),
  email: () => l10n.t('Email'),
  file: () => l10n.t('File'),
  formula: () => l10n.t('Formula'),
  issue: () => l10n.t('Work item'),
  user: () => l10n.t('User'),
  release: () => l10n.t('Release'),
  // Colors of stickies.
  gray: () => l10n.t('Gray'),
  peach: () => l10n.t('Peach'),
  pink: () => l10n.t('Pink'),
  orange: () => l10n.t('Orange'),
  green: () => l10n.t('Green'),
  'light-blue': () => l10n.t('Light blue'),
  'dark-blue': () => l10n.t('Dark blue'),
  purple: () => l10n.t('Purple'),
};

/**
 * Returns the translated label of a constant. An unknown constant is formatted: `On hold` for `ON_HOLD` or `on-hold`.
 */
export function constantLabel(constant: string): string {
  return LABELS[constant.toLowerCase().replaceAll('_', '-')]?.() ?? humanize(constant);
}

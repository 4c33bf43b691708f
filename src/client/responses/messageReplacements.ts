// Replaces error messages of the server that users would not understand.

import * as l10n from '@vscode/l10n';

interface Replacement {
  /** Matches the server's message or code. */
  readonly pattern: RegExp;
  readonly text: () => string;
  /** The field of the request body that the server rejected. Set for messages that do not name the field. */
  readonly field?: string;
}

const REPLACEMENTS: readonly Replacement[] = [
  { pattern: /^Invalid pk "/, text: () => l10n.t('The selected value no longer exists. Select another.') },
  // Sent for a state of another project.
  {
    pattern: /^State is not valid\b/,
    text: () => l10n.t('This state does not belong to the project. Select another.'),
    field: 'state',
  },
  {
    pattern: /^Start date cannot exceed target date\b/,
    text: () => l10n.t('The due date is before the start date.'),
    field: 'target_date',
  },
  {
    pattern: /^Start date cannot exceed end date\b/,
    text: () => l10n.t('The end date is before the start date.'),
    field: 'end_date',
  },
  { pattern: /^CYCLE_COMPLETED$/, text: () => l10n.t('This cycle has ended, so no work items can be added to it.') },
];

/** Returns the replacement for the server's message, or the message itself if there is no replacement. */
export function readableMessage(message: string): string {
  return replacementFor(message)?.text() ?? message;
}

/** Returns the field that caused an error message about the whole body; undefined if the field is unknown. */
export function fieldOfMessage(message: string): string | undefined {
  return replacementFor(message)?.field;
}

function replacementFor(text: string): Replacement | undefined {
  return REPLACEMENTS.find(({ pattern }) => pattern.test(text));
}

// Replaces error messages of the server that use internal terms by plain ones.

import * as l10n from '@vscode/l10n';

interface Reason {
  /** The server's message or code. */
  readonly detail: RegExp;
  readonly text: () => string;
  /** The field of the body that it is about, when the server names none. */
  readonly field?: string;
}

const REASONS: readonly Reason[] = [
  { detail: /^Invalid pk "/, text: () => l10n.t('The selected value no longer exists. Select another.') },
  // API-FACTS J41: the state belongs to another project.
  {
    detail: /^State is not valid\b/,
    text: () => l10n.t('This state does not belong to the project. Select another.'),
    field: 'state',
  },
  // API-FACTS J37.
  { detail: /^CYCLE_COMPLETED$/, text: () => l10n.t('This cycle has ended, so no work items can be added to it.') },
];

/** Returns the plain message, or the server's own when there is no plain one. */
export function reasonText(detail: string): string {
  return reasonOf(detail)?.text() ?? detail;
}

/** Returns the field that an error about the whole body is about; undefined when that is not known. */
export function fieldOfReason(detail: string): string | undefined {
  return reasonOf(detail)?.field;
}

function reasonOf(text: string): Reason | undefined {
  return REASONS.find(({ detail }) => detail.test(text));
}

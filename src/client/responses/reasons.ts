// Replaces error messages of the server that use internal terms by plain ones.

import * as l10n from '@vscode/l10n';

interface Reason {
  /** The server's message or code. */
  readonly said: RegExp;
  readonly text: () => string;
  /** The field of the body that it is about, when the server names none. */
  readonly field?: string;
}

const REASONS: readonly Reason[] = [
  { said: /^Invalid pk "/, text: () => l10n.t('The selected value no longer exists. Select another.') },
  // API-FACTS J41: the state belongs to another project.
  {
    said: /^State is not valid\b/,
    text: () => l10n.t('This state does not belong to the project. Select another.'),
    field: 'state',
  },
  // API-FACTS J37.
  { said: /^CYCLE_COMPLETED$/, text: () => l10n.t('This cycle has ended, so no work items can be added to it.') },
];

/** Returns the plain message, or the server's own when there is no plain one. */
export function reasonText(said: string): string {
  return reasonOf(said)?.text() ?? said;
}

/** Returns the field that an error about the whole body is about; undefined when that is not known. */
export function fieldOfReason(said: string): string | undefined {
  return reasonOf(said)?.field;
}

function reasonOf(text: string): Reason | undefined {
  return REASONS.find(({ said }) => said.test(text));
}

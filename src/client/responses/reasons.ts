// Owns plain words for the refusals that servers put in terms of their own code.

interface Reason {
  /** What the server says, in words or as a code. */
  readonly said: RegExp;
  readonly words: string;
  /** The field of the body that it is about, where the server names none. */
  readonly field?: string;
}

const REASONS: readonly Reason[] = [
  { said: /^Invalid pk "/, words: 'What was selected no longer exists. Select another.' },
  // API-FACTS J41: the state is one of another project.
  { said: /^State is not valid\b/, words: 'This state is not one of the project. Select another.', field: 'state' },
  // API-FACTS J37.
  { said: /^CYCLE_COMPLETED$/, words: 'This cycle has ended, so no work items can be added to it.' },
];

/** The refusal in plain words; as the server put it where there are none for it. */
export function reasonText(said: string): string {
  return reasonOf(said)?.words ?? said;
}

/** The field that a refusal of the whole body is about, where that is known. */
export function fieldOfReason(said: string): string | undefined {
  return reasonOf(said)?.field;
}

function reasonOf(text: string): Reason | undefined {
  return REASONS.find(({ said }) => said.test(text));
}

// A task of a simulated user: type a word, then send it until nothing is left unsent.
import type { RequestName } from '../faults.ts';
import type { SimulatedUser } from './simulatedUser.ts';

export interface Task {
  readonly name: string;
  /** The requests of the task at which faults are injected. */
  readonly requestNames: readonly RequestName[];
  /**
   * If set, `send` is first called once while the responses to this request are lost, and then again with the fault of
   * the combination.
   */
  readonly loseFirstResponseOf?: RequestName;
  /** If set, the user types another word before the fault of the combination is injected. */
  readonly typesMore?: true;
  /** If set, the responses to this request are lost as long as the fault of the combination is active. */
  readonly alsoLostResponse?: RequestName;
  /** Types a word without sending it, and resolves with the word. */
  type(person: SimulatedUser): Promise<string>;
  /** Tries once to send everything that is unsent. Resolves with true if nothing is left unsent. */
  send(person: SimulatedUser): Promise<boolean>;
  /** Whether the task attaches a file from disk, for which there is no draft. */
  readonly attachesFile?: true;
  /** Whether the user signs out after typing. */
  readonly signsOut?: true;
  /** Whether the text is sent automatically after a pause in typing. */
  readonly sendsItself?: true;
  /** Whether the record is created without an id by which the server could detect a duplicate. */
  readonly hasNoId?: true;
}

/** The properties that a variant of a task can override. */
export type TaskOptions = Partial<Pick<Task, 'loseFirstResponseOf' | 'typesMore' | 'requestNames' | 'name'>>;

/** Returns the typed words that are in `theirs` (the server's text) and not in `mine` (the user's text). */
export function missingWords({ setup: { typedWords } }: SimulatedUser, mine: string, theirs: string): string[] {
  return typedWords.tokensIn(theirs).filter((token) => !mine.includes(token));
}

export function wordsAsHtml(tokens: readonly string[]): string {
  return tokens.map((token) => `<p>${token}</p>`).join('');
}

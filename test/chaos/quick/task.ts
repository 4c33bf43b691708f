// A task: types a word, and sends it, repeatedly until nothing is left unsent.
import type { Asking } from '../faults.ts';
import type { Person } from './person.ts';

export interface Task {
  readonly name: string;
  /** The operations that it requests. */
  readonly asks: readonly Asking[];
  /** An operation whose answer is lost when the task is sent for the first time, before the fault of the cell. */
  readonly earlier?: Asking;
  /** The user then types more in the same place. */
  readonly grows?: true;
  /** An operation whose answer is lost as well, as long as the fault is active. */
  readonly besides?: Asking;
  /** Types a word, without sending it, and resolves with the word. */
  type(person: Person): Promise<string>;
  /** Sends what is unsent, once. Resolves with true if nothing is left. */
  send(person: Person): Promise<boolean>;
  /** The task attaches a file from disk; there is no draft. */
  readonly isFile?: true;
  /** The user is signed out before the task is sent. */
  readonly signsOut?: true;
  /** The text is sent automatically after a pause in typing. */
  readonly sendsItself?: true;
  /** The server has no id by which it could detect a duplicate. */
  readonly hasNoId?: true;
}

/** Options that turn a task into another one. */
export type More = Partial<Pick<Task, 'earlier' | 'grows' | 'asks' | 'name'>>;

/** Returns the words in `theirs` that are missing in `mine`. */
export function missingIn({ setup: { typedWords } }: Person, mine: string, theirs: string): string[] {
  return typedWords.tokensIn(theirs).filter((token) => !mine.includes(token));
}

export function wordsAsHtml(tokens: readonly string[]): string {
  return tokens.map((token) => `<p>${token}</p>`).join('');
}

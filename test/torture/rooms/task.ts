// Owns what a task is: words that a person types, and how she brings them to the service, again and again until nothing
// is left unsent.
import type { Asking } from '../faults.ts';
import type { Person } from './person.ts';

export interface Task {
  readonly name: string;
  /** What it asks of the service. */
  readonly asks: readonly Asking[];
  /** Something that went wrong before: at this operation no answer comes back, once the task is sent the first time. */
  readonly earlier?: Asking;
  /** She goes on writing then, in the same place. */
  readonly grows?: true;
  /** Something that goes wrong besides, as long as the fault does. */
  readonly besides?: Asking;
  /** Types a word. Nothing is sent; gives the word. */
  type(person: Person): Promise<string>;
  /** Brings to the service what is unsent, once. True when nothing is left. */
  send(person: Person): Promise<boolean>;
  /** What is typed is no draft, but a file of her machine. */
  readonly isFile?: true;
  /** Nobody is signed in before it is sent. */
  readonly signsOut?: true;
  /** Is sent when she pauses. */
  readonly sendsItself?: true;
  /** The service has nothing to know it by when it comes twice. */
  readonly hasNoId?: true;
}

/** What makes another task of it. */
export type More = Partial<Pick<Task, 'earlier' | 'grows' | 'asks' | 'name'>>;

/** Words of the other side. */
export function missingIn({ setup: { ledger } }: Person, mine: string, theirs: string): string[] {
  return ledger.tokensIn(theirs).filter((token) => !mine.includes(token));
}

export function wordsAsHtml(tokens: readonly string[]): string {
  return tokens.map((token) => `<p>${token}</p>`).join('');
}

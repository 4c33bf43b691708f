// Defines the users of the sample workspace.

export interface Person {
  /** Identifies the user in plans, and is the local part of their email address. */
  readonly key: string;
  readonly first: string;
  readonly last: string;
}

/** The user to whom the API key and the access token belong, and who has created most of the sample. */
export const CALLER: Person = { key: 'ada', first: 'Ada', last: 'Park' };

export const PEOPLE: readonly Person[] = [
  { key: 'bruno', first: 'Bruno', last: 'Keller' },
  { key: 'chioma', first: 'Chioma', last: 'Obi' },
  { key: 'dmitri', first: 'Dmitri', last: 'Volkov' },
  { key: 'elif', first: 'Elif', last: 'Aydin' },
  { key: 'farid', first: 'Farid', last: 'Rahimi' },
];

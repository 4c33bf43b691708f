// Defines the users of the sample workspace.

export interface Person {
  /** Identifies the user in plans, and is the local part of their email address. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** The user to whom the API key and the access token belong, and who has created most of the sample. */
export const CALLER: Person = { key: 'ada', firstName: 'Ada', lastName: 'Park' };

export const PEOPLE: readonly Person[] = [
  { key: 'bruno', firstName: 'Bruno', lastName: 'Keller' },
  { key: 'chioma', firstName: 'Chioma', lastName: 'Obi' },
  { key: 'dmitri', firstName: 'Dmitri', lastName: 'Volkov' },
  { key: 'elif', firstName: 'Elif', lastName: 'Aydin' },
  { key: 'farid', firstName: 'Farid', lastName: 'Rahimi' },
];

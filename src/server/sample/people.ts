// Owns the people of the sample workspace.

export interface Person {
  /** What plans call the person, and the front of the address. */
  readonly key: string;
  readonly first: string;
  readonly last: string;
}

/** As whom every credential acts. */
export const CALLER: Person = { key: 'ada', first: 'Ada', last: 'Park' };

export const PEOPLE: readonly Person[] = [
  { key: 'bruno', first: 'Bruno', last: 'Keller' },
  { key: 'chioma', first: 'Chioma', last: 'Obi' },
  { key: 'dmitri', first: 'Dmitri', last: 'Volkov' },
  { key: 'elif', first: 'Elif', last: 'Aydin' },
  { key: 'farid', first: 'Farid', last: 'Rahimi' },
];

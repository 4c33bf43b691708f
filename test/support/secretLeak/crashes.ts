// Owns the ways in which a program comes to its end with a key in its hands, and what it is told for that.

export const crashes = [
  'the fault of a request',
  'whatever is known of the request',
  'an exception',
  'an abort',
  'a signal',
] as const;

export interface Crash {
  readonly how: (typeof crashes)[number];
  /** Origin of a server that answers nothing, and cuts the connection of what has `cut` in its path. */
  readonly baseUrl: string;
  readonly key: string;
}

// The crashes of a program that holds a key, and what the program receives for each.

export const crashes = [
  'the fault of a request',
  'whatever is known of the request',
  'an exception',
  'an abort',
  'a signal',
] as const;

export interface Crash {
  readonly how: (typeof crashes)[number];
  /** Origin of a server that never answers, and closes the connection of requests with `cut` in their path. */
  readonly baseUrl: string;
  readonly key: string;
}

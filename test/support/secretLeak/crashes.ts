// The ways in which crashProgram.ts crashes, and the data that it receives before the crash.

export const crashKinds = [
  'the fault of a request',
  'an error that refers to the client',
  'an exception',
  'an abort',
  'a signal',
] as const;

export interface Crash {
  readonly how: (typeof crashKinds)[number];
  /** The origin of a server that never responds, and closes the connection if the path of a request contains `cut`. */
  readonly baseUrl: string;
  readonly key: string;
}

// Owns the journal's shape: what happened, as facts, for whoever must find out why.

export type Level = 'debug' | 'info' | 'warn' | 'error';

/**
 * Facts that may be written down: short strings and numbers that the writer chose one by one, never a header, a body or
 * an address with a query.
 */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Logger {
  write(level: Level, what: string, facts?: Facts): void;
}

export const silentLogger: Logger = { write: () => undefined };

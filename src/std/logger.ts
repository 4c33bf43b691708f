// Defines the logger: a message with facts, for diagnosing problems.

export type Level = 'debug' | 'info' | 'warn' | 'error';

/**
 * Facts that may be logged: short strings and numbers that the caller chose one by one, never a header, a body or an
 * address with a query.
 */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Logger {
  write(level: Level, what: string, facts?: Facts): void;
}

export const silentLogger: Logger = { write: () => undefined };

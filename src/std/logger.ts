// Defines the logger, which writes a message with named values.

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * Values that may be logged, by name: short strings, numbers and booleans that the caller selects one by one, never a
 * header, a body or a URL with a query.
 */
export type LogValues = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Logger {
  write(level: LogLevel, message: string, facts?: LogValues): void;
}

export const silentLogger: Logger = { write: () => undefined };

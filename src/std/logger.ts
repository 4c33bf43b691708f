// Defines the logger, which writes a message with named values.

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * Values to log, by name. The caller lists each value separately. A value must never be a header, a body or a URL with
 * a query.
 */
export type LogValues = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Logger {
  write(level: LogLevel, message: string, values?: LogValues): void;
}

export const silentLogger: Logger = { write: () => undefined };

// The logger that writes to the output channel "Contrail".
import * as vscode from 'vscode';
import { displayText } from '../std/displayName.ts';
import type { Logger, LogValues } from '../std/logger.ts';

/** A logger that can show its log to the user. */
export interface ChannelLogger extends Logger {
  show(): void;
}

/** Returns a logger that creates the output channel when the first entry is written. */
export function createLogger(): ChannelLogger & vscode.Disposable {
  let channel: vscode.LogOutputChannel | undefined;
  const openChannel = (): vscode.LogOutputChannel => {
    channel ??= vscode.window.createOutputChannel('Contrail', { log: true });
    return channel;
  };
  return {
    write: (level, what, values) =>
      openChannel()[level](displayText(values === undefined ? what : `${what} ${formatValues(values)}`)),
    show: () => openChannel().show(),
    dispose: () => channel?.dispose(),
  };
}

function formatValues(values: LogValues): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
}

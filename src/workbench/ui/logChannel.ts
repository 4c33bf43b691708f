// The log output channel "Contrail".
import * as vscode from 'vscode';
import type { Facts, Logger } from '../../std/logger.ts';

/** A logger whose log can be shown to the user. */
export interface ChannelLogger extends Logger {
  show(): void;
}

/** Returns a logger that creates its channel at the first entry. */
export function createLogger(): ChannelLogger & vscode.Disposable {
  let channel: vscode.LogOutputChannel | undefined;
  const open = (): vscode.LogOutputChannel => {
    channel ??= vscode.window.createOutputChannel('Contrail', { log: true });
    return channel;
  };
  return {
    write: (level, what, facts) => open()[level](facts === undefined ? what : `${what} ${factsText(facts)}`),
    show: () => open().show(),
    dispose: () => channel?.dispose(),
  };
}

function factsText(facts: Facts): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
}

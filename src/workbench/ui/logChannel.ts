// Owns the journal's way out: the log channel "Contrail".
import * as vscode from 'vscode';
import type { Facts, Logger } from '../../std/logger.ts';

/** A journal that a person can be shown. */
export interface ChannelLogger extends Logger {
  show(): void;
}

/** A channel that is made when something is first written. */
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

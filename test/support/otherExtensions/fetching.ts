// The extension that sends requests with the global `fetch`. It also sets a global dispatcher of
// its own, which all extensions of the host share, as some real extensions do.
import { ProxyAgent, setGlobalDispatcher } from 'undici';
import type * as vscode from 'vscode';
import { asking } from './asking.ts';
import { ownProxyVariable } from './names.ts';

/**
 * The extension host sends a request through the proxy of the settings where one applies; the other request uses the
 * global dispatcher.
 */
export async function activate({ subscriptions }: vscode.ExtensionContext): Promise<void> {
  setGlobalDispatcher(new ProxyAgent(process.env[ownProxyVariable] ?? ''));
  const ask = async (url: string): Promise<void> => {
    const answer = await fetch(url);
    await answer.text();
  };
  subscriptions.push(await asking('neighbours.fetch', { fetched: ask, unproxied: ask }));
}

// A test extension that sends requests with the global `fetch` and sets undici's global dispatcher.
// All extensions of a host share the global dispatcher; some real extensions set it too.
import { ProxyAgent, setGlobalDispatcher } from 'undici';
import type * as vscode from 'vscode';
import { ownProxyVariable } from './names.ts';
import { sendRequestsAndRegister } from './sendRequests.ts';

/**
 * Sends one request through the proxy of VS Code's settings, and one request to a host that the settings exclude from
 * this proxy, through the global dispatcher.
 */
export async function activate({ subscriptions }: vscode.ExtensionContext): Promise<void> {
  setGlobalDispatcher(new ProxyAgent(process.env[ownProxyVariable] ?? ''));
  const request = async (url: string): Promise<void> => {
    const response = await fetch(url);
    await response.text();
  };
  subscriptions.push(await sendRequestsAndRegister('otherExtensions.fetch', { fetched: request, unproxied: request }));
}

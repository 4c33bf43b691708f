// Owns the neighbour that asks by the global `fetch`. It also has a dispatcher of its own, put into the slot that all
// of the host shares, as extensions do.
import { ProxyAgent, setGlobalDispatcher } from 'undici';
import type * as vscode from 'vscode';
import { asking } from './asking.ts';
import { ownProxyVariable } from './names.ts';

/** What the settings know a proxy for is the host's affair; the other one is left to the slot. */
export async function activate({ subscriptions }: vscode.ExtensionContext): Promise<void> {
  setGlobalDispatcher(new ProxyAgent(process.env[ownProxyVariable] ?? ''));
  const ask = async (url: string): Promise<void> => {
    const answer = await fetch(url);
    await answer.text();
  };
  subscriptions.push(await asking('neighbours.fetch', { fetched: ask, unproxied: ask }));
}

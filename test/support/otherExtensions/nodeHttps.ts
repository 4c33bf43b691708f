// A test extension that sends requests with `node:https`, with and without its own agent.
import * as https from 'node:https';
import type * as vscode from 'vscode';
import { sendRequestsAndRegister } from './sendRequests.ts';

export async function activate({ subscriptions }: vscode.ExtensionContext): Promise<void> {
  const agent = new https.Agent({ keepAlive: true });
  subscriptions.push(
    { dispose: () => agent.destroy() },
    await sendRequestsAndRegister('otherExtensions.call', {
      called: (url) => call(url, {}),
      agent: (url) => call(url, { agent }),
    }),
  );
}

function call(url: string, options: https.RequestOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    https
      .get(url, options, (response) => response.resume().once('end', resolve).once('error', reject))
      .once('error', reject);
  });
}

// Owns following what is set about the network: the person's own settings, and nothing that a folder says.
import * as vscode from 'vscode';
import type { Network } from '../../client/network/network.ts';
import { type Disposable, Disposables } from '../../std/disposable.ts';
import type { Environment } from '../environment.ts';
import { readNetwork } from './read.ts';

export class NetworkSettings implements Disposable {
  readonly #held = new Disposables();
  #current: Network;

  constructor(environment: Environment) {
    this.#current = readNetwork(ownValue, environment);
    this.#held.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('http') || change.affectsConfiguration('contrail.tls'))
          this.#current = readNetwork(ownValue, environment);
      }),
    );
  }

  /** As it stands; another object after a setting has changed. */
  get current(): Network {
    return this.#current;
  }

  dispose(): void {
    this.#held.dispose();
  }
}

/** Folders and workspaces come from repositories: neither may say through whom requests go, or who is trusted. */
function ownValue(id: string): unknown {
  const found = vscode.workspace.getConfiguration().inspect(id);
  return found?.globalValue ?? found?.defaultValue;
}

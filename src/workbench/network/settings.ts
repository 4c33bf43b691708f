// Follows the network settings of the user, and ignores those of folders and workspaces.
import * as vscode from 'vscode';
import type { Network } from '../../client/network/network.ts';
import { type Disposable, Disposables } from '../../std/disposable.ts';
import type { Environment } from '../environment.ts';
import { readNetwork } from './read.ts';

export class NetworkSettings implements Disposable {
  readonly #disposables = new Disposables();
  #current: Network;

  constructor(environment: Environment) {
    this.#current = readNetwork(ownValue, environment);
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('http') || change.affectsConfiguration('contrail.tls'))
          this.#current = readNetwork(ownValue, environment);
      }),
    );
  }

  /** The current settings. Another object after a setting changed. */
  get current(): Network {
    return this.#current;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

/** Settings of folders and workspaces come from repositories, which must not choose a proxy or trusted certificates. */
function ownValue(id: string): unknown {
  const found = vscode.workspace.getConfiguration().inspect(id);
  return found?.globalValue ?? found?.defaultValue;
}

// Provides the current network configuration, which is read from the user settings.
import * as vscode from 'vscode';
import type { NetworkConfiguration } from '../../client/network/network.ts';
import type { NetworkVariables } from '../../core/session/environment.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';
import { readNetworkConfiguration } from './readNetwork.ts';

export class NetworkSettings implements Disposable {
  readonly #disposables = new DisposableStore();
  #current: NetworkConfiguration;

  constructor(environment: NetworkVariables) {
    this.#current = readNetworkConfiguration(userValue, environment);
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('http') || change.affectsConfiguration('contrail.tls'))
          this.#current = readNetworkConfiguration(userValue, environment);
      }),
    );
  }

  /** The current network configuration: a new object after each change of a setting. */
  get current(): NetworkConfiguration {
    return this.#current;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

/** Ignores workspace and folder settings: a cloned repository must not set a proxy or trusted certificates. */
function userValue(id: string): unknown {
  const inspectedSetting = vscode.workspace.getConfiguration().inspect(id);
  return inspectedSetting?.globalValue ?? inspectedSetting?.defaultValue;
}

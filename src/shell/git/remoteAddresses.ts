// Keeps what changes the addresses of remotes: the configuration of SSH, and the rules of git. Both are read again only
// when one of their files has changed.
import { homedir } from 'node:os';
import { type CurrentValue, readIfChanged } from './currentValue.ts';
import type { RunGit } from './gitCommand.ts';
import { readAddressRules } from './insteadOf.ts';
import { readSshConfig } from './readSshConfig.ts';
import type { RemoteAddresses } from './repository.ts';

export class RemoteAddressReader {
  readonly #home: string;
  readonly #system: string;
  #ssh: CurrentValue<RemoteAddresses['sshConfig']> | undefined;
  /** The rules in each folder of a repository. */
  readonly #rules = new Map<string, CurrentValue<RemoteAddresses['rules']>>();

  constructor(home = homedir(), system = '/etc/ssh') {
    this.#home = home;
    this.#system = system;
  }

  /** Returns what `update` has read for a folder. */
  addressesIn(folder: string): RemoteAddresses {
    return { rules: this.#rules.get(folder)?.value ?? [], sshConfig: this.#ssh?.value ?? [] };
  }

  /** Reads what has changed since the last call. Resolves with whether anything has changed. */
  async update(run: RunGit, folders: readonly string[]): Promise<boolean> {
    const ssh = await readIfChanged(this.#ssh, () => readSshConfig({ home: this.#home, system: this.#system }));
    let hasChanged = ssh !== this.#ssh;
    this.#ssh = ssh;
    await Promise.all(
      folders.map(async (folder) => {
        const before = this.#rules.get(folder);
        const rules = await readIfChanged(before, () => readAddressRules(run, folder, this.#home));
        hasChanged ||= rules !== before;
        this.#rules.set(folder, rules);
      }),
    );
    return hasChanged;
  }
}

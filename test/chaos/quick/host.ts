// A simulated extension host of the quick tier: starts it, sends deeds to it, and kills it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { childEnvironment } from '../../support/setup/child.mjs';
import type { Answered, Deed, Reply } from './words.ts';

/** The host ended before it answered, because of a kill or of a defect. */
export class Died extends Error {}

export class Host {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<
    number,
    { readonly resolve: (reply: Reply) => void; readonly reject: (reason: Error) => void }
  >();
  #asked = 0;
  #isKilled = false;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (answered) => this.#onMessage(answered as Answered));
    child.once('exit', (code, signal) => {
      const why = this.#isKilled ? 'The host was killed.' : `The host ended by itself with ${signal ?? code}.`;
      for (const { reject } of this.#waiting.values()) reject(new Died(why));
      this.#waiting.clear();
    });
  }

  /**
   * Starts a host over a folder that an earlier host may have used. `haste` is the factor by which its delays are
   * shorter.
   */
  static async start(folder: string, haste: number): Promise<Host> {
    const child = fork(join(import.meta.dirname, 'main.ts'), [folder, String(haste)], {
      env: childEnvironment(),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const begun = await Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)]);
    if (!begun) throw new Error(`A host could not be started: it ended with ${child.signalCode ?? child.exitCode}.`);
    return new Host(child);
  }

  /** Rejects with `Died` if the host is killed before it answers, and with the error that it threw. */
  ask(deed: Deed): Promise<Reply> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        reject(new Died('The host is dead.'));
        return;
      }
      this.#waiting.set(id, { resolve, reject });
      this.#child.send({ id, deed });
    });
  }

  /** Kills the host with SIGKILL. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  #onMessage({ id, reply, thrown }: Answered): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (thrown === undefined) waiting?.resolve(reply ?? {});
    // The tab was open in an earlier host.
    else
      waiting?.reject(thrown.includes('No tab is open') ? new Died(thrown) : new Error(`The host failed: ${thrown}`));
  }
}

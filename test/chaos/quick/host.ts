// Starts the process of a simulated extension host, sends the user's actions to it, and kills it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { childEnvironment } from '../../support/setup/child.mjs';
import type { ActionReply, Reply, UserAction } from './protocol.ts';

/** The host process ended before it replied, because it was killed or crashed. */
export class HostEndedError extends Error {}

/** The process of a simulated extension host. */
export class HostProcess {
  readonly #child: ChildProcess;
  readonly #pending = new Map<
    number,
    { readonly resolve: (reply: Reply) => void; readonly reject: (reason: Error) => void }
  >();
  #requestCount = 0;
  #isKilled = false;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message) => this.#onMessage(message as ActionReply));
    child.once('exit', (code, signal) => {
      const reason = this.#isKilled ? 'The host was killed.' : `The host crashed with ${signal ?? code}.`;
      for (const { reject } of this.#pending.values()) reject(new HostEndedError(reason));
      this.#pending.clear();
    });
  }

  /**
   * Starts a host that stores its data in a folder, which an earlier host may have used. All delays in the host are
   * divided by `speedup`.
   */
  static async start(folder: string, speedup: number): Promise<HostProcess> {
    const child = fork(join(import.meta.dirname, 'main.ts'), [folder, String(speedup)], {
      env: childEnvironment(),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const isStarted = await Promise.race([
      once(child, 'message').then(() => true),
      once(child, 'exit').then(() => false),
    ]);
    if (!isStarted) throw new Error(`The host process did not start: exit ${child.signalCode ?? child.exitCode}.`);
    return new HostProcess(child);
  }

  /**
   * Sends an action of the user to the host and resolves with the reply.
   * @throws HostEndedError if the host ends before it replies; otherwise an error with the message from the host
   */
  perform(action: UserAction): Promise<Reply> {
    this.#requestCount += 1;
    const id = this.#requestCount;
    return new Promise((resolve, reject) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        reject(new HostEndedError('The host has already ended.'));
        return;
      }
      this.#pending.set(id, { resolve, reject });
      this.#child.send({ id, action });
    });
  }

  /** Kills the host with SIGKILL. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exitEvent = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exitEvent;
  }

  #onMessage({ id, reply, thrown }: ActionReply): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (thrown === undefined) pending?.resolve(reply ?? {});
    // If no tab is open, the tab was opened in an earlier host, which was killed.
    else
      pending?.reject(
        thrown.includes('No tab is open') ? new HostEndedError(thrown) : new Error(`The host failed: ${thrown}`),
      );
  }
}

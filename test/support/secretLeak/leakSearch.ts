// Checks an end-to-end test for leaks: records everything that leaves a trace, then searches all of
// it for the key.
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { BrowserRecorder } from './browserRecorder.ts';
import { tracesOfFiles } from './files.ts';
import { KeyTalk } from './keyTalk.ts';
import { tracesOfProcesses } from './running.ts';
import { type Outcome, search, sentenceOf } from './search.ts';
import { ServerRecorder } from './serverRecorder.ts';
import { type Line, resultsFile } from './summary.ts';
import { type Trace, trace } from './trace.ts';

export interface Setup {
  /** VS Code writes only to these folders. */
  readonly folders: readonly string[];
  /** The user data folder of VS Code, below one of `folders`. */
  readonly userData: string;
  /** The profile folder of the browser. */
  readonly profile: string;
  /** Origin of the server that issued the keys. */
  readonly planeServer: string;
}

export class LeakSearch implements Disposable {
  readonly #setup: Setup;
  readonly #browser: BrowserRecorder;
  readonly #servers = new ServerRecorder();
  readonly #traces: Trace[] = [];

  constructor(setup: Setup) {
    this.#setup = setup;
    this.#browser = new BrowserRecorder(join(setup.userData, 'serve-web-key-half'));
  }

  /** Must be called before the first page is opened. */
  async attach(context: BrowserContext): Promise<void> {
    await this.#browser.attach(context);
  }

  /** Records what exists only while everything runs. */
  async look(): Promise<void> {
    await this.#browser.look();
    this.#traces.push(...tracesOfProcesses(process.pid));
  }

  /** Searches the traces, and what was printed, for the keys. Must be called when everything has ended. */
  search(keys: readonly string[], printed: string): Outcome {
    const talk = new KeyTalk();
    const heard = this.#browser.traces(talk);
    const hosts = new Set([...talk.hosts, new URL(this.#setup.planeServer).host]);
    return search(
      [
        ...this.#traces,
        ...heard,
        ...this.#servers.traces(hosts),
        trace('what was printed', 'the server', printed),
        ...this.#files(),
      ],
      keys,
    );
  }

  #files(): Trace[] {
    const { folders, profile } = this.#setup;
    return [
      ...folders.flatMap((folder) => tracesOfFiles('files of VS Code', folder)),
      ...tracesOfFiles('files of the browser', profile),
    ];
  }

  [Symbol.dispose](): void {
    this.#servers[Symbol.dispose]();
  }
}

/**
 * Appends the outcome of a test to the file that summary.ts sums up.
 * @throws if a key was found in a place where it is not allowed
 */
export function settle(scenario: string, { places, rightful, finds }: Outcome): void {
  const line: Line = {
    scenario,
    places: Object.fromEntries(places),
    rightful: Object.fromEntries(rightful),
    finds: finds.length,
  };
  mkdirSync(dirname(resultsFile), { recursive: true });
  appendFileSync(resultsFile, `${JSON.stringify(line)}\n`);
  if (finds.length > 0) throw new Error(`A key was found where none may be:\n${finds.map(sentenceOf).join('\n')}`);
}

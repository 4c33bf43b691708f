// Checks that an end-to-end test leaks no API key: records all output of a test, and searches it.
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
  /** All folders that VS Code writes to. */
  readonly folders: readonly string[];
  /** VS Code's user data folder, which is below one of `folders`. */
  readonly userData: string;
  /** The profile folder of the browser. */
  readonly profile: string;
  /** The origin of the server that issued the keys. */
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

  /** Starts recording. Must be called before the first page is opened. */
  async attach(context: BrowserContext): Promise<void> {
    await this.#browser.attach(context);
  }

  /** Records the state of open pages and running processes, which is lost when they end. */
  async look(): Promise<void> {
    await this.#browser.look();
    this.#traces.push(...tracesOfProcesses(process.pid));
  }

  /** Searches all traces and the server's output for the keys. Must be called after all processes have ended. */
  search(keys: readonly string[], printed: string): Outcome {
    const keyTalk = new KeyTalk();
    const browserTraces = this.#browser.traces(keyTalk);
    const hosts = new Set([...keyTalk.hosts, new URL(this.#setup.planeServer).host]);
    return search(
      [
        ...this.#traces,
        ...browserTraces,
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
 * Appends the outcome of a test to the file from which summary.ts prints the totals.
 * @throws if a key was found in a place where no key is allowed
 */
export function reportOutcome(scenario: string, { places, rightful, finds }: Outcome): void {
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

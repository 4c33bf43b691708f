// Checks that an end-to-end test leaks no API key: records all output of a test, and searches it.
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { BrowserRecorder } from './browserRecorder.ts';
import { tracesOfFiles } from './fileTraces.ts';
import { KeyMessageChecker } from './keyMessages.ts';
import { tracesOfProcesses } from './processTraces.ts';
import { leakMessage, type Outcome, search } from './search.ts';
import { ServerRecorder } from './serverRecorder.ts';
import { resultsFile, type SummaryLine } from './summary.ts';
import { createTrace, type Trace } from './trace.ts';

export interface LeakSearchSetup {
  /** All folders that VS Code writes to. */
  readonly folders: readonly string[];
  /** VS Code's user data folder, which is below one of `folders`. */
  readonly userData: string;
  /** The profile folder of the browser. */
  readonly profile: string;
  /** When the keys were created, in milliseconds since 1970: files that did not change since then are not searched. */
  readonly since: number;
}

export class LeakSearch implements Disposable {
  readonly #setup: LeakSearchSetup;
  readonly #browser: BrowserRecorder;
  readonly #servers = new ServerRecorder();
  readonly #traces: Trace[] = [];
  /** The hosts, with port, of the servers that issued the keys. */
  readonly #hosts = new Set<string>();

  constructor(setup: LeakSearchSetup) {
    this.#setup = setup;
    this.#browser = new BrowserRecorder(join(setup.userData, 'serve-web-key-half'));
  }

  /** Adds a server that has issued keys, by its URL: a request to this server may contain a key in its header. */
  addServer(url: string): void {
    this.#hosts.add(new URL(url).host);
  }

  /**
   * Ends the recording of requests to servers of this process until `resume` is called. Call this while a window waits
   * for its next test, because tests that run in other windows have servers and keys of their own.
   */
  pause(): void {
    this.#servers.pause();
  }

  resume(): void {
    this.#servers.resume();
  }

  /** Starts recording. Must be called before the first page is opened. */
  async attach(context: BrowserContext): Promise<void> {
    await this.#browser.attach(context);
  }

  /** Ends the recording of the attached browsers, which may stay open. */
  async detach(): Promise<void> {
    await this.#browser.detach();
  }

  /** Records the state of open pages and running processes, which is lost when they end. */
  async recordStorage(): Promise<void> {
    await this.#browser.recordStorage();
    this.#traces.push(...tracesOfProcesses(process.pid));
  }

  /** Searches all traces and the server's output for the keys. */
  search(keys: readonly string[], serverOutput: string): Outcome {
    const keyMessages = new KeyMessageChecker();
    const browserTraces = this.#browser.traces(keyMessages);
    const hosts = new Set([...keyMessages.hosts, ...this.#hosts]);
    return search(
      [
        ...this.#traces,
        ...browserTraces,
        ...this.#servers.traces(hosts),
        createTrace('what was printed', 'the server', serverOutput),
        ...this.#files(),
      ],
      keys,
    );
  }

  #files(): Trace[] {
    const { folders, profile, since } = this.#setup;
    return readFileTraces(folders, profile, since);
  }

  [Symbol.dispose](): void {
    this.#servers[Symbol.dispose]();
  }
}

/**
 * Searches the files of VS Code, in `folders`, and of the browser's profile; with `since`, only files that were created
 * or changed after this time (milliseconds since 1970).
 */
export function searchFiles(folders: readonly string[], profile: string, keys: readonly string[], since = 0): Outcome {
  return search(readFileTraces(folders, profile, since), keys);
}

function readFileTraces(folders: readonly string[], profile: string, since: number): Trace[] {
  return [
    ...folders.flatMap((folder) => tracesOfFiles('files of VS Code', folder, since)),
    ...tracesOfFiles('files of the browser', profile, since),
  ];
}

/**
 * Appends the outcome of a test to the file from which summary.ts prints the totals.
 * @throws if a key was found in a place where no key is allowed
 */
export function reportOutcome(scenario: string, { traceCountByKind, keyCountByPlace, leaks }: Outcome): void {
  const line: SummaryLine = {
    scenario,
    traceCountByKind: Object.fromEntries(traceCountByKind),
    keyCountByPlace: Object.fromEntries(keyCountByPlace),
    leakCount: leaks.length,
  };
  mkdirSync(dirname(resultsFile), { recursive: true });
  appendFileSync(resultsFile, `${JSON.stringify(line)}\n`);
  if (leaks.length > 0) throw new Error(`A key was found where none may be:\n${leaks.map(leakMessage).join('\n')}`);
}

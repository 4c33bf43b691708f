// What a run of the host tests needs in each VS Code: the bundles, a Plane server, a hostile folder, and the results.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BuiltInServer } from '../support/builtInServer.ts';
import { copySampleFolder } from '../support/sampleFolder.ts';
import type { Settings } from '../support/settings.ts';
import { freePort } from '../support/vscodeServer.ts';
import { bundleHostTests } from './bundle.ts';
import { makeFolderHostile } from './hostileFolder.ts';
import { type EndLine, reportVariable, serverVariable, type TestLine } from './report.ts';

/** The user settings of VS Code during the host tests, in addition to `quietSettings`. */
export const hostSettings: Settings = {
  // VS Code 1.103 treats every repository outside of the workspace like a repository in a parent folder.
  'git.openRepositoryInParentFolders': 'always',
};

export class HostRun {
  /** The path of the bundle whose `run` function VS Code calls. */
  readonly entryBundle: string;
  /** The folder that VS Code opens. */
  readonly workspaceFolder: string;
  /** Environment variables for VS Code. */
  readonly env: Readonly<Record<string, string>>;
  readonly #planeServer: BuiltInServer;
  readonly #reportFile: string;
  #printedCount = 0;

  private constructor(home: string, entryBundle: string, planeServer: BuiltInServer, proxyPort: number) {
    const { baseUrl, workspace, apiKey } = planeServer;
    this.entryBundle = entryBundle;
    this.workspaceFolder = makeFolderHostile(copySampleFolder(join(home, 'workspace')));
    this.#planeServer = planeServer;
    this.#reportFile = join(home, 'report.jsonl');
    this.env = {
      [reportVariable]: this.#reportFile,
      [serverVariable]: JSON.stringify({ baseUrl, workspace, apiKey, proxyPort }),
      PLANE_API_KEY: apiKey,
      PLANE_WORKSPACE_SLUG: workspace,
      PLANE_BASE_URL: `http://127.0.0.1:${proxyPort}`,
      // Prevents git from finding the repository that contains this file.
      GIT_CEILING_DIRECTORIES: home,
    };
  }

  /** Deletes the folder `home`, builds the bundles, and starts a Plane server. */
  static async prepare(home: string): Promise<HostRun> {
    rmSync(home, { recursive: true, force: true });
    const entryBundle = await bundleHostTests(join(home, 'bundles'));
    return new HostRun(home, entryBundle, await BuiltInServer.start({ rate: 0 }), await freePort());
  }

  get hasResults(): boolean {
    return this.#lines().length > 0;
  }

  /** Prints the results that have not been printed yet. Returns whether the tests have ended. */
  printResults(): boolean {
    const lines = this.#lines();
    const results = lines.filter(isTestLine);
    for (const result of results.slice(this.#printedCount)) console.log(formatResult(result));
    this.#printedCount = results.length;
    return lines.length > results.length;
  }

  /** Writes the numbers of passed and failed tests to a file, for `npm test`. Skipped tests count as failed. */
  writeCounts(file: string): { readonly passed: number; readonly failed: number } {
    const results = this.#lines().filter(isTestLine);
    const passed = results.filter(({ outcome }) => outcome === 'passed').length;
    const counts = { passed, failed: results.length - passed };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(counts));
    return counts;
  }

  async stop(): Promise<void> {
    await this.#planeServer.stop();
  }

  /** Returns the complete lines of the results file. */
  #lines(): (TestLine | EndLine)[] {
    if (!existsSync(this.#reportFile)) return [];
    const text = readFileSync(this.#reportFile, 'utf8');
    return text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line !== '')
      .map((line): TestLine | EndLine => JSON.parse(line));
  }
}

function isTestLine(line: TestLine | EndLine): line is TestLine {
  return !('ended' in line);
}

function formatResult({ title, outcome, milliseconds, error }: TestLine): string {
  const symbol = { passed: '✓', failed: '✗', pending: '-' }[outcome];
  return ` ${symbol} ${title} (${milliseconds} ms)${error === undefined ? '' : `\n${error}`}`;
}

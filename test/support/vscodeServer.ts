// A real VS Code, served on the loopback: its folders, its settings, how it starts, crashes and
// ends.
import type { ChildProcess } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { descendants, endGroup, withWatchdog } from './processes.ts';
import { quiet, type Settings } from './settings.ts';
import { run } from './setup/child.mjs';
import { codeServerEntry, logPackage } from './setup/codeServer.mjs';
import { until } from './until.ts';

export interface ServerOptions {
  /** The folder of everything that the server writes. The same folder means the same user's VS Code. */
  readonly home: string;
  /** The folder that the workbench opens. */
  readonly workspace: string;
  readonly port?: number;
  /**
   * User settings, added to those that keep the workbench quiet, and written before the first start. If omitted, the
   * existing settings of the folder stay.
   */
  readonly settings?: Settings;
  /** Environment variables, which the extension host receives too. */
  readonly env?: Readonly<Record<string, string>>;
  /** The extension to install before the first start. */
  readonly vsix?: string;
  /** Allows a page that runs tests inside the extension host to receive their result. */
  readonly testDriver?: boolean;
  /**
   * Whether a folder must be trusted before its settings apply; by default every folder is trusted. The settings state
   * it too.
   */
  readonly asksForTrust?: boolean;
  /**
   * Whether log files are written, including Contrail's. The native part of VS Code that writes them is not compiled,
   * so a replacement is used.
   */
  readonly writesLogs?: boolean;
  /** The display language; English by default. */
  readonly language?: DisplayLanguage;
}

export interface DisplayLanguage {
  readonly id: string;
  /** Adds the language to the installed extension in this folder, before the first start. */
  readonly translate: (extension: string) => void | Promise<void>;
}

/** The start of the URI of every file on the server's disk, independent of host and port. */
export const remoteAuthority = 'vscode-remote://remote';

export class VscodeServer {
  readonly port: number;
  readonly #options: ServerOptions;
  #child: ChildProcess | undefined;

  private constructor(options: ServerOptions, port: number) {
    this.#options = options;
    this.port = port;
  }

  /** Resolves when the workbench can be opened. */
  static async start(options: ServerOptions): Promise<VscodeServer> {
    const server = new VscodeServer(options, options.port ?? (await freePort()));
    mkdirSync(join(server.userData, 'User'), { recursive: true });
    writeFileSync(join(options.home, 'config.yaml'), 'auth: none\n');
    if (options.settings !== undefined || !existsSync(server.#settingsFile))
      server.writeSettings(options.settings ?? {});
    if (options.vsix !== undefined) await server.install(options.vsix);
    if (options.language !== undefined) await server.#setLanguage(options.language);
    await server.start();
    return server;
  }

  get userData(): string {
    return join(this.#options.home, 'user');
  }

  /** The output of the server. */
  get log(): string {
    return readFileSync(this.#logFile, 'utf8');
  }

  get #logFile(): string {
    return join(this.#options.home, 'server.log');
  }

  get #settingsFile(): string {
    return join(this.userData, 'User', 'settings.json');
  }

  get #folders(): string[] {
    const { home } = this.#options;
    return [
      '--config',
      join(home, 'config.yaml'),
      '--user-data-dir',
      this.userData,
      '--extensions-dir',
      join(home, 'extensions'),
    ];
  }

  /** Returns the workbench's address. A payload carries what a desktop VS Code receives as command-line arguments. */
  address(payload: readonly (readonly [string, string])[] = []): string {
    const query = new URLSearchParams({ folder: this.#options.workspace });
    if (payload.length > 0) query.set('payload', JSON.stringify(payload));
    return `http://127.0.0.1:${this.port}/?${query}`;
  }

  /**
   * Replaces the user's settings, added to those that keep the workbench quiet. A window must be reloaded to read them,
   * because nothing watches the file here.
   */
  writeSettings(settings: Settings): void {
    const trust = { 'security.workspace.trust.enabled': this.#options.asksForTrust === true };
    writeFileSync(this.#settingsFile, JSON.stringify({ ...quiet, ...trust, ...settings }, undefined, 2));
  }

  /** Resets the user data, as for a new user; extensions stay installed. Must be called while no window is open. */
  async forgetUser(settings: Settings = {}): Promise<void> {
    // The extension host of a closed window keeps running for a while, in case the window reconnects.
    if (this.extensionHosts().length > 0) await this.killExtensionHost();
    rmSync(join(this.userData, 'User'), { recursive: true, force: true });
    mkdirSync(join(this.userData, 'User'), { recursive: true });
    this.writeSettings(settings);
  }

  async install(vsix: string): Promise<void> {
    await run(process.execPath, [codeServerEntry, ...this.#folders, '--install-extension', vsix, '--force'], {
      quiet: true,
    });
  }

  /**
   * Writes what an installed language pack would: VS Code reads `languagepacks.json` at its start. The pack has no texts
   * for VS Code itself, which stays English. It must name an extension, or no extension is activated.
   */
  async #setLanguage({ id, translate }: DisplayLanguage): Promise<void> {
    const { home } = this.#options;
    const texts = join(home, 'languagePack.json');
    writeFileSync(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
    const extensions = [{ extensionIdentifier: { id: 'contrail.languages' }, version: '0.0.1' }];
    const pack = { hash: '1', label: id, extensions, translations: { vscode: texts } };
    writeFileSync(join(this.userData, 'languagepacks.json'), JSON.stringify({ [id]: pack }));
    const folders = globSync(join(home, 'extensions', 'contrail.contrail-*'));
    await Promise.all(folders.map(async (folder) => translate(folder)));
  }

  /** Serves again at the same address, over the same folders. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async start(): Promise<void> {
    const flags = [
      '--disable-telemetry',
      '--disable-update-check',
      ...(this.#options.asksForTrust === true ? [] : ['--disable-workspace-trust']),
      ...(this.#options.language === undefined ? [] : ['--locale', this.#options.language.id]),
      '--disable-getting-started-override',
      '--ignore-last-opened',
    ];
    const driver = this.#options.testDriver === true ? ['--vscode-option', 'enable-smoke-test-driver'] : [];
    // Its default path, in the user data folder, would exceed the maximum length of a socket path.
    const socket = join(tmpdir(), `contrail-${this.port}.sock`);
    const args = [
      codeServerEntry,
      ...this.#folders,
      '--session-socket',
      socket,
      '--auth',
      'none',
      '--bind-addr',
      `127.0.0.1:${this.port}`,
      ...flags,
      ...driver,
    ];
    const log = openSync(this.#logFile, 'a');
    const child = withWatchdog(
      args,
      { ...this.#options.env, ...(this.#options.writesLogs === true ? this.#logWriter() : {}) },
      log,
    );
    closeSync(log);
    this.#child = child;
    await until(`VS Code to be served (see ${this.#logFile})`, () => {
      if (child.exitCode !== null) throw new Error(`The VS Code server ended with ${child.exitCode}:\n${this.log}`);
      return answers(`http://127.0.0.1:${this.port}/healthz`);
    });
  }

  /**
   * Writes the replacement where VS Code looks for native parts, and returns the environment variable that names the
   * folder, relative to VS Code's package.
   */
  #logWriter(): Record<string, string> {
    const parts = join(this.#options.home, 'parts');
    const part = join(parts, process.versions.node, process.platform, process.arch, 'spdlog.node');
    mkdirSync(part, { recursive: true });
    copyFileSync(join(import.meta.dirname, 'logWriter.cjs'), join(part, 'logWriter.cjs'));
    writeFileSync(join(part, 'package.json'), JSON.stringify({ main: 'logWriter.cjs' }));
    return { NODE_BINDINGS_COMPILED_DIR: relative(realpathSync(logPackage), realpathSync(parts)) };
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child !== undefined) await endGroup(child);
  }

  /** The extension hosts of all windows of this server. */
  extensionHosts(): number[] {
    const parent = this.#child?.pid;
    if (parent === undefined) return [];
    return descendants(parent)
      .filter(({ command }) => command.includes('--type=extensionHost'))
      .map(({ id }) => id);
  }

  /**
   * Kills the extension hosts of all windows, as a crash would. Resolves when they have ended. The workbench starts new
   * ones by itself.
   */
  async killExtensionHost(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const killed = this.extensionHosts();
    if (killed.length === 0) throw new Error('There is no extension host to kill');
    for (const id of killed) process.kill(id, signal);
    await until('the extension hosts to be gone', () => !this.extensionHosts().some((id) => killed.includes(id)));
  }
}

/** Returns the preferred port if it is free, else another one. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer();
  const taken = await new Promise<Error | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(preferred, '127.0.0.1', () => resolve(undefined));
  });
  if (taken !== undefined) {
    if (preferred === 0) throw taken;
    return freePort();
  }
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return address.port;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

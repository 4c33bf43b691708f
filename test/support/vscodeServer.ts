// Starts VS Code as a server (code-server) on 127.0.0.1, stops it, and kills its extension hosts.
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
import { linkUsedExtensions } from './builtInExtensions.ts';
import { descendants, endGroup, sendSignal, spawnWithWatchdog } from './processes.ts';
import { quietSettings, type Settings, syncOff } from './settings.ts';
import { run } from './setup/child.mjs';
import {
  codeServerEntry,
  codeServerNode,
  codeServerNodeVersion,
  hasDriverOption,
  hasFixedAuthority,
  hasReconnectionOption,
  logPackage,
} from './setup/codeServer.mjs';
import { until } from './until.ts';

export interface ServerOptions {
  /** The folder for all files of the server: user data, settings, extensions. A later start may use it again. */
  readonly home: string;
  /** The folder that the workbench opens; see `openFolder`. */
  readonly workspace: string;
  readonly port?: number;
  /**
   * The user settings, in addition to the settings that suppress prompts and network requests of VS Code. If omitted,
   * existing settings in `home` are not changed.
   */
  readonly settings?: Settings;
  /** Environment variables for the server and its extension hosts. */
  readonly env?: Readonly<Record<string, string>>;
  /** The path of the extension to install before the first start. */
  readonly vsix?: string;
  /**
   * Whether a page can run tests inside the extension host and receive their exit code. Older versions run tests without
   * this option, and do not report an exit code.
   */
  readonly testDriver?: boolean;
  /**
   * Whether VS Code asks for trust before it applies the settings of a folder; by default, every folder is trusted.
   */
  readonly asksForTrust?: boolean;
  /**
   * Whether log files are written, including Contrail's. VS Code's native module for log files is not compiled here, so
   * a replacement is installed.
   */
  readonly writesLogs?: boolean;
  /** Whether VS Code runs without the built-in extensions that no test uses, so that windows open faster. */
  readonly omitsUnusedExtensions?: boolean;
  /** The display language; English by default. */
  readonly language?: DisplayLanguage;
  /** How long the processes of a closed window wait for it to come back; by default three hours. */
  readonly reconnectionSeconds?: number;
}

export interface DisplayLanguage {
  readonly id: string;
  /** Adds the messages of the display language to the extension installed in this folder. Called before the first start. */
  readonly translate: (extension: string) => void | Promise<void>;
}

export class VscodeServer {
  readonly port: number;
  readonly #options: ServerOptions;
  #workspace: string;
  #child: ChildProcess | undefined;

  private constructor(options: ServerOptions, port: number) {
    this.#options = options;
    this.#workspace = options.workspace;
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

  /** Returns the URI of a file on the server's disk, as the payload of a window needs it. */
  uriOf(path: string): string {
    return `vscode-remote://${hasFixedAuthority ? 'remote' : `127.0.0.1:${this.port}`}${path}`;
  }

  /** Changes the folder that the next window opens. */
  openFolder(workspace: string): void {
    this.#workspace = workspace;
  }

  /** Returns the URL of the workbench. The payload corresponds to the command-line arguments of a desktop VS Code. */
  address(payload: readonly (readonly [string, string])[] = []): string {
    const query = new URLSearchParams({ folder: this.#workspace });
    if (payload.length > 0) query.set('payload', JSON.stringify(payload));
    return `http://127.0.0.1:${this.port}/?${query}`;
  }

  /**
   * Replaces the user settings, except the settings that suppress prompts and network requests of VS Code. An open
   * window must be reloaded, because this VS Code does not watch the file.
   */
  writeSettings(settings: Settings): void {
    const trust = { 'security.workspace.trust.enabled': this.#options.asksForTrust === true };
    writeFileSync(
      this.#settingsFile,
      JSON.stringify({ ...quietSettings, ...syncOff, ...trust, ...settings }, undefined, 2),
    );
  }

  /**
   * Replaces the settings that only the machine may set: VS Code ignores them among the user settings of a server. Call
   * it before a window is opened.
   */
  writeMachineSettings(settings: Settings): void {
    const folder = join(this.userData, 'Machine');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  }

  /** Returns the current user settings. */
  readSettings(): Settings {
    return JSON.parse(readFileSync(this.#settingsFile, 'utf8')) as Settings;
  }

  /** Deletes the user data; extensions stay installed. No window may be open. */
  async deleteUserData(settings: Settings = {}): Promise<void> {
    // VS Code does not end the extension host of a closed window at once, because the window may reconnect.
    await this.#end(this.extensionHosts(), 'SIGKILL');
    // A process that has just ended may have written a file while its folder was being deleted.
    for (const folder of ['User', 'Machine'])
      rmSync(join(this.userData, folder), { recursive: true, force: true, maxRetries: 5 });
    mkdirSync(join(this.userData, 'User'), { recursive: true });
    this.writeSettings(settings);
  }

  async install(vsix: string): Promise<void> {
    await run(codeServerNode, [codeServerEntry, ...this.#folders, '--install-extension', vsix, '--force'], {
      quiet: true,
    });
  }

  /**
   * Writes the file `languagepacks.json` as if a language pack were installed; VS Code reads the file when it starts.
   * This pack has no texts for VS Code itself, which stays English. The pack must name an extension: otherwise VS Code
   * activates no extension.
   */
  async #setLanguage({ id, translate }: DisplayLanguage): Promise<void> {
    const { home } = this.#options;
    const translationsFile = join(home, 'languagePack.json');
    writeFileSync(translationsFile, JSON.stringify({ version: '1.0.0', contents: {} }));
    const extensions = [{ extensionIdentifier: { id: 'contrail.languages' }, version: '0.0.1' }];
    const languagePack = { hash: '1', label: id, extensions, translations: { vscode: translationsFile } };
    writeFileSync(join(this.userData, 'languagepacks.json'), JSON.stringify({ [id]: languagePack }));
    const folders = globSync(join(home, 'extensions', 'contrail.contrail-*'));
    await Promise.all(folders.map(async (folder) => translate(folder)));
  }

  /** Resolves with the server's half of the key that encrypts the secret storage. The server stores it in a file. */
  async serverKeyHalf(): Promise<Buffer> {
    const response = await fetch(`http://127.0.0.1:${this.port}/mint-key`, { method: 'POST' });
    return Buffer.from(await response.arrayBuffer());
  }

  /** Stops the server and starts it again with the same URL and folders. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async start(): Promise<void> {
    const { reconnectionSeconds } = this.#options;
    const flags = [
      '--disable-telemetry',
      '--disable-update-check',
      ...(this.#options.asksForTrust === true ? [] : ['--disable-workspace-trust']),
      ...(this.#options.language === undefined ? [] : ['--locale', this.#options.language.id]),
      '--disable-getting-started-override',
      ...(reconnectionSeconds === undefined || !hasReconnectionOption
        ? []
        : ['--reconnection-grace-time', String(reconnectionSeconds)]),
      '--ignore-last-opened',
    ];
    const driver =
      this.#options.testDriver === true && hasDriverOption ? ['--vscode-option', 'enable-smoke-test-driver'] : [];
    const extensions =
      this.#options.omitsUnusedExtensions === true ? linkUsedExtensions(join(this.#options.home, 'builtIn')) : [];
    // The default path of the socket, in the user data folder, would exceed the maximum length of a socket path.
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
      ...extensions,
    ];
    const log = openSync(this.#logFile, 'a');
    const child = spawnWithWatchdog(
      codeServerNode,
      args,
      { ...this.#options.env, ...(this.#options.writesLogs === true ? this.#logWriter() : {}) },
      log,
    );
    closeSync(log);
    this.#child = child;
    await until(`VS Code to be served (see ${this.#logFile})`, () => {
      if (child.exitCode !== null) throw new Error(`The VS Code server ended with ${child.exitCode}:\n${this.log}`);
      return isResponding(`http://127.0.0.1:${this.port}/healthz`);
    });
  }

  /**
   * Installs a module that writes log files in place of the native module `spdlog`. Returns the environment variable
   * from which `spdlog` reads the folder of its native module, as a path relative to its package.
   */
  #logWriter(): Record<string, string> {
    const modulesFolder = join(this.#options.home, 'parts');
    const moduleFolder = join(modulesFolder, codeServerNodeVersion, process.platform, process.arch, 'spdlog.node');
    mkdirSync(moduleFolder, { recursive: true });
    copyFileSync(join(import.meta.dirname, 'logWriter.cjs'), join(moduleFolder, 'logWriter.cjs'));
    writeFileSync(join(moduleFolder, 'package.json'), JSON.stringify({ main: 'logWriter.cjs' }));
    return { NODE_BINDINGS_COMPILED_DIR: relative(realpathSync(logPackage), realpathSync(modulesFolder)) };
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child !== undefined) await endGroup(child);
  }

  /** The process ids of the extension hosts of all windows. */
  extensionHosts(): number[] {
    const parent = this.#child?.pid;
    if (parent === undefined) return [];
    return descendants(parent)
      .filter(({ command }) => command.includes('--type=extensionHost'))
      .map(({ id }) => id);
  }

  /**
   * Kills the extension hosts of all windows, which simulates a crash, and resolves when the processes have ended. The
   * workbench then starts new extension hosts.
   */
  async killExtensionHost(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const killedHosts = this.extensionHosts();
    if (killedHosts.length === 0) throw new Error('There is no extension host to kill');
    await this.#end(killedHosts, signal);
  }

  /** Sends the signal to the extension hosts, some of which may have just ended, and resolves when all have ended. */
  async #end(hosts: readonly number[], signal: NodeJS.Signals): Promise<void> {
    for (const id of hosts) sendSignal(id, signal);
    await until('the extension hosts to be gone', () => !this.extensionHosts().some((id) => hosts.includes(id)));
  }
}

/** Returns the preferred port if it is free; otherwise another free port. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer();
  const error = await new Promise<Error | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(preferred, '127.0.0.1', () => resolve(undefined));
  });
  if (error !== undefined) {
    if (preferred === 0) throw error;
    return freePort();
  }
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

async function isResponding(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

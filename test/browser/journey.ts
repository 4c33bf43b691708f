// Owns the setting of a journey: a served VS Code with the packaged extension installed, a browser that looks at it, and a service that runs by itself.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { dialects as allDialects, type Dialect, type ServiceOptions, ServiceProcess } from '../support/serviceProcess.ts';
import type { Settings } from '../support/settings.ts';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { VscodeServer } from '../support/vscodeServer.ts';
import { type OpenOptions, Workbench } from '../support/workbench.ts';

export interface JourneyOptions {
  readonly settings?: Settings;
  readonly service?: Omit<ServiceOptions, 'dialect'>;
  /** Called with the folder of the workspace before it is opened. */
  readonly prepare?: (workspace: string) => void;
  /** Whether the folder must be trusted first. */
  readonly asksForTrust?: boolean;
  /**
   * The dialects of the service in which it is told, one after the other. Both, unless it is about one of them, about what only
   * commercial servers have (`['spec']`), or about nothing that a server answers (`['spec']`): a second telling costs about a quarter of a minute.
   */
  readonly dialects?: readonly Dialect[];
}

/** For a journey of which the other dialect would show nothing that another journey does not show already. */
export const ONE: JourneyOptions = { dialects: ['spec'] };

/**
 * A journey is told in one test for each dialect: by a fresh user, in a fresh browser, over a fresh service. The VS Code that is served stays.
 * Pictures of the community dialect go to screenshots/community/; where a journey fails, one is left in failed/ there.
 */
export function journey(title: string, tell: (stage: Stage) => Promise<void>, options: JourneyOptions = {}): void {
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const home = join(scratchFolder, 'journeys', name);
  const workspace = join(home, 'workspace');
  describe(title, () => {
    let server: VscodeServer;
    beforeAll(async () => {
      rmSync(home, { recursive: true, force: true });
      const { asksForTrust = false } = options;
      server = await VscodeServer.start({ home: join(home, 'server'), workspace, vsix: packageFile, asksForTrust });
    });
    afterAll(() => server.stop());

    it.each(options.dialects ?? allDialects)('%s', async (dialect) => {
      rmSync(workspace, { recursive: true, force: true });
      copySampleWorkspace(workspace);
      options.prepare?.(workspace);
      await server.forgetUser(options.settings);
      const stage = await Stage.set(server, dialect, join(home, dialect), options.service);
      try {
        await tell(stage);
      } catch (cause) {
        await stage.recordFailure(name);
        throw cause;
      } finally {
        await stage.strike();
      }
    });
  });
}

export class Stage {
  readonly service: ServiceProcess;
  readonly server: VscodeServer;
  /** Of the service. */
  readonly dialect: Dialect;
  readonly #profile: string;
  #browser: BrowserContext;
  #workbench: Workbench;

  private constructor(
    service: ServiceProcess,
    server: VscodeServer,
    dialect: Dialect,
    profile: string,
    browser: BrowserContext,
    workbench: Workbench,
  ) {
    this.service = service;
    this.server = server;
    this.dialect = dialect;
    this.#profile = profile;
    this.#browser = browser;
    this.#workbench = workbench;
  }

  static async set(server: VscodeServer, dialect: Dialect, profile: string, serviceOptions?: JourneyOptions['service']): Promise<Stage> {
    await using undo = new AsyncDisposableStack();
    const service = await ServiceProcess.start({ ...serviceOptions, dialect });
    undo.defer(() => service.stop());
    const browser = await openBrowser(profile);
    undo.defer(() => browser.close());
    const workbench = await Workbench.open(browser, server, picturesOf(dialect));
    undo.move();
    return new Stage(service, server, dialect, profile, browser, workbench);
  }

  /** The open window; another one after a restart. */
  get workbench(): Workbench {
    return this.#workbench;
  }

  /** One more window of the same user on the same VS Code. */
  async secondWindow(): Promise<Workbench> {
    return Workbench.open(this.#browser, this.server, picturesOf(this.dialect));
  }

  /** Ends VS Code and the browser, and starts both again over the same folders; the service goes on. */
  async restart(): Promise<void> {
    // A served workbench writes down what is open some seconds later, or when it is reloaded; a browser that is closed sooner takes it along.
    await this.#workbench.reload();
    await this.#browser.close();
    await this.server.restart();
    this.#browser = await openBrowser(this.#profile);
    this.#workbench = await Workbench.open(this.#browser, this.server, picturesOf(this.dialect));
  }

  /** A picture, and what the page and the server complained of. */
  async recordFailure(name: string): Promise<void> {
    console.error([...this.#workbench.complaints, this.server.log.slice(-2_000)].join('\n'));
    await this.#workbench.screenshot(`failed/${name}`);
  }

  async strike(): Promise<void> {
    await Promise.all([this.#browser.close(), this.service.stop()]);
  }
}

function picturesOf(dialect: Dialect): OpenOptions {
  return dialect === 'spec' ? {} : { pictures: dialect };
}

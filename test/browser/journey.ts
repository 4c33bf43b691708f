// Owns the setting of a journey: a served VS Code with the packaged extension installed, a browser that looks at it, and a service that runs by itself.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { type ServiceOptions, ServiceProcess } from '../support/serviceProcess.ts';
import type { Settings } from '../support/settings.ts';
import { packageFile, scratchFolder } from '../support/setup/paths.mjs';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';

export interface JourneyOptions {
  readonly settings?: Settings;
  readonly service?: ServiceOptions;
}

/** A journey is told in one test, in a home folder of its own; where it fails, a picture is left in screenshots/failed/. */
export function journey(title: string, tell: (stage: Stage) => Promise<void>, options: JourneyOptions = {}): void {
  it(title, async () => {
    const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const stage = await Stage.set(join(scratchFolder, 'journeys', name), options);
    try {
      await tell(stage);
    } catch (cause) {
      await stage.recordFailure(name);
      throw cause;
    } finally {
      await stage.strike();
    }
  });
}

export class Stage {
  readonly service: ServiceProcess;
  readonly server: VscodeServer;
  readonly #profile: string;
  #browser: BrowserContext;
  #workbench: Workbench;

  private constructor(service: ServiceProcess, server: VscodeServer, profile: string, browser: BrowserContext, workbench: Workbench) {
    this.service = service;
    this.server = server;
    this.#profile = profile;
    this.#browser = browser;
    this.#workbench = workbench;
  }

  static async set(home: string, { settings, service: serviceOptions }: JourneyOptions): Promise<Stage> {
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home, { recursive: true });
    const profile = join(home, 'browser');
    const undo: (() => Promise<void>)[] = [];
    try {
      const service = await ServiceProcess.start(serviceOptions);
      undo.unshift(() => service.stop());
      const workspace = copySampleWorkspace(join(home, 'workspace'));
      const server = await VscodeServer.start({ home: join(home, 'server'), workspace, vsix: packageFile, settings: settings ?? {} });
      undo.unshift(() => server.stop());
      const browser = await openBrowser(profile);
      undo.unshift(() => browser.close());
      return new Stage(service, server, profile, browser, await Workbench.open(browser, server));
    } catch (cause) {
      for (const step of undo) await step();
      throw cause;
    }
  }

  /** The open window; another one after a restart. */
  get workbench(): Workbench {
    return this.#workbench;
  }

  /** One more window of the same user on the same VS Code. */
  async secondWindow(): Promise<Workbench> {
    return Workbench.open(this.#browser, this.server);
  }

  /** Ends VS Code and the browser, and starts both again over the same folders; the service goes on. */
  async restart(): Promise<void> {
    // A served workbench writes down what is open some seconds later, or when it is reloaded; a browser that is closed sooner takes it along.
    await this.#workbench.reload();
    await this.#browser.close();
    await this.server.restart();
    this.#browser = await openBrowser(this.#profile);
    this.#workbench = await Workbench.open(this.#browser, this.server);
  }

  /** A picture, and what the page and the server complained of. */
  async recordFailure(name: string): Promise<void> {
    console.error([...this.#workbench.complaints, this.server.log.slice(-2_000)].join('\n'));
    await this.#workbench.screenshot(`failed/${name}`);
  }

  async strike(): Promise<void> {
    await this.#browser.close();
    await this.server.stop();
    await this.service.stop();
  }
}

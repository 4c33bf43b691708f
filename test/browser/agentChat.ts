// Opens a window in which VS Code's own agent works with a scripted language model, and another extension calls the
// tools, for tests and screenshots.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { buildOtherExtensions } from '../support/otherExtensions/build.ts';
import { copySampleFolder } from '../support/sampleFolder.ts';
import { packageFile } from '../support/setup/paths.mjs';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { signInBeforeLoad } from './signInBeforeLoad.ts';
import { openContrail } from './steps.ts';

const SETTINGS = {
  'chat.disableAIFeatures': false,
  'chat.byokUtilityModelDefault': 'mainAgent',
  'chat.tools.riskAssessment.enabled': false,
};

export class AgentChat implements AsyncDisposable {
  readonly workbench: Workbench;
  readonly planeServer: BuiltInServer;
  readonly #disposables: AsyncDisposableStack;

  private constructor(workbench: Workbench, planeServer: BuiltInServer, disposables: AsyncDisposableStack) {
    this.workbench = workbench;
    this.planeServer = planeServer;
    this.#disposables = disposables;
  }

  /** Deletes the folder `home`. Resolves when Contrail is signed in and the agent can be used. */
  static async open(home: string): Promise<AgentChat> {
    rmSync(home, { recursive: true, force: true });
    await using disposables = new AsyncDisposableStack();
    const serverFolder = join(home, 'server');
    await buildOtherExtensions(join(serverFolder, 'extensions'), ['model', 'agent']);
    // Without this file, VS Code asks the user to sign in before a chat.
    const userFolder = join(serverFolder, 'user', 'User');
    mkdirSync(userFolder, { recursive: true });
    const models = [{ name: 'Scripted', vendor: 'scripted' }];
    writeFileSync(join(userFolder, 'chatLanguageModels.json'), JSON.stringify(models));
    const planeServer = disposables.adopt(await BuiltInServer.start(), (started) => started.stop());
    const server = disposables.adopt(
      await VscodeServer.start({
        home: serverFolder,
        workspace: copySampleFolder(join(home, 'workspace')),
        vsix: packageFile,
        settings: SETTINGS,
      }),
      (started) => started.stop(),
    );
    const browser = disposables.adopt(await openBrowser(join(home, 'browser')), (started) => started.close());
    const workbench = await Workbench.open(browser, server, {
      prepare: (page) => signInBeforeLoad(page, server, planeServer),
    });
    await openContrail({ workbench });
    await workbench.runCommand('Other Extensions: Prepare Agent');
    await workbench.toast('The agent is ready.');
    await workbench.clearToasts();
    return new AgentChat(workbench, planeServer, disposables.move());
  }

  /** The part of the window with the chat. */
  get panel(): Locator {
    return this.workbench.page.locator('.part.auxiliarybar');
  }

  get input(): Locator {
    return this.panel.locator('.interactive-input-part .monaco-editor').first();
  }

  /** Drags the left border of the chat by this number of pixels to the left. */
  async widenChat(pixels: number): Promise<void> {
    const { mouse } = this.workbench.page;
    const { x = 0, y = 0 } = (await this.panel.boundingBox()) ?? {};
    await mouse.move(x - 2, y + 200);
    await mouse.down();
    await mouse.move(x - pixels, y + 200, { steps: 5 });
    await mouse.up();
  }

  /** A visible button of the chat. VS Code keeps hidden copies of buttons. */
  button(name: string | RegExp): Locator {
    return this.panel.locator('.monaco-button:visible', { hasText: name }).first();
  }

  /** A visible text of the chat. VS Code keeps hidden copies of texts. */
  text(text: string): Locator {
    return this.panel.getByText(text).filter({ visible: true }).first();
  }

  /** Hands the work item to the agent from the menu of its row, without sending the prompt of the chat. */
  async handOverItem(identifier: string): Promise<void> {
    const { quickInput } = this.workbench;
    const projects = this.workbench.view('Projects');
    const row = projects.row(new RegExp(`^${identifier} `));
    await projects.row('Courier API').expand();
    await row.waitUntilShown();
    await row.pickFromMenu('Work on It in Chat…');
    await quickInput.waitUntilShown(`Work on ${identifier} in Chat`);
    await quickInput.pick('Open the Chat Without Starting Work');
    await this.input.filter({ hasText: identifier }).waitFor();
    await this.panel.locator('.model-picker-item', { hasText: 'Scripted Model' }).waitFor();
  }

  /** Sends the text of the input. If `text` is set, it replaces the text of the input first. */
  async send(text?: string): Promise<void> {
    const { page } = this.workbench;
    await this.input.click();
    if (text !== undefined) {
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(text);
    }
    await page.keyboard.press('Enter');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#disposables.disposeAsync();
  }
}

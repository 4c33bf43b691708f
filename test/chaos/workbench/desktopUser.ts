// A simulated user of VS Code, who edits work items and continues after a crash of the host.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { ItemPage } from '../../browser/itemPage.ts';
import type { FaultProxy } from '../../support/faultProxy.ts';
import { succeedsBeforeTimeout } from '../../support/playwrightTimeout.ts';
import { readList, type ServerAccess } from '../../support/requests.ts';
import { until } from '../../support/until.ts';
import type { VscodeServer } from '../../support/vscodeServer.ts';
import type { Workbench } from '../../support/workbench.ts';
import type { RunStats } from '../runStats.ts';
import { JUST_TYPED_MS, type TypedWords } from '../typedWords.ts';

export interface Desktop {
  readonly workbench: Workbench;
  readonly server: VscodeServer;
  readonly serverAccess: ServerAccess;
  readonly proxy: FaultProxy;
  /** The folder that is open in VS Code. */
  readonly workspace: string;
  readonly typedWords: TypedWords;
  readonly stats: RunStats;
}

/** The result of saving or sending: everything was sent, or the page shows an error or a conflict. */
export type SendResult = 'sent' | 'failed';

/** How long to wait for the result of saving or sending. The client cancels a request after 20 s, and retries once. */
const TIMEOUT_MS = 60_000;

export class DesktopUser {
  readonly #desktop: Desktop;

  constructor(desktop: Desktop) {
    this.#desktop = desktop;
  }

  get draftsFolder(): string {
    return join(this.#desktop.server.userData, 'User', 'globalStorage', 'contrail.contrail', 'drafts');
  }

  /** Opens the work item, or selects its tab if it is open, and returns its page. */
  async page(identifier: string): Promise<ItemPage> {
    const { workbench } = this.#desktop;
    const tab = workbench.tab(`${identifier} `);
    if (await tab.isVisible()) await tab.click();
    else {
      await workbench.openContainer('Contrail');
      const view = workbench.view('Projects');
      const row = view.row(new RegExp(`^${identifier} `));
      await view.row('Atlas Web').expand();
      await row.waitUntilShown();
      await row.click();
    }
    return ItemPage.waitFor(workbench, identifier);
  }

  /**
   * Types a new word at the end of the description or of the comment. If `waitsForDisk` is true, waits until the word
   * is on disk.
   */
  async typeWord(identifier: string, where: 'description' | 'composer', waitsForDisk: boolean): Promise<string> {
    const page = await this.page(identifier);
    const token = this.#addWord(identifier, where);
    await page.write(page[where], ` ${token}`);
    if (waitsForDisk) await this.waitUntilOnDisk(token);
    return token;
  }

  /** Types a new word while the pointer is on the tab of another work item, and clicks right after the last letter. */
  async typeWordAndSwitch(
    identifier: string,
    where: 'description' | 'composer',
    otherIdentifier: string,
  ): Promise<void> {
    const { workbench } = this.#desktop;
    const { mouse, keyboard } = workbench.page;
    const page = await this.page(identifier);
    await page.write(page[where], ' ');
    await workbench.tab(`${otherIdentifier} `).hover();
    await keyboard.type(this.#addWord(identifier, where));
    await mouse.down();
    await mouse.up();
  }

  #addWord(identifier: string, where: 'description' | 'composer'): string {
    const { typedWords, stats } = this.#desktop;
    if (where === 'description') stats.counts.edits += 1;
    else stats.counts.comments += 1;
    return typedWords.addWord(`the ${where} of ${identifier}`);
  }

  async rename(identifier: string): Promise<string> {
    const { typedWords, stats } = this.#desktop;
    const page = await this.page(identifier);
    typedWords.markReplaced(typedWords.tokensIn(await page.name.inputValue()));
    const token = typedWords.addWord(`the name of ${identifier}`);
    stats.counts.edits += 1;
    await page.name.fill(`Named ${token}`);
    await this.waitUntilOnDisk(token);
    return token;
  }

  async waitUntilOnDisk(token: string): Promise<void> {
    await until(`${token} to be on disk`, () => this.isOnDisk(token));
  }

  isOnDisk(token: string): boolean {
    return globSync(`${this.draftsFolder}/*/*.json`).some((file) => readFileSync(file, 'utf8').includes(token));
  }

  /** Presses Ctrl+S and waits for the result that the page shows. */
  async save(identifier: string): Promise<SendResult> {
    const page = await this.page(identifier);
    const keepMineButtons = page.frame.getByTestId('keep-mine');
    while ((await keepMineButtons.count()) > 0) await keepMineButtons.first().click();
    await page.description.click();
    await page.save();
    return until<SendResult>(
      `the saving of ${identifier} to end`,
      async () => {
        if ((await page.frame.getByRole('progressbar', { name: 'Saving' }).count()) > 0) return false;
        if ((await page.frame.locator('[data-touched="true"]').count()) === 0) return 'sent';
        const isFailed = (await page.notice.getByText('Not saved').isVisible()) || (await keepMineButtons.count()) > 0;
        return isFailed ? 'failed' : false;
      },
      TIMEOUT_MS,
    );
  }

  /** Presses Ctrl+Enter in the new comment, and waits until its editor is empty or the page shows an error. */
  async send(identifier: string): Promise<SendResult> {
    const page = await this.page(identifier);
    if (await isEmpty(page.composer)) return 'sent';
    await page.composer.click();
    await this.#desktop.workbench.press('Control+Enter');
    return until<SendResult>(
      `the comment on ${identifier} to be sent`,
      async () => {
        if ((await page.frame.getByRole('progressbar', { name: 'Sending' }).count()) > 0) return false;
        if (await isEmpty(page.composer)) return 'sent';
        return (await page.frame.locator('#composer-problem').count()) > 0 ? 'failed' : false;
      },
      TIMEOUT_MS,
    );
  }

  /** Creates a file and attaches it with the Attach Files dialog. Retries a failed upload with its Retry button. */
  async attach(identifier: string): Promise<void> {
    const { workbench, workspace, typedWords, stats } = this.#desktop;
    const token = typedWords.addWord(`a file of ${identifier}`);
    stats.counts.uploads += 1;
    const path = join(workspace, `${token}.txt`);
    writeFileSync(path, `What is in ${token}.\n`);
    const page = await this.page(identifier);
    const files = page.frame.getByTestId('attachments');
    await page.frame.getByTestId('attach-files').click();
    await workbench.quickInput.chooseFile('Attach Files', path);
    await this.#waitUntilAttached(files, token);
  }

  /** Waits until the file is attached. If the upload fails, removes all faults and retries the upload. */
  async #waitUntilAttached(files: Locator, token: string): Promise<void> {
    const retryButton = files.locator(`[data-upload="${token}.txt"]`).getByTitle('Retry attaching');
    await until(
      `${token} to be attached`,
      async () => {
        if (await files.locator(`[data-attachment="${token}.txt"]`).isVisible()) return true;
        if (await retryButton.isVisible()) {
          this.#desktop.proxy.removeFaults();
          // The page may render or remove the button before the click.
          await succeedsBeforeTimeout(retryButton.click({ timeout: 2_000 }));
        }
        return false;
      },
      TIMEOUT_MS,
    );
  }

  /**
   * Kills the extension host and reloads the window. Words of `recentWords` that were not yet on disk may be missing.
   * Does not use the keyboard: the user may still be clicking and typing, which would close the Command Palette.
   */
  async killHost(recentWords: readonly { readonly token: string; readonly typedAt: number }[]): Promise<void> {
    const { server, workbench, typedWords, stats, serverAccess } = this.#desktop;
    const killedAt = Date.now();
    await server.killExtensionHost();
    stats.counts.kills += 1;
    for (const { token, typedAt } of recentWords) {
      if (killedAt - typedAt < JUST_TYPED_MS && !this.isOnDisk(token) && !(await isOnServer(serverAccess, token)))
        typedWords.markMaybeUnsaved([token]);
    }
    await workbench.reloadAtOnce();
    stats.counts.reloads += 1;
  }

  async reload(): Promise<void> {
    await this.#desktop.workbench.reload();
    this.#desktop.stats.counts.reloads += 1;
  }
}

async function isEmpty(editor: Locator): Promise<boolean> {
  return (await editor.innerText()).trim() === '';
}

async function isOnServer(serverAccess: ServerAccess, token: string): Promise<boolean> {
  const projects = await readList(serverAccess, 'projects/');
  for (const { id } of projects) {
    const items = await readList(serverAccess, `projects/${String(id)}/work-items/`);
    if (items.some((item) => JSON.stringify(item).includes(token))) return true;
  }
  return false;
}

// Measures a keystroke in the title of a work item with 500 comments, against one without comments.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { BrowserContext, Page as Tab } from 'playwright-core';
import type { ItemAddress } from '../../src/core/cache/address.ts';
import { openBrowser } from '../support/browser.ts';
import { flushPromises } from '../support/clock.ts';
import { createSetup, openPage, type Page, type Setup } from '../support/pageSetup.ts';
import { ensureBrowser } from '../support/setup/browser.mjs';
import { sample } from '../support/testServer.ts';
import { type Measure, ratioAtMost } from './measure.ts';
import type { MeasuredPage, PageStep } from './pageInBrowser.tsx';

const COMMENT_COUNT = 500;
const LETTER_COUNT = 60;
/** The number of letters that are typed before the measurement starts. */
const WARM_UP_COUNT = 10;
/** The address of WEB-28, which has neither comments nor attachments. */
const ITEM_WITHOUT_COMMENTS: ItemAddress = { project: sample.project('WEB'), id: sample.workItem('WEB', 28) };

export async function benchPage(): Promise<readonly Measure[]> {
  await ensureBrowser();
  const home = mkdtempSync(join(tmpdir(), 'contrail-bench-'));
  await using disposables = new AsyncDisposableStack();
  disposables.defer(() => rmSync(home, { recursive: true, force: true }));
  const browser = disposables.adopt(await openBrowser(home), (context) => context.close());
  const bundle = await bundlePage();
  const pageWithComments = disposables.use(await OpenPage.create(browser, bundle, COMMENT_COUNT));
  const pageWithoutComments = disposables.use(await OpenPage.create(browser, bundle, 0));
  const costs: [KeystrokeCost[], KeystrokeCost[]] = [[], []];
  // The pages take turns, so that other programs slow both down equally.
  for (let round = -WARM_UP_COUNT; round < LETTER_COUNT; round += 1) {
    const pages = [...[pageWithComments, pageWithoutComments].entries()];
    for (const [index, openPage] of round % 2 === 0 ? pages : pages.toReversed()) {
      const cost = await openPage.type();
      if (round >= 0) costs[index]?.push(cost);
    }
  }
  const [ours, baseline] = costs;
  const maxBytes = (all: readonly KeystrokeCost[]): number => Math.max(...all.map(({ bytes }) => bytes));
  const minDuration = (all: readonly KeystrokeCost[]): number => Math.min(...all.map(({ elapsedMs }) => elapsedMs));
  const condition = `for a keystroke in the title, with ${COMMENT_COUNT} comments against none`;
  return [
    ratioAtMost(`sent to the page ${condition}`, maxBytes(ours), maxBytes(baseline), 1.2, 'bytes'),
    ratioAtMost(`script and layout of the page ${condition}`, minDuration(ours), minDuration(baseline), 1.2, 'ms'),
  ];
}

interface KeystrokeCost {
  /** The size of the messages from the host to the page, in bytes. */
  readonly bytes: number;
  /** The duration of script and layout in milliseconds. */
  readonly elapsedMs: number;
}

/** The page of a work item in a browser tab, with its host side and a separate server. */
export class OpenPage implements AsyncDisposable {
  readonly #setup: Setup;
  readonly #page: Page;
  readonly tab: Tab;
  /** The number of messages from the host that the tab has received. */
  #receivedCount = 0;

  private constructor(setup: Setup, hostPage: Page, tab: Tab) {
    this.#setup = setup;
    this.#page = hostPage;
    this.tab = tab;
  }

  static async create(browser: BrowserContext, { script, style }: Bundle, comments: number): Promise<OpenPage> {
    const setup = await createSetup();
    await setup.whileTimePasses(writeComments(setup, comments));
    const hostPage = await openPage(setup, { address: ITEM_WITHOUT_COMMENTS });
    while (hostPage.model.comments.more !== undefined)
      await setup.whileTimePasses(hostPage.send({ type: 'moreComments' }));
    await flushPromises();
    const tab = await browser.newPage();
    await tab.addStyleTag({ content: style });
    await tab.addScriptTag({ content: script });
    const openedPage = new OpenPage(setup, hostPage, tab);
    hostPage.recreate();
    // Exchanges the messages that the page sends when it opens; the last one requests the list of attachments.
    for (let round = 0; round < 5; round += 1) await openedPage.#exchange(await openedPage.#deliver([]));
    const renderedComments = await tab.evaluate(() => Reflect.get(globalThis, 'measured').comments());
    if (renderedComments !== comments) throw new Error(`${renderedComments} comments are shown instead of ${comments}`);
    return openedPage;
  }

  /** Types a letter, and resolves when both sides have received all messages. */
  async type(): Promise<KeystrokeCost> {
    const typingStep = await this.tab.evaluate(() => (Reflect.get(globalThis, 'measured') as MeasuredPage).type());
    const { bytes, elapsedMs } = await this.#exchange(typingStep);
    return { bytes, elapsedMs: typingStep.elapsedMs + elapsedMs };
  }

  /** Delivers what both sides have sent since the last exchange. */
  async exchangeMessages(): Promise<void> {
    await this.#exchange(await this.#deliver([]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#page[Symbol.dispose]();
    await this.tab.close();
    await this.#setup[Symbol.asyncDispose]();
  }

  /** Delivers the messages of both sides until no side sends another one. */
  async #exchange(first: PageStep): Promise<KeystrokeCost> {
    let [bytes, elapsedMs, { sentMessages: sent }] = [0, 0, first];
    while (sent.length > 0) {
      for (const message of sent) await this.#setup.whileTimePasses(this.#page.recordPage.handleMessage(message));
      await flushPromises();
      const postedMessages = this.#page.postedMessages
        .slice(this.#receivedCount)
        .map((message) => JSON.stringify(message));
      this.#receivedCount = this.#page.postedMessages.length;
      bytes += postedMessages.reduce((sum, { length }) => sum + length, 0);
      const step = await this.#deliver(postedMessages);
      elapsedMs += step.elapsedMs;
      ({ sentMessages: sent } = step);
    }
    return { bytes, elapsedMs };
  }

  #deliver(messages: readonly string[]): Promise<PageStep> {
    return this.tab.evaluate((texts) => (Reflect.get(globalThis, 'measured') as MeasuredPage).take(texts), messages);
  }
}

async function writeComments({ client }: Setup, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const comment_html =
      `<p>Comment ${index}: the <strong>board</strong> keeps its <em>selection</em>, see <a href="https://example.com/${index}">the notes</a>.</p>` +
      `<ul><li><p>First the list</p></li><li><p>then the <code>detail</code></p></li></ul>`;
    const { project: project_id, id: work_item_id } = ITEM_WITHOUT_COMMENTS;
    await client.call.createComment({ project_id, work_item_id, body: { comment_html } });
  }
}

interface Bundle {
  readonly script: string;
  readonly style: string;
}

export async function bundlePage(): Promise<Bundle> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'pageInBrowser.tsx')],
    bundle: true,
    write: false,
    outdir: tmpdir(),
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    logLevel: 'warning',
  });
  const text = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}

// Measures a letter typed into the title of a work item: what the host sends and how long the page
// works, with many comments against none.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { BrowserContext, Page as Tab } from 'playwright-core';
import type { ItemAddress } from '../../src/cache/address.ts';
import { openBrowser } from '../support/browser.ts';
import { settled } from '../support/clock.ts';
import { createSetup, openPage, type Page, type Setup } from '../support/pageSetup.ts';
import { ensureBrowser } from '../support/setup/browser.mjs';
import { sample } from '../support/testServer.ts';
import { atMost, type Measure } from './measure.ts';
import type { MeasuredPage, PageStep } from './pageInBrowser.tsx';

const COMMENTS = 500;
const LETTERS = 60;
/** The number of letters before the first one that counts. */
const WARM_UP = 10;
/** WEB-28, which has neither comments nor files. */
const QUIET: ItemAddress = { project: sample.project('WEB'), id: sample.workItem('WEB', 28) };

export async function page(): Promise<readonly Measure[]> {
  await ensureBrowser();
  const home = mkdtempSync(join(tmpdir(), 'contrail-bench-'));
  await using held = new AsyncDisposableStack();
  held.defer(() => rmSync(home, { recursive: true, force: true }));
  const browser = held.adopt(await openBrowser(home), (one) => one.close());
  const bundle = await bundled();
  const many = held.use(await OpenPage.create(browser, bundle, COMMENTS));
  const none = held.use(await OpenPage.create(browser, bundle, 0));
  const letters: [Letter[], Letter[]] = [[], []];
  // In alternating order, so that both run under the same load.
  for (let turn = -WARM_UP; turn < LETTERS; turn += 1) {
    const both = [...[many, none].entries()];
    for (const [index, one] of turn % 2 === 0 ? both : both.toReversed()) {
      const letter = await one.type();
      if (turn >= 0) letters[index]?.push(letter);
    }
  }
  const [withMany, withNone] = letters;
  const most = (all: readonly Letter[]): number => Math.max(...all.map(({ bytes }) => bytes));
  const least = (all: readonly Letter[]): number => Math.min(...all.map(({ took }) => took));
  const what = `for a letter typed into the title, with ${COMMENTS} comments against none`;
  return [
    atMost(`sent to the page ${what}`, most(withMany), most(withNone), 1.2, 'bytes'),
    atMost(`script and layout of the page ${what}`, least(withMany), least(withNone), 1.2, 'ms'),
  ];
}

interface Letter {
  readonly bytes: number;
  /** In milliseconds. */
  readonly took: number;
}

/** The page of a work item in a browser tab, and its host side with a server of its own. */
class OpenPage implements AsyncDisposable {
  readonly #setup: Setup;
  readonly #page: Page;
  readonly #tab: Tab;
  #posted = 0;

  private constructor(setup: Setup, hostSide: Page, tab: Tab) {
    this.#setup = setup;
    this.#page = hostSide;
    this.#tab = tab;
  }

  static async create(browser: BrowserContext, { script, style }: Bundle, comments: number): Promise<OpenPage> {
    const setup = await createSetup();
    await setup.whileTimePasses(writeComments(setup, comments));
    const hostSide = await openPage(setup, { address: QUIET });
    while (hostSide.model.comments.more !== undefined)
      await setup.whileTimePasses(hostSide.send({ type: 'moreComments' }));
    await settled();
    const tab = await browser.newPage();
    await tab.addStyleTag({ content: style });
    await tab.addScriptTag({ content: script });
    const opened = new OpenPage(setup, hostSide, tab);
    hostSide.reborn();
    // Messages that the page sends by itself, from the first one to the request for the list of files.
    for (let turn = 0; turn < 5; turn += 1) await opened.#exchange(await opened.#take([]));
    const shown = await tab.evaluate(() => Reflect.get(globalThis, 'measured').comments());
    if (shown !== comments) throw new Error(`${shown} comments are shown instead of ${comments}`);
    return opened;
  }

  /** Types a letter, and resolves when neither side has messages left. */
  async type(): Promise<Letter> {
    const typed = await this.#tab.evaluate(() => (Reflect.get(globalThis, 'measured') as MeasuredPage).type());
    const { bytes, took } = await this.#exchange(typed);
    return { bytes, took: typed.took + took };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#page[Symbol.dispose]();
    await this.#tab.close();
    await this.#setup[Symbol.asyncDispose]();
  }

  async #exchange(first: PageStep): Promise<Letter> {
    let [bytes, took, { sent }] = [0, 0, first];
    while (sent.length > 0) {
      for (const message of sent) await this.#setup.whileTimePasses(this.#page.conversation.handleMessage(message));
      await settled();
      const posted = this.#page.posted.slice(this.#posted).map((message) => JSON.stringify(message));
      this.#posted = this.#page.posted.length;
      bytes += posted.reduce((sum, { length }) => sum + length, 0);
      const step = await this.#take(posted);
      took += step.took;
      ({ sent } = step);
    }
    return { bytes, took };
  }

  #take(messages: readonly string[]): Promise<PageStep> {
    return this.#tab.evaluate((texts) => (Reflect.get(globalThis, 'measured') as MeasuredPage).take(texts), messages);
  }
}

async function writeComments({ client }: Setup, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const comment_html =
      `<p>Comment ${index}: the <strong>board</strong> keeps its <em>selection</em>, see <a href="https://example.com/${index}">the notes</a>.</p>` +
      `<ul><li><p>First the list</p></li><li><p>then the <code>detail</code></p></li></ul>`;
    await client.call.createComment({ project_id: QUIET.project, work_item_id: QUIET.id, body: { comment_html } });
  }
}

interface Bundle {
  readonly script: string;
  readonly style: string;
}

async function bundled(): Promise<Bundle> {
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

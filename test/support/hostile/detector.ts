// Detects whether any page or frame of a browser ran something, requested something, opened
// something or navigated away.
import type { BrowserContext, Page } from 'playwright-core';

const MARK = 'somebody else ran';

/** Installed in every page and frame: the functions that attacks call log a mark, and do nothing else. */
const TRIPWIRE = `for (const name of ['alert', 'confirm', 'prompt', 'print']) window[name] = () => void console.info(${JSON.stringify(MARK)}, name);`;

export class Detector {
  readonly #found: string[] = [];
  readonly #isOurs: (url: URL) => boolean;

  private constructor(isOurs: (url: URL) => boolean) {
    this.#isOurs = isOurs;
  }

  /** Watches the open pages and all later ones. URLs that `isOurs` accepts may be requested and opened. */
  static async watch(context: BrowserContext, isOurs: (url: URL) => boolean): Promise<Detector> {
    const detector = new Detector(isOurs);
    await context.addInitScript(TRIPWIRE);
    for (const page of context.pages()) {
      await page.evaluate(TRIPWIRE);
      detector.#follow(page);
    }
    context.on('page', (page) => {
      detector.#found.push(`opened ${page.url()}`);
      detector.#follow(page);
    });
    context.on('request', (request) => detector.#asked(request.url()));
    return detector;
  }

  /** What was detected, without duplicates. */
  get found(): readonly string[] {
    return [...new Set(this.#found)];
  }

  #follow(page: Page): void {
    page.on('console', (message) => {
      if (message.text().startsWith(MARK)) this.#found.push(message.text());
    });
    page.on('dialog', (dialog) => {
      this.#found.push(`showed ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('framenavigated', (frame) => this.#asked(frame.url()));
  }

  #asked(address: string): void {
    const url = new URL(address);
    const isInert = url.protocol === 'about:' || url.protocol === 'blob:' || address.startsWith('data:image/');
    if (!isInert && !this.#isOurs(url)) this.#found.push(`asked for ${address.slice(0, 200)}`);
  }
}

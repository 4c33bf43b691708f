// Detects attacks that succeeded in a browser: scripts, requests, opened pages, navigation.
import type { BrowserContext, Page } from 'playwright-core';

const DETECTION_MARK = 'an attack ran';

/**
 * Runs in every page and frame. Replaces functions such as `alert`, which injected scripts call: each only logs
 * `DETECTION_MARK`.
 */
const DETECTION_SCRIPT = `for (const name of ['alert', 'confirm', 'prompt', 'print']) window[name] = () => void console.info(${JSON.stringify(DETECTION_MARK)}, name);`;

export class Detector {
  readonly #detections: string[] = [];
  readonly #isAllowedUrl: (url: URL) => boolean;

  private constructor(isAllowedUrl: (url: URL) => boolean) {
    this.#isAllowedUrl = isAllowedUrl;
  }

  /** Watches all open and later pages. Allows requests to URLs for which `isAllowedUrl` returns true. */
  static async watch(context: BrowserContext, isAllowedUrl: (url: URL) => boolean): Promise<Detector> {
    const detector = new Detector(isAllowedUrl);
    await context.addInitScript(DETECTION_SCRIPT);
    for (const page of context.pages()) {
      await page.evaluate(DETECTION_SCRIPT);
      detector.#watchPage(page);
    }
    context.on('page', (page) => {
      detector.#detections.push(`opened ${page.url()}`);
      detector.#watchPage(page);
    });
    context.on('request', (request) => detector.#checkUrl(request.url()));
    return detector;
  }

  /** Descriptions of all detected actions, without duplicates. */
  get detections(): readonly string[] {
    return [...new Set(this.#detections)];
  }

  #watchPage(page: Page): void {
    page.on('console', (message) => {
      if (message.text().startsWith(DETECTION_MARK)) this.#detections.push(message.text());
    });
    page.on('dialog', (dialog) => {
      this.#detections.push(`showed ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('framenavigated', (frame) => this.#checkUrl(frame.url()));
  }

  #checkUrl(text: string): void {
    const url = new URL(text);
    const isInert = url.protocol === 'about:' || url.protocol === 'blob:' || text.startsWith('data:image/');
    if (!isInert && !this.#isAllowedUrl(url)) this.#detections.push(`asked for ${text.slice(0, 200)}`);
  }
}

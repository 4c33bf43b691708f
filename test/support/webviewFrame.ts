// Owns finding the page inside a webview: frame names and addresses say nothing there, so it is known by what it holds.
import type { Frame, Page } from 'playwright-core';
import { until } from './until.ts';

/**
 * The frame in which this selector shows something, and this text when one is given. Frames of editors in the
 * background show nothing.
 */
export async function webviewFrame(page: Page, selector: string, text?: string | RegExp): Promise<Frame> {
  return until(`a webview that shows ${selector}${text === undefined ? '' : ` with ${text}`}`, async () => {
    for (const frame of page.frames()) {
      if (frame !== page.mainFrame() && (await shows(frame, selector, text))) return frame;
    }
    return undefined;
  });
}

async function shows(frame: Frame, selector: string, text: string | RegExp | undefined): Promise<boolean> {
  const found = frame.locator(selector).filter(text === undefined ? {} : { hasText: text });
  // A webview's frames come and go while it loads: one that went away while it was asked shows nothing.
  return found
    .first()
    .isVisible()
    .catch(() => false);
}

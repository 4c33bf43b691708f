// Finds the page inside a webview by its content, because names and addresses of frames don't
// identify it.
import type { Frame, Page } from 'playwright-core';
import { until } from './until.ts';

/**
 * Resolves with the frame in which an element matches the selector, and contains the text if one is given. Frames of
 * background editors are ignored, because nothing in them is visible.
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
  // Frames of a webview are replaced while it loads: a frame that is removed during the check counts as not matching.
  return found
    .first()
    .isVisible()
    .catch(() => false);
}

// Finds the frame of a webview by its content, because the names and URLs of frames are not unique.
import type { Frame, Page } from 'playwright-core';
import { until } from './until.ts';

/**
 * Resolves with the frame in which an element with this selector and text is visible. Webviews in hidden tabs never
 * match, because their elements are not visible.
 */
export async function webviewFrame(page: Page, selector: string, text?: string | RegExp): Promise<Frame> {
  return until(`a webview that shows ${selector}${text === undefined ? '' : ` with ${text}`}`, async () => {
    for (const frame of page.frames()) {
      if (frame !== page.mainFrame() && (await isShownIn(frame, selector, text))) return frame;
    }
    return undefined;
  });
}

async function isShownIn(frame: Frame, selector: string, text: string | RegExp | undefined): Promise<boolean> {
  const elements = frame.locator(selector).filter(text === undefined ? {} : { hasText: text });
  // VS Code replaces the frames of a webview that is loading. If the frame is removed during the check, it does not
  // match.
  return elements
    .first()
    .isVisible()
    .catch(() => false);
}

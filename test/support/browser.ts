// Starts Chromium with a profile folder, in which VS Code in the browser stores its secrets.
import { type BrowserContext, chromium } from 'playwright-core';
import { findBrowser } from './setup/browser.mjs';

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-prefers-reduced-motion',
];

/** The size of a window, in CSS pixels. */
export const windowSize = { width: 1400, height: 900 } as const;

/**
 * Starts a browser with this profile folder. A later start with the same folder has the same secrets and window state.
 * Closing the context ends the browser.
 */
export async function openBrowser(profile: string): Promise<BrowserContext> {
  const executablePath = await findBrowser();
  if (executablePath === undefined) throw new Error('No browser is installed; npm test installs one');
  return chromium.launchPersistentContext(profile, {
    executablePath,
    args: process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags,
    viewport: windowSize,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}

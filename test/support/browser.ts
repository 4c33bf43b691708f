// Starts Chromium for a workbench, with a profile folder of its own: VS Code in a browser keeps its
// secrets there.
import { type BrowserContext, chromium } from 'playwright-core';
import { findBrowser } from './setup/browser.mjs';

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Opens a browser with this profile folder. The same folder means the same user, with the same secrets and window
 * state. Closing the context ends the browser.
 */
export async function openBrowser(profile: string): Promise<BrowserContext> {
  const executablePath = await findBrowser();
  if (executablePath === undefined) throw new Error('There is no browser: npm test installs one');
  return chromium.launchPersistentContext(profile, {
    executablePath,
    args: process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags,
    viewport: { width: 1400, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}

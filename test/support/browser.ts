// Owns the browser in which a workbench is looked at: one Chromium with a profile folder of its own, because a served
// VS Code keeps secrets there.
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
 * The same folder again is the same user again, with her secrets and her window's state. Closing the context ends the
 * browser.
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

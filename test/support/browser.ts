// Starts Chromium with a profile folder, in which VS Code in the browser stores its secrets.
import { type BrowserContext, chromium, firefox } from 'playwright-core';
import { findBrowser, onPath } from './setup/browser.mjs';

/**
 * Features that Playwright disables because they send requests or delay pages, and `BackgroundResourceFetch`, with which
 * Chromium does not use its code cache for large scripts and compiles VS Code's script in every window. Chromium uses
 * only the last option of this name, so the list contains Playwright's features too.
 */
const disabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BackgroundResourceFetch',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const flags = [
  `--disable-features=${disabledFeatures.join()}`,
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
  if (process.env['CONTRAIL_TEST_BROWSER'] === 'firefox') return openFirefox(profile);
  const executablePath = await findBrowser();
  if (executablePath === undefined) throw new Error('No browser is installed; npm test installs one');
  return chromium.launchPersistentContext(profile, {
    executablePath,
    args: process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags,
    viewport: windowSize,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
}

/** Starts a Firefox that is installed, which Playwright drives over WebDriver BiDi. */
async function openFirefox(profile: string): Promise<BrowserContext> {
  const executablePath = onPath('firefox-esr') ?? onPath('firefox');
  if (executablePath === undefined) throw new Error('Firefox is not installed');
  return firefox.launchPersistentContext(profile, { channel: 'moz-firefox', executablePath, viewport: windowSize });
}

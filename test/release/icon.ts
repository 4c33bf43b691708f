// Draws media/icon.png, the icon of the extension, from icon.svg.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from '../support/setup/browser.mjs';

/** The width and height in pixels: twice the 128 that the Marketplace and VS Code show, for dense screens. */
const SIZE = 256;

/** Writes the icon to `file`. */
export async function drawIcon(file: string): Promise<void> {
  const executablePath = await findBrowser();
  if (executablePath === undefined) throw new Error('No browser is installed; npm test installs one');
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
  const svg = readFileSync(join(import.meta.dirname, 'icon.svg'), 'utf8');
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block; width: ${SIZE}px; height: auto }</style>${svg}`,
  );
  await page.screenshot({ path: file, omitBackground: true });
  await browser.close();
}

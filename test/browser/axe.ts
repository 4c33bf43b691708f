// Runs axe-core in a webview, and checks that every icon has a glyph.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Frame } from 'playwright-core';
import type { Theme } from '../support/settings.ts';
import type { Workbench } from '../support/workbench.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const THEMES: readonly Theme[] = ['light', 'dark', 'hc-light', 'hc-dark'];

/** The violations, each with the pages, states and themes in which it was found. */
export type Found = Record<string, string[]>;

/**
 * Checks the pages, which must all be visible, in each theme. Adds the violations to `found`, and writes a screenshot
 * for each theme.
 */
export async function lookInEveryTheme(
  workbench: Workbench,
  state: string,
  pages: Readonly<Record<string, Frame>>,
  found: Found,
  isReady: () => Promise<void> = async () => undefined,
): Promise<void> {
  for (const theme of THEMES) {
    await workbench.setTheme(theme);
    await isReady();
    for (const [page, frame] of Object.entries(pages)) {
      for (const violation of await violationsIn(frame)) (found[violation] ??= []).push(`${page}, ${state}, ${theme}`);
    }
    const [page = ''] = Object.keys(pages);
    await workbench.screenshot(`accessibility/${page}-${state}-${theme}`.replaceAll(' ', '-'));
  }
}

/**
 * Resolves with a line for each violation of an axe-core rule (including best practices) and each icon without a glyph.
 */
async function violationsIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source);
  await frame.evaluate(setBackground);
  const { violations } = await frame.evaluate(run, {
    resultTypes: ['violations'],
    iframes: false,
  } satisfies RunOptions);
  const lines = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, any, all, none }) =>
        `${id}: ${help}: ${target.join(' ')} ${[...any, ...all, ...none].map(({ message }) => message).join('; ')}`,
    ),
  );
  return [...lines, ...(await frame.evaluate(iconsWithoutGlyph))];
}

/**
 * Runs in the page. Gives a transparent page the background of the side bar behind it, because axe-core would assume a
 * white background.
 */
function setBackground(): void {
  const isTransparent = getComputedStyle(document.body).backgroundColor === 'rgba(0, 0, 0, 0)';
  if (isTransparent) document.documentElement.style.background = 'var(--vscode-sideBar-background)';
}

/** Runs axe-core in the page. */
function run(options: RunOptions): Promise<AxeResults> {
  return (
    globalThis as unknown as { axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } }
  ).axe.run(document, options);
}

/**
 * Runs in the page. Returns the icons without a glyph: the build leaves out icons whose names are not in the page's
 * code.
 */
function iconsWithoutGlyph(): string[] {
  return [...document.querySelectorAll('[class*="codicon-"]:not([class*="codicon-modifier"])')]
    .filter((icon) => ['none', 'normal'].includes(getComputedStyle(icon, '::before').content))
    .map((icon) => `icon without a glyph: ${icon.className}`);
}

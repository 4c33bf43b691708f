// Runs axe-core on a page inside a webview, and checks that every icon of the page has a glyph.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Frame } from 'playwright-core';
import type { Theme } from '../support/settings.ts';
import type { Workbench } from '../support/workbench.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const THEMES: readonly Theme[] = ['light', 'dark', 'hc-light', 'hc-dark'];

/** What was found, with the pages, states and themes where it was found. */
export type Found = Record<string, string[]>;

/**
 * Adds the findings in the pages, which must be visible side by side, to `found`, in one theme after the other. Writes
 * a screenshot in each theme.
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
      for (const finding of await findings(frame)) (found[finding] ??= []).push(`${page}, ${state}, ${theme}`);
    }
    const [page = ''] = Object.keys(pages);
    await workbench.screenshot(`accessibility/${page}-${state}-${theme}`.replaceAll(' ', '-'));
  }
}

/**
 * Returns a line for each violation of any rule of axe-core, best practices included. A line starts with the id of the
 * rule.
 */
async function findings(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source);
  await frame.evaluate(paintGround);
  const { violations } = await frame.evaluate(run, {
    resultTypes: ['violations'],
    iframes: false,
  } satisfies RunOptions);
  const said = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, any, all, none }) =>
        `${id}: ${help}: ${target.join(' ')} ${[...any, ...all, ...none].map(({ message }) => message).join('; ')}`,
    ),
  );
  return [...said, ...(await frame.evaluate(iconsWithoutGlyph))];
}

/**
 * Runs in the page. If the page is transparent, axe-core does not see the side bar behind it and would assume a white
 * background.
 */
function paintGround(): void {
  const isClear = getComputedStyle(document.body).backgroundColor === 'rgba(0, 0, 0, 0)';
  if (isClear) document.documentElement.style.background = 'var(--vscode-sideBar-background)';
}

/** Runs in the page. */
function run(options: RunOptions): Promise<AxeResults> {
  return (
    globalThis as unknown as { axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } }
  ).axe.run(document, options);
}

/**
 * Runs in the page. An icon name that the build did not find in the page's code has no rule in the style sheet, so no
 * glyph is rendered.
 */
function iconsWithoutGlyph(): string[] {
  return [...document.querySelectorAll('[class*="codicon-"]:not([class*="codicon-modifier"])')]
    .filter((icon) => ['none', 'normal'].includes(getComputedStyle(icon, '::before').content))
    .map((icon) => `icon without a glyph: ${icon.className}`);
}

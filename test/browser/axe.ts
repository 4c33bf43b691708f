// Runs axe-core in a webview, and checks that every icon has a glyph.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { applyTheme, readThemeStyles, THEMES, type ThemeStyles } from '../support/themeStyles.ts';
import type { Workbench } from '../support/workbench.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe-core that read colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** The violations, each with the pages, states and themes in which it was found. */
export type PagesByViolation = Record<string, string[]>;

/**
 * Checks pages in each theme. VS Code selects each theme once, in the first page; its styles are then applied to each
 * page directly, see `themeStyles.ts`.
 */
export class ThemeChecks {
  /** The violations that were found. */
  readonly pagesByViolation: PagesByViolation = {};
  readonly #themes: readonly ThemeStyles[];

  private constructor(themes: readonly ThemeStyles[]) {
    this.#themes = themes;
  }

  /** Reads the styles of all themes from a visible page. At the end, the first theme is selected. */
  static async readThemes(workbench: Workbench, frame: Frame): Promise<ThemeChecks> {
    const themes = await readThemeStyles(workbench, frame);
    expect(new Set(themes.map(({ style }) => style)).size).toBe(THEMES.length);
    return new ThemeChecks(themes);
  }

  /** Checks a visible page in each theme. */
  async check(page: string, state: string, frame: Frame): Promise<void> {
    for (const [index, styles] of this.#themes.entries()) {
      await applyTheme(frame, styles);
      for (const violation of await violationsIn(frame, index === 0 ? 'all' : 'colors'))
        (this.pagesByViolation[violation] ??= []).push(`${page}, ${state}, ${styles.theme}`);
    }
  }
}

/**
 * Resolves with a line for each violation of an axe-core rule (including best practices) and each icon without a glyph;
 * with `colors`, only for the rules whose result depends on the theme.
 */
export async function violationsIn(frame: Frame, rules: 'all' | 'colors'): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source);
  await frame.evaluate(setBackground);
  const { violations } = await frame.evaluate(runAxe, {
    resultTypes: ['violations'],
    iframes: false,
    // The keyboard reaches each element that scrolls: Chromium makes it focusable, without an attribute.
    rules: { 'scrollable-region-focusable': { enabled: false } },
    ...(rules === 'all' ? {} : { runOnly: COLOR_RULES }),
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
function runAxe(options: RunOptions): Promise<AxeResults> {
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

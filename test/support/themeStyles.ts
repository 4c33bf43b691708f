// Shows a webview in each color theme without selecting the theme in the workbench, because a selection takes two
// seconds and moves the focus out of the page.
import type { Frame } from 'playwright-core';
import type { Theme } from './settings.ts';
import type { Workbench } from './workbench.ts';

export const THEMES: readonly Theme[] = ['light', 'dark', 'hc-light', 'hc-dark'];
/** The attribute `data-vscode-theme-kind` of a webview's body. */
const VSCODE_THEME_KINDS: Readonly<Record<Theme, string>> = {
  light: 'vscode-light',
  dark: 'vscode-dark',
  'hc-light': 'vscode-high-contrast-light',
  'hc-dark': 'vscode-high-contrast',
};

/** What VS Code sets in the document of a webview for a theme. */
export interface ThemeStyles {
  readonly theme: Theme;
  /** The inline style of the root element, with the CSS variables of the theme. */
  readonly style: string;
  readonly bodyClass: string;
  /** The `data-` attributes of the body. */
  readonly data: Readonly<Record<string, string>>;
}

/** Reads the styles of all themes from a visible page. At the end, the first theme is selected. */
export async function readThemeStyles(workbench: Workbench, frame: Frame): Promise<readonly ThemeStyles[]> {
  const themes: ThemeStyles[] = [];
  for (const theme of [...THEMES].reverse()) {
    await workbench.setTheme(theme);
    const id = VSCODE_THEME_KINDS[theme];
    await frame.locator(`body[data-vscode-theme-kind="${id}"]`).waitFor();
    themes.push({ theme, ...(await frame.evaluate(readStyles)) });
  }
  return themes;
}

/** Shows the page in the theme. */
export async function applyTheme(frame: Frame, { style, bodyClass, data }: ThemeStyles): Promise<void> {
  await frame.evaluate(applyStyles, { style, bodyClass, data });
}

/** Runs in the page. */
function readStyles(): Omit<ThemeStyles, 'theme'> {
  return {
    style: document.documentElement.style.cssText,
    bodyClass: document.body.className,
    data: Object.fromEntries(Object.entries(document.body.dataset).map(([name, value]) => [name, value ?? ''])),
  };
}

/** Runs in the page. */
function applyStyles({ style, bodyClass, data }: Omit<ThemeStyles, 'theme'>): void {
  // The content security policy permits setting `style.cssText`, but not the attribute `style`.
  document.documentElement.style.cssText = style;
  document.body.className = bodyClass;
  Object.assign(document.body.dataset, data);
}

// Tests that the colors of rows and icons are visible in VS Code's built-in themes. WCAG requires only 3:1 for icons.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../../../package.json' with { type: 'json' };
import { CHART_GROUPS } from '../../../../src/shell/protocol/overview.ts';
import { decorationOfPath, ROW_DECORATIONS } from '../../../../src/shell/tree/rowDecoration.ts';
import { root } from '../../../support/setup/paths.mjs';

/** The background colors of the side bar in VS Code's built-in themes. */
const BACKGROUNDS = {
  dark: ['#181818', '#252526', '#1f1f1f', '#191a1b'],
  light: ['#f8f8f8', '#f3f3f3', '#ffffff', '#fafafd'],
  highContrast: ['#000000'],
  highContrastLight: ['#ffffff'],
} as const;
const THEMES = ['dark', 'light', 'highContrast', 'highContrastLight'] as const;

/** The background colors of the side bar in the themes that VS Code selects itself: Modern and 2026. */
const DEFAULT_BACKGROUNDS = {
  ...BACKGROUNDS,
  dark: ['#181818', '#191a1b'],
  light: ['#f8f8f8', '#fafafd'],
} as const;
/** The opacity of a row's description in VS Code, whose color is that of the label. */
const DESCRIPTION_OPACITY = { dark: 0.7, light: 0.95, highContrast: 0.7, highContrastLight: 0.7 } as const;
/** The opacity of a row's badge in VS Code, in each theme. */
const BADGE_OPACITY = 0.75;

const colorOf = (row: object): unknown => ('color' in row ? row.color : undefined);
const DECORATION_COLORS = new Set(Object.values(ROW_DECORATIONS).flatMap((row) => colorOf(row) ?? []));
const decorationColors = manifest.contributes.colors.filter(({ id }) => DECORATION_COLORS.has(id));

/** Returns the relative luminance (WCAG 2.2) of a color in the form #rrggbb. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((first, second) => first - second);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the color that a translucent color has on a background. */
function blend(color: string, background: string, opacity: number): string {
  const parts = [1, 3, 5].map((start) => {
    const [front = 0, back = 0] = [color, background].map((one) => Number.parseInt(one.slice(start, start + 2), 16));
    return Math.round(front * opacity + back * (1 - opacity));
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Charts need 3:1, which leaves room for a different lightness of each group. */
const minimumContrast = (id: string): number => (id.startsWith('contrail.chart') ? 3 : 4.5);

it.each(manifest.contributes.colors)(
  'The color $id is visible in each theme: 4.5:1, or 3:1 in charts',
  ({ id, defaults }) => {
    for (const theme of THEMES)
      for (const background of BACKGROUNDS[theme])
        expect(contrast(defaults[theme], background)).toBeGreaterThanOrEqual(minimumContrast(id));
  },
);

it.each(THEMES)('The groups of a chart differ in lightness by at least 1.5:1 in the theme kind %s', (theme) => {
  const styles = readFileSync(join(root, 'src', 'features', 'overview', 'page', 'overview.css'), 'utf8');
  const colors = CHART_GROUPS.map((group) => {
    const variable = new RegExp(`--${group}: var\\(--vscode-contrail-(\\w+)\\)`).exec(styles)?.[1];
    return manifest.contributes.colors.find(({ id }) => id === `contrail.${variable}`)?.defaults[theme] ?? '';
  });
  for (const [index, color] of colors.entries())
    for (const other of colors.slice(index + 1)) expect(contrast(color, other)).toBeGreaterThanOrEqual(1.5);
});

it('The colors of rows are contributed', () => {
  expect(decorationColors).toHaveLength(DECORATION_COLORS.size);
});

it.each(Object.entries(ROW_DECORATIONS))('The decoration %s has at most two characters', (name, row) => {
  expect(row.badge.length).toBeLessThanOrEqual(2);
  expect(decorationOfPath(`/${name}/p1/w1`)).toBe(row);
});

it('A row of Overdue or Due Soon has its time as badge, without a color', () => {
  for (const name of ['overdue-6d', 'dueSoon-3d'])
    expect(decorationOfPath(`/${name}/assigned > item p1/w1`)).toEqual({
      badge: name.slice(-2),
      tooltip: expect.any(Function),
    });
});

it('Only urgent rows are colored', () => {
  const coloredNames = Object.entries(ROW_DECORATIONS).flatMap(([name, row]) => (colorOf(row) ? [name] : []));
  expect(coloredNames).toEqual(['urgent+blocked', 'urgent', 'urgent+overdue']);
  expect(decorationOfPath('/other/w1')).toBeUndefined();
});

it.each(decorationColors)('The color $id has a contrast of at least 4.5:1 in descriptions', ({ defaults }) => {
  for (const theme of THEMES)
    for (const background of DEFAULT_BACKGROUNDS[theme]) {
      const color = blend(defaults[theme], background, DESCRIPTION_OPACITY[theme]);
      expect(contrast(color, background), theme).toBeGreaterThanOrEqual(4.5);
    }
});

it.each(decorationColors)('The color $id has a contrast of at least 4.5:1 in badges', (color) => {
  for (const theme of THEMES)
    for (const background of DEFAULT_BACKGROUNDS[theme]) {
      const badgeColor = blend(color.defaults[theme], background, BADGE_OPACITY);
      expect(contrast(badgeColor, background), theme).toBeGreaterThanOrEqual(4.5);
    }
});

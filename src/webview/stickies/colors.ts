// The colors of stickies: a hex code for each color name of the API, and readable text colors.
import * as l10n from '@vscode/l10n';

export interface StickyColor {
  /** The color name that is sent to the server as `background_color`. */
  readonly value: string;
  readonly label: () => string;
  readonly hex: string;
}

/** The color names that Plane's web client also uses. */
export const STICKY_COLORS: readonly StickyColor[] = [
  { value: 'peach', label: () => l10n.t('Peach'), hex: '#ffd9b8' },
  { value: 'orange', label: () => l10n.t('Orange'), hex: '#fdc776' },
  { value: 'pink', label: () => l10n.t('Pink'), hex: '#fbc4d8' },
  { value: 'green', label: () => l10n.t('Green'), hex: '#bde8c0' },
  { value: 'light-blue', label: () => l10n.t('Light blue'), hex: '#bfe4f6' },
  { value: 'dark-blue', label: () => l10n.t('Dark blue'), hex: '#b3c7fb' },
  { value: 'purple', label: () => l10n.t('Purple'), hex: '#dccbf8' },
  { value: 'gray', label: () => l10n.t('Gray'), hex: '#dcdee3' },
];

/** The background of a sticky without a color, or with a color name that is not in the list. */
const DEFAULT_HEX = '#fbeaa0';

/** Returns a six-digit hex code for a color name or hex code from the server. */
export function hexOf(color: string): string {
  const namedColor = STICKY_COLORS.find(({ value }) => value === color);
  if (namedColor !== undefined) return namedColor.hex;
  const shortHex = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  if (shortHex !== null)
    return `#${shortHex
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`.toLowerCase();
  return /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : DEFAULT_HEX;
}

/**
 * Returns the text color, black or white, with the higher contrast ratio (WCAG 2): at least 4.5 to 1 on every color.
 */
export function textColorOn(hex: string): '#000000' | '#ffffff' {
  const backgroundLuminance = luminance(hex);
  return (backgroundLuminance + 0.05) / 0.05 >= 1.05 / (backgroundLuminance + 0.05) ? '#000000' : '#ffffff';
}

/** Returns the relative luminance, 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linearize(Number.parseInt(hex.slice(start, start + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearize(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

// The hex codes of the colors of stickies.

/** The hex code for each color name of the API, in the order in which Plane's web client shows the colors. */
export const HEX_BY_COLOR = {
  peach: '#ffd9b8',
  orange: '#fdc776',
  pink: '#fbc4d8',
  green: '#bde8c0',
  'light-blue': '#bfe4f6',
  'dark-blue': '#b3c7fb',
  purple: '#dccbf8',
  gray: '#dcdee3',
} as const;

/** The background of a sticky without a color, or with a color name that is not in the list. */
const DEFAULT_HEX = '#fbeaa0';

/** Returns a six-digit hex code for a color name or hex code from the server. */
export function hexOf(color: string): string {
  const namedHex = Object.entries(HEX_BY_COLOR).find(([name]) => name === color)?.[1];
  if (namedHex !== undefined) return namedHex;
  const shortHex = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  if (shortHex !== null)
    return `#${shortHex
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`.toLowerCase();
  return /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : DEFAULT_HEX;
}

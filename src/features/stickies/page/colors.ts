// The colors of stickies, with a label for each color name of the API.
import * as l10n from '@vscode/l10n';
import type { HEX_BY_COLOR } from '../../../shell/page/controls/colorHex.ts';

export interface StickyColor {
  /** The color name that is sent to the server as `background_color`. */
  readonly value: keyof typeof HEX_BY_COLOR;
  readonly label: () => string;
}

/** The color names that Plane's web client also uses. */
export const STICKY_COLORS: readonly StickyColor[] = [
  { value: 'peach', label: () => l10n.t('Peach') },
  { value: 'orange', label: () => l10n.t('Orange') },
  { value: 'pink', label: () => l10n.t('Pink') },
  { value: 'green', label: () => l10n.t('Green') },
  { value: 'light-blue', label: () => l10n.t('Light blue') },
  { value: 'dark-blue', label: () => l10n.t('Dark blue') },
  { value: 'purple', label: () => l10n.t('Purple') },
  { value: 'gray', label: () => l10n.t('Gray') },
];

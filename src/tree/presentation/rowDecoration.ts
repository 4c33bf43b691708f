// The badges and colors of rows, in addition to their icons and texts.
import * as l10n from '@vscode/l10n';

interface DecorationRow {
  /** At most two characters, which VS Code shows at the right end of the row. */
  readonly badge: string;
  /** The id of a theme color that package.json contributes. VS Code applies it to the whole label, not only the badge. */
  readonly color?: string;
  readonly tooltip: () => string;
}

const URGENT_COLOR = 'contrail.urgentForeground';

/**
 * Only urgent rows have a color: a list of overdue rows would be red, and unread rows would look like links.
 * `plainUrgent` is for an urgent row in a list of overdue ones.
 */
export const ROW_DECORATIONS = {
  unread: { badge: '●', tooltip: () => l10n.t('Unread') },
  overdue: { badge: '!', tooltip: () => l10n.t('Overdue') },
  urgent: { badge: '⇈', color: URGENT_COLOR, tooltip: () => l10n.t('Urgent') },
  plainUrgent: { badge: '⇈', tooltip: () => l10n.t('Urgent') },
  'urgent+overdue': { badge: '⇈!', color: URGENT_COLOR, tooltip: () => l10n.t('Urgent, overdue') },
  high: { badge: '↑', tooltip: () => l10n.t('High priority') },
  'high+overdue': { badge: '↑!', tooltip: () => l10n.t('High priority, overdue') },
} as const satisfies Readonly<Record<string, DecorationRow>>;
export type RowDecoration = keyof typeof ROW_DECORATIONS;

/** Returns the decoration whose name is the first part of a path: `/urgent/…`; undefined for another path. */
export function decorationOfPath(path: string): DecorationRow | undefined {
  return Object.entries<DecorationRow>(ROW_DECORATIONS).find(([name]) => path.startsWith(`/${name}/`))?.[1];
}

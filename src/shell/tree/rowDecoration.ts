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
 */
export const ROW_DECORATIONS = {
  unread: { badge: '●', tooltip: () => l10n.t('Unread') },
  blocked: { badge: '⊘', tooltip: () => l10n.t('Blocked') },
  'urgent+blocked': { badge: '⇈⊘', color: URGENT_COLOR, tooltip: () => l10n.t('Urgent, blocked') },
  'high+blocked': { badge: '↑⊘', tooltip: () => l10n.t('High priority, blocked') },
  overdue: { badge: '!', tooltip: () => l10n.t('Overdue') },
  urgent: { badge: '⇈', color: URGENT_COLOR, tooltip: () => l10n.t('Urgent') },
  'urgent+overdue': { badge: '⇈!', color: URGENT_COLOR, tooltip: () => l10n.t('Urgent, overdue') },
  high: { badge: '↑', tooltip: () => l10n.t('High priority') },
  'high+overdue': { badge: '↑!', tooltip: () => l10n.t('High priority, overdue') },
} as const satisfies Readonly<Record<string, DecorationRow>>;
/**
 * The sections whose rows have the time since or until their due date as badge, for example `overdue-6d`: a description
 * is cut off after a long title, but a badge never is.
 */
const DUE_TOOLTIPS = { overdue: () => l10n.t('Overdue'), dueSoon: () => l10n.t('Due Soon') } as const;
export type DueList = keyof typeof DUE_TOOLTIPS;
export type RowDecoration = keyof typeof ROW_DECORATIONS | `${DueList}-${string}`;

/** Returns the decoration whose name is the first part of a path: `/urgent/…`; undefined for another path. */
export function decorationOfPath(path: string): DecorationRow | undefined {
  const name = path.split('/', 2)[1] ?? '';
  const row = Object.entries<DecorationRow>(ROW_DECORATIONS).find(([key]) => key === name)?.[1];
  if (row !== undefined) return row;
  const due = Object.entries(DUE_TOOLTIPS).find(([list]) => name.startsWith(`${list}-`));
  return due === undefined ? undefined : { badge: name.slice(due[0].length + 1).slice(0, 2), tooltip: due[1] };
}

// Saved views: a filter with order and grouping under a name. The user's own views are stored for the account; the
// settings of a folder or of the user can contain further views in text form.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { storedQuery, type ViewQuery } from '../../items/grouping/choices.ts';
import { parseQuery, problemText } from '../../items/query/parseQuery.ts';
import { plainName } from '../../std/displayName.ts';
import { truncate } from '../../std/truncate.ts';
import type { ViewOrigin } from './node.ts';

/** Names are unique among the views of the same origin. */
export type SavedView = { readonly name: string; readonly origin: ViewOrigin } & (
  | { readonly query: ViewQuery }
  /** Why the view in the settings is invalid. */
  | { readonly problem: string }
);

/** A view of the user as it is stored for the account. */
export interface OwnView {
  readonly name: string;
  readonly query: ViewQuery;
}

/** Maximum number of saved views per origin. Settings of a folder come from repositories, which can be hostile. */
export const MAX_VIEWS = 50;
export const MAX_VIEW_NAME_LENGTH = 60;
const MAX_TEXT_LENGTH = 1000;
/** The maximum number of terms in a filter, because each term is tested for every loaded work item. */
const MAX_TERMS = 30;

const ownView = z.object({ name: z.string(), query: storedQuery });

/** Returns the views that are stored for the account, sorted by name. Stored values in an unknown form are left out. */
export function ownViews(stored: readonly unknown[]): SavedView[] {
  const views = stored.flatMap((value): SavedView[] => {
    const { success, data } = ownView.safeParse(value);
    return success ? [{ ...data, origin: 'account' }] : [];
  });
  return views.sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * Returns the saved views of a setting, in the order of the setting. An invalid view has a `problem` instead of a
 * query.
 */
export function settingsViews(value: unknown, origin: 'folder' | 'user'): SavedView[] {
  if (!Array.isArray(value)) return [];
  const views = new Map<string, SavedView>();
  for (const [index, entry] of value.slice(0, MAX_VIEWS).entries()) {
    const view = viewFromSettings(entry, index, origin);
    if (!views.has(view.name)) views.set(view.name, view);
  }
  return [...views.values()];
}

function viewFromSettings(entry: unknown, index: number, origin: ViewOrigin): SavedView {
  const { name: typedName, filter }: { name?: unknown; filter?: unknown } =
    typeof entry === 'object' && entry !== null ? entry : {};
  const name = typeof typedName === 'string' ? normalizeSavedViewName(typedName) : '';
  if (name === '') {
    const problem = l10n.t('The name is missing.');
    return { name: l10n.t('View {0}', index + 1), origin, problem };
  }
  if (typeof filter !== 'string') return { name, origin, problem: l10n.t('The filter is missing.') };
  if (filter.length > MAX_TEXT_LENGTH)
    return { name, origin, problem: l10n.t('The filter is longer than {0} characters.', MAX_TEXT_LENGTH) };
  const parsed = parseQuery(filter, () => ({ values: [], isComplete: false }));
  if ('query' in parsed && parsed.query.filter.length > MAX_TERMS)
    return { name, origin, problem: l10n.t('The filter has more than {0} conditions.', MAX_TERMS) };
  if ('query' in parsed) return { name, origin, query: parsed.query };
  const [problem] = parsed.problems;
  return { name, origin, problem: l10n.t('{0} (character {1})', problemText(problem), problem.start + 1) };
}

/** Returns the name as it is stored: on one line, without invisible characters, and not longer than the maximum. */
export function normalizeSavedViewName(typed: string): string {
  return truncate(plainName(typed).trim(), MAX_VIEW_NAME_LENGTH);
}

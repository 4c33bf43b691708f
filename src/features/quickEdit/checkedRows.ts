// The list in which the user checks several values of a field.
// The user can also create a value from typed text that matches no value.
import * as l10n from '@vscode/l10n';
import { faultOf } from '../../client/apiError.ts';
import type { TreeIcon } from '../../items/icons.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import { followUpdates, type OnBack, type RowUpdates, rateLimitOf } from '../../shell/prompts/ask.ts';
import type { ListRow, Prompts } from '../../shell/prompts/prompts.ts';
import { includesSearchText } from '../../std/searchText.ts';

export interface CheckRow extends ListRow {
  readonly id: string;
  readonly isOnAllItems: boolean;
}

/** How the picker creates a choice from typed text that matches no choice. */
export interface ChoiceCreation {
  /** Returns the label of the row that creates the choice. */
  readonly label: (name: string) => string;
  readonly description?: string | undefined;
  readonly icon?: TreeIcon | undefined;
  /** Creates the choice. Resolves with its id when the list of choices contains it. Rejects with an ApiError. */
  readonly create: (name: string) => Promise<string>;
}

interface CheckedRowsOptions {
  readonly rows: () => readonly CheckRow[];
  /** Returns whether the rows are loaded. Until then, the user cannot create a value. */
  readonly isRead: () => boolean;
  /** Returns the placeholder for a list without rows. */
  readonly hint: () => string | undefined;
  readonly updates: RowUpdates | undefined;
  readonly creation: ChoiceCreation | undefined;
}

/** The id of the row that creates a value. */
const CREATE_ROW_ID = '';

/**
 * Resolves with the shown rows and the ids of the checked rows. If the rows are loaded again while the list is open,
 * the user's checks remain.
 */
export async function pickCheckedRows(
  {
    prompts,
    title,
    onBack,
  }: { readonly prompts: Prompts; readonly title: string; readonly onBack?: OnBack | undefined },
  options: CheckedRowsOptions,
): Promise<{ readonly shownRows: readonly CheckRow[]; readonly checkedIds: ReadonlySet<string> } | undefined> {
  const { rows, hint, updates, creation } = options;
  const placeholder = (): string => hint() ?? l10n.t('Select all that apply, or none to clear the field');
  const list = prompts.createList<CheckRow>({
    title,
    placeholder: placeholder(),
    onBack,
    isMultiSelect: true,
    matchedProperties: ['description'],
    staysOpen: true,
    ...rateLimitOf(updates),
  });
  let problem: string | undefined;
  const checkedIds = (): ReadonlySet<string> => new Set(list.checkedRows.map(({ id }) => id));
  const firstRows = rows();
  list.setRows(firstRows, { checked: firstRows.filter(({ isOnAllItems: isOnAll }) => isOnAll) });
  const update = (createdId?: string): void => {
    const checked = checkedIds();
    const previousIds = new Set(list.rows.map(({ id }) => id));
    const focusedId = list.focusedRow?.id;
    const newRows = [...rows(), ...creationRows(options, list.text, problem)];
    list.setPlaceholder(placeholder());
    list.setRows(newRows, {
      focused: newRows.find(({ id }) => id === (createdId ?? focusedId)),
      checked: newRows.filter(
        ({ id, isOnAllItems: isOnAll }) =>
          id !== CREATE_ROW_ID && (id === createdId || (previousIds.has(id) ? checked.has(id) : isOnAll)),
      ),
    });
  };
  followUpdates(list, updates, () => update());
  list.onDidType((text) => {
    problem = undefined;
    if (list.rows.some(isCreationRow) || creationRows(options, text, problem).length > 0) update();
  });
  for await (const event of list.events()) {
    // If the list contains the row that creates a value, it is the only row. VS Code does not focus this row by itself.
    const chosenRows = event.kind === 'check' ? event.rows : list.rows;
    if (creation !== undefined && chosenRows.some(isCreationRow)) {
      // If the value cannot be created, the typed text and the row remain, and the row shows the reason.
      try {
        const created = await list.wait(creation.create(list.text.trim()));
        if (created === undefined) continue;
        list.setText('');
        update(created.value);
      } catch (error) {
        problem = formatError(faultOf(error));
        update();
      }
    } else if (event.kind === 'accept' && list.rows.length > 0)
      return { shownRows: list.rows, checkedIds: checkedIds() };
  }
  return undefined;
}

function isCreationRow({ id }: CheckRow): boolean {
  return id === CREATE_ROW_ID;
}

/** Returns the row that creates a value with the typed name, unless a row matches the name. */
function creationRows(
  { rows, isRead, creation }: CheckedRowsOptions,
  text: string,
  problem: string | undefined,
): readonly CheckRow[] {
  const name = text.trim();
  const hasMatch = rows().some(({ label, description = '' }) => includesSearchText(`${label} ${description}`, name));
  if (creation === undefined || name === '' || hasMatch || !isRead()) return [];
  const label = creation.label(name);
  const icon = { id: problem === undefined ? 'add' : 'warning' };
  const description = problem === undefined ? {} : { description: problem };
  return [{ id: CREATE_ROW_ID, label, icon, isOnAllItems: false, alwaysShow: true, ...description }];
}

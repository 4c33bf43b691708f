// The list in which the user checks several values of a field.
// The user can also create a value from typed text that matches no value.
import * as l10n from '@vscode/l10n';
import { faultOf } from '../../../client/apiError.ts';
import type { Disposable } from '../../../std/disposable.ts';
import { includesSearchText } from '../../../std/searchText.ts';
import type { TreeIcon } from '../../../tree/presentation/symbols.ts';
import { backButtons, listenToUpdates, type OnBack, type RowUpdates } from '../../ui/ask.ts';
import { formatError } from '../../ui/formatError.ts';
import type { ListRow, Prompts } from '../../ui/prompts.ts';

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
  { rows, isRead, hint, updates, creation }: CheckedRowsOptions,
): Promise<{ readonly shownRows: readonly CheckRow[]; readonly checkedIds: ReadonlySet<string> } | undefined> {
  const placeholder = (): string => hint() ?? l10n.t('Select all that apply, or none to clear the field');
  const list = prompts.createList<CheckRow>({
    title,
    placeholder: placeholder(),
    buttons: backButtons(onBack),
    isMultiSelect: true,
    matchedProperties: ['description'],
    staysOpen: true,
    ...(updates === undefined ? {} : { rateLimit: updates.rateLimit }),
  });
  let isCreating = false;
  let isClosed = false;
  let problem: string | undefined;
  const checkedIds = (): ReadonlySet<string> => new Set(list.checkedRows.map(({ id }) => id));
  const creationRowsFor = (choiceRows: readonly CheckRow[]): readonly CheckRow[] => {
    const name = list.text.trim();
    const hasMatch = choiceRows.some(({ label, description = '' }) =>
      includesSearchText(`${label} ${description}`, name),
    );
    if (creation === undefined || name === '' || hasMatch || !isRead()) return [];
    const label = creation.label(name);
    const icon = { id: problem === undefined ? 'add' : 'warning' };
    const description = problem === undefined ? {} : { description: problem };
    return [{ id: CREATE_ROW_ID, label, icon, isOnAllItems: false, alwaysShow: true, ...description }];
  };
  const firstRows = rows();
  list.setRows(firstRows, { checked: firstRows.filter(({ isOnAllItems: isOnAll }) => isOnAll) });
  const update = (createdId?: string): void => {
    const checked = checkedIds();
    const previousIds = new Set(list.rows.map(({ id }) => id));
    const focusedId = list.focusedRow?.id;
    const choiceRows = rows();
    const newRows = [...choiceRows, ...creationRowsFor(choiceRows)];
    list.setPlaceholder(placeholder());
    list.setRows(newRows, {
      focused: newRows.find(({ id }) => id === (createdId ?? focusedId)),
      checked: newRows.filter(
        ({ id, isOnAllItems: isOnAll }) =>
          id !== CREATE_ROW_ID && (id === createdId || (previousIds.has(id) ? checked.has(id) : isOnAll)),
      ),
    });
  };
  /**
   * Creates the value and checks its row. If that fails, the typed text and the row for creating remain, and the row
   * shows the reason.
   */
  const createChoice = async ({ create }: ChoiceCreation): Promise<void> => {
    if (isCreating) return;
    isCreating = true;
    list.setBusy(true);
    try {
      const createdId = await create(list.text.trim());
      if (isClosed) return;
      list.setText('');
      update(createdId);
    } catch (error) {
      problem = formatError(faultOf(error));
      if (!isClosed) update();
    } finally {
      isCreating = false;
      if (!isClosed) list.setBusy(false);
    }
  };
  let updateListener: Disposable | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const startCreating = (): void => {
        if (creation !== undefined) createChoice(creation).catch(reject);
      };
      updateListener = listenToUpdates(list, updates, update, reject);
      list.onDidType(() => {
        problem = undefined;
        const hasCreateRow = list.rows.some(({ id }) => id === CREATE_ROW_ID);
        if (hasCreateRow || creationRowsFor(rows()).length > 0) update();
      });
      list.onDidCheck((checked) => {
        if (checked.some(({ id }) => id === CREATE_ROW_ID)) startCreating();
      });
      list.onDidAccept(() => {
        // If the list contains the row that creates a value, it is the only row. VS Code does not focus this row by
        // itself.
        if (list.rows.some(({ id }) => id === CREATE_ROW_ID)) startCreating();
        else if (list.rows.length > 0) resolve({ shownRows: list.rows, checkedIds: checkedIds() });
      });
      list.onDidPressButton(() => {
        onBack?.();
        resolve(undefined);
      });
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    isClosed = true;
    updateListener?.dispose();
    list.dispose();
  }
}

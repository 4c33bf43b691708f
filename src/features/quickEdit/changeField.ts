// Changes a field of the selected work items. The command determines the field, or the user picks it.
import * as l10n from '@vscode/l10n';
import { currentValue } from '../../core/cache/changes/itemChange.ts';
import { ITEM_FIELDS } from '../../items/fields.ts';
import { fieldValueText } from '../../items/valueTexts.ts';
import { isRowTarget, recordOfRow } from '../../shell/commands/commandTarget.ts';
import { COMMANDS, type CommandId } from '../../shell/commands/contributions.ts';
import type { ChosenItems } from '../../shell/itemPicker/chosenItems.ts';
import { type ChosenItemsDeps, resolveCommandItems } from '../../shell/itemPicker/chosenItems.ts';
import { askInTwoSteps, chooseRow, type OnBack } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { editForItems, QUICK_EDITS, type QuickEdit, type QuickEditName } from './edits.ts';
import { fieldPickerTitle } from './messages.ts';
import type { QuickEditRunner } from './quickEditRunner.ts';

export interface QuickEditDeps extends ChosenItemsDeps {
  readonly prompts: Prompts;
  readonly quickEdits: QuickEditRunner;
}

/** Lets the user pick the new value of the field, and changes the work items. */
export async function runQuickEdit(
  deps: QuickEditDeps,
  name: QuickEditName,
  target: unknown,
  selection: unknown,
): Promise<void> {
  const edit = QUICK_EDITS[name];
  await askInTwoSteps(
    () => resolveCommandItems(deps, target, selection, edit.itemTitle()),
    async (chosenItems, onBack) => {
      await deps.quickEdits.run(edit, chosenItems, chosenItems.isPicked ? onBack : undefined);
      await chosenItems.followMove();
    },
  );
}

/**
 * Lets the user pick the field and then its new value, and changes the work items. A key on the row of another record
 * edits this record.
 */
export async function changeAnyField(deps: QuickEditDeps, target: unknown, selection: unknown): Promise<void> {
  const editCommand = isRowTarget(target) ? editCommandOf(target) : undefined;
  if (editCommand !== undefined) {
    await deps.prompts.runCommand(editCommand, target);
    return;
  }
  await askInTwoSteps(
    () => resolveCommandItems(deps, target, selection, l10n.t('Change Work Item')),
    (chosenItems, onBack) =>
      askInTwoSteps(
        () => pickField(deps.prompts, chosenItems, chosenItems.isPicked ? onBack : undefined),
        async (edit, backToFields) => {
          await deps.quickEdits.run(edit, chosenItems, backToFields);
          await chosenItems.followMove();
        },
      ),
  );
}

/** Returns the command that edits what the row stands for. Work items have no such command: their fields are changed. */
function editCommandOf(row: unknown): CommandId | undefined {
  const { kind, origin }: { kind?: unknown; origin?: unknown } = typeof row === 'object' && row !== null ? row : {};
  if (kind === 'savedView') return origin === 'account' ? COMMANDS.renameView : undefined;
  const record = recordOfRow(row);
  return record === undefined || record.kind === 'workItem' ? undefined : COMMANDS.edit;
}

async function pickField(
  prompts: Prompts,
  { session, addresses }: ChosenItems,
  onBack: OnBack | undefined,
): Promise<QuickEdit | undefined> {
  const [firstItem] = addresses;
  const rows = Object.values(QUICK_EDITS)
    .filter((edit) => edit !== QUICK_EDITS.modules && ITEM_FIELDS[edit.field].changeTitle !== undefined)
    .map((row) => {
      const edit = editForItems(row, session, addresses);
      const showsCurrentValue = firstItem !== undefined && addresses.length === 1 && edit !== QUICK_EDITS.assignToMe;
      const value = showsCurrentValue ? currentValue(session.store, firstItem, edit.field) : undefined;
      const description =
        value === undefined || firstItem === undefined
          ? ''
          : fieldValueText(session.store, firstItem, edit.field, value);
      return { label: edit.title(), description, value: edit };
    });
  const pickedRow = await chooseRow(prompts, rows, {
    title: fieldPickerTitle(session.store, addresses),
    placeholder: l10n.t('Search fields'),
    onBack,
  });
  return pickedRow?.value;
}

/** Undoes the change that the target names, or the latest change. */
export async function undoLastChange({ sessions, quickEdits }: QuickEditDeps, target?: unknown): Promise<void> {
  const { change }: { change?: unknown } = typeof target === 'object' && target !== null ? target : {};
  if (sessions.current !== undefined)
    await quickEdits.undo(sessions.current, typeof change === 'string' ? change : undefined);
}

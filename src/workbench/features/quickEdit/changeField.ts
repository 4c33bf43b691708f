// Changes a field of the selected work items. The command determines the field, or the user picks it.
import * as l10n from '@vscode/l10n';
import { currentValue } from '../../../cache/changes/itemChange.ts';
import { askInTwoSteps, chooseRow, type OnBack } from '../../ui/ask.ts';
import type { Prompts } from '../../ui/prompts.ts';
import { type ChosenItemsDeps, resolveCommandItems } from './chosenItems.ts';
import { editForItems, QUICK_EDITS, type QuickEdit, type QuickEditName } from './edits.ts';
import { fieldPickerTitle, fieldValueText } from './messages.ts';
import type { ChosenItems, QuickEditRunner } from './quickEditRunner.ts';

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
  const edit: QuickEdit = QUICK_EDITS[name];
  await askInTwoSteps(
    () => resolveCommandItems(deps, target, selection, edit.itemTitle()),
    (chosenItems, onBack) => deps.quickEdits.run(edit, chosenItems, chosenItems.isPicked ? onBack : undefined),
  );
}

/** Lets the user pick the field and then its new value, and changes the work items. */
export async function changeAnyField(deps: QuickEditDeps, target: unknown, selection: unknown): Promise<void> {
  await askInTwoSteps(
    () => resolveCommandItems(deps, target, selection, l10n.t('Change Work Item')),
    (chosenItems, onBack) =>
      askInTwoSteps(
        () => pickField(deps.prompts, chosenItems, chosenItems.isPicked ? onBack : undefined),
        (edit, backToFields) => deps.quickEdits.run(edit, chosenItems, backToFields),
      ),
  );
}

async function pickField(
  prompts: Prompts,
  { session, addresses }: ChosenItems,
  onBack: OnBack | undefined,
): Promise<QuickEdit | undefined> {
  const [firstItem] = addresses;
  const rows = Object.values(QUICK_EDITS)
    .filter((edit: QuickEdit) => edit !== QUICK_EDITS.modules)
    .map((row: QuickEdit) => {
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
    placeholder: l10n.t('Type or select the field to change'),
    onBack,
  });
  return pickedRow?.value;
}

export async function undoLastChange({ sessions, quickEdits }: QuickEditDeps): Promise<void> {
  if (sessions.current !== undefined) await quickEdits.undo(sessions.current);
}

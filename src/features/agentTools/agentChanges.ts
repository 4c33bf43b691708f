// Lists the changes that agents have made in this window, and undoes them.
import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../core/cache/address.ts';
import type { Session } from '../../core/session/session.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import type { UndoableChange } from '../../shell/notifications/undoableChanges.ts';
import { askInTwoSteps, chooseRow, type OnBack, type ValueRow } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { Clock } from '../../std/clock.ts';
import { formatRelativeTime } from '../../std/formatTime.ts';

/** How a change by an agent is undone; `none` if it cannot be undone. */
export type UndoAction =
  | { readonly kind: 'undo'; readonly changes: readonly UndoableChange[] }
  | { readonly kind: 'deleteItem' }
  | { readonly kind: 'deleteComment'; readonly commentId: string }
  | { readonly kind: 'none' };

/** A change that an agent has made, or may have made. */
export interface AgentChange {
  readonly session: Session;
  readonly address: ItemAddress | undefined;
  readonly at: number;
  /** What was changed, as plain text for the user. */
  readonly text: string;
  /** Whether the server's answer is missing, so that the change may not have happened. */
  readonly isUncertain: boolean;
  readonly undoAction: UndoAction;
}

const MAX_CHANGES = 200;

export class AgentChanges {
  readonly #clock: Clock;
  readonly #onAdd: () => void;
  #changes: readonly AgentChange[] = [];

  /** `onAdd` is called before each change is added. */
  constructor(clock: Clock, onAdd: () => void) {
    this.#clock = clock;
    this.#onAdd = onAdd;
  }

  add(change: Omit<AgentChange, 'at'>): void {
    this.#onAdd();
    this.#changes = [...this.#changes, { ...change, at: this.#clock.now() }].slice(-MAX_CHANGES);
  }

  /** The changes in this session, the latest first. */
  changesOf(session: Session): readonly AgentChange[] {
    return this.#changes.filter((change) => change.session === session).toReversed();
  }

  remove(change: AgentChange): void {
    this.#changes = this.#changes.filter((one) => one !== change);
  }
}

/** Lets the user open the work item of a change in this session, or undo the change. */
export async function showAgentChanges(
  prompts: Prompts,
  clock: Clock,
  changes: AgentChanges,
  session: Session,
): Promise<void> {
  const listedChanges = changes.changesOf(session);
  if (listedChanges.length === 0) {
    void prompts.notify('info', l10n.t('No agent has changed anything in this window.'));
    return;
  }
  const rows = listedChanges.map(
    (change): ValueRow<AgentChange> => ({
      label: change.text,
      description: change.isUncertain
        ? l10n.t('{0}, may not have been saved', formatRelativeTime(change.at, clock.now()))
        : formatRelativeTime(change.at, clock.now()),
      icon: { id: change.isUncertain ? 'question' : 'sparkle' },
      value: change,
    }),
  );
  const title = l10n.t('Agent Changes');
  await askInTwoSteps(
    () => chooseRow(prompts, rows, { title, placeholder: l10n.t('Select a change to undo it or open its work item') }),
    ({ value }, onBack) => chooseAction(prompts, changes, value, onBack),
  );
}

type Action = 'open' | 'undo' | 'deleteItem' | 'deleteComment';

async function chooseAction(
  prompts: Prompts,
  changes: AgentChanges,
  change: AgentChange,
  onBack: OnBack,
): Promise<void> {
  const { address, session, undoAction } = change;
  const rows: ValueRow<Action>[] = [];
  if (undoAction.kind === 'undo' && undoAction.changes.some((one) => one.canUndo()))
    rows.push({ label: l10n.t('Undo'), icon: { id: 'discard' }, value: 'undo' });
  if (undoAction.kind === 'deleteItem')
    rows.push({ label: l10n.t('Delete Work Item…'), icon: { id: 'trash' }, value: 'deleteItem' });
  if (undoAction.kind === 'deleteComment')
    rows.push({ label: l10n.t('Delete Comment'), icon: { id: 'trash' }, value: 'deleteComment' });
  if (address !== undefined) rows.push({ label: l10n.t('Open Work Item'), icon: { id: 'go-to-file' }, value: 'open' });
  const pickedRow = await chooseRow(prompts, rows, {
    title: change.text,
    placeholder: rows.length === 0 ? l10n.t('This change can no longer be undone') : l10n.t('Select an action'),
    onBack,
  });
  if (pickedRow === undefined) return;
  if (pickedRow.value === 'open') await prompts.runCommand(COMMANDS.openWorkItem, address);
  if (pickedRow.value === 'undo' && undoAction.kind === 'undo')
    for (const undoableChange of undoAction.changes.toReversed()) await undoableChange.undo();
  if (pickedRow.value === 'deleteItem' && address !== undefined)
    await prompts.runCommand(COMMANDS.delete, { kind: 'workItem', ...address });
  if (pickedRow.value === 'deleteComment' && undoAction.kind === 'deleteComment' && address !== undefined) {
    const deleteButton = l10n.t('Delete Comment');
    const chosenButton = await prompts.confirm(l10n.t('Delete this comment?'), change.text, deleteButton);
    if (chosenButton !== deleteButton) return;
    await session.store.comments.remove(address, undoAction.commentId);
    changes.remove(change);
  }
}

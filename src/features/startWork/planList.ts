// Shows the plan for starting work in a list.
// The user can uncheck each step of the plan, and change the branch name.
import * as l10n from '@vscode/l10n';
import type { State } from '../../contract/resources/state.ts';
import { KIND_ICONS, stateIcon } from '../../items/icons.ts';
import type { OnBack } from '../../shell/prompts/ask.ts';
import type { ListPrompt, ListRow, PromptButton, Prompts } from '../../shell/prompts/prompts.ts';
import {
  type BranchStep,
  branchStep,
  branchText,
  type PlannedBranch,
  type RepositoryState,
  worktreeStep,
} from './plan.ts';

/** The data that the plan is made from. */
export interface StartWorkData {
  readonly identifier: string;
  readonly name: string;
  /** The state of the repository, or the reason why no repository is available. */
  readonly git: RepositoryState | string;
  /** The suggested branch name. `problem` is the reason if the template produces no valid name. */
  readonly branch: { readonly name: string; readonly problem?: string };
  /**
   * The new state. Undefined if the work item is already in a started state, if the project has no started state, or
   * for a guest.
   */
  readonly state: State | undefined;
  /** The states of the project in their order. */
  readonly states: readonly State[];
  readonly currentStateId: string | null;
  readonly currentState: string;
  readonly isAssignedToMe: boolean;
  /** Whether the user is a guest of the project, who may not change the work item. */
  readonly isGuest: boolean;
  /** The names of the current assignees. Undefined if the work item is unassigned. */
  readonly currentAssignees: string | undefined;
  /**
   * The start of the commit message, or the reason why the template produces no text. Undefined without a commit box,
   * or if the text is empty or the box contains text.
   */
  readonly message: { readonly text: string } | { readonly problem: string } | undefined;
}

/** The parts of the plan that the user can change. */
export interface EditablePlan {
  branchName: string;
  base: string | undefined;
  state: State | undefined;
  message: string;
  readonly uncheckedSteps: Set<StepName>;
}

export type StepName = 'branch' | 'worktree' | 'state' | 'assign' | 'message';

/** The plan that the user accepted. */
export interface StartPlan {
  readonly branch: PlannedBranch | undefined;
  readonly state: State | undefined;
  readonly assignsToMe: boolean;
  /** The text to insert into the commit box. Undefined if no text is to be inserted. */
  readonly message: string | undefined;
}

/**
 * `go`: the user accepted the plan. `ask`: the user pressed the button of a step, so its details must be asked for.
 * `closed`: the user canceled.
 */
export type ChecklistAnswer<Step, Plan> =
  | { readonly kind: 'go'; readonly plan: Plan }
  | { readonly kind: 'ask'; readonly step: Step }
  | { readonly kind: 'closed' };

/** A row of a checklist, which stands for a step. */
export interface StepRow<Step> extends ListRow {
  readonly step: Step;
}

/** The rows and the checks of a checklist. */
interface Checklist<Step, Plan> {
  onTyped(text: string): void;
  onChecked(rows: readonly StepRow<Step>[]): void;
  /** Returns the accepted plan, or undefined if it is invalid. */
  plan(): Plan | undefined;
}

function baseButton(): PromptButton {
  return { id: 'base', icon: 'git-branch', tooltip: l10n.t('Start from Another Branch') };
}

export function stateButton(): PromptButton {
  return { id: 'state', icon: KIND_ICONS.state, tooltip: l10n.t('Change to Another State') };
}

function messageButton(): PromptButton {
  return { id: 'message', icon: 'edit', tooltip: l10n.t('Change Commit Message Prefix') };
}

/** Shows the plan. Resolves when the user accepts the plan, selects a button of a step, or cancels. Changes `draft`. */
export async function showPlan(
  prompts: Prompts,
  startData: StartWorkData,
  draft: EditablePlan,
  onBack?: OnBack,
): Promise<ChecklistAnswer<StepName, StartPlan>> {
  const list = prompts.createList<StepRow<StepName>>({
    title: titleOf(startData),
    placeholder: typeof startData.git === 'string' ? startData.git : l10n.t('Branch name'),
    text: typeof startData.git === 'string' ? '' : draft.branchName,
    onBack,
    isMultiSelect: true,
    staysOpen: true,
  });
  return showChecklist(list, new PlanList(list, startData, draft));
}

/** Shows the list. Resolves when the user accepts it, selects a button of a step, or cancels. */
export async function showChecklist<Step, Plan>(
  list: ListPrompt<StepRow<Step>>,
  checklist: Checklist<Step, Plan>,
): Promise<ChecklistAnswer<Step, Plan>> {
  list.onDidType((text) => {
    checklist.onChecked(list.checkedRows);
    checklist.onTyped(text);
  });
  for await (const event of list.events()) {
    checklist.onChecked(list.checkedRows);
    if (event.kind === 'accept') {
      const plan = checklist.plan();
      if (plan !== undefined) return { kind: 'go', plan };
    } else if (event.kind === 'press' && event.row !== undefined) return { kind: 'ask', step: event.row.step };
  }
  return { kind: 'closed' };
}

/** Returns a title that contains the steps that are already done, and why the plan changes nothing for a guest. */
function titleOf({ identifier, state, currentState, isAssignedToMe, isGuest }: StartWorkData): string {
  const completedSteps = [
    ...(state === undefined ? [currentState] : []),
    ...(isAssignedToMe ? [l10n.t('assigned to you')] : []),
    ...(isGuest ? [l10n.t('you are a guest of this project')] : []),
  ];
  return completedSteps.length === 0
    ? l10n.t('Start Work on {0}', identifier)
    : l10n.t('Start Work on {0} ({1})', identifier, completedSteps.join(', '));
}

/**
 * Returns the plan with all steps, without a branch if its name is invalid or another worktree has it checked out. The
 * user is not asked.
 */
export function planWithAllSteps(
  startData: StartWorkData,
  { branchName, base, state, message }: EditablePlan,
): StartPlan {
  const { git } = startData;
  const branch =
    typeof git === 'string' || startData.branch.problem !== undefined ? undefined : branchStep(branchName, git, base);
  return {
    branch: branch?.kind === 'invalid' || branch?.kind === 'elsewhere' ? undefined : branch,
    state,
    assignsToMe: !startData.isAssignedToMe && !startData.isGuest,
    message: message === '' ? undefined : message,
  };
}

class PlanList implements Checklist<StepName, StartPlan> {
  readonly #list: ListPrompt<StepRow<StepName>>;
  readonly #startData: StartWorkData;
  readonly #draft: EditablePlan;
  #shownText = '';

  constructor(list: ListPrompt<StepRow<StepName>>, startData: StartWorkData, draft: EditablePlan) {
    this.#list = list;
    this.#startData = startData;
    this.#draft = draft;
    this.#updateRows();
  }

  onTyped(text: string): void {
    if (typeof this.#startData.git !== 'string') this.#draft.branchName = text;
    this.#updateRows();
  }

  onChecked(rows: readonly StepRow<StepName>[]): void {
    const { uncheckedSteps } = this.#draft;
    for (const { step } of this.#list.rows) {
      if (rows.some((row) => row.step === step)) uncheckedSteps.delete(step);
      else uncheckedSteps.add(step);
    }
  }

  /** Returns the checked steps, or undefined if the branch name is invalid. */
  plan(): StartPlan | undefined {
    const checkedSteps = new Set(this.#list.checkedRows.map(({ step }) => step));
    const branch = checkedSteps.has('branch') ? this.#branch : undefined;
    if (branch?.kind === 'invalid') return undefined;
    const { git } = this.#startData;
    const worktree =
      checkedSteps.has('worktree') && branch !== undefined && typeof git !== 'string'
        ? worktreeStep(branch, git)
        : undefined;
    const { state, message } = this.#draft;
    return {
      branch: worktree ?? branch,
      state: checkedSteps.has('state') ? state : undefined,
      assignsToMe: checkedSteps.has('assign'),
      message: checkedSteps.has('message') && message !== '' ? message : undefined,
    };
  }

  get #branch(): BranchStep | undefined {
    const { git, branch } = this.#startData;
    if (typeof git === 'string') return undefined;
    const { branchName, base } = this.#draft;
    if (branch.problem !== undefined && branchName === branch.name) return { kind: 'invalid', problem: branch.problem };
    return branchStep(branchName, git, base);
  }

  /** Replaces the rows only if their text has changed, because new rows lose the focus. */
  #updateRows(): void {
    const rows = this.#rows();
    const rowsText = JSON.stringify(rows.map(({ label, description }) => [label, description]));
    if (rowsText === this.#shownText) return;
    this.#shownText = rowsText;
    this.#list.setRows(rows, { checked: rows.filter(({ step }) => !this.#draft.uncheckedSteps.has(step)) });
  }

  #rows(): StepRow<StepName>[] {
    const { git, currentState, isAssignedToMe, isGuest, currentAssignees, message } = this.#startData;
    const { state } = this.#draft;
    const rows: Omit<StepRow<StepName>, 'alwaysShow'>[] = [];
    const branch = this.#branch;
    if (branch !== undefined && typeof git !== 'string') {
      const { label, description } = branchText(branch, git);
      const buttons = branch.kind === 'create' ? { buttons: [baseButton()] } : {};
      rows.push({
        step: 'branch',
        label,
        description,
        icon: { id: branch.kind === 'invalid' ? 'error' : 'git-branch' },
        ...buttons,
      });
      const worktree = worktreeStep(branch, git);
      if (worktree !== undefined)
        rows.push({
          step: 'worktree',
          label: l10n.t('In a worktree that opens in a new window'),
          description: worktree.folder,
          icon: { id: 'multiple-windows' },
        });
    }
    if (state !== undefined) {
      rows.push({
        step: 'state',
        label: l10n.t('Change the state to {0}', state.name),
        description: l10n.t('currently {0}', currentState),
        icon: stateIcon(state, this.#startData.states),
        buttons: [stateButton()],
      });
    }
    if (!isAssignedToMe && !isGuest)
      rows.push({
        step: 'assign',
        label: l10n.t('Assign to me'),
        description:
          currentAssignees === undefined ? l10n.t('currently unassigned') : l10n.t('currently {0}', currentAssignees),
        icon: { id: 'account' },
      });
    if (message !== undefined) rows.push(this.#messageRow(message));
    return rows.map((row) => ({ ...row, alwaysShow: true }));
  }

  #messageRow(message: NonNullable<StartWorkData['message']>): StepRow<StepName> {
    const icon = { id: 'git-commit' };
    if ('problem' in message && this.#draft.message === '') {
      return {
        step: 'message',
        label: l10n.t('Start the commit message'),
        description: message.problem,
        icon,
        buttons: [messageButton()],
      };
    }
    return {
      step: 'message',
      label: l10n.t('Start the commit message with “{0}”', this.#draft.message.trim()),
      icon,
      buttons: [messageButton()],
    };
  }
}

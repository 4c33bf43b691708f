// The dependencies of the functions that start and end work.

import type * as vscode from 'vscode';
import type { BulkOptions, ItemOutcome } from '../../../core/cache/changes/bulk.ts';
import type { ChangeStep } from '../../../core/cache/changes/itemChange.ts';
import type { HostKind } from '../../../core/code/permalink.ts';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import type { Sessions } from '../../../core/session/session.ts';
import type { CodeHostSetting } from '../../../shell/git/offerCodeHost.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import type { ChosenItem, WorkItemPicker } from '../../../shell/itemPicker/workItemPicker.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { type ProgressOptions } from '../../../shell/prompts/withProgress.ts';
import type { TreeViews } from '../../../shell/tree/treeViews.ts';
import type { Clock } from '../../../std/clock.ts';
import type { Event } from '../../../std/event.ts';
import type { Logger } from '../../../std/logger.ts';

export interface PullRequestDeps extends CodeHostSetting {
  readonly prompts: Prompts;
  /** Returns the command of an installed extension that creates a pull request on this kind of host. */
  pullRequestCommand(kind: HostKind): string | undefined;
}

export interface WorkDeps extends PullRequestDeps {
  readonly sessions: Sessions;
  readonly items: Pick<WorkItemPicker, 'remember' | 'suggest'>;
  readonly views: Pick<TreeViews, 'showCurrentItem'>;
  readonly repositories: Pick<
    Repositories,
    'ready' | 'all' | 'active' | 'findByKey' | 'choose' | 'onDidChange' | 'onDidUpdateStatus'
  >;
  readonly onDidChangeActiveFile: Event<unknown>;
  /** A memento whose values are stored for this workspace. */
  readonly memory: CurrentItemMemento;
  readonly settings: WorkSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  /** `resolver` resolves mentions for the current session. It is undefined while the user is signed out. */
  readonly mentions: { readonly resolver: MentionResolver | undefined };
  /**
   * Sends steps of one work item that the user has already confirmed, in one request. Each can be undone. Asks before a
   * value is overwritten that is not the one in `before`.
   */
  applyConfirmed(
    chosenItem: ChosenItem,
    shownSteps: readonly ChangeStep[],
    options?: BulkOptions,
  ): Promise<readonly ItemOutcome[]>;
  /** Returns the number of files below the folder whose text in the editor is not saved. */
  unsavedCount(folder: vscode.Uri): number;
  /** Opens a folder in a new window, or in place of the folder of this window. */
  openFolder(path: string, options?: { readonly isSameWindow: boolean }): Promise<void>;
  /**
   * Runs `work`. If it takes long, shows its progress and, by default, a Cancel button, which aborts the signal.
   */
  readonly withProgress: <T>(
    options: StartWorkProgressOptions,
    work: (signal: AbortSignal, reportProgress: (doneCount: number) => void) => Promise<T>,
  ) => Promise<T>;
}

/** The methods of `vscode.Memento` that store the current work items. */
export interface CurrentItemMemento {
  get<T>(key: string, defaultValue: T): T;
  update(key: string, value: unknown): Thenable<void>;
}

export type StartWorkProgressOptions = Omit<ProgressOptions, 'prompts' | 'clock'>;

/** Reads the settings of the folder `scope`. */
export interface WorkSettings {
  branchTemplate(scope: vscode.Uri | undefined): string;
  /** Returns the base branch of new branches, or an empty string for the checked-out branch. */
  baseBranch(scope: vscode.Uri | undefined): string;
  /** Returns the pattern of the folders of worktrees; see `worktreeFolder`. */
  worktreeFolder(scope: vscode.Uri | undefined): string;
  /** Returns the template of commit messages, or an empty string if no text is inserted. */
  commitTemplate(scope: vscode.Uri | undefined): string;
}

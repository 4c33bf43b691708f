// What features use of the current work item and of starting work. The feature Start Work implements it.
import type { ItemAddress } from '../../core/cache/address.ts';
import type { IdentifierMatch } from '../../core/mentions/identifiers.ts';
import type { Session } from '../../core/session/session.ts';
import type { Event } from '../../std/event.ts';
import type { Repository } from '../git/repository.ts';
import type { OnBack } from '../prompts/ask.ts';
import type { ChosenItem } from './workItemPicker.ts';

/** The current work item of a repository's branch. */
export interface CurrentItem {
  readonly session: Session;
  /** The repository that contains the branch. Undefined if no repository is open. */
  readonly repository: Repository | undefined;
  readonly branch: string;
  readonly identifier: string;
  /** The address of the work item. Undefined until the work item with this identifier is loaded. */
  readonly address: ItemAddress | undefined;
  /** The name of the work item. Empty until the work item is loaded. */
  readonly name: string;
  /** Whether the server has no work item with this identifier, for example because it was deleted. */
  readonly isGone: boolean;
  /** The identifier of the work item in the branch name. Undefined if the user has set the current work item. */
  readonly mention: IdentifierMatch | undefined;
  /** The branch on which work was started; see `StoredCurrentItem`. */
  readonly base: string | undefined;
  /** The commit message prefix that is used instead of the prefix from the settings; '' for no prefix. */
  readonly message: string | undefined;
}

/** The current work items of the branches. */
export interface BranchItems {
  /** Fires when the current work item may have changed or was loaded. */
  readonly onDidChange: Event<void>;
  of(repository: Repository | undefined): CurrentItem | undefined;
}

/** A plan for starting work that was made without asking the user, who must confirm it before `start` is called. */
export interface PreparedStart {
  readonly identifier: string;
  readonly name: string;
  /** What each step does, as text for the user. */
  readonly steps: readonly string[];
  /** Runs the steps, and shows their outcomes. */
  start(): Promise<void>;
}

export interface WorkOnItems {
  /** Starts work on the work item after the user has accepted the plan. Resolves with false if the user cancels. */
  start(chosenItem: ChosenItem, onBack?: OnBack): Promise<boolean>;
  /** Resolves with a plan that contains all suggested steps. Rejects with an ApiError or a GitError. */
  planStart(chosenItem: ChosenItem, hasBranch: boolean): Promise<PreparedStart>;
  /** Resolves with the current work item, or undefined. Rejects with an ApiError if loading fails. */
  loadCurrent(): Promise<CurrentItem | undefined>;
  /** Clears the current work item, and the text that was inserted into its commit box. */
  clearCurrent(current: CurrentItem): Promise<void>;
}

// Loads the data for a plan: the work item, its project's states, and the state of the repository.
import { homedir } from 'node:os';
import { basename, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { branchNameFor } from '../../../core/branches/branchName.ts';
import { mentionInBranch } from '../../../core/branches/currentWork.ts';
import { worktreeFolder } from '../../../core/branches/worktreeFolder.ts';
import { gitUnavailableText } from '../../../shell/git/gitUnavailable.ts';
import type { Repository } from '../../../shell/git/repository.ts';
import type { ChosenItem } from '../../../shell/itemPicker/workItemPicker.ts';
import type { OnBack } from '../../../shell/prompts/ask.ts';
import { branchTemplateValues } from '../branchTemplateValues.ts';
import { branchOf, firstStateOf, type RepositoryState } from '../plan.ts';
import type { StartWorkData } from '../planList.ts';
import type { CommitBoxes } from './commitBox.ts';
import type { WorkDeps } from './deps.ts';

/** The repository for the branch, or the reason why no repository is available. */
export type RepositoryOrReason = Repository | string;

/**
 * Loads the work item again even if it is cached, because the plan shows its current values. Rejects with an ApiError
 * (for example, if the work item was deleted) or a GitError.
 */
export async function readStartWorkData(
  deps: WorkDeps,
  commitBoxes: CommitBoxes,
  chosenItem: ChosenItem,
  repositoryOrReason: RepositoryOrReason,
): Promise<StartWorkData> {
  const { session, address } = chosenItem;
  const { store, me } = session;
  const [item, states, git] = await Promise.all([
    store.resources.workItems.readOne(address.id, address.project),
    store.resources.states.readAllOrThrow(address.project),
    readRepositoryState(deps, repositoryOrReason, chosenItem),
    typeof repositoryOrReason === 'string' ? undefined : commitBoxes.readTemplate(repositoryOrReason),
  ]);
  const currentState = item.state === null ? undefined : store.state(address.project, item.state);
  const identifier = store.identifier(address) ?? item.name;
  const isGuest = store.isGuest(address.project, me.id);
  const names = item.assignees.map((id) => {
    const user = store.user(address.project, id);
    return user === undefined ? l10n.t('Unknown user') : nameOfUser(user);
  });
  return {
    identifier,
    name: item.name,
    git,
    branch:
      typeof git === 'string' || typeof repositoryOrReason === 'string'
        ? { name: '' }
        : suggestedBranch(deps, chosenItem, git, repositoryOrReason, identifier),
    state: currentState?.group === 'started' || isGuest ? undefined : firstStateOf(states, 'started'),
    states,
    currentStateId: item.state,
    currentState: currentState?.name ?? l10n.t('no state'),
    isAssignedToMe: item.assignees.includes(me.id),
    isGuest,
    currentAssignees: names.length === 0 ? undefined : names.join(', '),
    message:
      typeof repositoryOrReason === 'string'
        ? undefined
        : commitMessageFor(commitBoxes, chosenItem, repositoryOrReason),
  };
}

/** Returns the configured base branch, or undefined if the branch does not exist or is checked out. */
export function usableBaseBranch(
  { settings }: WorkDeps,
  startData: StartWorkData,
  repositoryOrReason: RepositoryOrReason,
): string | undefined {
  if (typeof repositoryOrReason === 'string' || typeof startData.git === 'string') return undefined;
  const base = settings.baseBranch(repositoryOrReason.root);
  return startData.git.branches.some(({ name }) => name === base) && startData.git.head?.branch !== base
    ? base
    : undefined;
}

async function readRepositoryState(
  { settings }: WorkDeps,
  repositoryOrReason: RepositoryOrReason,
  { session, address }: ChosenItem,
): Promise<RepositoryState | string> {
  if (typeof repositoryOrReason === 'string') return repositoryOrReason;
  const { name, root, head, uncommittedCount: uncommitted } = repositoryOrReason;
  const [branches, otherWorktrees, mainWorktree] = await Promise.all([
    repositoryOrReason.branches({ remote: true }),
    repositoryOrReason.otherWorktrees(),
    repositoryOrReason.mainWorktree(),
  ]);
  // A worktree that is created from another one is beside that of the repository, too.
  const mainFolder = mainWorktree ?? root.fsPath;
  const base = settings.baseBranch(repositoryOrReason.root);
  const isMissing = base !== '' && base !== head?.branch && !branches.some((branch) => branch.name === base);
  return {
    name,
    head,
    branches,
    remotes: repositoryOrReason.remotes.map((remote) => remote.name),
    uncommittedCount: uncommitted,
    otherWorktrees,
    ...(isMissing ? { missingBaseBranch: base } : {}),
    ...(root.scheme === 'file'
      ? {
          // The work item may be loaded only after this.
          worktreeFolder: (branch: string) => {
            const identifier = session.store.identifier(address) ?? '';
            const names = { repository: basename(mainFolder), branch, identifier };
            const folder = worktreeFolder(settings.worktreeFolder(root), names);
            return resolve(mainFolder, folder.replace(/^~(?=[/\\])/, homedir()));
          },
        }
      : {}),
  };
}

/**
 * Resolves with the name of the work item's branch, as Start Work suggests it. Rejects with an ApiError if the work item
 * cannot be loaded, or with a GitError.
 */
export async function readBranchName(
  deps: WorkDeps,
  chosenItem: ChosenItem,
  repository: Repository | undefined,
): Promise<StartWorkData['branch']> {
  const { session, address } = chosenItem;
  const { store } = session;
  const item = store.item(address) ?? (await store.resources.workItems.readOne(address.id, address.project));
  const git = repository === undefined ? '' : await readRepositoryState(deps, repository, chosenItem);
  return typeof git === 'string' || repository === undefined
    ? templateBranch(deps, chosenItem, undefined)
    : suggestedBranch(deps, chosenItem, git, repository, store.identifier(address) ?? item.name);
}

/** Returns the name of the work item's branch if a branch exists, or else the name that the template produces. */
function suggestedBranch(
  deps: WorkDeps,
  chosenItem: ChosenItem,
  git: RepositoryState,
  { root }: Repository,
  identifier: string,
): StartWorkData['branch'] {
  const matcher = deps.mentions.resolver?.matcher;
  const existingBranch = branchOf(identifier, git, (branch) =>
    matcher === undefined ? undefined : mentionInBranch(branch, matcher)?.identifier,
  );
  return existingBranch === undefined ? templateBranch(deps, chosenItem, root) : { name: existingBranch };
}

/** Returns the name that the template in the settings of the folder `root` produces. */
function templateBranch(
  deps: WorkDeps,
  { session, address }: ChosenItem,
  root: Repository['root'] | undefined,
): StartWorkData['branch'] {
  const values = branchTemplateValues(session, address, deps.clock.now());
  const templateResult =
    values === undefined
      ? { problem: l10n.t('The project of this work item is not known yet.') }
      : branchNameFor(deps.settings.branchTemplate(root), values);
  if ('name' in templateResult) return templateResult;
  return {
    name: 'text' in templateResult ? (templateResult.text ?? '') : '',
    problem: [templateResult.problem, l10n.t('See the setting contrail.work.branchTemplate.')].join(' '),
  };
}

function commitMessageFor(
  commitBoxes: CommitBoxes,
  { session, address }: ChosenItem,
  repository: Repository,
): StartWorkData['message'] {
  if (!commitBoxes.canFill(repository)) return undefined;
  const prefix = commitBoxes.initialMessage(session, address, repository);
  if ('problem' in prefix) return prefix;
  return prefix.text === '' ? undefined : prefix;
}

/**
 * Resolves with the repository of the active file, or a repository that the user picks, or the reason why no repository
 * is available. Resolves with undefined if the user cancels.
 */
export async function chooseWorkRepository(
  { repositories }: WorkDeps,
  title: string,
  onBack: OnBack | undefined,
): Promise<{ readonly repositoryOrReason: RepositoryOrReason; readonly isPicked: boolean } | undefined> {
  const chosen = await repositories.choose(title, { onBack });
  if (chosen.kind === 'closed') return undefined;
  return chosen.kind === 'notFound'
    ? { repositoryOrReason: gitUnavailableText(chosen.reason), isPicked: false }
    : { repositoryOrReason: chosen.repository, isPicked: chosen.isPicked === true };
}

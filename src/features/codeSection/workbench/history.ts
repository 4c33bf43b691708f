// Reads the branches and commits of a work item from the window's repositories, and opens them.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { branchesOf, commitPattern, isCommitOf } from '../../../core/branches/history.ts';
import type { GitCommit } from '../../../shell/git/api.ts';
import { GitError } from '../../../shell/git/gitError.ts';
import { gitUnavailableText } from '../../../shell/git/gitUnavailable.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import type { Branch, Repository } from '../../../shell/git/repository.ts';
import { showInfo } from '../../../shell/prompts/notifications.ts';
import { displayText } from '../../../std/displayName.ts';
import type { CodeSectionSources, OpenableRow, SectionList } from '../section.ts';

/** The part of `Repositories` that this module uses. */
type GitAccess = Pick<Repositories, 'ready' | 'all' | 'choose' | 'uriAtCommit'>;

interface History {
  readonly branches: SectionList;
  readonly commits: SectionList;
}

const MAX_COMMITS = 50;
/** Maximum number of branches whose commits are searched. */
const MAX_BRANCHES = 100;

export async function readHistory(
  identifier: string,
  repositories: GitAccess,
  signal: AbortSignal,
  parts: Parameters<CodeSectionSources['readHistory']>[2],
): Promise<History> {
  const gitProblem = await repositories.ready();
  const { all } = repositories;
  if (gitProblem !== undefined || all.length === 0) {
    const message = gitProblem === undefined ? await noRepositoryText(repositories) : gitUnavailableText(gitProblem);
    return { branches: { rows: [], message }, commits: { rows: [], message } };
  }
  const histories = await Promise.all(
    all.map((repository) => readHistoryOf(identifier, repository, repositories, all.length > 1, signal, parts)),
  );
  const joinedMessages = [...new Set(histories.flatMap(({ message }) => message ?? []))].join(' ');
  const commits = histories.flatMap(({ commits }) => commits).toSorted((commit, other) => other.at - commit.at);
  return {
    branches: {
      rows: histories.flatMap((history) => history.branches),
      message: joinedMessages === '' ? undefined : joinedMessages,
    },
    commits: {
      rows: commits.slice(0, MAX_COMMITS).map(({ row }) => row),
      message:
        commits.length >= MAX_COMMITS ? l10n.t('Only the latest {0} commits are shown.', MAX_COMMITS) : undefined,
    },
  };
}

interface RepositoryHistory {
  readonly branches: readonly OpenableRow[];
  readonly commits: readonly { readonly at: number; readonly row: OpenableRow }[];
  readonly message?: string;
}

async function readHistoryOf(
  identifier: string,
  repository: Repository,
  repositories: GitAccess,
  showRepositoryName: boolean,
  signal: AbortSignal,
  parts: Parameters<CodeSectionSources['readHistory']>[2],
): Promise<RepositoryHistory> {
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = (): void => cancellation.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const branches = await repository.branches({ remote: true }, cancellation.token);
    // A repository without a commit has no history to search.
    if (repository.head?.commit === undefined) return { branches: [], commits: [] };
    const rows = branchesOf(identifier, branches).map((entry) =>
      branchRow(entry, repository, repositories, showRepositoryName),
    );
    if (parts === 'branches') return { branches: rows, commits: [] };
    const refNames = [
      'HEAD',
      ...branches.slice(0, MAX_BRANCHES).map(({ name, remote }) => `refs/${remote ? 'remotes' : 'heads'}/${name}`),
    ];
    const options = { grep: commitPattern(identifier), maxEntries: MAX_COMMITS, refNames };
    const commits = await repository.log(options, cancellation.token);
    return {
      branches: rows,
      commits: commits
        .filter(({ message }) => isCommitOf(identifier, message))
        .map((entry) => ({
          at: dateOf(entry)?.getTime() ?? 0,
          row: commitRow(entry, repository, repositories, showRepositoryName),
        })),
    };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return {
      branches: [],
      commits: [],
      message: signal.aborted
        ? ''
        : l10n.t('Git could not read the history of {0}. {1}', repository.name, error.output),
    };
  } finally {
    signal.removeEventListener('abort', cancel);
    cancellation.dispose();
  }
}

function branchRow(
  branch: Branch,
  repository: Repository,
  repositories: GitAccess,
  showRepositoryName: boolean,
): OpenableRow {
  const isCheckedOut = repository.head?.branch === branch.name;
  return {
    row: {
      label: branch.name,
      ...(showRepositoryName ? { detail: repository.name } : {}),
      ...(isCheckedOut
        ? { badge: l10n.t('checked out') }
        : branch.remote
          ? { badge: l10n.t({ message: 'remote', comment: ['A branch of a remote repository'] }) }
          : {}),
    },
    open: () => showBranchActions(branch, repository, repositories, isCheckedOut),
  };
}

/** Asks what to do with the branch, so that a click alone does not check it out. */
async function showBranchActions(
  { name, commit, remote }: Branch,
  repository: Repository,
  repositories: GitAccess,
  isCheckedOut: boolean,
): Promise<void> {
  const rows = [
    ...(commit === undefined
      ? []
      : [{ label: `$(git-commit) ${l10n.t('Show Last Commit')}`, action: 'show' as const }]),
    ...(isCheckedOut || remote ? [] : [{ label: `$(git-branch) ${l10n.t('Check Out')}`, action: 'checkout' as const }]),
    { label: `$(copy) ${l10n.t('Copy Name')}`, action: 'copy' as const },
  ];
  const pickedRow = await vscode.window.showQuickPick(rows, { title: l10n.t('Branch {0}', displayText(name)) });
  if (pickedRow?.action === 'show' && commit !== undefined)
    await showCommit(await repository.readCommit(commit), repository, repositories);
  if (pickedRow?.action === 'checkout') await repository.checkout(name);
  if (pickedRow?.action === 'copy') await vscode.env.clipboard.writeText(name);
}

function commitRow(
  commit: GitCommit,
  repository: Repository,
  repositories: GitAccess,
  showRepositoryName: boolean,
): OpenableRow {
  const { hash, message, authorName } = commit;
  const date = dateOf(commit);
  return {
    row: {
      label: message.split('\n')[0] ?? '',
      detail: [hash.slice(0, 8), authorName, showRepositoryName ? repository.name : undefined]
        .filter(Boolean)
        .join(' · '),
      ...(date === undefined ? {} : { at: date.toISOString() }),
    },
    open: () => showCommit(commit, repository, repositories),
  };
}

/** Shows the changes of a commit in VS Code's multi-file diff editor. */
async function showCommit(
  { hash, message, parents }: GitCommit,
  repository: Repository,
  repositories: GitAccess,
): Promise<void> {
  const name = hash.slice(0, 8);
  const [parent] = parents;
  if (parent === undefined) {
    void showInfo(l10n.t('{0} is the first commit. There is nothing to compare it with.', name));
    return;
  }
  const changes = await repository.changes(parent, hash);
  const resources = changes.map(({ before, after }) => [
    after ?? before,
    before && repositories.uriAtCommit(parent, before),
    after && repositories.uriAtCommit(hash, after),
  ]);
  if (resources.length === 0) void showInfo(l10n.t('Commit {0} changes no files.', name));
  else await vscode.commands.executeCommand('vscode.changes', `${name} ${message.split('\n')[0] ?? ''}`, resources);
}

function dateOf({ commitDate, authorDate }: GitCommit): Date | undefined {
  return commitDate ?? authorDate;
}

async function noRepositoryText(repositories: GitAccess): Promise<string> {
  const noRepository = await repositories.choose(l10n.t('Code'));
  return noRepository.kind === 'notFound' ? gitUnavailableText(noRepository.reason) : '';
}

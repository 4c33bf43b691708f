// Drafts a comment on the current work item that lists the commits and the changed files of its branch.
import * as l10n from '@vscode/l10n';
import { fencedBlock } from '../../../core/comments/codeComment.ts';
import { type CommentDrafts, draftComment } from '../../../shell/documents/commentDrafts.ts';
import { GitError } from '../../../shell/git/gitError.ts';
import { gitUnavailableText } from '../../../shell/git/gitUnavailable.ts';
import type { ChangedFile, Repository } from '../../../shell/git/repository.ts';
import type { CurrentItem } from '../../../shell/itemPicker/currentWork.ts';
import { pickRow } from '../../../shell/prompts/ask.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import type { WorkSettings } from './deps.ts';

const MAX_COMMITS = 50;
const MAX_FILES = 100;

export interface SummaryDeps extends CommentDrafts {
  readonly prompts: Prompts;
  readonly settings: Pick<WorkSettings, 'baseBranch'>;
}

/** A branch, and the commit at its end. */
export interface BranchEnd {
  readonly branch: string;
  readonly commit: string;
}

/**
 * Opens the draft as a document. Never sends it, and never changes a draft that has text. The summary is of the branch
 * `end`, which may no longer exist, by default of the checked-out branch.
 */
export async function commentWithSummary(deps: SummaryDeps, current: CurrentItem, end?: BranchEnd): Promise<void> {
  const { prompts, documents } = deps;
  const { session, repository, identifier, address, isGone } = current;
  if (address === undefined || isGone) {
    void prompts.notify('error', l10n.t('{0} was not found on the server.', identifier));
    return;
  }
  if (repository === undefined) {
    void prompts.notify('info', gitUnavailableText('noRepository'));
    return;
  }
  const summary = await readSummary(deps, current, repository, end);
  if (summary === undefined) return;
  const target = { session, address };
  if (await draftComment(deps, target, summary)) {
    await documents.open(target);
    return;
  }
  const copy = l10n.t('Copy Summary');
  const message = l10n.t('{0} already has a draft comment, so the summary was not added to it.', identifier);
  if ((await prompts.notify('warning', message, copy)) !== copy) return;
  await prompts.copyText(summary);
  await documents.open(target);
}

/**
 * Resolves with the text of the summary. Resolves with undefined if the user cancels, or if there is nothing to
 * summarize, which a message then says.
 */
async function readSummary(
  deps: SummaryDeps,
  current: CurrentItem,
  repository: Repository,
  end: BranchEnd | undefined,
): Promise<string | undefined> {
  const { prompts } = deps;
  try {
    const base = await chooseBase(deps, current, repository);
    if (base === undefined) return undefined;
    const [commits, files] = await prompts.progress({ title: l10n.t('Reading the commits…'), location: 'window' }, () =>
      Promise.all([repository.commitsSince(base, end?.commit), repository.filesSince(base, end?.commit)]),
    );
    if (commits.length > 0) {
      const commitSubjects = commits.map(({ message }) => message.split('\n', 1)[0] ?? '').toReversed();
      return summaryText(end?.branch ?? repository.head?.branch ?? 'HEAD', base, commitSubjects, files);
    }
    void prompts.notify('info', l10n.t('The branch has no commits since {0}.', base));
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    void prompts.notify('error', l10n.t('Git could not read the history of {0}. {1}', repository.name, error.output));
  }
  return undefined;
}

/**
 * Resolves with the branch on which work was started, or else with the configured base branch, or else with a branch
 * that the user picks. A branch that does not exist or is checked out is skipped.
 */
async function chooseBase(
  { prompts, settings }: SummaryDeps,
  { base, identifier }: CurrentItem,
  repository: Repository,
): Promise<string | undefined> {
  const allBranches = await repository.branches({ remote: true });
  const otherBranches = allBranches.filter(({ name }) => name !== repository.head?.branch);
  const baseBranch = [base, settings.baseBranch(repository.root)].find((name) =>
    otherBranches.some((other) => other.name === name),
  );
  if (baseBranch !== undefined) return baseBranch;
  const pickedRow = await pickRow<string>(prompts, {
    title: l10n.t('Comment with Summary on {0}', identifier),
    placeholder: l10n.t('Select the branch to compare with'),
    staysOpen: true,
    rows: () => otherBranches.map(({ name }) => ({ label: name, value: name })),
  });
  return pickedRow?.value;
}

/** Returns Markdown. Texts from git are in code blocks, so that they are shown unchanged. */
export function summaryText(
  branch: string,
  base: string,
  subjects: readonly string[],
  files: readonly ChangedFile[],
): string {
  const fileLines = files.map(({ path, insertions, deletions }) =>
    insertions === undefined || deletions === undefined ? path : `${path} +${insertions} -${deletions}`,
  );
  return [
    l10n.t('Commits:'),
    codeBlock([`${base}..${branch}`, '', ...limitLines(subjects, MAX_COMMITS)]),
    ...(files.length === 0 ? [] : [l10n.t('Changed files:'), codeBlock(limitLines(fileLines, MAX_FILES))]),
    '',
  ].join('\n\n');
}

function codeBlock(lines: readonly string[]): string {
  return fencedBlock('', lines.join('\n'));
}

function limitLines(lines: readonly string[], max: number): readonly string[] {
  const hiddenCount = lines.length - max;
  return hiddenCount <= 0 ? lines : [...lines.slice(0, max), l10n.t('… and {0} more', hiddenCount)];
}

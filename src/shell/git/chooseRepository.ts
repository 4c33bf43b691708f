// Chooses the repository that a command acts on.
import * as l10n from '@vscode/l10n';
import type { Uri } from 'vscode';
import { chooseRow, type OnBack } from '../prompts/ask.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { GitUnavailableReason } from './gitUnavailable.ts';
import type { Repository } from './repository.ts';

/** The chosen repository, the reason why no repository is available, or `closed` if the user closed the picker. */
export type RepositoryChoice =
  | { readonly kind: 'chosen'; readonly repository: Repository; readonly isPicked?: true }
  | { readonly kind: 'notFound'; readonly reason: GitUnavailableReason }
  | { readonly kind: 'closed' };

/** The open repositories of the window, from which the repository that a command acts on is chosen. */
export interface RepositoryCandidates {
  /** The reason why no repository is available. Undefined if at least one is. */
  readonly unavailableReason: GitUnavailableReason | undefined;
  readonly repositories: readonly Repository[];
  /** The repository that contains the file that the command acts on. */
  readonly repositoryOfFile: Repository | undefined;
  /** Returns the path of a repository's root relative to the folders of the window. */
  readonly relativePath: (root: Uri) => string;
}

/** Resolves with the repository of the file, the only repository, or a repository that the user picks. */
export async function chooseRepository(
  prompts: Prompts,
  title: string,
  { unavailableReason, repositories: all, repositoryOfFile: ofFile, relativePath }: RepositoryCandidates,
  onBack?: OnBack,
): Promise<RepositoryChoice> {
  if (unavailableReason !== undefined) return { kind: 'notFound', reason: unavailableReason };
  const repository = ofFile ?? (all.length === 1 ? all[0] : undefined);
  if (repository !== undefined) return { kind: 'chosen', repository };
  const rows = all.map((candidate) => ({
    label: candidate.name,
    description: candidate.head?.branch ?? l10n.t('no branch checked out'),
    detail: relativePath(candidate.root),
    value: candidate,
  }));
  const pickedRow = await chooseRow(prompts, rows, {
    title,
    placeholder: l10n.t('Select a repository'),
    matchedProperties: ['description'],
    onBack,
  });
  return pickedRow === undefined ? { kind: 'closed' } : { kind: 'chosen', repository: pickedRow.value, isPicked: true };
}

// Describes the origin of selected lines: the commit, local changes, and the permalink.
import { anchorByText, splitLines } from '../../core/code/anchor.ts';
import { hasCellWithLines } from '../../core/code/notebook.ts';
import {
  type CodeHosts,
  configuredRemote,
  type LineRange,
  linkedRemote,
  permalink,
} from '../../core/code/permalink.ts';
import { type Remote, repositoryIdentity } from '../../core/code/remote.ts';
import type { CodeOrigin } from '../../core/comments/codeComment.ts';
import { type LinkedCode, matchesName } from '../../core/comments/codeExternalId.ts';
import { undefinedIfGitFails } from '../git/gitError.ts';
import { type NamedRemote, remotesOf } from '../git/remotes.ts';
import type { Repository } from '../git/repository.ts';
import type { SelectedSource } from './source.ts';

export interface SelectedCodeOrigin {
  readonly place: LinkedCode;
  readonly origin: CodeOrigin;
}

/**
 * Resolves with the origin of the selected lines. Rejects with a GitError if git cannot list the branches that
 * contain the commit.
 */
export async function findOrigin(source: SelectedSource, hosts: CodeHosts): Promise<SelectedCodeOrigin> {
  const { repository, commit, path, cell } = source;
  const remotes = remotesOf(repository);
  // Undefined if the commit does not contain the file.
  const textAtCommit = await source.repository.show(source.commit, source.uri).catch(undefinedIfGitFails);
  const { lines: linesAtCommit, changed } = compareWithCommit(source, textAtCommit);
  const lines = changed === 'no' ? (linesAtCommit ?? source.lines) : source.lines;
  // In the clone of a fork, `upstream` is by convention the repository that all clones share.
  const preferredRemote = remotes.find(({ name }) => name === 'upstream') ?? remotes[0];
  const place: LinkedCode = {
    repository:
      preferredRemote === undefined
        ? localName(repository)
        : repositoryIdentity(configuredRemote(preferredRemote.remote, hosts)),
    commit,
    path,
    lines,
    changed: changed !== 'no',
    ordinal: 1,
  };
  const origin = { path, lines: source.lines, ...(cell === undefined ? {} : { cell }), commit, changed } as const;
  if (changed === 'file') return { place, origin };
  return { place, origin: { ...origin, ...(await createPermalink(source, remotes, hosts, linesAtCommit)) } };
}

/**
 * Returns the names that a repository can have in the external id of a comment: those of its web pages as configured,
 * and those of its remotes, which comments have that were written where nothing is configured.
 */
export function repositoryNamesOf(repository: Repository, hosts: CodeHosts): readonly string[] {
  const remotes = remotesOf(repository).flatMap(({ remote }) => [configuredRemote(remote, hosts), remote]);
  return [...new Set(remotes.map(repositoryIdentity)), localName(repository)];
}

/**
 * Resolves with the repositories that one of their remotes identifies as that of the code, or else with those that have
 * the commit, for example of a fork.
 */
export async function findRepositories(
  { repository, commit }: Pick<LinkedCode, 'repository' | 'commit'>,
  candidates: readonly Repository[],
  hosts: CodeHosts,
): Promise<readonly Repository[]> {
  const namedRepositories = candidates.filter((candidate) =>
    repositoryNamesOf(candidate, hosts).some((name) => matchesName(repository, name)),
  );
  if (namedRepositories.length > 0) return namedRepositories;
  const found = await Promise.all(
    candidates.map(async (candidate) => ((await candidate.findCommits([commit])).has(commit) ? [candidate] : [])),
  );
  return found.flat();
}

/** Returns the name of a repository without a remote: the name of its folder, with the prefix `local:`. */
function localName({ name }: Repository): string {
  return `local:${name}`;
}

async function createPermalink(
  { repository, commit, path }: SelectedSource,
  remotes: readonly NamedRemote[],
  hosts: CodeHosts,
  lines: LineRange | undefined,
): Promise<Pick<CodeOrigin, 'link' | 'noLinkReason'>> {
  if (repository.remotes.length === 0) return { noLinkReason: 'noRemote' };
  const linkTo = (remote: Remote | undefined): string | undefined => {
    const linked = remote && linkedRemote(remote, hosts);
    return linked && permalink(linked.remote, linked.kind, { commit, path, lines });
  };
  const linkedRemotes = remotes.flatMap(({ name, remote }) => {
    const link = linkTo(remote);
    return link === undefined ? [] : [{ name, link }];
  });
  if (linkedRemotes.length === 0) return { noLinkReason: 'unknownHost' };
  const published = await repository.published(commit);
  const sourceRemote = linkedRemotes.find(({ name }) => published.remotes.includes(name));
  const fetchedLink = published.addresses.flatMap((address) => linkTo(repository.parseRemote(address)) ?? []).at(0);
  const link = sourceRemote?.link ?? fetchedLink ?? (published.isFetched ? linkedRemotes[0]?.link : undefined);
  return link === undefined ? { noLinkReason: 'notPushed' } : { link };
}

/**
 * Returns the position of the selected lines at the commit, if the commit has them, and whether they have changed. The
 * file of a notebook contains cells as JSON, so code in a cell has no line numbers.
 */
function compareWithCommit(
  source: SelectedSource,
  textAtCommit: string | undefined,
): { readonly lines?: LineRange | undefined; readonly changed: CodeOrigin['changed'] } {
  if (textAtCommit === undefined) return { changed: 'file' };
  if (source.cell !== undefined) return { changed: hasCellWithLines(textAtCommit, source.code) ? 'no' : 'lines' };
  const found = findLinesAtCommit(source, textAtCommit);
  return { lines: found?.lines, changed: found?.isIdentical === true ? 'no' : 'lines' };
}

/** Returns the position of the selected lines at the commit, and whether their text is the same at the commit. */
function findLinesAtCommit(
  { text, lines }: SelectedSource,
  textAtCommit: string,
): { readonly lines: LineRange; readonly isIdentical: boolean } | undefined {
  const currentLines = splitLines(text);
  const committedLines = splitLines(textAtCommit);
  const result = anchorByText(currentLines, lines, committedLines);
  if (result.kind === 'notFound') return undefined;
  const selectedText = currentLines.slice(lines.first - 1, lines.last).join('\n');
  return {
    lines: result.lines,
    isIdentical: selectedText === committedLines.slice(result.lines.first - 1, result.lines.last).join('\n'),
  };
}

// Describes the origin of selected lines.
// It consists of the commit, whether the lines differ from it, and the permalink if any.
import { anchorByText, linesOf } from '../../../codeLinks/anchor.ts';
import type { CodeOrigin } from '../../../codeLinks/codeComment.ts';
import type { CodePlace } from '../../../codeLinks/codePlace.ts';
import { type HostKind, hostKindOf, type Lines, permalink } from '../../../codeLinks/permalink.ts';
import { identityOf, type Remote, readRemote } from '../../../codeLinks/remote.ts';
import { GitRefusal } from '../../git/refusal.ts';
import type { Repository } from '../../git/repository.ts';
import type { SelectedSource } from './source.ts';

export interface DescribedOrigin {
  readonly place: CodePlace;
  readonly origin: CodeOrigin;
}

/** Rejects with a GitRefusal if git cannot list the branches that contain the commit. */
export async function describeOrigin(
  source: SelectedSource,
  hosts: ReadonlyMap<string, HostKind>,
): Promise<DescribedOrigin> {
  const { repository, commit, path } = source;
  const remotes = remotesOf(repository);
  const then = await textAt(source);
  const there = then === undefined ? undefined : linesAt(source, then);
  const changed = then === undefined ? 'file' : there?.same === true ? 'no' : 'lines';
  const lines = changed === 'no' ? (there?.lines ?? source.lines) : source.lines;
  const [first] = remotes;
  const place: CodePlace = {
    repository: first === undefined ? localName(repository) : identityOf(first.remote),
    commit,
    path,
    lines,
    changed: changed !== 'no',
    ordinal: 1,
  };
  const origin = { path, lines: source.lines, commit, changed } as const;
  if (changed === 'file') return { place, origin };
  return { place, origin: { ...origin, ...(await linkTo(source, remotes, hosts, there?.lines)) } };
}

/** The names that a repository can have in an external id. */
export function namesOf(repository: Repository): readonly string[] {
  return [...remotesOf(repository).map(({ remote }) => identityOf(remote)), localName(repository)];
}

/** A repository without a remote on a host is identified by its folder's name. */
function localName({ name }: Repository): string {
  return `local:${name}`;
}

interface NamedRemote {
  readonly name: string;
  readonly remote: Remote;
}

/** The remote of the branch's upstream first, then `origin`. */
function remotesOf({ remotes, head }: Repository): readonly NamedRemote[] {
  const rank = (name: string): number =>
    head?.upstream?.startsWith(`${name}/`) === true ? 0 : name === 'origin' ? 1 : 2;
  return remotes
    .toSorted((one, other) => rank(one.name) - rank(other.name))
    .flatMap(({ name, fetchUrl, pushUrl }) => {
      const remote = readRemote(fetchUrl ?? pushUrl ?? '');
      return remote === undefined ? [] : [{ name, remote }];
    });
}

async function linkTo(
  { repository, commit, path }: SelectedSource,
  remotes: readonly NamedRemote[],
  hosts: ReadonlyMap<string, HostKind>,
  lines: Lines | undefined,
): Promise<Pick<CodeOrigin, 'link' | 'unlinked'>> {
  if (repository.remotes.length === 0) return { unlinked: 'noRemote' };
  const known = remotes.flatMap(({ name, remote }) => {
    const kind = hostKindOf(remote, hosts);
    const link = kind === undefined ? undefined : permalink(remote, kind, { commit, path, lines });
    return link === undefined ? [] : [{ name, link }];
  });
  if (known.length === 0) return { unlinked: 'unknownHost' };
  const branches = await repository.branches({ remote: true, containing: commit });
  const pushed = known.find(({ name }) =>
    branches.some((branch) => branch.remote && branch.name.startsWith(`${name}/`)),
  );
  return pushed === undefined ? { unlinked: 'notPushed' } : { link: pushed.link };
}

/** Undefined if the commit has no such file. */
async function textAt({ repository, commit, uri }: SelectedSource): Promise<string | undefined> {
  try {
    return await repository.show(commit, uri);
  } catch (error) {
    if (error instanceof GitRefusal) return undefined;
    throw error;
  }
}

/** The position of the selected lines at the commit, and whether they are identical there. */
function linesAt(
  { text, lines }: SelectedSource,
  then: string,
): { readonly lines: Lines; readonly same: boolean } | undefined {
  const now = linesOf(text);
  const before = linesOf(then);
  const found = anchorByText(now, lines, before);
  if (found.kind === 'away') return undefined;
  const own = now.slice(lines.first - 1, lines.last).join('\n');
  return { lines: found.lines, same: own === before.slice(found.lines.first - 1, found.lines.last).join('\n') };
}

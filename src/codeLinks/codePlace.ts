// Writes and parses the `external_id` of a comment on code: repository, commit, path and lines.
import { createHash } from 'node:crypto';
import { isWellFormed, type Lines } from './permalink.ts';

export interface CodePlace {
  /** See `identityOf` of a remote; `local:name` for a repository without a remote. */
  readonly repository: string;
  /** The full hash. */
  readonly commit: string;
  /** Relative to the repository's root, with slashes. */
  readonly path: string;
  /** Line numbers at that commit; if `changed`, in the file as it was when the comment was written. */
  readonly lines: Lines;
  /** Whether the lines differed from the commit when the comment was written. */
  readonly changed: boolean;
  /** 1 for the first comment on the place, 2 for the second. */
  readonly ordinal: number;
}

/** The server's maximum length of an external id. */
export const MAX_EXTERNAL_ID = 255;

const PLACE =
  /^code:([^@\s]+)@([0-9a-f]{40}|[0-9a-f]{64})(\+?):(.+)#L([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?(?:~([1-9]\d{0,5}))?$/su;
/** A name that was too long, replaced by the start of its hash. */
const SHORT = /^\*[0-9a-f]{16}$/;
const HASH_LENGTH = 16;

/**
 * Returns the id, which is never longer than `MAX_EXTERNAL_ID`: a repository or path that is too long is replaced by
 * its hash, see `isNamed`.
 */
export function externalId(place: CodePlace): string {
  const repository = escaped(place.repository);
  const path = escaped(place.path);
  const ids = [
    idOf(place, repository, path),
    idOf(place, shortened(place.repository), path),
    idOf(place, repository, shortened(place.path)),
    idOf(place, shortened(place.repository), shortened(place.path)),
  ];
  return ids.find((id) => id.length <= MAX_EXTERNAL_ID) ?? ids[3] ?? '';
}

/** Undefined for other ids, and for a path outside of its repository. Repository and path may be hashes. */
export function readExternalId(id: string): CodePlace | undefined {
  const [, repository, commit, mark, path, first, last = first, ordinal = '1'] = PLACE.exec(id) ?? [];
  if (repository === undefined || commit === undefined || path === undefined || first === undefined) return undefined;
  const lines = { first: Number(first), last: Number(last) };
  const named = unescaped(path);
  if (lines.last < lines.first || !(isShort(named) || isInside(named))) return undefined;
  return {
    repository: unescaped(repository),
    commit,
    path: named,
    lines,
    changed: mark === '+',
    ordinal: Number(ordinal),
  };
}

/** Whether a parsed repository or path, or its hash, stands for this name. */
export function isNamed(read: string, name: string): boolean {
  return read === (isShort(read) ? shortened(name) : name);
}

/** Whether only the hash of the name is left. */
export function isShort(read: string): boolean {
  return SHORT.test(read);
}

/** Whether both places are the same lines at the same commit, ignoring the ordinal. */
export function isSamePlace(one: CodePlace, other: CodePlace): boolean {
  return externalId({ ...one, ordinal: 1 }) === externalId({ ...other, ordinal: 1 });
}

/**
 * Whether a path stays below the repository's root and outside of `.git`. Comments come from other users, so their
 * paths are untrusted.
 */
export function isInside(path: string): boolean {
  // Windows ignores dots and spaces at the end of a name.
  const names = path.split('/').map((name) => name.replace(/[. ]+$/, '').toLowerCase());
  return !/[\\\0]/.test(path) && !/^[a-z]:/i.test(path) && names.every((name) => name !== '' && name !== '.git');
}

function idOf({ commit, changed, lines, ordinal }: CodePlace, repository: string, path: string): string {
  const range = lines.first === lines.last ? `${lines.first}` : `${lines.first}-${lines.last}`;
  return `code:${repository}@${commit}${changed ? '+' : ''}:${path}#L${range}${ordinal === 1 ? '' : `~${ordinal}`}`;
}

function shortened(name: string): string {
  if (isShort(name)) return name;
  return `*${createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH)}`;
}

/** A hash stays unchanged; in a full name, the characters that have a meaning in the id are escaped. */
function escaped(name: string): string {
  if (isShort(name)) return name;
  return isWellFormed(name).replace(/[%@\s\p{Cc}]|^\*/gu, (letter) => encodeURIComponent(letter).replace('*', '%2A'));
}

function unescaped(text: string): string {
  if (isShort(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

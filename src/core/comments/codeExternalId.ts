// Creates and parses a code comment's `external_id`, which contains repository, commit and lines.

import { createHash, randomUUID } from 'node:crypto';
import { decodePercent } from '../../std/decodePercent.ts';
import { type LineRange, toWellFormed } from '../code/permalink.ts';

export interface LinkedCode {
  /** Host and path of the remote in lower case; `local:name` for a repository without a remote. */
  readonly repository: string;
  /** The full hash of the commit. */
  readonly commit: string;
  /** The path relative to the root of the repository, with slashes. */
  readonly path: string;
  /** The lines at `commit`; if `changed` is true, the lines in the file when the comment was written. */
  readonly lines: LineRange;
  /** Whether the lines differed from the commit when the comment was written. */
  readonly changed: boolean;
  /** The number of the comment among the comments on the same lines, starting with 1. */
  readonly ordinal: number;
}

/** The server's maximum length of an external id. */
export const MAX_EXTERNAL_ID_LENGTH = 255;

const EXTERNAL_ID =
  /^code:([^@\s]+)@([0-9a-f]{40}|[0-9a-f]{64})(\+?):(.+)#L([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?(?:~([1-9]\d{0,5}))?$/su;
/** Matches the hash that replaces a repository or path that is too long. */
const NAME_HASH = /^\*[0-9a-f]{16}$/;
const HASH_LENGTH = 16;

/**
 * Returns the external id, which is never longer than `MAX_EXTERNAL_ID_LENGTH`: a repository or path that is too long
 * is replaced by the start of its hash.
 */
export function codeExternalId(place: LinkedCode): string {
  const repository = escapeName(place.repository);
  const path = escapeName(place.path);
  const ids = [
    buildId(place, repository, path),
    buildId(place, hashOf(place.repository), path),
    buildId(place, repository, hashOf(place.path)),
    buildId(place, hashOf(place.repository), hashOf(place.path)),
  ];
  return ids.find((id) => id.length <= MAX_EXTERNAL_ID_LENGTH) ?? ids[3] ?? '';
}

/**
 * Returns undefined if the id was not created by `codeExternalId` or if the path is unsafe. The repository and the path
 * may be hashes.
 */
export function parseCodeExternalId(id: string): LinkedCode | undefined {
  const [, repository, commit, changedMark, path, first, last = first, ordinal = '1'] = EXTERNAL_ID.exec(id) ?? [];
  if (repository === undefined || commit === undefined || path === undefined || first === undefined) return undefined;
  const lines = { first: Number(first), last: Number(last) };
  const decodedPath = unescapeName(path);
  if (lines.last < lines.first || !(isNameHash(decodedPath) || isSafePath(decodedPath))) return undefined;
  return {
    repository: unescapeName(repository),
    commit,
    path: decodedPath,
    lines,
    changed: changedMark === '+',
    ordinal: Number(ordinal),
  };
}

/** Whether a repository or path in an external id is this name or the hash of this name. */
export function matchesName(nameOrHash: string, name: string): boolean {
  return nameOrHash === (isNameHash(nameOrHash) ? hashOf(name) : name);
}

/** Whether a repository or path in an external id was replaced by its hash. */
export function isNameHash(nameOrHash: string): boolean {
  return NAME_HASH.test(nameOrHash);
}

/** Whether both comments are on the same lines at the same commit; ignores the ordinal. */
export function isSameLinkedCode(one: LinkedCode, other: LinkedCode): boolean {
  return codeExternalId({ ...one, ordinal: 1 }) === codeExternalId({ ...other, ordinal: 1 });
}

/**
 * Whether a path is below the root of the repository and outside of `.git`. The paths in comments are untrusted,
 * because other users write them.
 */
export function isSafePath(path: string): boolean {
  // Windows ignores dots and spaces at the end of a name.
  const names = path.split('/').map((name) => name.replace(/[. ]+$/, '').toLowerCase());
  return !/[\\\0]/.test(path) && !/^[a-z]:/i.test(path) && names.every((name) => name !== '' && name !== '.git');
}

function buildId({ commit, changed, lines, ordinal }: LinkedCode, repository: string, path: string): string {
  const range = lines.first === lines.last ? `${lines.first}` : `${lines.first}-${lines.last}`;
  return `code:${repository}@${commit}${changed ? '+' : ''}:${path}#L${range}${ordinal === 1 ? '' : `~${ordinal}`}`;
}

function hashOf(name: string): string {
  if (isNameHash(name)) return name;
  return `*${createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH)}`;
}

/** Escapes the characters that have a meaning in an external id. A hash is returned unchanged. */
function escapeName(name: string): string {
  if (isNameHash(name)) return name;
  return toWellFormed(name).replace(/[%@\s\p{Cc}]|^\*/gu, (character) =>
    encodeURIComponent(character).replace('*', '%2A'),
  );
}

function unescapeName(text: string): string {
  return isNameHash(text) ? text : decodePercent(text);
}

/** Returns the external id for another comment on the same lines of code, or a random id for a comment without code. */
export function nextExternalIdAfter(id: string): string {
  const place = parseCodeExternalId(id);
  return place === undefined ? randomUUID() : codeExternalId({ ...place, ordinal: place.ordinal + 1 });
}

// Owns places in code as a comment carries them: repository, commit, path and lines in its `external_id`, and back.
import { createHash } from 'node:crypto';
import { isWellFormed, type Lines } from './permalink.ts';

export interface CodePlace {
  /** See `identityOf` of a remote; `local:name` of a repository without one. */
  readonly repository: string;
  /** The whole hash. */
  readonly commit: string;
  /** From the repository's root, with slashes. */
  readonly path: string;
  /** At that commit; in the file of then where they were changed. */
  readonly lines: Lines;
  /** The lines differed from the commit when they were commented. */
  readonly changed: boolean;
  /** 1 for the first comment on the place, 2 for another one. */
  readonly ordinal: number;
}

/** What the service keeps of an external id. */
export const MAX_EXTERNAL_ID = 255;

const PLACE =
  /^code:([^@\s]+)@([0-9a-f]{40}|[0-9a-f]{64})(\+?):(.+)#L([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?(?:~([1-9]\d{0,5}))?$/su;
/** What was too long to be named, and of which only so much of its hash is left. */
const SHORT = /^\*[0-9a-f]{16}$/;
const HASH_LENGTH = 16;

/** Never longer than `MAX_EXTERNAL_ID`: a repository or path too long for it is told by its hash, see `isNamed`. */
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

/**
 * Undefined for the id of anything else, and for a path that leads out of its repository. Repository and path may be
 * shortened.
 */
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

/** Whether a repository or path that was read is this one. */
export function isNamed(read: string, name: string): boolean {
  return read === (isShort(read) ? shortened(name) : name);
}

/** Only a hash is left of it. */
export function isShort(read: string): boolean {
  return SHORT.test(read);
}

/** Whether both are about the same lines as they were at the same commit, whichever comment it is. */
export function isSamePlace(one: CodePlace, other: CodePlace): boolean {
  return externalId({ ...one, ordinal: 1 }) === externalId({ ...other, ordinal: 1 });
}

/**
 * Whether a path stays below its repository's root, outside of git's own folder. Other people's comments say where to
 * go.
 */
export function isInside(path: string): boolean {
  // Windows takes no notice of dots and spaces at a name's end.
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

/** A shortened name stays as it is; in a whole one its mark is escaped. */
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

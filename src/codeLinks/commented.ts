// Owns the comments that link code, as far as the store knows them: what place each names, and on which work item it
// stands.

import type { ItemAddress } from '../cache/address.ts';
import { EXTERNAL_SOURCE } from '../cache/resources/sendComment.ts';
import type { Comment } from '../contract/resources/comment.ts';
import type { Session } from '../session/session.ts';
import { parsePath, parseQuote, type Quote } from './codeComment.ts';
import { type CodePlace, isInside, isNamed, isShort, readExternalId } from './codePlace.ts';

/** A comment that links code. */
export interface CodeComment {
  readonly id: string;
  readonly item: ItemAddress;
  /** Its path is whole. */
  readonly place: CodePlace;
  readonly quote: Quote;
}

/** Longer lists of comments are not read to their end for the sake of code. */
const MOST_PAGES = 5;

/** Undefined for a comment that links none, or a path that leads out of its repository. */
export function codeComment(comment: Comment, item: ItemAddress): CodeComment | undefined {
  if (comment.external_source !== EXTERNAL_SOURCE) return undefined;
  const read = readExternalId(comment.external_id ?? '');
  if (read === undefined) return undefined;
  const quote = parseQuote(comment.comment_html ?? '');
  const path = wholePath(read.path, quote);
  if (path === undefined) return undefined;
  return { id: comment.id, item, place: { ...read, path }, quote };
}

/** Of the comments on the work item that are known. */
export function codeCommentsOf({ store }: Session, item: ItemAddress): readonly CodeComment[] {
  return store.comments.list(item).state.ids.flatMap((id) => {
    const known = store.comments.get(id);
    return known === undefined ? [] : (codeComment(known, item) ?? []);
  });
}

/** Reads the work item's comments. Never rejects for a fault: what is known stays known. */
export async function readComments({ store: { comments } }: Session, item: ItemAddress): Promise<void> {
  const list = comments.list(item);
  await list.read();
  for (let { pages, next } = list.state; next !== undefined && pages < MOST_PAGES; ) {
    await list.loadMore();
    if (list.state.pages === pages) return;
    ({ pages, next } = list.state);
  }
}

/** A path too long for the external id stands in the comment's text, where it answers to its hash. */
function wholePath(path: string, { names }: Quote): string | undefined {
  if (!isShort(path)) return path;
  return names.map(parsePath).find((one) => one !== undefined && isInside(one) && isNamed(path, one));
}

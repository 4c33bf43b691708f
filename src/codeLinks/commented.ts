// Finds the loaded comments that link code: the place that each one links, and its work item.

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
  /** Its path is never a hash. */
  readonly place: CodePlace;
  readonly quote: Quote;
}

/** The maximum number of pages of comments loaded to find code comments. */
const MOST_PAGES = 5;

/** Undefined for a comment that links no code, or a path outside of its repository. */
export function codeComment(comment: Comment, item: ItemAddress): CodeComment | undefined {
  if (comment.external_source !== EXTERNAL_SOURCE) return undefined;
  const read = readExternalId(comment.external_id ?? '');
  if (read === undefined) return undefined;
  const quote = parseQuote(comment.comment_html ?? '');
  const path = wholePath(read.path, quote);
  if (path === undefined) return undefined;
  return { id: comment.id, item, place: { ...read, path }, quote };
}

/** Returns the code comments among the loaded comments of the work item. */
export function codeCommentsOf({ store }: Session, item: ItemAddress): readonly CodeComment[] {
  return store.comments.list(item).state.ids.flatMap((id) => {
    const known = store.comments.get(id);
    return known === undefined ? [] : (codeComment(known, item) ?? []);
  });
}

/** Loads the work item's comments. Never rejects for a fault: loaded comments stay loaded. */
export async function readComments({ store: { comments } }: Session, item: ItemAddress): Promise<void> {
  const list = comments.list(item);
  await list.read();
  for (let { pages, next } = list.state; next !== undefined && pages < MOST_PAGES; ) {
    await list.loadMore();
    if (list.state.pages === pages) return;
    ({ pages, next } = list.state);
  }
}

/** A path that is too long for the external id is in the comment's text, where it is found by its hash. */
function wholePath(path: string, { names }: Quote): string | undefined {
  if (!isShort(path)) return path;
  return names.map(parsePath).find((one) => one !== undefined && isInside(one) && isNamed(path, one));
}

// Finds the comments that link code, among the comments of a work item.

import type { Comment } from '../../contract/resources/comment.ts';
import type { ItemAddress } from '../cache/address.ts';
import { EXTERNAL_SOURCE } from '../cache/resources/sendComment.ts';
import type { Session } from '../session/session.ts';
import { type ParsedCodeComment, parseCodeCommentHtml, parsePath } from './codeComment.ts';
import { isNameHash, isSafePath, type LinkedCode, matchesName, parseCodeExternalId } from './codeExternalId.ts';

/** A comment of a work item, and the code that it links. */
export interface CodeComment {
  readonly id: string;
  readonly item: ItemAddress;
  /** The linked code. The path is the full path, never its hash. */
  readonly place: LinkedCode;
  readonly quote: ParsedCodeComment;
}

/** The maximum number of pages of comments loaded to find code comments. */
const MAX_PAGES = 5;

/** Returns undefined for a comment that links no code, or whose path is outside of the repository. */
export function parseCodeComment(comment: Comment, item: ItemAddress): CodeComment | undefined {
  if (comment.external_source !== EXTERNAL_SOURCE) return undefined;
  const parsedId = parseCodeExternalId(comment.external_id ?? '');
  if (parsedId === undefined) return undefined;
  const quote = parseCodeCommentHtml(comment.comment_html ?? '');
  const path = fullPath(parsedId.path, quote);
  if (path === undefined) return undefined;
  return { id: comment.id, item, place: { ...parsedId, path }, quote };
}

/** Returns the code comments among the loaded comments of the work item. */
export function codeCommentsOf({ store }: Session, item: ItemAddress): readonly CodeComment[] {
  return store.comments.list(item).state.ids.flatMap((id) => {
    const comment = store.comments.get(id);
    return comment === undefined ? [] : (parseCodeComment(comment, item) ?? []);
  });
}

/** Loads the comments of the work item. Does not reject if a request fails: loaded comments stay loaded. */
export async function loadComments({ store: { comments } }: Session, item: ItemAddress): Promise<void> {
  const list = comments.list(item);
  await list.read();
  for (let { pages, next } = list.state; next !== undefined && pages < MAX_PAGES; ) {
    await list.loadMore();
    if (list.state.pages === pages) return;
    ({ pages, next } = list.state);
  }
}

/**
 * Returns the full path. If the external id contains only the hash of the path, finds the path in the comment's text.
 */
function fullPath(path: string, { inlineCode: names }: ParsedCodeComment): string | undefined {
  if (!isNameHash(path)) return path;
  return names.map(parsePath).find((one) => one !== undefined && isSafePath(one) && matchesName(path, one));
}

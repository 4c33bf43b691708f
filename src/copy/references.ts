// Rewrites the ids of users and files in HTML. The HTML is treated as text: nothing else in it changes. Pure.
import { escapeHtml } from '../std/text.ts';

/** Maps the ids of the source to the ids of the target. */
export type IdMap = ReadonlyMap<string, string>;

export interface RewrittenHtml {
  readonly html: string;
  /** Ids of mentioned users that are not in the map. Their mentions are unchanged. */
  readonly unknownUsers: readonly string[];
  /** Ids of images that are not in the map. These images are unchanged. */
  readonly unknownFiles: readonly string[];
}

/** A tag of Plane's web editor that contains the id of a user or a file. */
const TAG = /<(mention|image)-component\b[^<>]*>/gi;
const USER_ID_ATTRIBUTE = /(\sentity_identifier\s*=\s*)(["'])([^"']*)\2/i;
/** Matches a `src` that is an id. An image whose `src` is a URL needs no copy: the URL is valid on the target too. */
const FILE_ATTRIBUTE = /(\ssrc\s*=\s*)(["'])([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\2/i;

/** Returns the HTML in which each id that the maps contain is replaced by the id of the target. */
export function rewriteReferences(html: string, users: IdMap, files: IdMap): RewrittenHtml {
  const unknownUsers = new Set<string>();
  const unknownFiles = new Set<string>();
  const rewrittenHtml = html.replaceAll(TAG, (tag, kind: string) => {
    const [attribute, ids, unknownIds] =
      kind.toLowerCase() === 'mention'
        ? ([USER_ID_ATTRIBUTE, users, unknownUsers] as const)
        : ([FILE_ATTRIBUTE, files, unknownFiles] as const);
    return tag.replace(attribute, (whole, start: string, quote: string, id: string) => {
      const targetId = ids.get(id);
      if (targetId === undefined) unknownIds.add(id);
      return targetId === undefined ? whole : `${start}${quote}${targetId}${quote}`;
    });
  });
  return { html: rewrittenHtml, unknownUsers: [...unknownUsers], unknownFiles: [...unknownFiles] };
}

/**
 * Returns the HTML of a comment with its author and date before it, because servers store the user who sends a comment
 * as its author.
 */
export function withAuthor(html: string, author: string, createdAt: string | null): string {
  const date = createdAt?.slice(0, 10) ?? '';
  return `<p><em>${escapeHtml(date === '' ? author : `${author}, ${date}`)}</em></p>${html}`;
}

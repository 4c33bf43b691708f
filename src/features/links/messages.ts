// The name of a link.
import type { WorkItemLink } from '../../contract/resources/link.ts';

/** Returns the title of the link, or its URL if it has no title. */
export function linkName({ title, url }: Pick<WorkItemLink, 'title' | 'url'>): string {
  const trimmedTitle = title?.trim() ?? '';
  return trimmedTitle === '' ? url : trimmedTitle;
}

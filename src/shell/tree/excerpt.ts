// The first lines of a work item's description, for the tooltip of its row and for the hover of its identifier.

import { userNameLookup } from '../../contract/userName.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { markdownExcerpt } from '../../std/text.ts';
import type { NameLookup } from './treeData.ts';

const MAX_LINES = 6;

/** Returns Markdown in which all text is escaped; '' if the work item has no description or it is not loaded. */
export function descriptionExcerpt({ description_html, project }: ItemRecord, names: Pick<NameLookup, 'user'>): string {
  return markdownExcerpt(description_html ?? '', MAX_LINES, userNameLookup(names, project));
}

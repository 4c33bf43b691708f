// The titles of the tabs of records.
import { displayText } from '../../std/displayName.ts';
import { truncate } from '../../std/truncate.ts';

/** The start of the title of a tab with unsaved changes. */
export const UNSAVED_MARK = '● ';

/**
 * Maximum length of the title of a work item's tab, in characters, not counting the mark for unsaved changes. A longer
 * title would hide the other tabs.
 */
const MAX_LENGTH = 40;

/** Returns the title for the tab of a record. Only the title of a work item is shortened: it starts with its identifier. */
export function tabTitle(title: string, isWorkItem: boolean): string {
  const unsavedMark = title.startsWith(UNSAVED_MARK) ? UNSAVED_MARK : '';
  const titleWithoutMark = withoutUnsavedMark(title);
  return displayText(unsavedMark + (isWorkItem ? truncate(titleWithoutMark, MAX_LENGTH) : titleWithoutMark));
}

/** Removes the mark for unsaved changes from the title. */
function withoutUnsavedMark(title: string): string {
  return title.startsWith(UNSAVED_MARK) ? title.slice(UNSAVED_MARK.length) : title;
}

// Selects the work items of the sections of My Work that are computed from the loaded work items.

import { cyclePhase } from '../../contract/cycleDays.ts';
import type { ListKey } from '../../core/cache/lists/listKey.ts';
import type { ItemRecord } from '../../core/cache/record.ts';
import { dueDay } from '../../items/fields.ts';
import { isOpen } from '../../items/filter/matcher.ts';
import { daysAfter } from '../../std/calendarDay.ts';
import { isAssignedAndOpen, itemLoadProgress, openItemsAssignedTo } from './assignedItems.ts';
import { SOON_DAYS } from './dueDate.ts';
import type { SectionName, SectionNode } from './node.ts';
import type { OwnItems, PinnedRecord, TreeData } from './treeData.ts';

/** The sections that keep their place while they are empty, because rows below would move when they are filled. */
const FIXED_SECTIONS: readonly SectionName[] = ['overdue', 'dueSoon', 'assigned'];

export const COMPUTED_SECTIONS = ['assigned', 'overdue', 'dueSoon', 'currentCycle', 'created'] as const;
export type ComputedSection = (typeof COMPUTED_SECTIONS)[number];

export function isComputedSection(section: SectionName): section is ComputedSection {
  return COMPUTED_SECTIONS.some((one) => one === section);
}

/** Returns the work items of a section in their order. */
export function sectionItems(
  section: ComputedSection,
  items: readonly ItemRecord[],
  data: TreeData,
): readonly ItemRecord[] {
  const { me } = data.ownItems;
  switch (section) {
    case 'assigned':
      return openItemsAssignedTo(me, items, data);
    case 'currentCycle': {
      const ids = idsInCurrentCycles(data);
      const itemsInCycles = items.filter(({ id }) => ids.has(id));
      return openItemsAssignedTo(me, itemsInCycles, data);
    }
    case 'created':
      return items.filter((item) => item.created_by === me && isOpen(item, data)).sort(byCreation);
    default:
      return items
        .filter((item) => isAssignedAndOpen(item, me, data) && dueSection(item, data.today) === section)
        .sort(byDueDate);
  }
}

/** Returns the ids of the work items in cycles whose dates include today, as far as the lists are loaded. */
function idsInCurrentCycles(data: TreeData): ReadonlySet<string> {
  const lists = data.listing({ of: 'projects', owner: '' }).ids.flatMap((id) => currentCycleLists(id, data));
  return new Set(lists.flatMap((list) => data.listing(list).ids));
}

/** Returns the lists of work items of those cycles of the project whose dates include today. */
function currentCycleLists(project: string, data: TreeData): readonly ListKey[] {
  return data.listing({ of: 'cycles', owner: project }).ids.flatMap((id): ListKey[] => {
    const cycle = data.records.cycle(project, id);
    const isCurrent = cycle !== undefined && cyclePhase(cycle, data.project(project), data) === 'current';
    return isCurrent ? [{ of: 'cycleItems', owner: `${project}/${id}` }] : [];
  });
}

/**
 * Returns the lists that the section Current Cycle needs: of each project in which the user has open work items, the
 * cycles, and the work items of the current ones.
 */
export function listsOfCurrentCycles(data: TreeData): readonly ListKey[] {
  const ownItems = [...data.items()].filter((item) => isAssignedAndOpen(item, data.ownItems.me, data));
  const projects = new Set(ownItems.map(({ project }) => project));
  return [...projects].flatMap((owner): ListKey[] => [{ of: 'cycles', owner }, ...currentCycleLists(owner, data)]);
}

/** Whether the due date of an open work item has passed. */
export function isOverdue(item: ItemRecord, data: Pick<TreeData, 'state' | 'today'>): boolean {
  return dueSection(item, data.today) === 'overdue' && isOpen(item, data);
}

/**
 * Returns the sections that My Work shows. An empty section is hidden unless it is fixed; Current Cycle is fixed if a
 * project has cycles. If all work items are loaded, all sections are empty and there are no saved views, returns an
 * empty array, so that the view shows its welcome text.
 */
export function shownSections(sections: readonly SectionName[], data: TreeData): readonly SectionName[] {
  const nonEmptySections = sections.filter((section) => sectionCount(section, data) > 0);
  if (nonEmptySections.length === 0 && data.savedViews.length === 0 && !hasUnloadedItems(data)) return [];
  return sections.filter(
    (section) =>
      FIXED_SECTIONS.includes(section) ||
      nonEmptySections.includes(section) ||
      (section === 'currentCycle' && mayHaveCycles(data)),
  );
}

/** Whether a project has cycles, or the projects are not loaded. Known before the lists of cycles are loaded. */
function mayHaveCycles(data: TreeData): boolean {
  const { status, ids } = data.listing({ of: 'projects', owner: '' });
  if (status !== 'ready' && ids.length === 0) return true;
  return ids.some((id) => {
    const project = data.project(id);
    return project?.['cycle_view'] !== false && Number(project?.['total_cycles'] ?? 0) > 0;
  });
}

/**
 * Returns the number of records in a section. The row that loads more work items and the row of an empty list do not
 * count.
 */
export function sectionCount(section: SectionName, data: TreeData): number {
  return isComputedSection(section)
    ? data.rowsOf(sectionNode(section)).items.length
    : storedRecords(section, data.ownItems).length;
}

/** Returns the records of a section whose records are stored, not computed from the loaded work items. */
export function storedRecords(
  section: Exclude<SectionName, ComputedSection>,
  { current, recents, pinned }: OwnItems,
): readonly PinnedRecord[] {
  if (section === 'current') return current === undefined ? [] : [current];
  return section === 'recent' ? recents : pinned;
}

/** Whether the projects that the user has joined may have work items that are not loaded. */
export function hasUnloadedItems(data: TreeData): boolean {
  const { status, next } = data.listing({ of: 'projects', owner: '' });
  return status !== 'ready' || next !== undefined || itemLoadProgress(data).incompleteProjects.length > 0;
}

export function sectionNode(section: SectionName): SectionNode {
  return { kind: 'section', section, under: undefined };
}

function dueSection(item: ItemRecord, today: string): 'overdue' | 'dueSoon' | undefined {
  const dueDate = dueDay(item);
  if (dueDate === undefined) return undefined;
  if (dueDate < today) return 'overdue';
  return dueDate <= daysAfter(today, SOON_DAYS) ? 'dueSoon' : undefined;
}

function byDueDate(one: ItemRecord, other: ItemRecord): number {
  return compareTexts(dueDay(one), dueDay(other)) || other.sequence_id - one.sequence_id;
}

/**
 * Compares for an order with the newest first. The server sends all times in the same format, so they can be compared
 * as strings.
 */
function byCreation(one: ItemRecord, other: ItemRecord): number {
  return compareTexts(other.created_at, one.created_at) || other.sequence_id - one.sequence_id;
}

/** Compares dates or times in the same format. `localeCompare` would be too slow for thousands of work items. */
function compareTexts(one: string | null | undefined, other: string | null | undefined): number {
  const [first, second] = [one ?? '', other ?? ''];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

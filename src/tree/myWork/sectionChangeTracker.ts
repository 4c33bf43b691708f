// Finds the sections of My Work that have changed since their rows were shown. The tree then fires change events only
// for these; see `Tree`.
import { recordKey } from '../../cache/address.ts';
import { SECTIONS, type SectionName } from '../node.ts';
import type { TreeData } from '../treeData.ts';
import { addressOfPin } from './pins.ts';
import { hasUnloadedItems, isComputedSection, sectionNode, shownSections, storedRecords } from './sections.ts';

export class SectionChangeTracker {
  /** The content of each shown section, as one text. */
  #shown: ReadonlyMap<SectionName, string> = new Map();

  /** Stores the current content of the sections that are shown now. */
  remember(data: TreeData): void {
    this.#shown = new Map(shownSections(SECTIONS, data).map((section) => [section, contentOf(section, data)]));
  }

  /**
   * Returns the sections whose content has changed, and whether sections have appeared or disappeared. Stores the new
   * content.
   */
  update(data: TreeData): { readonly isSectionListChanged: boolean; readonly changed: ReadonlySet<SectionName> } {
    const before = this.#shown;
    this.remember(data);
    const now = this.#shown;
    const isSectionListChanged = before.size !== now.size || [...now.keys()].some((section) => !before.has(section));
    const changed = [...now]
      .filter(([section, records]) => before.get(section) !== records)
      .map(([section]) => section);
    return { isSectionListChanged, changed: new Set(changed) };
  }
}

function contentOf(section: SectionName, data: TreeData): string {
  if (!isComputedSection(section))
    return storedRecords(section, data.ownItems)
      .map((one) => recordKey(addressOfPin(one)))
      .join();
  const ids = data.rowsOf(sectionNode(section)).items.map(({ id }) => id);
  // The number beside the section's name has a plus sign until all work items are loaded.
  return [hasUnloadedItems(data), ...ids].join();
}

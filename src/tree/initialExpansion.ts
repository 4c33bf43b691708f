// Decides which rows are expanded before the user has expanded or collapsed them.
import { isOpenGroup } from './grouping/groups.ts';
import type { Node } from './node.ts';
import type { TreeData } from './treeData.ts';

/**
 * Whether a row is initially expanded: the sections Current and Assigned to Me, and groups of an open state that
 * contain work items.
 */
export function isInitiallyExpanded(node: Node, data: TreeData): boolean {
  if (node.kind === 'section') return node.section === 'current' || node.section === 'assigned';
  if (node.kind !== 'group' || node.by !== 'state' || node.under === undefined) return false;
  const ids = data.rowsOf(node.under).groups.get(node.value) ?? [];
  return ids.length > 0 && isOpenGroup(node, data);
}

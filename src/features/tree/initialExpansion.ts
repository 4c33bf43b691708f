// Decides which rows are expanded before the user has expanded or collapsed them.

import type { Node } from '../../shell/tree/node.ts';
import type { TreeData } from '../../shell/tree/treeData.ts';
import { isOpenGroup } from './rows/groups.ts';

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

// Determines whether a list can't be loaded because the user has not joined its project.

import type { ListKey } from '../cache/lists/listKey.ts';
import { isForbidden } from '../client/apiError.ts';
import type { TreeData } from './treeData.ts';

/** Whether the server rejected the list because the user has not joined its project. A retry gets the same response. */
export function isNotJoined({ of, owner }: ListKey, known: Pick<TreeData, 'listing' | 'project'>): boolean {
  const { status, fault } = known.listing({ of, owner });
  const [id = ''] = owner.split('/');
  const isRefused = status === 'failed' && fault !== undefined && isForbidden(fault);
  return isRefused && known.project(id)?.is_member === false;
}

// Determines whether a list failed to load because the user has not joined its project.

import type { ListKey } from '../cache/lists/listKey.ts';
import { isForbidden } from '../client/apiError.ts';
import type { TreeData } from './treeData.ts';

/** Whether the server rejected the list because the user has not joined the project. A retry would be rejected too. */
export function isNotJoined({ of, owner }: ListKey, data: Pick<TreeData, 'listing' | 'project'>): boolean {
  const { status, fault } = data.listing({ of, owner });
  const [projectId = ''] = owner.split('/');
  const isForbiddenList = status === 'failed' && fault !== undefined && isForbidden(fault);
  return isForbiddenList && data.project(projectId)?.is_member === false;
}

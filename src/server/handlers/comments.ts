// Owns the answers about the comments on a work item.

import type { WorkItem } from '../../contract/resources/workItem.ts';
import { blanks } from '../database/blanks.ts';
import { NEWEST_FIRST, OLDEST_FIRST } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import { emptyListQuery } from '../database/store.ts';
import type { Handlers } from '../handler.ts';
import { change, found, make, refuseRepeated } from './crud.ts';
import { touched, workItemIn } from './workItems.ts';

interface Filters {
  readonly issue?: string | undefined;
  readonly project?: string | undefined;
  readonly workspace?: string | undefined;
}

/** The filters of §4 name what the path names already: one that differs leaves nothing. */
export function isElsewhere(workspace: Workspace, item: WorkItem, filters: Filters): boolean {
  return (
    (filters.issue ?? item.id) !== item.id ||
    (filters.project ?? item.project) !== item.project ||
    ![undefined, workspace.id, workspace.slug].includes(filters.workspace)
  );
}

/** Open-source servers give the newest first and know no filters. */
export const listComments: Handlers['listComments'] = ({ store, workspace, params, query, dialect }) => {
  const item = workItemIn(store, workspace, params);
  if (dialect === 'community') return store.list('comment', item.id, NEWEST_FIRST);
  return isElsewhere(workspace, item, query) ? emptyListQuery : store.list('comment', item.id, OLDEST_FIRST);
};

export const getComment: Handlers['getComment'] = ({ store, workspace, params }) =>
  found(store, 'comment', workItemIn(store, workspace, params).id, params.comment_id);

export const updateComment: Handlers['updateComment'] = (asked) => {
  const { store, workspace, params, body, now } = asked;
  const item = workItemIn(store, workspace, params);
  const comment = found(store, 'comment', item.id, params.comment_id);
  refuseRepeated(store, 'comment', item.id, 'Work item comment', body, comment.id);
  touched(store, item, now);
  return change(asked, 'comment', comment, body);
};

export const deleteComment: Handlers['deleteComment'] = ({ store, workspace, params, now }) => {
  const item = workItemIn(store, workspace, params);
  store.remove('comment', found(store, 'comment', item.id, params.comment_id).id);
  touched(store, item, now);
};

/** Commenting counts as a change of the work item, so that whoever asks for what changed sees it. */
export const createComment: Handlers['createComment'] = (asked) => {
  const { store, workspace, params, body, caller, now } = asked;
  const item = workItemIn(store, workspace, params);
  refuseRepeated(store, 'comment', item.id, 'Work item comment', body);
  touched(store, item, now);
  return make(asked, 'comment', item.id, { ...blanks.comment, actor: caller.id, project: item.project, issue: item.id }, body);
};

// Owns the answers about the comments on a work item.
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../handler.ts';
import { OLDEST_FIRST } from '../orders.ts';
import { blankComment } from '../records.ts';
import { alreadyThere } from '../refusal.ts';
import { emptyListing } from '../store.ts';
import { workItemIn } from './workItems.ts';

/** The filters of §4 name what the path names already: one that differs leaves nothing. */
export const listComments: Handlers['listComments'] = ({ store, workspace, params, query }) => {
  const item = workItemIn(store, workspace, params);
  const elsewhere =
    (query.issue ?? item.id) !== item.id ||
    (query.project ?? item.project) !== item.project ||
    ![undefined, workspace.id, workspace.slug].includes(query.workspace);
  return elsewhere ? emptyListing : store.list('comment', item.id, OLDEST_FIRST);
};

/** Commenting counts as a change of the work item, so that whoever asks for what changed sees it. */
export const createComment: Handlers['createComment'] = ({ store, workspace, params, body, caller, now }) => {
  const item = workItemIn(store, workspace, params);
  if (body.external_source !== undefined && body.external_id !== undefined) {
    const first = store.byExternal('comment', item.id, body.external_source, body.external_id);
    if (first !== undefined) throw alreadyThere('Work item comment', first.id);
  }
  store.replace('workItem', { ...item, updated_at: now });
  return store.insert('comment', item.id, {
    ...blankComment,
    id: randomUUID(),
    comment_html: body.comment_html ?? '',
    comment_json: body.comment_json ?? {},
    access: body.access ?? 'INTERNAL',
    external_source: body.external_source ?? null,
    external_id: body.external_id ?? null,
    actor: caller.id,
    created_by: caller.id,
    created_at: now,
    updated_at: now,
    project: item.project,
    workspace: workspace.id,
    issue: item.id,
  });
};

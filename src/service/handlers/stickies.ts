// Owns the answers about stickies. A sticky belongs to the user that wrote it, and to others there is none.
import { randomUUID } from 'node:crypto';
import type { Sticky } from '../../contract/resources/sticky.ts';
import type { User } from '../../contract/resources/user.ts';
import type { Handlers } from '../handler.ts';
import { absent } from '../refusal.ts';
import type { Store } from '../store.ts';
import { blankSticky } from '../workspaceRecords.ts';
import { described, matching } from './described.ts';

function stickyOf(store: Store, caller: User, id: string): Sticky {
  const sticky = store.within('sticky', caller.id, id);
  if (sticky === undefined) throw absent();
  return sticky;
}

export const listStickies: Handlers['listStickies'] = ({ store, caller, query }) => matching(store, 'sticky', caller.id, query.query);

export const getSticky: Handlers['getSticky'] = ({ store, caller, params }) => stickyOf(store, caller, params.sticky_id);

export const createSticky: Handlers['createSticky'] = ({ store, workspace, body, caller, now }) =>
  store.insert('sticky', caller.id, {
    ...blankSticky,
    sort_order: 65_535 + store.count('sticky', caller.id) * 10_000,
    ...described(body),
    id: randomUUID(),
    workspace: workspace.id,
    owner: caller.id,
    created_by: caller.id,
    created_at: now,
    updated_at: now,
  });

export const updateSticky: Handlers['updateSticky'] = ({ store, params, body, caller, now }) => {
  const sticky = stickyOf(store, caller, params.sticky_id);
  return store.replace('sticky', { ...sticky, ...described(body), updated_by: caller.id, updated_at: now });
};

export const deleteSticky: Handlers['deleteSticky'] = ({ store, caller, params }) => {
  store.remove('sticky', stickyOf(store, caller, params.sticky_id).id);
};

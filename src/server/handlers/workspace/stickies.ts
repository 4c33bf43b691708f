// Owns the answers about stickies. A sticky belongs to the user that wrote it, and to others there is none.

import { randomUUID } from 'node:crypto';
import type { Sticky } from '../../../contract/resources/sticky.ts';
import type { User } from '../../../contract/resources/user.ts';
import { blanks } from '../../database/blanks.ts';
import type { Database } from '../../database/store.ts';
import type { Dialect } from '../../dialect.ts';
import type { Handlers } from '../../handler.ts';
import { notFound, notFoundElsewhere } from '../../refusal.ts';
import { described, matching } from '../described.ts';

interface Place {
  readonly store: Database;
  readonly caller: User;
  readonly params: { readonly sticky_id: string };
  readonly dialect: Dialect;
}

function stickyOf({ store, caller, params, dialect }: Place): Sticky {
  const sticky = store.within('sticky', caller.id, params.sticky_id);
  if (sticky === undefined) throw dialect === 'community' ? notFoundElsewhere() : notFound();
  return sticky;
}

export const listStickies: Handlers['listStickies'] = ({ store, caller, query }) => matching(store, 'sticky', caller.id, query.query);

export const getSticky: Handlers['getSticky'] = (asked) => stickyOf(asked);

export const createSticky: Handlers['createSticky'] = ({ store, workspace, body, caller, now }) =>
  store.insert('sticky', caller.id, {
    ...blanks.sticky,
    sort_order: 65_535 + store.count('sticky', caller.id) * 10_000,
    ...described(body),
    id: randomUUID(),
    workspace: workspace.id,
    owner: caller.id,
    created_by: caller.id,
    created_at: now,
    updated_at: now,
  });

export const updateSticky: Handlers['updateSticky'] = (asked) => {
  const { store, body, caller, now } = asked;
  const sticky = stickyOf(asked);
  return store.replace('sticky', { ...sticky, ...described(body), updated_by: caller.id, updated_at: now });
};

export const deleteSticky: Handlers['deleteSticky'] = (asked) => {
  asked.store.remove('sticky', stickyOf(asked).id);
};

// Owns the answers about initiatives.

import { randomUUID } from 'node:crypto';
import type { Initiative } from '../../../contract/resources/initiative.ts';
import { dissociateAll } from '../../database/associations.ts';
import { blanks } from '../../database/blanks.ts';
import { NEWEST_FIRST } from '../../database/orders.ts';
import type { Workspace } from '../../database/records.ts';
import type { Database } from '../../database/store.ts';
import type { Handlers } from '../../handler.ts';
import { invalidField, notFound } from '../../refusal.ts';
import { checkLead, described } from '../described.ts';

/** The initiative, or the 404. */
export function initiativeIn(store: Database, workspace: Workspace, id: string): Initiative {
  const initiative = store.within('initiative', workspace.id, id);
  if (initiative === undefined) throw notFound();
  return initiative;
}

/** Gives the initiative back when it is one that may be. */
function checked(store: Database, initiative: Initiative, lead: string | null | undefined): Initiative {
  const { start_date: start, end_date: end } = initiative;
  if (start && end && start > end) throw invalidField('end_date', 'The end date cannot be before the start date.');
  checkLead(store, lead);
  return initiative;
}

export const listInitiatives: Handlers['listInitiatives'] = ({ store, workspace }) => store.list('initiative', workspace.id, NEWEST_FIRST);

export const getInitiative: Handlers['getInitiative'] = ({ store, workspace, params }) =>
  initiativeIn(store, workspace, params.initiative_id);

export const createInitiative: Handlers['createInitiative'] = ({ store, workspace, body, caller, now }) => {
  const initiative: Initiative = {
    ...blanks.initiative,
    ...described(body),
    id: randomUUID(),
    workspace: workspace.id,
    created_by: caller.id,
    created_at: now,
    updated_at: now,
  };
  return store.insert('initiative', workspace.id, checked(store, initiative, body.lead));
};

export const updateInitiative: Handlers['updateInitiative'] = ({ store, workspace, params, body, caller, now }) => {
  const initiative = initiativeIn(store, workspace, params.initiative_id);
  const next = { ...initiative, ...described(body), updated_by: caller.id, updated_at: now };
  return store.replace('initiative', checked(store, next, body.lead));
};

/** What it gathers stays. */
export const deleteInitiative: Handlers['deleteInitiative'] = ({ store, workspace, params }) => {
  const { id } = initiativeIn(store, workspace, params.initiative_id);
  dissociateAll(store, id);
  store.remove('initiative', id);
};

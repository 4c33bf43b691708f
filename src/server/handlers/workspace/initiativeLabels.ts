// Owns the answers about the labels that initiatives of the workspace may have.

import { randomUUID } from 'node:crypto';
import type { InitiativeLabel } from '../../../contract/resources/initiative.ts';
import { blanks } from '../../database/blanks.ts';
import { BY_POSITION } from '../../database/orders.ts';
import type { Workspace } from '../../database/records.ts';
import type { Database } from '../../database/store.ts';
import type { Handlers } from '../../handler.ts';
import { notFound } from '../../refusal.ts';

function labelIn(store: Database, workspace: Workspace, id: string): InitiativeLabel {
  const label = store.within('initiativeLabel', workspace.id, id);
  if (label === undefined) throw notFound();
  return label;
}

export const listInitiativeLabels: Handlers['listInitiativeLabels'] = ({ store, workspace }) =>
  store.list('initiativeLabel', workspace.id, BY_POSITION);

export const getInitiativeLabel: Handlers['getInitiativeLabel'] = ({ store, workspace, params }) =>
  labelIn(store, workspace, params.label_id);

export const createInitiativeLabel: Handlers['createInitiativeLabel'] = ({ store, workspace, body, caller, now }) =>
  store.insert('initiativeLabel', workspace.id, {
    ...blanks.initiativeLabel,
    sort_order: 65_535 + store.count('initiativeLabel', workspace.id) * 10_000,
    ...body,
    id: randomUUID(),
    workspace: workspace.id,
    created_by: caller.id,
    created_at: now,
    updated_at: now,
  });

export const updateInitiativeLabel: Handlers['updateInitiativeLabel'] = ({ store, workspace, params, body, caller, now }) => {
  const label = labelIn(store, workspace, params.label_id);
  return store.replace('initiativeLabel', { ...label, ...body, name: body.name ?? label.name, updated_by: caller.id, updated_at: now });
};

/** Initiatives lose it. */
export const deleteInitiativeLabel: Handlers['deleteInitiativeLabel'] = ({ store, workspace, params }) => {
  store.remove('initiativeLabel', labelIn(store, workspace, params.label_id).id);
};

// Owns the answers about a project's labels.

import { blanks } from '../database/blanks.ts';
import { NEWEST_FIRST } from '../database/orders.ts';
import type { Database } from '../database/store.ts';
import type { Handlers } from '../handler.ts';
import { invalidField, nameTaken, unknownId } from '../refusal.ts';
import { change, found, make, refuseRepeated } from './crud.ts';
import { projectIn } from './projects.ts';

export const listLabels: Handlers['listLabels'] = ({ store, workspace, params }) =>
  store.list('label', projectIn(store, workspace, params.project_id).id, NEWEST_FIRST);

export const getLabel: Handlers['getLabel'] = ({ store, workspace, params }) =>
  found(store, 'label', projectIn(store, workspace, params.project_id).id, params.label_id);

export const createLabel: Handlers['createLabel'] = (asked) => {
  const { store, workspace, params, body } = asked;
  const project = projectIn(store, workspace, params.project_id).id;
  check(store, project, body);
  refuseRepeated(store, 'label', project, 'Label', body);
  const sort_order = 65_535 + store.count('label', project) * 10_000;
  return make(asked, 'label', project, { ...blanks.label, sort_order, project }, body);
};

export const updateLabel: Handlers['updateLabel'] = (asked) => {
  const { store, workspace, params, body } = asked;
  const project = projectIn(store, workspace, params.project_id).id;
  const label = found(store, 'label', project, params.label_id);
  check(store, project, body, label.id);
  refuseRepeated(store, 'label', project, 'Label', body, label.id);
  return change(asked, 'label', label, body);
};

/** Work items lose it, and labels below it come to stand by themselves. */
export const deleteLabel: Handlers['deleteLabel'] = ({ store, workspace, params }) => {
  const project = projectIn(store, workspace, params.project_id).id;
  const { id } = found(store, 'label', project, params.label_id);
  const labelled = { condition: "EXISTS (SELECT 1 FROM json_each(record.body, '$.labels') WHERE value = ?)", values: [id] };
  for (const kind of ['workItem', 'epic'] as const) {
    for (const item of store.list(kind, project, NEWEST_FIRST, labelled).read(-1, 0)) {
      store.replace(kind, { ...item, labels: item.labels.filter((label) => label !== id) });
    }
  }
  for (const label of store.all('label', project, NEWEST_FIRST)) {
    if (label.parent === id) store.replace('label', { ...label, parent: null });
  }
  store.remove('label', id);
};

interface Fields {
  readonly name?: string | undefined;
  readonly parent?: string | null | undefined;
}

function check(store: Database, project: string, { name, parent }: Fields, self?: string): void {
  const first = store.all('label', project, NEWEST_FIRST).find((label) => label.name === name && label.id !== self);
  if (first !== undefined) throw nameTaken('Label', first.id);
  if (parent && store.within('label', project, parent) === undefined) throw invalidField('parent', unknownId(parent));
  if (parent && parent === self) throw invalidField('parent', 'A label cannot be below itself.');
}

// Owns the answers about the links of a work item. A link counts as a change of the item.

import { blanks } from '../database/blanks.ts';
import { NEWEST_FIRST } from '../database/orders.ts';
import type { Database } from '../database/store.ts';
import type { Handlers } from '../handler.ts';
import { notAllowed } from '../refusal.ts';
import { change, found, make } from './crud.ts';
import { touched, workItemIn } from './workItems.ts';

export const listLinks: Handlers['listLinks'] = ({ store, workspace, params }) =>
  store.list('link', workItemIn(store, workspace, params).id, NEWEST_FIRST);

export const getLink: Handlers['getLink'] = ({ store, workspace, params }) =>
  found(store, 'link', workItemIn(store, workspace, params).id, params.link_id);

export const createLink: Handlers['createLink'] = (asked) => {
  const { store, workspace, params, body, now } = asked;
  const item = workItemIn(store, workspace, params);
  refuseTaken(store, item.id, body.url);
  touched(store, item, now);
  return make(asked, 'link', item.id, { ...blanks.link, project: item.project, issue: item.id }, body);
};

export const updateLink: Handlers['updateLink'] = (asked) => {
  const { store, workspace, params, body, now } = asked;
  const item = workItemIn(store, workspace, params);
  const link = found(store, 'link', item.id, params.link_id);
  refuseTaken(store, item.id, body.url, link.id);
  touched(store, item, now);
  return change(asked, 'link', link, body);
};

export const deleteLink: Handlers['deleteLink'] = ({ store, workspace, params, now }) => {
  const item = workItemIn(store, workspace, params);
  store.remove('link', found(store, 'link', item.id, params.link_id).id);
  touched(store, item, now);
};

function refuseTaken(store: Database, item: string, url: string | undefined, self?: string): void {
  const taken = store.all('link', item, NEWEST_FIRST).some((link) => link.url === url && link.id !== self);
  if (taken) throw notAllowed('URL already exists for this Issue');
}

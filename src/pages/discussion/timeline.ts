// The activity of a work item on its page, as sentences. It is read when its section is opened.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import type { Activity } from '../../contract/resources/activity.ts';
import { nameOfUser, user } from '../../contract/resources/user.ts';
import { idOf } from '../../contract/wire.ts';
import type { ChoiceListSource } from '../fields/fieldSpec.ts';
import type { ActivityView } from '../protocol/item.ts';
import { activityText } from './activityText.ts';
import type { DiscussionDeps } from './deps.ts';
import { listViewState } from './listView.ts';

/** Matches a value that is an id and not a name. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The list that names the values of each field. */
const SOURCES: Readonly<Record<string, ChoiceListSource>> = {
  state: 'states',
  labels: 'labels',
  assignees: 'members',
  module: 'modules',
  modules: 'modules',
};

export function timelineView(deps: DiscussionDeps): ActivityView {
  const { store: current, address, words, missed } = deps;
  const store = current();
  const listing = store?.activities.list(address).state;
  if (store === undefined || listing === undefined) return { status: 'unread', items: [], more: false };
  return {
    ...listViewState(listing, words),
    items: listing.ids
      .flatMap((id) => store.activities.get(id) ?? [])
      .sort((one, other) => madeAt(other) - madeAt(one))
      .map((one) => ({
        id: one.id,
        who: whoOf(one, store, deps),
        what: activityText(one, (field, value) => {
          const name = nameIn(store, address, field, value);
          const source = SOURCES[field];
          if (name === undefined && source !== undefined && ID.test(value)) missed(source);
          return name;
        }),
        at: one.created_at ?? (one.epoch ? new Date(one.epoch * 1000).toISOString() : undefined),
      })),
  };
}

function madeAt({ created_at, epoch }: Activity): number {
  return Date.parse(created_at ?? '') || (epoch ?? 0) * 1000;
}

function whoOf({ actor }: Activity, store: Store, { address: { project }, missed }: DiscussionDeps): string {
  if (!actor) return l10n.t('Unknown user');
  const expanded = user.safeParse(actor);
  const known = expanded.success ? expanded.data : store.user(project, idOf(actor));
  if (known === undefined) missed('members');
  return known === undefined ? l10n.t('Unknown user') : nameOfUser(known);
}

/** Some servers send the ids of the values, most send names. */
function nameIn(store: Store, { project }: ItemAddress, field: string, id: string): string | undefined {
  switch (field) {
    case 'state':
      return store.state(project, id)?.name;
    case 'labels':
      return store.label(project, id)?.name;
    case 'assignees': {
      const found = store.user(project, id);
      return found === undefined ? undefined : nameOfUser(found);
    }
    case 'module':
    case 'modules':
      return store.modules.of(project).records.find((one) => one.id === id)?.name;
    case 'parent':
      return store.identifier({ project, id });
    case 'cycles':
      return store.resources.cycles.get(id, project)?.name;
    default:
      return undefined;
  }
}

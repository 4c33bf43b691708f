// Builds the view of a work item's activities: who changed what, and when.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import type { Activity } from '../../contract/resources/activity.ts';
import { nameOfUser, user } from '../../contract/resources/user.ts';
import { authorName } from '../../contract/userName.ts';
import { idOf } from '../../contract/wire.ts';
import { todayAt } from '../../std/calendarDay.ts';
import type { ChoiceListSource } from '../fields/fieldSpec.ts';
import type { ActivityView } from '../protocol/discussionSections.ts';
import { activityText } from './activityText.ts';
import type { DiscussionDeps } from './deps.ts';
import { listViewState } from './listView.ts';

/** Matches an id. A value that does not match this pattern is a name. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The list that contains the names of a field's values, by field. */
const LIST_BY_FIELD: Readonly<Record<string, ChoiceListSource>> = {
  state: 'states',
  labels: 'labels',
  assignees: 'members',
  module: 'modules',
  modules: 'modules',
};

/** Returns the activity section of the page model. `isShown`: whether the user has chosen to show activities. */
export function activityView(deps: DiscussionDeps, isShown: boolean): ActivityView {
  const { store: getStore, address, formatError, onMissingList, clock } = deps;
  const today = todayAt(clock.now());
  const store = getStore();
  const listState = store?.activities.list(address).state;
  if (store === undefined || listState === undefined) return { isShown, status: 'notLoaded', items: [], more: false };
  return {
    isShown,
    ...listViewState(listState, formatError),
    items: listState.ids
      .flatMap((id) => store.activities.get(id) ?? [])
      .sort((first, second) => createdTime(second) - createdTime(first))
      .map((activity) => ({
        id: activity.id,
        userName: userNameOf(activity, store, deps),
        changeText: activityText(
          activity,
          (field, value) => {
            const name = valueName(store, address, field, value);
            const source = LIST_BY_FIELD[field];
            if (name === undefined && source !== undefined && UUID.test(value)) onMissingList(source);
            return name;
          },
          today,
        ),
        at: activity.created_at ?? (activity.epoch ? new Date(activity.epoch * 1000).toISOString() : undefined),
      })),
  };
}

function createdTime({ created_at, epoch }: Activity): number {
  return Date.parse(created_at ?? '') || (epoch ?? 0) * 1000;
}

function userNameOf(
  { actor }: Activity,
  store: Store,
  { address: { project }, onMissingList, me }: DiscussionDeps,
): string {
  if (!actor) return l10n.t('Unknown user');
  const expandedUser = user.safeParse(actor);
  const storedUser = expandedUser.success ? expandedUser.data : store.user(project, idOf(actor));
  if (storedUser === undefined) onMissingList('members');
  return storedUser === undefined ? l10n.t('Unknown user') : authorName(storedUser, me());
}

/**
 * Returns the name of the record with this id, to which the value of a field refers. Only some servers send ids. Most
 * send names; for a name, returns undefined.
 */
function valueName(store: Store, { project }: ItemAddress, field: string, id: string): string | undefined {
  switch (field) {
    case 'state':
      return store.state(project, id)?.name;
    case 'labels':
      return store.label(project, id)?.name;
    case 'assignees': {
      const storedUser = store.user(project, id);
      return storedUser === undefined ? undefined : nameOfUser(storedUser);
    }
    case 'module':
    case 'modules':
      return store.modules.get(project).records.find((module) => module.id === id)?.name;
    case 'parent':
      return store.identifier({ project, id });
    case 'estimate_point':
      return store.estimateName(project, id);
    case 'cycles':
      return store.resources.cycles.get(id, project)?.name;
    default:
      return undefined;
  }
}

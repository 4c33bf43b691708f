// Builds the view of a work item's activities: who changed what, and when.

import * as l10n from '@vscode/l10n';
import { type Activity, activityTime } from '../../contract/resources/activity.ts';
import { user } from '../../contract/resources/user.ts';
import { idOf } from '../../contract/schema/wire.ts';
import { authorName } from '../../contract/userName.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { nameOfValue } from '../../items/valueTexts.ts';
import type { ActivityView } from '../../shell/protocol/discussionSections.ts';
import { listViewState } from '../../shell/sections/listView.ts';
import type { DiscussionDeps } from '../../shell/sections/sectionDeps.ts';
import { todayAt } from '../../std/calendarDay.ts';
import { activityText, fieldOfActivity } from './activityText.ts';

/** Matches an id. A value that does not match this pattern is a name. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The lists that are requested for the name of a value. */
const SOURCES_TO_LOAD = ['states', 'labels', 'members', 'modules'] as const;

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
      .sort((first, second) => activityTime(second) - activityTime(first))
      .map((activity) => ({
        id: activity.id,
        userName: userNameOf(activity, store, deps),
        changeText: activityText(
          activity,
          (field, value) => {
            const source = fieldOfActivity(field)?.source;
            // Only some servers send ids. Most send names, for which there is no record.
            const name = source === undefined ? undefined : nameOfValue(store, address.project, source, value);
            const list = SOURCES_TO_LOAD.find((one) => one === source);
            if (name === undefined && list !== undefined && UUID.test(value)) onMissingList(list);
            return name;
          },
          today,
        ),
        at: activity.created_at ?? (activity.epoch ? new Date(activity.epoch * 1000).toISOString() : undefined),
      })),
  };
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

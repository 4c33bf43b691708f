// Describes changes for the inbox: who made them, when, and the new value.

import type { Activity } from '../../contract/resources/activity.ts';
import { activityTime } from '../../contract/resources/activity.ts';
import { authorOf, type Comment } from '../../contract/resources/comment.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { idOf, type Reference } from '../../contract/schema/wire.ts';
import { userNameLookup } from '../../contract/userName.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import { type ItemRecord, usersIn } from '../../core/cache/record.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Clock } from '../../std/clock.ts';
import { definedFields } from '../../std/objects/definedFields.ts';
import { firstLines } from '../../std/text.ts';
import { truncate } from '../../std/truncate.ts';
import { activityOf, type FieldChange, mentionsUser } from './changesOf.ts';
import type { InboxChange } from './entry.ts';

export interface ChangeDescriberDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** The id of the signed-in user. */
  readonly me: string;
  /** Whether the page of the work item is visible. Changes of a visible work item count as read. */
  readonly isVisible: (address: ItemAddress) => boolean;
}

const MAX_COMMENT_LENGTH = 120;

/** The user who made a change. `name` is undefined if the user is not loaded. */
interface Actor {
  readonly id: string | undefined;
  readonly name: string | undefined;
}

/** Converts the changes of other users to changes for the inbox. Omits changes of the signed-in user. */
export class ChangeDescriber {
  readonly #deps: ChangeDescriberDeps;

  constructor(deps: ChangeDescriberDeps) {
    this.#deps = deps;
  }

  /** Returns inbox changes for the field changes that other users have made. */
  describeFieldChanges(
    before: ItemRecord | undefined,
    after: ItemRecord,
    fieldChanges: readonly FieldChange[],
    activities: readonly Activity[],
  ): InboxChange[] {
    const { store, me } = this.#deps;
    const address = { project: after.project, id: after.id };
    const versionTime = (before === undefined ? after.created_at : after.updated_at) ?? '';
    return fieldChanges.flatMap((change): InboxChange[] => {
      const activity = activityOf(change, activities, Date.parse(before?.updated_at ?? '') || 0);
      const actor = this.#actor(address, before === undefined ? after.created_by : activity?.actor);
      // There may be no activity: some servers do not send activities, or store an activity some time after the change.
      if ((actor.id ?? after.updated_by) === me) return [];
      const value = change.kind === 'state' ? store.state(address.project, change.value ?? '')?.name : change.value;
      return [
        this.#change(address, {
          id: `${change.kind} ${versionTime}`,
          kind: change.kind,
          at: (activity && activityTime(activity)) || Date.parse(versionTime),
          actor: actor.name,
          value: change.kind === 'assigned' ? undefined : (value ?? undefined),
        }),
      ];
    });
  }

  /** Returns inbox changes for the comments that other users have written after `since` (in milliseconds). */
  describeCommentChanges(address: ItemAddress, comments: readonly Comment[], since: number): InboxChange[] {
    const { store, me } = this.#deps;
    return comments
      .filter((comment) => authorOf(comment) !== me && Date.parse(comment.created_at ?? '') > since)
      .map((comment) => {
        const [line = ''] = firstLines(comment.comment_html ?? '', 1, userNameLookup(store, address.project));
        return this.#change(address, {
          id: comment.id,
          kind: mentionsUser(comment.comment_html, me) ? 'mention' : 'comment',
          at: Date.parse(comment.created_at ?? ''),
          actor: this.#actor(address, comment.actor ?? comment.created_by).name,
          value: truncate(line, MAX_COMMENT_LENGTH),
        });
      });
  }

  /** Returns the inbox change of a work item whose last open blocker was closed. */
  describeUnblocked(address: ItemAddress, { project, id, updated_at }: ItemRecord): InboxChange[] {
    return [
      this.#change(address, {
        id: `unblocked ${id} ${updated_at ?? ''}`,
        kind: 'unblocked',
        at: Date.parse(updated_at ?? ''),
        actor: undefined,
        value: this.#deps.store.identifier({ project, id }),
      }),
    ];
  }

  #change(
    address: ItemAddress,
    {
      actor,
      value,
      ...others
    }: Pick<InboxChange, 'id' | 'kind' | 'at'> & {
      readonly actor: string | undefined;
      readonly value: string | undefined;
    },
  ): InboxChange {
    return {
      ...others,
      at: Number.isFinite(others.at) ? others.at : this.#deps.clock.now(),
      ...definedFields({ actor, value }),
      isRead: this.#deps.isVisible(address),
    };
  }

  #actor({ project }: ItemAddress, reference: Reference | null | undefined): Actor {
    if (reference === null || reference === undefined) return { id: undefined, name: undefined };
    const id = idOf(reference);
    const user = this.#deps.store.user(project, id) ?? usersIn(reference)[0];
    return { id, name: user === undefined ? undefined : nameOfUser(user) };
  }
}

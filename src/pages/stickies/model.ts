// Owns what the Stickies view shows: stickies with their drafts over them, and the state of their list. Pure but for reading.

import type { Store } from '../../cache/store.ts';
import type { Fault } from '../../client/apiError.ts';
import { PAGE_SIZE } from '../../contract/limits.ts';
import type { DraftStore } from '../../drafts/draftStore.ts';
import { firstLines } from '../../std/text.ts';
import { draftTooLargeText } from '../draftText.ts';
import type { StickiesModel, StickyProblem, StickyView } from '../protocol/stickies.ts';
import { stickyKey, stickyValues, withDraft } from './fields.ts';
import type { StickySaves } from './saves.ts';

export interface StickiesData {
  readonly place: { readonly store: Store; readonly desk: DraftStore } | undefined;
  readonly saves: StickySaves | undefined;
  readonly words: (fault: Fault) => string;
  readonly heard: number;
  readonly busy: boolean;
  readonly problem: StickyProblem | undefined;
}

export function stickiesModel({ place, saves, words, heard, busy, problem }: StickiesData): StickiesModel {
  if (place === undefined || saves === undefined) return { heard, status: 'signedOut', stickies: [], busy: false };
  const { store, desk } = place;
  const listing = store.resources.stickies.list().state;
  const fault =
    listing.fault === undefined ? undefined : { message: `The stickies could not be read. ${words(listing.fault)}`, retry: true };
  const { rejection } = store.authentication;
  const rejected = rejection === undefined ? undefined : { message: words(rejection), retry: true, signIn: true };
  const said = rejected ?? problem ?? fault;
  const left = listing.total === undefined ? undefined : Math.min(PAGE_SIZE, Math.max(1, listing.total - listing.ids.length));
  return {
    heard,
    status: listing.status === 'ready' || listing.status === 'failed' ? listing.status : 'loading',
    ...(said === undefined ? {} : { problem: said }),
    stickies: listing.ids.flatMap((id) => stickyView(id, store, desk, saves)),
    ...(listing.next === undefined ? {} : { more: left === undefined ? {} : { left } }),
    busy,
    ...(store.allowance.waitingUntil === undefined ? {} : { waitingUntil: store.allowance.waitingUntil }),
  };
}

function stickyView(id: string, store: Store, desk: DraftStore, saves: StickySaves): StickyView[] {
  const sticky = store.resources.stickies.get(id);
  if (sticky === undefined) return [];
  const { name, description_html, background_color } = withDraft(stickyValues(sticky), desk.get(stickyKey(id))?.touched ?? {});
  const { saving, problem: said } = saves.wayOf(id);
  const unkept = desk.unkept(stickyKey(id));
  const problem = said ?? (unkept === undefined ? undefined : { message: draftTooLargeText(unkept), retry: false });
  const conflicts = saves.conflictsOf(id);
  return [
    {
      id,
      name,
      html: description_html,
      color: background_color,
      state: stateOf(saves.isRemoving(id), conflicts.length > 0, saving === true, saves.isUnsent(id)),
      ...(problem === undefined ? {} : { problem }),
      ...(conflicts.length === 0 ? {} : { theirs: conflicts.map(({ theirs }) => wordsOf(String(theirs ?? ''))).join('\n') }),
    },
  ];
}

function stateOf(removing: boolean, conflict: boolean, saving: boolean, touched: boolean): StickyView['state'] {
  if (removing) return 'deleted';
  if (conflict) return 'conflict';
  if (saving) return 'saving';
  return touched ? 'unsent' : 'sent';
}

/** All of them: what is not shown could be overwritten unseen. */
function wordsOf(text: string): string {
  return firstLines(text, Number.POSITIVE_INFINITY).join('\n') || '(nothing)';
}

// Builds the model of the Stickies view: stickies with their edits, and the state of the list.

import * as l10n from '@vscode/l10n';
import type { Fault } from '../../client/apiError.ts';
import { PAGE_SIZE } from '../../contract/schema/limits.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { DraftStore } from '../../core/drafts/draftStore.ts';
import { draftTooLargeText } from '../../items/record/draftText.ts';
import type { StickiesModel, StickyProblem, StickyView } from '../../shell/protocol/stickies.ts';
import { firstLines } from '../../std/text.ts';
import { applyDraft, stickyKey, stickyValues } from './fields.ts';
import type { StickyEdits } from './stickyEdits.ts';

export interface StickiesData {
  readonly session: { readonly store: Store; readonly draftStore: DraftStore } | undefined;
  /** Whether the user is signed in to an account that this window does not use. */
  readonly hasAccounts: boolean;
  readonly editsOf: (id: string) => StickyEdits | undefined;
  readonly formatError: (fault: Fault) => string;
  readonly ackSequence: number;
  readonly busy: boolean;
  readonly problem: StickyProblem | undefined;
}

export function stickiesModel({
  session,
  hasAccounts,
  editsOf,
  formatError,
  ackSequence,
  busy,
  problem,
}: StickiesData): StickiesModel {
  if (session === undefined)
    return { ackSequence, status: 'signedOut', ...(hasAccounts ? { hasAccounts } : {}), stickies: [], busy: false };
  const { store, draftStore } = session;
  const listState = store.resources.stickies.list().state;
  const listProblem =
    listState.fault === undefined
      ? undefined
      : { message: l10n.t('The stickies could not be loaded. {0}', formatError(listState.fault)), retry: true };
  const { rejection } = store.authentication;
  const authenticationProblem =
    rejection === undefined ? undefined : { message: formatError(rejection), retry: true, signIn: true };
  const shownProblem = authenticationProblem ?? problem ?? listProblem;
  const nextPageSize =
    listState.total === undefined
      ? undefined
      : Math.min(PAGE_SIZE, Math.max(1, listState.total - listState.ids.length));
  return {
    ackSequence,
    status: listState.status === 'ready' || listState.status === 'failed' ? listState.status : 'loading',
    ...(shownProblem === undefined ? {} : { problem: shownProblem }),
    stickies: listState.ids.flatMap((id) => stickyView(id, store, draftStore, editsOf(id))),
    ...(listState.next === undefined ? {} : { more: nextPageSize === undefined ? {} : { remaining: nextPageSize } }),
    busy,
    ...(store.allowance.waitingUntil === undefined ? {} : { waitingUntil: store.allowance.waitingUntil }),
  };
}

function stickyView(id: string, store: Store, draftStore: DraftStore, edits: StickyEdits | undefined): StickyView[] {
  const sticky = store.resources.stickies.get(id);
  if (sticky === undefined || edits === undefined) return [];
  const { name, description_html, background_color } = applyDraft(
    stickyValues(sticky),
    draftStore.get(stickyKey(id))?.touched ?? {},
  );
  const { status, conflicts } = edits;
  const exceededLimit = draftStore.exceededLimit(stickyKey(id));
  const problem =
    status.problem ??
    (exceededLimit === undefined ? undefined : { message: draftTooLargeText(exceededLimit), retry: false });
  return [
    {
      id,
      name,
      html: description_html,
      color: background_color,
      state: stateOf(edits),
      ...(problem === undefined ? {} : { problem }),
      ...(conflicts.length === 0
        ? {}
        : { theirs: conflicts.map(({ theirs }) => plainTextOf(String(theirs ?? ''))).join('\n') }),
    },
  ];
}

function stateOf({ isRemoving, conflicts, status, isUnsent }: StickyEdits): StickyView['state'] {
  if (isRemoving) return 'deleted';
  if (conflicts.length > 0) return 'conflict';
  if (status.saving) return 'saving';
  return isUnsent ? 'unsent' : 'sent';
}

/** Returns the whole text, so that the user sees everything that their version would overwrite. */
function plainTextOf(text: string): string {
  return firstLines(text, Number.POSITIVE_INFINITY).join('\n') || l10n.t('No text');
}

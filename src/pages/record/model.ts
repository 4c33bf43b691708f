// Builds the model of a record's page from the store and the draft.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../cache/address.ts';
import type { Store } from '../../cache/store.ts';
import type { Fault } from '../../client/apiError.ts';
import { PAGE_SIZE } from '../../contract/limits.ts';
import type { Comment } from '../../contract/resources/comment.ts';
import { nameOfUser, user } from '../../contract/resources/user.ts';
import { idOf } from '../../contract/wire.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { SizeLimits } from '../../drafts/draftFiles.ts';
import { formatTime } from '../../std/formatTime.ts';
import { draftTooLargeText } from '../draftText.ts';
import type { Conflict } from '../edits/conflict.ts';
import { FieldChoices, type MissingChoice, projectOf } from '../fields/choices.ts';
import { fieldViews } from '../fields/form.ts';
import type { FieldProblems, FieldValues } from '../fields/values.ts';
import type { ConflictView } from '../protocol/conflicts.ts';
import type { CommentView } from '../protocol/discussion.ts';
import type { Choice, FieldView } from '../protocol/fields.ts';
import type { EditorModel } from '../protocol/messages.ts';
import type { FieldProblem } from '../protocol/record.ts';
import { conflictView } from './conflictView.ts';
import type { RecordTarget } from './recordTarget.ts';

export interface ModelDeps {
  readonly subject: RecordTarget;
  readonly store: Store | undefined;
  readonly draft: Draft | undefined;
  /** The size limit that prevents the draft from being stored on disk. */
  readonly exceededLimit: SizeLimits | undefined;
  readonly ackSequence: number;
  readonly fault: Fault | undefined;
  readonly saving: boolean;
  readonly problems: FieldProblems;
  /** Work items that the search of this page has returned. */
  readonly found: ReadonlyMap<string, Choice>;
  readonly notice: EditorModel['notice'] | undefined;
  readonly conflicts: readonly Conflict[];
  readonly composer: EditorModel['composer'];
  /** Title of the record while it is not loaded. */
  readonly title: string;
  readonly words: (fault: Fault) => string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Fields whose choices the user requested. */
  readonly asked: ReadonlySet<string>;
  /** Receives each list that is needed to name a value that is shown. */
  readonly missed: MissingChoice;
}

/** Returns the identifier at the start of a draft's title, or an empty string if there is none. */
export function identifierOfItem(title: string): string {
  return /^\S+-\d+(?= |$)/.exec(title)?.[0] ?? '';
}

export function modelOf(deps: ModelDeps): EditorModel {
  const { subject, store, draft } = deps;
  const { kind, item, isNew } = subject;
  const confirmed = store === undefined ? undefined : subject.confirmed(store, draft);
  const problem = problemOf(deps, confirmed !== undefined);
  const fields = store === undefined || confirmed === undefined ? [] : fieldsIn(deps, store, confirmed);
  const status = confirmed !== undefined ? 'ready' : problem !== undefined ? 'failed' : 'loading';
  return {
    address: subject.key,
    ackSequence: deps.ackSequence,
    status,
    isNew,
    actions: isNew ? [] : (kind.actions ?? []),
    discusses: item !== undefined,
    ...(problem === undefined ? {} : { problem }),
    identifier: subject.caption(store) || identifierOfItem(deps.title),
    placeName: subject.place(store, draft),
    fields,
    conflicts: deps.conflicts.flatMap((conflict) => conflictIn(conflict, fields, deps)),
    unsent: Object.keys(draft?.touched ?? {}).length > 0,
    saving: deps.saving,
    ...(deps.exceededLimit === undefined ? {} : { exceededLimit: draftTooLargeText(deps.exceededLimit) }),
    ...(deps.notice === undefined ? {} : { notice: deps.notice }),
    ...(store?.allowance.waitingUntil === undefined ? {} : { waitingUntil: store.allowance.waitingUntil }),
    ...datesIn(deps),
    comments: item === undefined ? NO_COMMENTS : commentsIn(item, deps),
    composer: deps.composer,
    ...(store === undefined ? { people: {} } : peopleIn(deps, store, [confirmed, draft?.touched])),
  };
}

const NO_COMMENTS: EditorModel['comments'] = { status: 'ready', items: [] };

function choicesIn({ subject, found, missed }: ModelDeps, store: Store): FieldChoices {
  return new FieldChoices(store, subject.address, found, missed);
}

function fieldsIn(deps: ModelDeps, store: Store, confirmed: FieldValues): EditorModel['fields'] {
  const { subject, draft, problems, asked } = deps;
  const { kind, isNew } = subject;
  return fieldViews({
    kind,
    isNew,
    confirmed,
    touched: draft?.touched ?? {},
    problems,
    choices: choicesIn(deps, store),
    asked,
  });
}

function conflictIn(conflict: Conflict, fields: readonly FieldView[], deps: ModelDeps): ConflictView[] {
  const view = fields.find(({ name }) => name === conflict.field);
  const source = deps.subject.kind.fields.find(({ name }) => name === conflict.field)?.source;
  const choiceOf = (id: string): Choice | undefined => {
    const known =
      deps.store === undefined || source === undefined ? undefined : choicesIn(deps, deps.store).named(source, id);
    if (known !== undefined || source === undefined || source === 'items') return known;
    deps.missed(source);
    return view?.pending === 'unread' || view?.pending === 'reading' ? { id, label: l10n.t('Loading…') } : undefined;
  };
  return view === undefined ? [] : [conflictView(conflict, view, choiceOf)];
}

function datesIn(deps: ModelDeps): Pick<EditorModel, 'createdAt' | 'createdBy' | 'updatedAt'> {
  const { subject, store } = deps;
  const { createdBy: id, ...dates } = store === undefined ? {} : subject.dates(store);
  const createdBy = id === undefined ? undefined : personIn(deps, id);
  return { ...dates, ...(createdBy === undefined ? {} : { createdBy }) };
}

function problemOf({ subject, store, fault, words, now }: ModelDeps, isKnown: boolean): FieldProblem | undefined {
  if (store === undefined)
    return { message: l10n.t('You are signed out. Your text is kept as a draft.'), retry: false };
  const obstacle = subject.obstacle?.(store);
  if (obstacle !== undefined) return { message: `${obstacle} ${l10n.t('Your text is kept as a draft.')}`, retry: true };
  const shown = store.authentication.rejection ?? fault;
  if (shown === undefined) return undefined;
  const sentence = words(shown);
  const fetchedAt = isKnown ? subject.fetchedAt(store) : undefined;
  const message = fetchedAt === undefined ? sentence : `${sentence} ${ageText(fetchedAt, now)}`;
  return { message, retry: true, ...(shown.kind === 'unauthorized' ? { signIn: true } : {}) };
}

function ageText(fetchedAt: number, now: number): string {
  return l10n.t('Shown as of {0}; it may be out of date.', formatTime(fetchedAt, now));
}

function commentsIn(address: ItemAddress, deps: ModelDeps): EditorModel['comments'] {
  const { store, words } = deps;
  const listing = store?.comments.list(address).state;
  if (store === undefined || listing === undefined) return { status: 'ready', items: [] };
  const items = listing.ids
    .flatMap((id) => store.comments.get(id) ?? [])
    .sort((one, other) => madeAt(one) - madeAt(other))
    .map((one) => commentView(one, deps));
  const problem = listing.fault === undefined ? undefined : { message: words(listing.fault), retry: true };
  const more =
    listing.next === undefined ? undefined : Math.max(1, (listing.total ?? items.length + PAGE_SIZE) - items.length);
  return {
    status: listing.status === 'failed' ? 'failed' : listing.status === 'ready' ? 'ready' : 'loading',
    ...(problem === undefined ? {} : { problem }),
    items,
    ...(more === undefined ? {} : { more }),
  };
}

/** A comment without a creation time comes first. */
function madeAt(one: Comment): number {
  return Date.parse(one.created_at ?? '') || 0;
}

function commentView(one: Comment, deps: ModelDeps): CommentView {
  return {
    id: one.id,
    author: authorOf(one, deps),
    createdAt: one.created_at ?? undefined,
    edited: isEdited(one),
    access: one.access === 'INTERNAL' || one.access === 'EXTERNAL' ? one.access : undefined,
    html: one.comment_html ?? '',
  };
}

function authorOf(one: Comment, deps: ModelDeps): string {
  const reference = one.actor ?? one.created_by;
  if (reference === undefined || reference === null) return l10n.t('Unknown user');
  const expanded = user.safeParse(reference);
  if (expanded.success) return nameOfUser(expanded.data);
  return personIn(deps, idOf(reference)) ?? l10n.t('Unknown user');
}

/** Servers do not mark edited comments: a comment counts as edited if it changed more than 2 s after its creation. */
function isEdited(one: Comment): boolean {
  if (!one.created_at || !one.updated_at) return false;
  return Date.parse(one.updated_at) - Date.parse(one.created_at) > 2_000;
}

function personIn({ subject, store, missed }: ModelDeps, id: string): string | undefined {
  const project = projectOf(subject.address);
  const found = store?.user(project, id);
  if (found === undefined) missed(project === '' ? 'people' : 'members');
  return found === undefined ? undefined : nameOfUser(found);
}

/** Returns the users that can be mentioned; until their list is loaded, only those whom the texts mention. */
function peopleIn(
  deps: ModelDeps,
  store: Store,
  values: readonly (FieldValues | undefined)[],
): Pick<EditorModel, 'people' | 'peoplePending'> {
  const { subject } = deps;
  const { status, records } = choicesIn(deps, store).people;
  const listed = Object.fromEntries(records.map(({ id, label }) => [id, label]));
  const isPending = records.length === 0 && (status === 'unread' || status === 'reading' || status === 'failed');
  if (!isPending) return { people: listed };
  const comments =
    subject.item === undefined
      ? []
      : store.comments.list(subject.item).state.ids.map((id) => store.comments.get(id)?.comment_html ?? '');
  const fields = subject.kind.fields.filter(({ kind }) => kind === 'richText').map(({ name }) => name);
  const texts = [...comments, ...values.flatMap((held) => fields.map((name) => String(held?.[name] ?? '')))];
  const mentioned = texts.flatMap(mentionedIn).flatMap((id) => {
    const name = personIn(deps, id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return { people: Object.fromEntries(mentioned), peoplePending: status };
}

/** Ids of the users whom a text mentions. */
function mentionedIn(html: string): string[] {
  const mentions = html.match(/<mention-component[^>]*>/g) ?? [];
  return mentions.flatMap((tag) => /entity_identifier="([^"]+)"/.exec(tag)?.[1] ?? []);
}

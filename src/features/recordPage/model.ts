// Builds the model of a record's page from the store and the draft.

import * as l10n from '@vscode/l10n';
import { type Fault, isRecordGone } from '../../client/apiError.ts';
import type { Comment } from '../../contract/resources/comment.ts';
import { nameOfUser, type User, user } from '../../contract/resources/user.ts';
import { PAGE_SIZE } from '../../contract/schema/limits.ts';
import { idOf } from '../../contract/schema/wire.ts';
import { authorName, userNameLookup } from '../../contract/userName.ts';
import type { ItemAddress } from '../../core/cache/address.ts';
import { projectItemsCanHaveSeveralModules } from '../../core/cache/changes/editModules.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { Draft } from '../../core/drafts/draft.ts';
import type { SizeLimit } from '../../core/drafts/draftFiles.ts';
import { blockedText } from '../../items/completionProblems.ts';
import type { Conflict } from '../../items/edits/conflict.ts';
import { FieldChoices, type OnMissingList, projectOf } from '../../items/form/choices.ts';
import type { Choice, FieldView } from '../../items/form/fieldProtocol.ts';
import { fieldViews } from '../../items/form/form.ts';
import { newChoicesIn } from '../../items/form/newChoices.ts';
import type { PageProblem } from '../../items/form/recordProtocol.ts';
import type { FieldProblems, FieldValues } from '../../items/form/values.ts';
import { draftTooLargeText, identifierInTitle } from '../../items/record/draftText.ts';
import type { RecordTarget } from '../../items/record/recordTarget.ts';
import { type PageAccount, pageAccountProblem } from '../../shell/pages/pageAccount.ts';
import type { CommentView } from '../../shell/protocol/comments.ts';
import type { ConflictView } from '../../shell/protocol/conflicts.ts';
import type { PageModel } from '../../shell/protocol/messages.ts';
import { formatTime } from '../../std/formatTime.ts';
import { conflictView } from './conflictView.ts';
import { cycleAndModuleRows, cycleAndModuleRowsOfNewItem } from './cycleAndModules.ts';
import { deletionView, valuesFromDraft } from './deletedRecord.ts';
import { type FindSimilar, type LastNewItemValues, newItemView } from './newItemSuggestions.ts';

export interface ModelDeps {
  readonly target: RecordTarget;
  readonly store: Store | undefined;
  /** Id of the signed-in user. */
  readonly me: string | undefined;
  readonly draft: Draft | undefined;
  /** The size limit that prevents the draft from being stored on disk; undefined if the draft is stored. */
  readonly exceededLimit: SizeLimit | undefined;
  readonly ackSequence: number;
  readonly fault: Fault | undefined;
  /** The confirmed values, or those that the page showed most recently: the cache drops the values of a deleted record. */
  readonly shownValues: FieldValues | undefined;
  /** Whether the server has refused a save because the access token lacks a scope. */
  readonly isScopeMissing: boolean;
  /** Whether the work item is the current one of the checked-out branch. */
  readonly isCurrentItem: boolean;
  readonly saving: boolean;
  readonly problems: FieldProblems;
  /** Fields whose chosen values are being saved, or will be within one second. */
  readonly fieldsBeingSaved: ReadonlySet<string>;
  /** Search results of this page by id. */
  readonly foundChoices: ReadonlyMap<string, Choice>;
  readonly notice: PageModel['notice'] | undefined;
  readonly conflicts: readonly Conflict[];
  readonly composer: PageModel['composer'];
  /** The record's title; while the record is not loaded, the title of its draft or of the restored tab. */
  readonly title: string;
  /** The stored values of the work item that the user created most recently in the project. */
  readonly lastValues: LastNewItemValues | undefined;
  readonly findSimilar: FindSimilar;
  readonly formatError: (fault: Fault) => string;
  /** Returns the page's account, which is not the account of the window. Called if `store` is undefined. */
  readonly account: string;
  readonly otherAccount: () => PageAccount;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Fields whose choices the user requested. */
  readonly requestedFields: ReadonlySet<string>;
  /** Called with each list that must be loaded to show the name of a value. */
  readonly onMissingList: OnMissingList;
}

export function modelOf(deps: ModelDeps): PageModel {
  const { target, store, draft } = deps;
  const { form, item, isNew } = target;
  const confirmed = store === undefined ? undefined : valuesToShow(deps);
  const deletion = confirmed !== undefined && isDeleted(deps) ? deletionView(target, draft, deps.title) : undefined;
  const unloadedText = confirmed === undefined || deletion !== undefined ? undefined : unloadedTextOf(deps, confirmed);
  const problem =
    deletion === undefined ? problemOf(deps, confirmed !== undefined, unloadedText !== undefined) : undefined;
  const readOnlyReason = confirmed === undefined ? undefined : readOnlyReasonOf(deps);
  const allFields = store === undefined || confirmed === undefined ? [] : fieldsIn(deps, store, confirmed);
  const moduleField = hasModulesRow(deps) ? allFields.find(({ name }) => name === 'module') : undefined;
  const fields = moduleField === undefined ? allFields : allFields.filter((view) => view !== moduleField);
  const status = confirmed !== undefined ? 'ready' : problem !== undefined ? 'failed' : 'loading';
  return {
    address: target.key,
    account: deps.account,
    ackSequence: deps.ackSequence,
    status,
    isNew,
    actions: isNew || deletion !== undefined ? [] : [...(form.actions ?? []), ...workActions(deps)],
    hasComments: item !== undefined && deletion === undefined,
    ...(deletion === undefined ? {} : { deletion }),
    ...(problem === undefined ? {} : { problem }),
    ...(unloadedText === undefined ? {} : { unloadedText }),
    identifier: target.caption(store) || identifierInTitle(deps.title),
    placeName: target.containerName(store, draft),
    fields,
    conflicts: deps.conflicts.flatMap((conflict) => conflictIn(conflict, fields, deps)),
    unsent: Object.keys(draft?.touched ?? {}).length > 0,
    saving: deps.saving,
    ...(deps.exceededLimit === undefined ? {} : { tooLargeMessage: draftTooLargeText(deps.exceededLimit) }),
    ...(deps.notice === undefined ? {} : { notice: deps.notice }),
    ...(store?.allowance.waitingUntil === undefined ? {} : { waitingUntil: store.allowance.waitingUntil }),
    ...groupsIn(deps, moduleField),
    ...(readOnlyReason === undefined ? {} : { readOnlyReason }),
    ...(readOnlyReason !== undefined && deps.isScopeMissing ? { isCommentingForbidden: true } : {}),
    ...datesIn(deps),
    comments: item === undefined ? NO_COMMENTS : commentsIn(item, deps),
    composer: deps.composer,
    ...newItemIn(deps, confirmed),
    ...(store === undefined ? { people: {} } : peopleIn(deps, store, [confirmed, draft?.touched])),
  };
}

/** Returns the action that starts work on the work item, or finishes it if it is the current one. */
function workActions({ target: { item }, store, isCurrentItem }: ModelDeps): PageModel['actions'] {
  if (item === undefined || store === undefined) return [];
  return isCurrentItem ? ['finishWork'] : ['startWork'];
}

/** Whether the page of a new work item has a row for several modules in place of the field for one module. */
function hasModulesRow({ target: { address, isNew }, store }: ModelDeps): boolean {
  return (
    isNew &&
    address.kind === 'workItem' &&
    store !== undefined &&
    projectItemsCanHaveSeveralModules(store, address.within)
  );
}

function groupsIn(deps: ModelDeps, moduleField: FieldView | undefined): Pick<PageModel, 'groups'> {
  const { store, draft } = deps;
  const { address, isNew, item } = deps.target;
  if (store === undefined) return {};
  if (item !== undefined) {
    const groups = cycleAndModuleRows(store, item);
    if (!isDeleted(deps) && readOnlyReasonOf(deps) === undefined) return { groups };
    return { groups: groups.flatMap((row) => (row.value === undefined ? [] : { ...row, isReadOnly: true })) };
  }
  if (!isNew || address.kind !== 'workItem') return {};
  return { groups: cycleAndModuleRowsOfNewItem(store, address.within, draft, moduleField) };
}

function newItemIn(
  { target, store, draft, lastValues, findSimilar }: ModelDeps,
  confirmed: FieldValues | undefined,
): Pick<PageModel, 'newItem'> {
  if (!target.isNew || target.address.kind !== 'workItem' || store === undefined) return {};
  return { newItem: newItemView(store, { ...confirmed, ...draft?.touched }, lastValues, findSimilar) };
}

function isDeleted({ target, fault }: ModelDeps): boolean {
  return !target.isNew && fault !== undefined && isRecordGone(fault);
}

/** Returns `shownValues` or, for a deleted record of which nothing was loaded, the values of the draft. */
function valuesToShow(deps: ModelDeps): FieldValues | undefined {
  const { target, draft, shownValues } = deps;
  return shownValues ?? (draft !== undefined && isDeleted(deps) ? valuesFromDraft(target, draft) : undefined);
}

/** Returns the field whose text is neither loaded nor in the draft. */
function unloadedTextOf({ target, draft }: ModelDeps, values: FieldValues): PageModel['unloadedText'] {
  const field = target.form.fields.find(({ kind }) => kind === 'richText');
  if (field === undefined || values[field.name] !== undefined || draft?.touched[field.name] !== undefined)
    return undefined;
  return { name: field.name, label: field.label };
}

const NO_COMMENTS: PageModel['comments'] = { status: 'ready', items: [] };

function choicesIn({ target, foundChoices, onMissingList, me }: ModelDeps, store: Store): FieldChoices {
  return new FieldChoices(store, target.address, foundChoices, onMissingList, me);
}

function fieldsIn(deps: ModelDeps, store: Store, confirmed: FieldValues): PageModel['fields'] {
  const { target, draft, problems, requestedFields, fieldsBeingSaved } = deps;
  const { form, isNew } = target;
  const blocked = target.item === undefined ? undefined : blockedText(store, target.item);
  const mayCreateChoices = projectOf(target.address) !== '' && !isGuest(deps, store) && !isDeleted(deps);
  const views = fieldViews({
    form,
    isNew,
    confirmed,
    touched: draft?.touched ?? {},
    problems,
    choices: choicesIn(deps, store),
    requestedFields,
    fieldsBeingSaved,
  }).map((view): FieldView => {
    const spec = form.fields.find(({ name }) => name === view.name);
    const newChoices = mayCreateChoices ? newChoicesIn(spec?.source) : [];
    const hint = view.hint ?? (spec?.source === 'states' ? blocked : undefined);
    return {
      ...view,
      ...(newChoices.length === 0 ? {} : { newChoices }),
      ...(hint === undefined ? {} : { hint }),
    };
  });
  if (isDeleted(deps)) return views.map((view) => ({ ...view, readOnly: true }));
  if (readOnlyReasonOf(deps) === undefined) return views;
  // A field with a draft stays editable, so that the user can still change or discard it.
  return views.map((view) => (view.touched ? view : { ...view, readOnly: true }));
}

/** Returns why the user may read the record, but not change it; undefined if no reason is known. */
function readOnlyReasonOf(deps: ModelDeps): string | undefined {
  const { store, target } = deps;
  if (store === undefined || target.isNew || isDeleted(deps)) return undefined;
  if (isGuest(deps, store)) return l10n.t('Read-only: you are a guest of this project.');
  return deps.isScopeMissing ? l10n.t('Read-only: the access token does not permit changes.') : undefined;
}

/** Whether the user is known to be a guest of the project. The role is known after the project was loaded. */
function isGuest({ target, me }: ModelDeps, store: Store): boolean {
  const project = projectOf(target.address);
  return me !== undefined && project !== '' && store.isGuest(project, me);
}

function conflictIn(conflict: Conflict, fields: readonly FieldView[], deps: ModelDeps): ConflictView[] {
  const view = fields.find(({ name }) => name === conflict.field);
  const source = deps.target.form.fields.find(({ name }) => name === conflict.field)?.source;
  const choiceOf = (id: string): Choice | undefined => {
    const knownChoice =
      deps.store === undefined || source === undefined ? undefined : choicesIn(deps, deps.store).choiceById(source, id);
    if (knownChoice !== undefined || source === undefined || source === 'items') return knownChoice;
    deps.onMissingList(source);
    return view?.pending === 'notLoaded' || view?.pending === 'loading' ? { id, label: l10n.t('Loading…') } : undefined;
  };
  return view === undefined
    ? []
    : [conflictView(conflict, view, choiceOf, userNameLookup(deps.store, projectOf(deps.target.address)))];
}

function datesIn(deps: ModelDeps): Pick<PageModel, 'createdAt' | 'createdBy' | 'updatedAt'> {
  const { target, store } = deps;
  const { createdBy: id, ...dates } = store === undefined ? {} : target.dates(store);
  const creator = id === undefined ? undefined : storedUser(deps, id);
  return { ...dates, ...(creator === undefined ? {} : { createdBy: nameOfUser(creator) }) };
}

function problemOf(
  { target, store, fault, formatError, otherAccount, now }: ModelDeps,
  hasValues: boolean,
  isTextMissing: boolean,
): PageProblem | undefined {
  if (store === undefined) {
    const problem = pageAccountProblem(otherAccount());
    return { ...problem, message: `${problem.message} ${l10n.t('Your text is kept as a draft.')}` };
  }
  const obstacle = target.obstacle?.(store);
  if (obstacle !== undefined) return { message: `${obstacle} ${l10n.t('Your text is kept as a draft.')}`, retry: true };
  const currentFault = store.authentication.rejection ?? fault;
  if (currentFault === undefined) return undefined;
  const fetchedAt = hasValues ? target.fetchedAt(store) : undefined;
  const cause = formatError(currentFault);
  const errorText = isTextMissing ? l10n.t('The description could not be loaded. {0}', cause) : cause;
  const message = [
    errorText,
    store.unreachableSince === undefined || !isTextMissing
      ? []
      : l10n.t('Not reachable since {0}.', formatTime(store.unreachableSince, now)),
    fetchedAt === undefined ? [] : ageText(fetchedAt, now),
  ]
    .flat()
    .join(' ');
  return { message, retry: true, ...(currentFault.kind === 'unauthorized' ? { signIn: true } : {}) };
}

function ageText(fetchedAt: number, now: number): string {
  return l10n.t('The data shown is from {0} and may be out of date.', formatTime(fetchedAt, now));
}

function commentsIn(address: ItemAddress, deps: ModelDeps): PageModel['comments'] {
  const { store, formatError } = deps;
  const listState = store?.comments.list(address).state;
  if (store === undefined || listState === undefined) return { status: 'ready', items: [] };
  const items = listState.ids
    .flatMap((id) => store.comments.get(id) ?? [])
    .sort((comment, otherComment) => createdTime(comment) - createdTime(otherComment))
    .map((comment) => commentView(comment, deps));
  const problem = listState.fault === undefined ? undefined : { message: formatError(listState.fault), retry: true };
  const notLoadedCount =
    listState.next === undefined
      ? undefined
      : Math.max(1, (listState.total ?? items.length + PAGE_SIZE) - items.length);
  return {
    status: listState.status === 'failed' ? 'failed' : listState.status === 'ready' ? 'ready' : 'loading',
    ...(problem === undefined ? {} : { problem }),
    items,
    ...(notLoadedCount === undefined ? {} : { more: notLoadedCount }),
    ...(store.comments.unloadedPart(address) === 'later' ? { isMoreLater: true } : {}),
  };
}

/** Returns 0 for a comment without a creation time, so that it is listed first. */
function createdTime(comment: Comment): number {
  return Date.parse(comment.created_at ?? '') || 0;
}

function commentView(comment: Comment, deps: ModelDeps): CommentView {
  const author = authorOf(comment, deps);
  return {
    id: comment.id,
    author: author === undefined ? l10n.t('Unknown user') : authorName(author, deps.me),
    ...(author !== undefined && author.id === deps.me ? { ownName: nameOfUser(author) } : {}),
    createdAt: comment.created_at ?? undefined,
    edited: isEdited(comment),
    access: comment.access === 'INTERNAL' || comment.access === 'EXTERNAL' ? comment.access : undefined,
    html: comment.comment_html ?? '',
    ...(comment.parent ? { parent: idOf(comment.parent) } : {}),
  };
}

function authorOf(comment: Comment, deps: ModelDeps): User | undefined {
  const reference = comment.actor ?? comment.created_by;
  if (reference === undefined || reference === null) return undefined;
  const expandedUser = user.safeParse(reference);
  return expandedUser.success ? expandedUser.data : storedUser(deps, idOf(reference));
}

/** Whether the comment changed more than 2 seconds after its creation: servers do not mark edited comments. */
function isEdited(comment: Comment): boolean {
  if (!comment.created_at || !comment.updated_at) return false;
  return Date.parse(comment.updated_at) - Date.parse(comment.created_at) > 2_000;
}

function storedUser({ target, store, onMissingList }: ModelDeps, id: string): User | undefined {
  const project = projectOf(target.address);
  const found = store?.user(project, id);
  if (found === undefined) onMissingList(project === '' ? 'people' : 'members');
  return found;
}

/** Returns the users who can be mentioned; until their list is loaded, only the users whom the texts mention. */
function peopleIn(
  deps: ModelDeps,
  store: Store,
  values: readonly (FieldValues | undefined)[],
): Pick<PageModel, 'people' | 'unloadedPeopleStatus'> {
  const { target } = deps;
  const { status, choices } = choicesIn(deps, store).people;
  const namesById = Object.fromEntries(choices.map(({ id, label }) => [id, label]));
  const isPending = choices.length === 0 && (status === 'notLoaded' || status === 'loading' || status === 'failed');
  if (!isPending) return { people: namesById };
  const comments =
    target.item === undefined
      ? []
      : store.comments.list(target.item).state.ids.map((id) => store.comments.get(id)?.comment_html ?? '');
  const fields = target.form.fields.filter(({ kind }) => kind === 'richText').map(({ name }) => name);
  const texts = [
    ...comments,
    ...values.flatMap((fieldValues) => fields.map((name) => String(fieldValues?.[name] ?? ''))),
  ];
  const mentionedNames = texts.flatMap(mentionedIn).flatMap((id) => {
    const mentionedUser = storedUser(deps, id);
    return mentionedUser === undefined ? [] : [[id, nameOfUser(mentionedUser)] as const];
  });
  return { people: Object.fromEntries(mentionedNames), unloadedPeopleStatus: status };
}

/** Returns the ids of the users whom a text mentions. */
function mentionedIn(html: string): string[] {
  const mentions = html.match(/<mention-component[^>]*>/g) ?? [];
  return mentions.flatMap((tag) => /entity_identifier="([^"]+)"/.exec(tag)?.[1] ?? []);
}

// Owns the model: everything the page shows, made from what is known and what is drafted.
import type { Fault } from '../api/fault.ts';
import { PAGE_SIZE } from '../contract/limits.ts';
import type { Comment } from '../contract/resources/comment.ts';
import { nameOfUser, user } from '../contract/resources/user.ts';
import { idOf } from '../contract/wire.ts';
import { type ItemAddress, keyOf } from '../store/address.ts';
import type { Draft } from '../store/draft.ts';
import type { Store } from '../store/store.ts';
import { fieldsOf } from './form.ts';
import { itemChoice } from './parents.ts';
import type { CommentView, EditorModel, FieldName, Problem } from './words.ts';

export interface ModelGround {
  readonly address: ItemAddress;
  readonly store: Store | undefined;
  readonly draft: Draft | undefined;
  readonly heard: number;
  readonly fault: Fault | undefined;
  readonly saving: boolean;
  readonly problems: Partial<Record<FieldName, string>>;
  readonly notice: EditorModel['notice'] | undefined;
  readonly composer: EditorModel['composer'];
  /** What to call the item while it is not known. */
  readonly title: string;
  readonly words: (fault: Fault) => string;
}

/** `PROJ-123 Name`; undefined when the item is not known. */
export function titleOf(identifier: string | undefined, name: string | undefined): string | undefined {
  return identifier === undefined || name === undefined ? undefined : `${identifier} ${name}`;
}

/** The identifier that a draft's title begins with, if it does. */
function identifierIn(title: string): string {
  return /^\S+-\d+(?= |$)/.exec(title)?.[0] ?? '';
}

export function modelOf(ground: ModelGround): EditorModel {
  const { address, store, draft } = ground;
  const item = store?.items.told(keyOf(address));
  const problem = problemOf(ground, item !== undefined);
  const fields = store === undefined || item === undefined ? [] : fieldsIn(ground, store, item);
  const createdBy = item?.created_by ? personIn(store, address.project, item.created_by) : undefined;
  return {
    address: keyOf(address),
    heard: ground.heard,
    status: item !== undefined ? 'ready' : problem !== undefined ? 'failed' : 'loading',
    ...(problem === undefined ? {} : { problem }),
    identifier: store?.identifier(address) ?? identifierIn(ground.title),
    projectName: store?.project(address.project)?.name ?? '',
    fields,
    unsent: Object.keys(draft?.touched ?? {}).length > 0,
    saving: ground.saving,
    ...(ground.notice === undefined ? {} : { notice: ground.notice }),
    ...(item?.created_at === undefined ? {} : { createdAt: item.created_at }),
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(item?.updated_at === undefined ? {} : { updatedAt: item.updated_at }),
    comments: commentsIn(ground),
    composer: ground.composer,
    people: peopleIn(store, address.project),
  };
}

function fieldsIn(ground: ModelGround, store: Store, item: NonNullable<ReturnType<Store['item']>>) {
  const { address } = ground;
  const { project } = address;
  return fieldsOf({
    item,
    touched: ground.draft?.touched ?? {},
    parts: {
      states: store.states.of(project),
      labels: store.labels.of(project),
      members: store.members.of(project),
      modules: store.modules.of(project),
      types: store.types.of(project),
    },
    problems: ground.problems,
    personOf: (id) => personIn(store, project, id),
    itemOf: (id) => itemChoice(store, { project, id }),
  });
}

function problemOf({ store, fault, words }: ModelGround, isKnown: boolean): Problem | undefined {
  if (store === undefined) return { message: 'You are signed out. What you wrote is kept as a draft.', retry: false };
  if (fault === undefined) return undefined;
  const sentence = words(fault);
  return { message: isKnown ? `${sentence} What is shown may be out of date.` : sentence, retry: true };
}

function commentsIn({ address, store, words }: ModelGround): EditorModel['comments'] {
  const listing = store?.commentsOf(address);
  if (store === undefined || listing === undefined) return { status: 'ready', items: [] };
  const items = listing.ids
    .flatMap((id) => store.comment(id) ?? [])
    .sort((one, other) => madeAt(one) - madeAt(other))
    .map((one) => commentView(one, store, address.project));
  const problem = listing.fault === undefined ? undefined : { message: words(listing.fault), retry: true };
  const more = listing.next === undefined ? undefined : Math.max(1, (listing.total ?? items.length + PAGE_SIZE) - items.length);
  return {
    status: listing.status === 'failed' ? 'failed' : listing.status === 'ready' ? 'ready' : 'loading',
    ...(problem === undefined ? {} : { problem }),
    items,
    ...(more === undefined ? {} : { more }),
  };
}

/** A comment whose server does not say when it was made comes first. */
function madeAt(one: Comment): number {
  return Date.parse(one.created_at ?? '') || 0;
}

function commentView(one: Comment, store: Store, project: string): CommentView {
  return {
    id: one.id,
    author: authorOf(one, store, project),
    createdAt: one.created_at ?? undefined,
    edited: isEdited(one),
    access: one.access === 'INTERNAL' || one.access === 'EXTERNAL' ? one.access : undefined,
    html: one.comment_html ?? '',
  };
}

function authorOf(one: Comment, store: Store, project: string): string {
  const reference = one.actor ?? one.created_by;
  if (reference === undefined || reference === null) return 'Somebody';
  const expanded = user.safeParse(reference);
  if (expanded.success) return nameOfUser(expanded.data);
  return personIn(store, project, idOf(reference)) ?? 'Somebody';
}

/** Servers do not say so: a comment is edited when it changed more than a moment after it was made. */
function isEdited(one: Comment): boolean {
  if (!one.created_at || !one.updated_at) return false;
  return Date.parse(one.updated_at) - Date.parse(one.created_at) > 2_000;
}

function personIn(store: Store | undefined, project: string, id: string): string | undefined {
  const found = store?.user(project, id);
  return found === undefined ? undefined : nameOfUser(found);
}

function peopleIn(store: Store | undefined, project: string): Record<string, string> {
  return Object.fromEntries((store?.members.of(project).records ?? []).map((one) => [one.id, nameOfUser(one)]));
}

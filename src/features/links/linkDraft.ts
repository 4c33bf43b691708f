// Keeps what the user types into the boxes for a link as a draft of the work item.
import { keyOf } from '../../core/cache/address.ts';
import type { Draft } from '../../core/drafts/draft.ts';
import { draftTitle } from '../../items/record/draftText.ts';
import type { ChosenItem } from '../../shell/itemPicker/workItemPicker.ts';

/** The typed values that differ from the initial values. */
export interface TypedLink {
  url?: string | undefined;
  title?: string | undefined;
}

export interface LinkDraft {
  readonly typed: Readonly<TypedLink>;
  /** Changes the typed values and the draft. */
  change(values: TypedLink): void;
  /** Removes the draft, but not the typed values. */
  discard(): void;
}

/**
 * Resolves with the draft of the link. If the user has typed into the boxes for another work item before (`typed`), the
 * draft gets these values.
 */
export async function openLinkDraft(
  { session, address }: ChosenItem,
  id: string,
  typed: TypedLink = {},
): Promise<LinkDraft> {
  const { draftStore, store } = session;
  const key = keyOf(address);
  const before = (await draftStore.open(key))?.links?.[id];
  const write = (link: TypedLink | undefined): void => {
    if (link === undefined && draftStore.get(key)?.links?.[id] === undefined) return;
    const title = draftTitle(store, key, { title: draftStore.get(key)?.title ?? '' });
    draftStore.change(key, title, (draft) => ({ links: linksWith(draft, id, link) }));
  };
  const change = (values: TypedLink): void => {
    Object.assign(typed, values);
    write((typed.url ?? '') === '' && (typed.title ?? '') === '' ? undefined : { ...typed });
  };
  if (Object.values(typed).some((value) => value !== undefined)) change({});
  else Object.assign(typed, before);
  return { typed, change, discard: () => write(undefined) };
}

function linksWith({ links = {} }: Draft, id: string, link: TypedLink | undefined): Draft['links'] {
  const { [id]: _before, ...others } = links;
  if (link !== undefined) return { ...others, [id]: link };
  return Object.keys(others).length === 0 ? undefined : others;
}

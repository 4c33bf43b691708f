// The list of users that is shown while the user types a mention. The focus stays in the text.
import * as l10n from '@vscode/l10n';
import './mention.css';
import type { Editor } from '@tiptap/core';
import type { RefObject, VNode } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { UnloadedListStatus } from '../../../items/form/fieldProtocol.ts';
import {
  activeTypedMention,
  dismissMention,
  insertMention,
  matchingPeople,
  type TypedMention,
} from '../../../richText/editor/extensions/mention.ts';
import { Progress } from '../button.tsx';
import { PageContext } from '../pageContext.ts';
import { usePageValue } from '../usePageValue.ts';

interface MentionMenuProps {
  readonly editor: Editor;
  readonly people: Readonly<Record<string, string>>;
  /** The id of the text's element; the prefix of the ids in the list. */
  readonly id: string;
  /** The ref in which the list stores its key handler. */
  readonly keyHandlerRef: RefObject<(event: KeyboardEvent) => boolean>;
}

const MAX_LISTED_USERS = 50;

/** Positions the list below the @, and within the width of the text area. Returns the ref of the list. */
function useListPosition(editor: Editor, typedMention: TypedMention | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const from = typedMention?.from;
  useLayoutEffect(() => {
    const textAreaBounds = list.current?.parentElement?.getBoundingClientRect();
    if (!list.current || !textAreaBounds || from === undefined) return;
    const { left, bottom } = editor.view.coordsAtPos(from);
    list.current.style.left = `${Math.max(0, Math.min(left - textAreaBounds.left, textAreaBounds.width - list.current.offsetWidth))}px`;
    list.current.style.top = `${bottom - textAreaBounds.top + 2}px`;
  }, [editor, from]);
  return list;
}

/** Sets the ARIA attributes with which a screen reader announces the active name. */
function useActiveDescendant(editor: Editor, listId: string, activeId: string | undefined): void {
  useEffect(() => {
    const { dom } = editor.view;
    if (activeId === undefined) return undefined;
    dom.setAttribute('aria-controls', listId);
    dom.setAttribute('aria-activedescendant', activeId);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, listId, activeId]);
}

/** Requests the list of users when the user types the first @. Returns the status of the list until it is loaded. */
function useRequestPeople(isTypingMention: boolean): UnloadedListStatus | undefined {
  const page = useContext(PageContext)?.page;
  const pending = usePageValue(({ model }) => model?.unloadedPeopleStatus);
  useEffect(() => {
    if (isTypingMention && (pending === 'notLoaded' || pending === 'failed')) page?.requestChoices();
    // After a failed request, the list is requested again when the user types the next @.
  }, [page, isTypingMention, pending === 'notLoaded']);
  return pending;
}

function PeopleStatus({
  list,
  pending,
}: {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly pending: UnloadedListStatus;
}): VNode {
  return (
    <div ref={list} class="mention-menu is-waiting">
      {pending !== 'failed' && <Progress label={l10n.t('Loading members')} />}
      <span role="status">
        {pending === 'failed' ? l10n.t('The members could not be loaded.') : l10n.t('Loading members…')}
      </span>
    </div>
  );
}

export function MentionMenu({ editor, people, id, keyHandlerRef }: MentionMenuProps): VNode | null {
  const typedMention = editor.isFocused ? activeTypedMention(editor.state) : undefined;
  const pending = useRequestPeople(typedMention !== undefined);
  const matchingUsers = typedMention && pending === undefined ? matchingPeople(people, typedMention.query) : [];
  const listedUsers = matchingUsers.slice(0, MAX_LISTED_USERS);
  const [chosenIndex, setChosenIndex] = useState(0);
  const index = Math.min(chosenIndex, listedUsers.length - 1);
  useEffect(() => setChosenIndex(0), [typedMention?.from, typedMention?.query]);
  const list = useListPosition(editor, listedUsers.length > 0 || pending !== undefined ? typedMention : undefined);
  const activeUser = listedUsers[index];
  useActiveDescendant(editor, `${id}-people`, activeUser && `${id}-person-${activeUser.id}`);
  useLayoutEffect(() => list.current?.querySelector('.is-active')?.scrollIntoView({ block: 'nearest' }), [index, list]);

  keyHandlerRef.current = (event) => {
    if (
      !typedMention ||
      !(activeUser || (pending && event.key === 'Escape')) ||
      event.isComposing ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return false;
    const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (offset !== undefined) setChosenIndex((index + offset + listedUsers.length) % listedUsers.length);
    else if (activeUser && (event.key === 'Enter' || event.key === 'Tab'))
      insertMention(editor, typedMention, activeUser.id);
    else if (event.key === 'Escape') dismissMention(editor.view);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  if (!typedMention || (listedUsers.length === 0 && pending === undefined)) return null;
  if (pending !== undefined) return <PeopleStatus list={list} pending={pending} />;
  return (
    <div ref={list} class="mention-menu" role="listbox" id={`${id}-people`} aria-label={l10n.t('Members to mention')}>
      {listedUsers.map((person, personIndex) => (
        <div
          key={person.id}
          id={`${id}-person-${person.id}`}
          class={`option${personIndex === index ? ' is-active' : ''}`}
          role="option"
          aria-selected={personIndex === index}
          onMouseDown={(event) => {
            event.preventDefault();
            insertMention(editor, typedMention, person.id);
          }}
        >
          <span dir="auto">{person.name}</span>
        </div>
      ))}
    </div>
  );
}

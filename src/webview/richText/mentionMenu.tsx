// The list of users offered while a mention is typed. The focus stays in the text.
import * as l10n from '@vscode/l10n';
import './mention.css';
import type { Editor } from '@tiptap/core';
import type { RefObject, VNode } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PendingChoice } from '../../pages/protocol/fields.ts';
import { Progress } from '../button.tsx';
import { PageContext } from '../pageContext.ts';
import { usePageValue } from '../usePageValue.ts';
import { dismissMention, insertMention, mentionAtCaret, offered, type TypedMention } from './extensions/mention.ts';

interface MentionMenuProps {
  readonly editor: Editor;
  readonly people: Readonly<Record<string, string>>;
  /** The id of the text's element; the prefix of the ids in the list. */
  readonly id: string;
  /** The list stores its key handler here. */
  readonly press: RefObject<(event: KeyboardEvent) => boolean>;
}

const MOST = 50;

/** Positions the list below the @, within the frame of the text. */
function usePlace(editor: Editor, mentioning: TypedMention | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const from = mentioning?.from;
  useLayoutEffect(() => {
    const frame = list.current?.parentElement?.getBoundingClientRect();
    if (!list.current || !frame || from === undefined) return;
    const { left, bottom } = editor.view.coordsAtPos(from);
    list.current.style.left = `${Math.max(0, Math.min(left - frame.left, frame.width - list.current.offsetWidth))}px`;
    list.current.style.top = `${bottom - frame.top + 2}px`;
  }, [editor, from]);
  return list;
}

/** Announces to a screen reader which name Enter would insert. */
function useAnnounced(editor: Editor, listId: string, activeId: string | undefined): void {
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

/** Requests the list of users with the first @. */
function usePeople(isMentioning: boolean): PendingChoice | undefined {
  const page = useContext(PageContext)?.page;
  const pending = usePageValue(({ model }) => model?.peoplePending);
  useEffect(() => {
    if (isMentioning && (pending === 'unread' || pending === 'failed')) page?.want();
    // After a failure, the list is requested again only with the next @.
  }, [page, isMentioning, pending === 'unread']);
  return pending;
}

function Waiting({
  list,
  pending,
}: {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly pending: PendingChoice;
}): VNode {
  return (
    <div ref={list} class="mention-menu is-waiting">
      {pending !== 'failed' && <Progress label={l10n.t('Loading members')} />}
      <span role="status">
        {pending === 'failed' ? l10n.t('The members could not be loaded') : l10n.t('Loading members…')}
      </span>
    </div>
  );
}

export function MentionMenu({ editor, people, id, press }: MentionMenuProps): VNode | null {
  const mentioning = editor.isFocused ? mentionAtCaret(editor.state) : undefined;
  const pending = usePeople(mentioning !== undefined);
  const all = mentioning && pending === undefined ? offered(people, mentioning.query) : [];
  const names = all.slice(0, MOST);
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, names.length - 1);
  useEffect(() => setChosen(0), [mentioning?.from, mentioning?.query]);
  const list = usePlace(editor, names.length > 0 || pending !== undefined ? mentioning : undefined);
  const active = names[index];
  useAnnounced(editor, `${id}-people`, active && `${id}-person-${active.id}`);
  useLayoutEffect(() => list.current?.querySelector('.is-active')?.scrollIntoView({ block: 'nearest' }), [index, list]);

  press.current = (event) => {
    if (
      !mentioning ||
      !(active || (pending && event.key === 'Escape')) ||
      event.isComposing ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((index + step + names.length) % names.length);
    else if (active && (event.key === 'Enter' || event.key === 'Tab')) insertMention(editor, mentioning, active.id);
    else if (event.key === 'Escape') dismissMention(editor.view);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  if (!mentioning || (names.length === 0 && pending === undefined)) return null;
  if (pending !== undefined) return <Waiting list={list} pending={pending} />;
  return (
    <div ref={list} class="mention-menu" role="listbox" id={`${id}-people`} aria-label={l10n.t('Members to mention')}>
      {names.map((one, at) => (
        <div
          key={one.id}
          id={`${id}-person-${one.id}`}
          class={`option${at === index ? ' is-active' : ''}`}
          role="option"
          aria-selected={at === index}
          onMouseDown={(event) => {
            event.preventDefault();
            insertMention(editor, mentioning, one.id);
          }}
        >
          {one.name}
        </div>
      ))}
    </div>
  );
}

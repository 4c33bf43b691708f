// The mention that is being typed: an @ and the text between it and the cursor.
import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { wordsIn } from '../../../std/searchText.ts';
import { writeElement } from '../markup/markup.ts';

/** The positions of the @ and the cursor. */
export interface TypedMention {
  readonly from: number;
  readonly to: number;
  /** The text without the @. */
  readonly query: string;
}

interface MentionState {
  readonly active: TypedMention | undefined;
  /** The position of the @ that the user dismissed. */
  readonly dismissed: number | undefined;
}

/** After a space, a bracket or nothing, so not within an address. A name may have two words. */
const TYPED = /(?:^|[\s(\ufffc])@([\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]*)?)$/u;
const KEY = new PluginKey<MentionState>('mention');

function typedBefore({ selection, doc }: EditorState): TypedMention | undefined {
  if (!(selection instanceof TextSelection) || !selection.empty) return undefined;
  const { $from } = selection;
  if (!$from.parent.isTextblock || $from.parent.type.spec.code || $from.marks().some(({ type }) => type.spec.code))
    return undefined;
  const before = doc.textBetween($from.start(), $from.pos, undefined, '\ufffc');
  const query = TYPED.exec(before)?.[1];
  return query === undefined ? undefined : { from: $from.pos - query.length - 1, to: $from.pos, query };
}

/** Returns the mention that is being typed, if there is one. */
export function mentionAtCaret(state: EditorState): TypedMention | undefined {
  const { active, dismissed } = KEY.getState(state) ?? {};
  return active?.from === dismissed ? undefined : active;
}

/** Returns the names to offer: every typed word starts one of their words. `people` are names by id. */
export function offered(
  people: Readonly<Record<string, string>>,
  query: string,
): readonly { readonly id: string; readonly name: string }[] {
  const typed = wordsIn(query);
  return Object.entries(people)
    .map(([id, name]) => ({ id, name }))
    .filter(({ name }) => {
      const words = name.toLowerCase().split(/[\s._-]+/);
      return typed.every((part) => words.some((word) => word.startsWith(part)));
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Returns an id for an element of the document. `crypto.randomUUID` is not available on every page. */
export function elementId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Returns a mention in the server's own markup. The name is looked up when the mention is displayed. */
function mentionMarkup(id: string): string {
  return writeElement('mention-component', { id: elementId(), entity_identifier: id, entity_name: 'user_mention' }, '');
}

/** Replaces the typed text with a mention of a user and a space. */
export function insertMention(editor: Editor, { from, to }: TypedMention, id: string): void {
  const mention = { type: 'opaqueInline', attrs: { raw: mentionMarkup(id) } };
  editor
    .chain()
    .focus()
    .insertContentAt({ from, to }, [mention, { type: 'text', text: ' ' }])
    .run();
}

export function dismissMention({ state, dispatch }: EditorView): void {
  dispatch(state.tr.setMeta(KEY, 'dismiss'));
}

/** `press` receives a key before the text handles it, and returns true when it has handled the key. */
export const MentionTyping = Extension.create<{ press: (event: KeyboardEvent) => boolean }>({
  name: 'mentionTyping',
  priority: 1000,
  addOptions: () => ({ press: () => false }),
  addProseMirrorPlugins() {
    const { press } = this.options;
    return [
      new Plugin<MentionState>({
        key: KEY,
        state: {
          init: () => ({ active: undefined, dismissed: undefined }),
          apply: (transaction, before, _, after) => {
            const active = typedBefore(after);
            if (transaction.getMeta(KEY) === 'dismiss') return { active, dismissed: active?.from };
            const dismissed = before.dismissed === undefined ? undefined : transaction.mapping.map(before.dismissed);
            return { active, dismissed: active?.from === dismissed ? dismissed : undefined };
          },
        },
        props: { handleKeyDown: (view, event) => mentionAtCaret(view.state) !== undefined && press(event) },
      }),
    ];
  },
});

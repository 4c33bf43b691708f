// The mention that the user is typing: an @ and the text between the @ and the cursor.
import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { searchWords } from '../../../std/searchText.ts';
import { writeElement } from '../markup/markup.ts';

/** A mention that the user is typing, from the @ to the cursor. */
export interface TypedMention {
  readonly from: number;
  readonly to: number;
  /** The text without the @. */
  readonly query: string;
}

interface MentionState {
  readonly typedMention: TypedMention | undefined;
  /** The position of the @ for which the user has closed the list of users. */
  readonly dismissedPosition: number | undefined;
}

/**
 * Matches an @ and up to two words after it. The @ must be at the start of the text block, or after white space, an
 * opening parenthesis or an inline node (`\ufffc`), so that the @ of an email address does not match.
 */
const TYPED_MENTION_PATTERN = /(?:^|[\s(\ufffc])@([\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]*)?)$/u;
const PLUGIN_KEY = new PluginKey<MentionState>('mention');

function mentionBeforeCursor({ selection, doc }: EditorState): TypedMention | undefined {
  if (!(selection instanceof TextSelection) || !selection.empty) return undefined;
  const { $from } = selection;
  if (!$from.parent.isTextblock || $from.parent.type.spec.code || $from.marks().some(({ type }) => type.spec.code))
    return undefined;
  const textBefore = doc.textBetween($from.start(), $from.pos, undefined, '\ufffc');
  const query = TYPED_MENTION_PATTERN.exec(textBefore)?.[1];
  return query === undefined ? undefined : { from: $from.pos - query.length - 1, to: $from.pos, query };
}

/** Returns the mention that the user is typing; undefined if there is none, or if its list of users was closed. */
export function activeTypedMention(state: EditorState): TypedMention | undefined {
  const { typedMention, dismissedPosition } = PLUGIN_KEY.getState(state) ?? {};
  return typedMention?.from === dismissedPosition ? undefined : typedMention;
}

/**
 * Returns the users whose names contain, for each typed word, a word that starts with it. `people` maps user ids to
 * names.
 */
export function matchingPeople(
  people: Readonly<Record<string, string>>,
  query: string,
): readonly { readonly id: string; readonly name: string }[] {
  const typedWords = searchWords(query);
  return Object.entries(people)
    .map(([id, name]) => ({ id, name }))
    .filter(({ name }) => {
      const nameWords = name.toLowerCase().split(/[\s._-]+/);
      return typedWords.every((typedWord) => nameWords.some((word) => word.startsWith(typedWord)));
    })
    .sort((first, second) => first.name.localeCompare(second.name, 'en'));
}

/** Returns a random id for an element. Does not use `crypto.randomUUID`, which is missing on insecure pages. */
export function randomElementId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Returns the server's markup for a mention. The markup has no name; the page shows the user's current name. */
function mentionMarkup(id: string): string {
  return writeElement(
    'mention-component',
    { id: randomElementId(), entity_identifier: id, entity_name: 'user_mention' },
    '',
  );
}

/** Replaces the typed text with a mention of the user, followed by a space. */
export function insertMention(editor: Editor, { from, to }: TypedMention, id: string): void {
  const mention = { type: 'opaqueInline', attrs: { raw: mentionMarkup(id) } };
  editor
    .chain()
    .focus()
    .insertContentAt({ from, to }, [mention, { type: 'text', text: ' ' }])
    .run();
}

export function dismissMention({ state, dispatch }: EditorView): void {
  dispatch(state.tr.setMeta(PLUGIN_KEY, 'dismiss'));
}

/**
 * Tracks the mention that the user is typing. While there is one, `handleKey` is called with each key before the editor
 * handles it, and returns whether it has handled the key.
 */
export const MentionTyping = Extension.create<{ handleKey: (event: KeyboardEvent) => boolean }>({
  name: 'mentionTyping',
  priority: 1000,
  addOptions: () => ({ handleKey: () => false }),
  addProseMirrorPlugins() {
    const { handleKey } = this.options;
    return [
      new Plugin<MentionState>({
        key: PLUGIN_KEY,
        state: {
          init: () => ({ typedMention: undefined, dismissedPosition: undefined }),
          apply: (transaction, previousState, _, newState) => {
            const typedMention = mentionBeforeCursor(newState);
            if (transaction.getMeta(PLUGIN_KEY) === 'dismiss')
              return { typedMention, dismissedPosition: typedMention?.from };
            const dismissedPosition =
              previousState.dismissedPosition === undefined
                ? undefined
                : transaction.mapping.map(previousState.dismissedPosition);
            return {
              typedMention,
              dismissedPosition: typedMention?.from === dismissedPosition ? dismissedPosition : undefined,
            };
          },
        },
        props: { handleKeyDown: (view, event) => activeTypedMention(view.state) !== undefined && handleKey(event) },
      }),
    ];
  },
});

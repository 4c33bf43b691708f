// Owns one live editor: made from HTML, read back as HTML, made anew when other HTML arrives.
import { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { labelOpaque } from './carried.ts';
import { type Loaded, loadHtml, saveHtml } from './document.ts';
import { richTextExtensions } from './extensions.ts';

/** What a live text tells and asks. All may change between calls, so they are looked up each time. */
export interface LiveTextEvents {
  readonly onChange: (html: string) => void;
  readonly onSubmit: (() => void) | undefined;
  readonly onOpenLink: (href: string) => void;
  /** Selection, focus or content changed: the toolbar may look different. */
  readonly onTick: () => void;
  readonly nameOf: (id: string) => string | undefined;
}

/** Only an empty text: one plain paragraph with nothing in it. */
function isNothing(editor: Editor): boolean {
  const { firstChild, childCount } = editor.state.doc;
  return childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0;
}

/** One per mounted component; destroyed with it. */
export class LiveText {
  readonly #place: HTMLElement;
  readonly #events: () => LiveTextEvents;
  readonly #attributes: Record<string, string>;
  #editor: Editor;
  #loaded: Loaded;
  /** What was last loaded or told. */
  #html: string;

  /** `attributes` go onto the editable element. */
  constructor(place: HTMLElement, html: string, attributes: Record<string, string>, events: () => LiveTextEvents) {
    this.#place = place;
    this.#events = events;
    this.#attributes = attributes;
    this.#html = html;
    this.#editor = this.#makeEditor();
    this.#loaded = this.#load(html);
  }

  get editor(): Editor {
    return this.#editor;
  }

  get isEmpty(): boolean {
    return isNothing(this.#editor);
  }

  /** Shows other HTML, unless it is what this text itself has told. Its undo history starts anew. */
  take(html: string): void {
    if (html === this.#html) return;
    this.#html = html;
    const { isFocused, state } = this.#editor;
    const { from } = state.selection;
    const isEditable = this.#editor.isEditable;
    const before = this.#editor;
    this.#editor = this.#makeEditor();
    before.destroy();
    this.#loaded = this.#load(html);
    this.#editor.setEditable(isEditable, false);
    if (isFocused) this.#focusNear(from);
    this.#events().onTick();
  }

  setEditable(isEditable: boolean): void {
    if (this.#editor.isEditable !== isEditable) this.#editor.setEditable(isEditable, false);
  }

  /** Names may become known after the text was loaded. */
  relabel(): void {
    const { nameOf } = this.#events();
    for (const chip of this.#editor.view.dom.querySelectorAll<HTMLElement>('.opaque[data-icon=mention]')) {
      const { text } = labelOpaque(chip.dataset['opaque'] ?? '', nameOf);
      const label = chip.lastElementChild;
      if (label && label.textContent !== text) label.textContent = text;
    }
  }

  destroy(): void {
    this.#editor.destroy();
  }

  #makeEditor(): Editor {
    return new Editor({
      element: this.#place,
      extensions: richTextExtensions({ nameOf: (id) => this.#events().nameOf(id) }),
      injectCSS: false,
      editorProps: {
        attributes: this.#attributes,
        handleKeyDown: (_, event) => this.#submit(event),
        handleClick: (_, __, event) => this.#openLink(event),
      },
      onTransaction: ({ editor, transaction }) => {
        // The first content of an editor arrives as a transaction, too; it is nobody's change.
        if (transaction.docChanged && transaction.getMeta('loading') !== true && editor === this.#editor) this.#tell();
        this.#events().onTick();
      },
      onFocus: () => this.#events().onTick(),
      onBlur: () => this.#events().onTick(),
    });
  }

  #load(html: string): Loaded {
    const { state, view } = this.#editor;
    const loaded = loadHtml(html, state.schema);
    view.dispatch(
      state.tr.replaceWith(0, state.doc.content.size, loaded.doc.content).setMeta('addToHistory', false).setMeta('loading', true),
    );
    if (!this.#editor.state.doc.eq(loaded.doc)) throw new Error('The editor does not hold what was loaded into it');
    return loaded;
  }

  #tell(): void {
    const html = saveHtml(this.#loaded, this.#editor.state.doc);
    this.#html = this.isEmpty && this.#loaded.html === '' ? '' : html;
    this.#events().onChange(this.#html);
  }

  #focusNear(position: number): void {
    const { state, view } = this.#editor;
    const near = TextSelection.near(state.doc.resolve(Math.min(position, state.doc.content.size)));
    view.dispatch(state.tr.setSelection(near));
    view.focus();
  }

  #submit(event: KeyboardEvent): boolean {
    const { onSubmit } = this.#events();
    if (!onSubmit || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
    onSubmit();
    return true;
  }

  #openLink(event: MouseEvent): boolean {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-href]') : null;
    const href = link?.dataset['href'];
    if (href === undefined || !(event.ctrlKey || event.metaKey)) return false;
    event.preventDefault();
    this.#events().onOpenLink(href);
    return true;
  }
}

// One Tiptap editor: loads HTML, writes HTML, and is created again when other HTML arrives.
import { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Loaded, loadHtml, saveHtml } from './document.ts';
import { richTextExtensions } from './extensions/extensions.ts';
import { MentionTyping } from './extensions/mention.ts';
import { expectPicture, followImage, type ShowPicture } from './extensions/pictureNodes.ts';
import { labelOpaque } from './extensions/preservedMarkup.ts';

/** The callbacks of a live text. All may change between calls, so they are looked up each time. */
export interface LiveTextEvents {
  readonly onChange: (html: string) => void;
  readonly onSubmit: (() => void) | undefined;
  readonly onOpenLink: (href: string) => void;
  /** The selection, focus or content changed, so the toolbar may need an update. */
  readonly onTick: () => void;
  readonly nameOf: (id: string) => string | undefined;
  /** Receives a key while a mention is typed. Returns true when it has handled the key. */
  readonly onMentionKey: (event: KeyboardEvent) => boolean;
  readonly showPicture: ShowPicture | undefined;
  /** Attaches a pasted or dropped file and resolves with its id. If undefined, files are ignored. */
  readonly attach: ((file: File) => Promise<string | undefined>) | undefined;
  /** Returns the files of a paste or a drop. */
  readonly filesIn: (transfer: DataTransfer | null) => readonly File[];
}

/** Whether the document is empty: one paragraph without content. */
function isEmptyDocument(editor: Editor): boolean {
  const { firstChild, childCount } = editor.state.doc;
  return childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0;
}

/** One per mounted component; destroyed with it. */
export class LiveText {
  readonly #place: HTMLElement;
  readonly #events: () => LiveTextEvents;
  #attributes: Readonly<Record<string, string>>;
  #editor: Editor;
  #loaded: Loaded;
  /** The HTML that was last loaded or reported. */
  #html: string;
  /** Escape was the last key pressed. */
  #isLeaving = false;

  /** `attributes` are set on the editable element. */
  constructor(
    place: HTMLElement,
    html: string,
    attributes: Readonly<Record<string, string>>,
    events: () => LiveTextEvents,
  ) {
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
    return isEmptyDocument(this.#editor);
  }

  /** Shows other HTML, unless it is what this text has just reported. Clears the undo history. */
  take(html: string): void {
    if (html === this.#html) return;
    const isPutBefore = html.endsWith(this.#html);
    this.#html = html;
    const { isFocused, state } = this.#editor;
    const { from } = state.selection;
    const untilEnd = state.doc.content.size - from;
    const isEditable = this.#editor.isEditable;
    const before = this.#editor;
    this.#editor = this.#makeEditor();
    before.destroy();
    this.#loaded = this.#load(html);
    this.#editor.setEditable(isEditable, false);
    if (isFocused) this.#focusNear(isPutBefore ? this.#editor.state.doc.content.size - untilEnd : from);
    this.#events().onTick();
  }

  setEditable(isEditable: boolean): void {
    if (this.#editor.isEditable !== isEditable) this.#editor.setEditable(isEditable, false);
  }

  /** Replaces the attributes of the editable element: what describes the text changes with its problems. */
  describe(attributes: Readonly<Record<string, string>>): void {
    this.#attributes = attributes;
    this.#editor.setOptions();
  }

  /** Updates the names of mentions, which may arrive after the text was loaded. */
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
      extensions: [
        ...richTextExtensions({ nameOf: (id) => this.#events().nameOf(id), showPicture: this.#events().showPicture }),
        MentionTyping.configure({ press: (event) => this.#events().onMentionKey(event) }),
      ],
      injectCSS: false,
      editorProps: {
        attributes: () => this.#attributes,
        handleKeyDown: (_, event) => this.#submit(event),
        handleDOMEvents: { keydown: (_, event) => this.#leave(event), blur: () => this.#stay() },
        handleClick: (_, __, event) => this.#openLink(event),
        handlePaste: (view, event) => this.#takeFiles(view, event, event.clipboardData, view.state.selection.from),
        handleDrop: (view, event) => {
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
          return this.#takeFiles(view, event, event.dataTransfer, at ?? view.state.doc.content.size);
        },
      },
      onTransaction: ({ editor, transaction }) => {
        // The initial content of an editor arrives as a transaction too. It is not an edit.
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
    const filled = state.tr.replaceWith(0, state.doc.content.size, loaded.doc.content);
    view.dispatch(followImage(filled).setMeta('addToHistory', false).setMeta('loading', true));
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
    view.dispatch(followImage(state.tr.setSelection(near)));
    view.focus();
  }

  #submit(event: KeyboardEvent): boolean {
    const { onSubmit } = this.#events();
    if (!onSubmit || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
    onSubmit();
    return true;
  }

  /** Attaches the files. A picture is also inserted at its place when the upload is complete. */
  #takeFiles(view: EditorView, event: Event, transfer: DataTransfer | null, at: number): boolean {
    const { attach, filesIn } = this.#events();
    const files = attach === undefined ? [] : filesIn(transfer);
    if (attach === undefined || files.length === 0) return false;
    event.preventDefault();
    for (const file of files) {
      const isPicture = /^image\/(?:png|jpeg|gif|webp|avif)$/.test(file.type);
      const put = isPicture ? expectPicture(view, at, file.name) : () => undefined;
      void attach(file).then(put);
    }
    return true;
  }

  /** Tab is used by lists and tables. After Escape it moves the focus, so that keyboard users can leave the text. */
  #leave({ key }: KeyboardEvent): boolean {
    if (key === 'Shift') return false;
    const leaves = key === 'Tab' && this.#isLeaving;
    this.#isLeaving = key === 'Escape';
    return leaves;
  }

  #stay(): boolean {
    this.#isLeaving = false;
    return false;
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

// Wraps a Tiptap editor that loads and writes HTML. When other HTML is loaded, a new Tiptap editor replaces the current
// one.
import { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type LoadedDocument, loadHtml, saveHtml } from '../../../richText/editor/document.ts';
import { richTextExtensions } from '../../../richText/editor/extensions/extensions.ts';
import { LineLinking } from '../../../richText/editor/extensions/lineLinking.ts';
import { MentionTyping } from '../../../richText/editor/extensions/mention.ts';
import {
  deselectNode,
  insertPicturePlaceholder,
  type ShowPicture,
} from '../../../richText/editor/extensions/pictureNodes.ts';
import { labelOpaqueMarkup } from '../../../richText/editor/extensions/preservedMarkup.ts';
import type { LineLinks } from '../../../richText/editor/lineLinks.ts';
import { isShortcut } from '../keys/shortcuts.ts';

/** The callbacks of an `HtmlEditor`. The component may pass new functions at each render. */
export interface HtmlEditorCallbacks {
  readonly onChange: (html: string) => void;
  readonly onSubmit: (() => void) | undefined;
  readonly onOpenLink: (href: string) => void;
  /** Called after each change of the selection, the focus or the content. */
  readonly onUpdate: () => void;
  readonly nameOf: (id: string) => string | undefined;
  readonly lineLinks: () => LineLinks;
  /** Called with each key while the user types a mention. Returns whether the key was handled. */
  readonly onMentionKey: (event: KeyboardEvent) => boolean;
  readonly showPicture: ShowPicture | undefined;
  /**
   * Attaches a file and resolves with the id of the attachment, or with undefined if it failed. Without this function,
   * pasted and dropped files are ignored.
   */
  readonly attach: ((file: File) => Promise<string | undefined>) | undefined;
  /** Returns the files of a paste or a drop. */
  readonly filesIn: (transfer: DataTransfer | null) => readonly File[];
}

/** Returns whether the document consists of one paragraph without content. */
function isEmptyDocument(editor: Editor): boolean {
  const { firstChild, childCount } = editor.state.doc;
  return childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0;
}

/** The editor of one mounted component, which calls `destroy` when it is unmounted. */
export class HtmlEditor {
  readonly #container: HTMLElement;
  readonly #callbacks: () => HtmlEditorCallbacks;
  #attributes: Readonly<Record<string, string>>;
  #editor: Editor;
  #loaded: LoadedDocument;
  /** The HTML that was last loaded or passed to `onChange`. */
  #html: string;
  /** Whether Escape was the last key that the user pressed. */
  #wasEscapePressed = false;

  /** `attributes` are set on the editable element. */
  constructor(
    container: HTMLElement,
    html: string,
    attributes: Readonly<Record<string, string>>,
    callbacks: () => HtmlEditorCallbacks,
  ) {
    this.#container = container;
    this.#callbacks = callbacks;
    this.#attributes = attributes;
    this.#html = html;
    this.#editor = this.#createEditor();
    this.#loaded = this.#load(html);
  }

  get editor(): Editor {
    return this.#editor;
  }

  get isEmpty(): boolean {
    return isEmptyDocument(this.#editor);
  }

  /** Loads other HTML and clears the undo history. Does nothing if `onChange` has just received the same HTML. */
  setHtml(html: string): void {
    if (html === this.#html) return;
    const isPrepended = html.endsWith(this.#html);
    this.#html = html;
    const { isFocused, state } = this.#editor;
    const { from } = state.selection;
    const distanceFromEnd = state.doc.content.size - from;
    const isEditable = this.#editor.isEditable;
    const previousEditor = this.#editor;
    this.#editor = this.#createEditor();
    previousEditor.destroy();
    this.#loaded = this.#load(html);
    this.#editor.setEditable(isEditable, false);
    if (isFocused) this.#focusNear(isPrepended ? this.#editor.state.doc.content.size - distanceFromEnd : from);
    this.#callbacks().onUpdate();
  }

  setEditable(isEditable: boolean): void {
    if (this.#editor.isEditable !== isEditable) this.#editor.setEditable(isEditable, false);
  }

  /** Makes the text editable and focuses it. If `point` is set, moves the cursor to that point of the window. */
  startEditing(point?: { readonly left: number; readonly top: number }): void {
    this.setEditable(true);
    const { view, state } = this.#editor;
    const position = point === undefined ? undefined : view.posAtCoords(point)?.pos;
    if (position !== undefined)
      view.dispatch(deselectNode(state.tr.setSelection(TextSelection.near(state.doc.resolve(position)))));
    view.focus();
  }

  /** Attaches the files, and inserts pictures at the cursor. */
  attachFiles(files: readonly File[]): void {
    const { view, state } = this.#editor;
    this.#attach(view, files, state.selection.from);
  }

  /** Replaces the attributes of the editable element, for example when the text becomes invalid. */
  setAttributes(attributes: Readonly<Record<string, string>>): void {
    this.#attributes = attributes;
    this.#editor.setOptions();
  }

  /** Updates the names of mentions, which may arrive after the text was loaded. */
  updateMentionNames(): void {
    const { nameOf } = this.#callbacks();
    for (const mention of this.#editor.view.dom.querySelectorAll<HTMLElement>('.opaque[data-icon=mention]')) {
      const { text } = labelOpaqueMarkup(mention.dataset['opaque'] ?? '', nameOf);
      const label = mention.lastElementChild;
      if (label && label.textContent !== text) label.textContent = text;
    }
  }

  /** Shows the links of lines again. */
  updateLineLinks(): void {
    const { view } = this.#editor;
    view.updateState(view.state);
  }

  destroy(): void {
    this.#editor.destroy();
  }

  #createEditor(): Editor {
    return new Editor({
      element: this.#container,
      extensions: [
        ...richTextExtensions({
          nameOf: (id) => this.#callbacks().nameOf(id),
          showPicture: this.#callbacks().showPicture,
        }),
        LineLinking.configure({ links: () => this.#callbacks().lineLinks() }),
        MentionTyping.configure({ handleKey: (event) => this.#callbacks().onMentionKey(event) }),
      ],
      injectCSS: false,
      editorProps: {
        attributes: () => this.#attributes,
        handleKeyDown: (_, event) => this.#submit(event) || this.#format(event),
        handleDOMEvents: { keydown: (_, event) => this.#handleTab(event), blur: () => this.#resetEscape() },
        handleClick: (_, __, event) => this.#openLink(event),
        handlePaste: (view, event) => this.#attachFilesOf(view, event, event.clipboardData, view.state.selection.from),
        handleDrop: (view, event) => {
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
          return this.#attachFilesOf(view, event, event.dataTransfer, at ?? view.state.doc.content.size);
        },
      },
      onTransaction: ({ editor, transaction }) => {
        // Loading content also dispatches a transaction, which is not an edit.
        if (transaction.docChanged && transaction.getMeta('loading') !== true && editor === this.#editor)
          this.#reportChange();
        this.#callbacks().onUpdate();
      },
      onFocus: () => this.#callbacks().onUpdate(),
      onBlur: () => this.#callbacks().onUpdate(),
    });
  }

  #load(html: string): LoadedDocument {
    const { state, view } = this.#editor;
    const loadedDocument = loadHtml(html, state.schema);
    const transaction = state.tr.replaceWith(0, state.doc.content.size, loadedDocument.doc.content);
    view.dispatch(deselectNode(transaction).setMeta('addToHistory', false).setMeta('loading', true));
    if (!this.#editor.state.doc.eq(loadedDocument.doc))
      throw new Error('The editor does not contain the loaded document');
    return loadedDocument;
  }

  #reportChange(): void {
    const html = saveHtml(this.#loaded, this.#editor.state.doc);
    this.#html = this.isEmpty && this.#loaded.html === '' ? '' : html;
    this.#callbacks().onChange(this.#html);
  }

  #focusNear(position: number): void {
    const { state, view } = this.#editor;
    const selection = TextSelection.near(state.doc.resolve(Math.min(position, state.doc.content.size)));
    view.dispatch(deselectNode(state.tr.setSelection(selection)));
    view.focus();
  }

  #submit(event: KeyboardEvent): boolean {
    const { onSubmit } = this.#callbacks();
    if (!onSubmit || !isShortcut(event, 'submit')) return false;
    onSubmit();
    return true;
  }

  #format(event: KeyboardEvent): boolean {
    const markName = (['bold', 'italic', 'code'] as const).find((name) => isShortcut(event, name));
    return markName !== undefined && this.#editor.commands.toggleMark(markName);
  }

  /** Attaches the files of a paste or a drop. Returns whether there are any. */
  #attachFilesOf(view: EditorView, event: Event, transfer: DataTransfer | null, at: number): boolean {
    const { attach, filesIn } = this.#callbacks();
    const files = attach === undefined ? [] : filesIn(transfer);
    if (files.length === 0) return false;
    event.preventDefault();
    this.#attach(view, files, at);
    return true;
  }

  /** Attaches the files. A picture is also inserted at the given position when its upload is complete. */
  #attach(view: EditorView, files: readonly File[], at: number): void {
    const { attach } = this.#callbacks();
    if (attach === undefined) return;
    for (const file of files) {
      const isPicture = /^image\/(?:png|jpeg|gif|webp|avif)$/.test(file.type);
      const insertPicture = isPicture ? insertPicturePlaceholder(view, at, file.name) : () => undefined;
      void attach(file).then(insertPicture);
    }
  }

  /** Lists and tables use Tab. Tab after Escape moves the focus, so that keyboard users can leave the text. */
  #handleTab(event: KeyboardEvent): boolean {
    if (event.key === 'Shift') return false;
    const isFocusMove = isShortcut(event, 'leaveText') && this.#wasEscapePressed;
    this.#wasEscapePressed = isShortcut(event, 'stopEditing');
    return isFocusMove;
  }

  #resetEscape(): boolean {
    this.#wasEscapePressed = false;
    return false;
  }

  #openLink(event: MouseEvent): boolean {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-href]') : null;
    const href = link?.dataset['href'];
    if (href === undefined || !(event.ctrlKey || event.metaKey)) return false;
    event.preventDefault();
    this.#callbacks().onOpenLink(href);
    return true;
  }
}

// Pictures in the editor: the placeholder during an upload, the inserted markup, and the node view.

import { Extension, type NodeViewRenderer } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import { DOMSerializer, type Node as DocNode } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import * as l10n from '@vscode/l10n';
import { displayName } from '../../../std/displayName.ts';
import { isElement, parseInert, writeElement } from '../markup/markup.ts';
import { randomElementId } from './mention.ts';

export interface PictureAttributes {
  /** The id of an asset, or a URL, as written in the text. */
  readonly src: string;
  /** The alternative text; may be empty. */
  readonly alt: string;
}

/** Shows a picture in an element. Returns a function that stops loading the picture. */
export type ShowPicture = (element: HTMLElement, picture: PictureAttributes) => () => void;

/** Adds or removes the placeholder of an upload. `add` and `remove` are the id of the upload. */
type PlaceholderChange =
  | { readonly add: string; readonly at: number; readonly name: string }
  | { readonly remove: string };
const PLUGIN_KEY = new PluginKey<DecorationSet>('pendingPictures');

function createPlaceholder(name: string): HTMLElement {
  const placeholder = document.createElement('span');
  placeholder.className = 'pending-picture';
  placeholder.textContent = l10n.t('Attaching {0}…', displayName(name));
  return placeholder;
}

/** Shows a placeholder for each upload. Placeholders move with the text around them and are not in the document. */
export const PendingPictures = Extension.create({
  name: 'pendingPictures',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: PLUGIN_KEY,
      state: {
        init: () => DecorationSet.empty,
        apply: (transaction, decorations) => {
          const mappedDecorations = decorations.map(transaction.mapping, transaction.doc);
          const change = transaction.getMeta(PLUGIN_KEY) as PlaceholderChange | undefined;
          if (change === undefined) return mappedDecorations;
          if ('remove' in change)
            return mappedDecorations.remove(
              mappedDecorations.find(undefined, undefined, (spec) => spec['id'] === change.remove),
            );
          const widget = Decoration.widget(change.at, () => createPlaceholder(change.name), { id: change.add });
          return mappedDecorations.add(transaction.doc, [widget]);
        },
      },
      props: { decorations: (state) => PLUGIN_KEY.getState(state) },
    }),
  ],
});

/**
 * Shows a placeholder for a picture that is being uploaded. Returns a function that replaces the placeholder with the
 * picture, or removes it if the asset id is undefined.
 */
export function insertPicturePlaceholder(
  view: EditorView,
  position: number,
  name: string,
): (asset: string | undefined) => void {
  const uploadId = randomElementId();
  view.dispatch(view.state.tr.setMeta(PLUGIN_KEY, { add: uploadId, at: position, name }));
  return (asset) => {
    if (view.isDestroyed) return;
    const widget = PLUGIN_KEY.getState(view.state)?.find(undefined, undefined, (spec) => spec['id'] === uploadId)[0];
    const { tr } = view.state;
    if (widget !== undefined && asset !== undefined) insertPicture(view.state, tr, widget.from, asset);
    view.dispatch(tr.setMeta(PLUGIN_KEY, { remove: uploadId }));
  };
}

function insertPicture({ schema }: EditorState, transaction: Transaction, position: number, asset: string): void {
  const node = schema.nodes['opaqueBlock']?.create({ raw: pictureMarkup(asset) });
  if (!node) return;
  transaction.replaceRangeWith(position, position, node);
  deselectNode(transaction);
}

/** If a node is selected, moves the cursor after the node. Otherwise the next typed letter would replace the node. */
export function deselectNode(transaction: Transaction): Transaction {
  const { selection, doc } = transaction;
  return selection instanceof NodeSelection
    ? transaction.setSelection(new GapCursor(doc.resolve(selection.to)))
    : transaction;
}

/** Returns the server's markup for a picture, with the initial size that Plane's web editor uses. */
function pictureMarkup(asset: string): string {
  return writeElement(
    'image-component',
    { id: randomElementId(), src: asset, width: '35%', height: 'auto', alignment: 'left', status: 'uploaded' },
    '',
  );
}

/** Returns the picture of opaque markup, or undefined if the markup is not a picture. */
function pictureIn(raw: string): PictureAttributes | undefined {
  const node = parseInert(raw).firstChild;
  if (node === null || !isElement(node) || !/^(?:img|image-component)$/.test(node.localName)) return undefined;
  return { src: node.getAttribute('src') ?? '', alt: node.getAttribute('alt') || node.getAttribute('title') || '' };
}

/** Returns a node view that renders a node as its `renderHTML` does, and shows the picture if the node is one. */
export function opaqueNodeView(show: ShowPicture | undefined): NodeViewRenderer {
  return ({ node }) => {
    const dom = renderNode(node);
    const picture = pictureIn(String(node.attrs['raw']));
    const stopLoading = picture && show ? show(dom, picture) : undefined;
    return {
      dom,
      ignoreMutation: () => true,
      stopEvent: (event) => event.target instanceof Element && event.target.closest('.picture-show') !== null,
      ...(stopLoading === undefined ? {} : { destroy: stopLoading }),
    };
  };
}

function renderNode(node: DocNode): HTMLElement {
  const dom = DOMSerializer.fromSchema(node.type.schema).serializeNode(node);
  if (!(dom instanceof HTMLElement)) throw new Error(`${node.type.name} is rendered as no element`);
  return dom;
}

// Pictures in a live text: the placeholder during the upload, the markup, and the display.

import { Extension, type NodeViewRenderer } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import { DOMSerializer, type Node as DocNode } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import * as l10n from '@vscode/l10n';
import { displayName } from '../../../std/displayName.ts';
import type { PictureText } from '../../attachments/picture.ts';
import { isElement, parseInert, writeElement } from '../markup/markup.ts';
import { elementId } from './mention.ts';

/** Shows a picture in an element. Returns a function that stops loading it. */
export type ShowPicture = (place: HTMLElement, picture: PictureText) => () => void;

type Pending = { readonly add: string; readonly at: number; readonly name: string } | { readonly remove: string };
const KEY = new PluginKey<DecorationSet>('pendingPictures');

function pendingMark(name: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'pending-picture';
  mark.textContent = l10n.t('Attaching {0}…', displayName(name));
  return mark;
}

/** Placeholders of uploads. They move with the text around them and are not part of the document. */
export const PendingPictures = Extension.create({
  name: 'pendingPictures',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: KEY,
      state: {
        init: () => DecorationSet.empty,
        apply: (transaction, before) => {
          const moved = before.map(transaction.mapping, transaction.doc);
          const change = transaction.getMeta(KEY) as Pending | undefined;
          if (change === undefined) return moved;
          if ('remove' in change)
            return moved.remove(moved.find(undefined, undefined, (spec) => spec['id'] === change.remove));
          const place = Decoration.widget(change.at, () => pendingMark(change.name), { id: change.add });
          return moved.add(transaction.doc, [place]);
        },
      },
      props: { decorations: (state) => KEY.getState(state) },
    }),
  ],
});

/**
 * Marks the place for a picture. Returns a function that inserts the picture by its asset id, or removes the mark if
 * the id is undefined.
 */
export function expectPicture(view: EditorView, at: number, name: string): (asset: string | undefined) => void {
  const add = elementId();
  view.dispatch(view.state.tr.setMeta(KEY, { add, at, name }));
  return (asset) => {
    if (view.isDestroyed) return;
    const place = KEY.getState(view.state)?.find(undefined, undefined, (spec) => spec['id'] === add)[0];
    const { tr } = view.state;
    if (place !== undefined && asset !== undefined) putPicture(view.state, tr, place.from, asset);
    view.dispatch(tr.setMeta(KEY, { remove: add }));
  };
}

function putPicture({ schema }: EditorState, transaction: Transaction, at: number, asset: string): void {
  const node = schema.nodes['opaqueBlock']?.create({ raw: pictureMarkup(asset) });
  if (!node) return;
  transaction.replaceRangeWith(at, at, node);
  followImage(transaction);
}

/** Moves a selection of a whole node behind it. Otherwise the next typed letter would replace the node. */
export function followImage(transaction: Transaction): Transaction {
  const { selection, doc } = transaction;
  return selection instanceof NodeSelection
    ? transaction.setSelection(new GapCursor(doc.resolve(selection.to)))
    : transaction;
}

/** Returns a picture in the server's own markup, with the initial size of its web editor. */
function pictureMarkup(asset: string): string {
  return writeElement(
    'image-component',
    { id: elementId(), src: asset, width: '35%', height: 'auto', alignment: 'left', status: 'uploaded' },
    '',
  );
}

/** Returns the picture in preserved markup, or undefined if the markup is not a picture. */
function pictureIn(raw: string): PictureText | undefined {
  const node = parseInert(raw).firstChild;
  if (node === null || !isElement(node) || !/^(?:img|image-component)$/.test(node.localName)) return undefined;
  return { src: node.getAttribute('src') ?? '', alt: node.getAttribute('alt') || node.getAttribute('title') || '' };
}

/** Returns a node view that shows pictures; all other nodes look as rendered. */
export function carriedView(show: ShowPicture | undefined): NodeViewRenderer {
  return ({ node }) => {
    const dom = rendered(node);
    const picture = pictureIn(String(node.attrs['raw']));
    const letGo = picture && show ? show(dom, picture) : undefined;
    return {
      dom,
      ignoreMutation: () => true,
      stopEvent: (event) => event.target instanceof Element && event.target.closest('.picture-show') !== null,
      ...(letGo === undefined ? {} : { destroy: letGo }),
    };
  };
}

function rendered(node: DocNode): HTMLElement {
  const dom = DOMSerializer.fromSchema(node.type.schema).serializeNode(node);
  if (!(dom instanceof HTMLElement)) throw new Error(`${node.type.name} is rendered as no element`);
  return dom;
}

// Owns pictures within a live text: where one is on its way, how one is written, and how one that is there is shown.

import { Extension, type NodeViewRenderer } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import { DOMSerializer, type Node as DocNode } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { displayName } from '../../../std/displayName.ts';
import type { PictureText } from '../../attachments/picture.ts';
import { isElement, parseInert, writeElement } from '../markup/markup.ts';
import { elementId } from './mention.ts';

/** Shows a picture in a place; returns how to let go of it. */
export type ShowPicture = (place: HTMLElement, picture: PictureText) => () => void;

type Pending = { readonly add: string; readonly at: number; readonly name: string } | { readonly remove: string };
const KEY = new PluginKey<DecorationSet>('pendingPictures');

function pendingMark(name: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'pending-picture';
  mark.textContent = `Attaching ${displayName(name)}…`;
  return mark;
}

/** Places where a picture will stand move along with the text around them, and are no part of the document. */
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

/** Marks the place at which a picture will stand. Returns how to put it there by its asset's id, or to give up. */
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

/** Whatever would be selected as a whole: the next letter, which nobody meant to take its place, goes behind it. */
export function followImage(transaction: Transaction): Transaction {
  const { selection, doc } = transaction;
  return selection instanceof NodeSelection
    ? transaction.setSelection(new GapCursor(doc.resolve(selection.to)))
    : transaction;
}

/** A picture in the service's own markup, of the size that its web editor gives one at first. */
function pictureMarkup(asset: string): string {
  return writeElement(
    'image-component',
    { id: elementId(), src: asset, width: '35%', height: 'auto', alignment: 'left', status: 'uploaded' },
    '',
  );
}

/** What is a picture in markup that is carried as it is. */
function pictureIn(raw: string): PictureText | undefined {
  const node = parseInert(raw).firstChild;
  if (node === null || !isElement(node) || !/^(?:img|image-component)$/.test(node.localName)) return undefined;
  return { src: node.getAttribute('src') ?? '', alt: node.getAttribute('alt') || node.getAttribute('title') || '' };
}

/** A live view that shows pictures; everything else looks as it is rendered. */
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

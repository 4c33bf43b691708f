// Renders descriptions and comments in a browser, to measure their cost.
import type { Editor } from '@tiptap/core';
import { render } from 'preact';
import { sanitize } from '../../src/webview/comments/sanitize.ts';
import { RichText } from '../../src/webview/richText/richText.tsx';

/** The cost of rendering a text. */
export interface Shown {
  /** Milliseconds until the layout is complete. */
  readonly took: number;
  /** The number of elements that render it. */
  readonly elements: number;
  /** The number of elements, texts and line breaks of the source. */
  readonly parts: number;
}

function partsOf(html: string): number {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const walker = document.createTreeWalker(body);
  let parts = html.split('\n').length;
  while (walker.nextNode() !== null) parts += 1;
  return parts;
}

function measure(html: string, show: (place: HTMLElement) => void, hide: (place: HTMLElement) => void): Shown {
  const place = document.createElement('div');
  document.body.append(place);
  const begun = performance.now();
  show(place);
  document.body.getBoundingClientRect();
  const took = performance.now() - begun;
  const elements = place.querySelectorAll('*').length;
  hide(place);
  place.remove();
  return { took, elements, parts: partsOf(html) };
}

const nothing = (): undefined => undefined;

/** Renders a description, and types a letter at its end. */
const works: Readonly<Record<string, (html: string) => Shown>> = {
  description: (html) =>
    measure(
      html,
      (place) => {
        render(
          <RichText
            id="text"
            label="Text"
            placeholder=""
            html={html}
            people={{}}
            onChange={nothing}
            onOpenLink={nothing}
          />,
          place,
        );
        const { editor } = place.querySelector<HTMLElement & { readonly editor?: Editor }>('.ProseMirror') ?? {};
        editor?.commands.insertContentAt(editor.state.doc.content.size, {
          type: 'paragraph',
          content: [{ type: 'text', text: 'q' }],
        });
      },
      (place) => render(null, place),
    ),
  comment: (html) => measure(html, (place) => place.append(sanitize(html, {})), nothing),
};
Reflect.set(globalThis, 'works', works);

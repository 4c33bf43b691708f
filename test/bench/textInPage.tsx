// Renders descriptions and comments in a browser, to measure the cost.
import type { Editor } from '@tiptap/core';
import { render } from 'preact';
import { sanitize } from '../../src/features/comments/page/sanitize.ts';
import { RichText } from '../../src/shell/page/richText/richText.tsx';

/** The cost of rendering a text. */
export interface RenderCost {
  /** The time in milliseconds until the layout is complete. */
  readonly elapsedMs: number;
  /** The number of rendered elements. */
  readonly elements: number;
  /** The number of elements, texts and line breaks of the HTML. */
  readonly parts: number;
}

function countParts(html: string): number {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const walker = document.createTreeWalker(body);
  let parts = html.split('\n').length;
  while (walker.nextNode() !== null) parts += 1;
  return parts;
}

function measure(
  html: string,
  mount: (container: HTMLElement) => void,
  unmount: (container: HTMLElement) => void,
): RenderCost {
  const container = document.createElement('div');
  document.body.append(container);
  const start = performance.now();
  mount(container);
  document.body.getBoundingClientRect();
  const elapsedMs = performance.now() - start;
  const elements = container.querySelectorAll('*').length;
  unmount(container);
  container.remove();
  return { elapsedMs, elements, parts: countParts(html) };
}

const noop = (): undefined => undefined;

/** `description` renders an editor and types a letter at the end of the text; `comment` renders a comment. */
export const renderers: Readonly<Record<'description' | 'comment', (html: string) => RenderCost>> = {
  description: (html) =>
    measure(
      html,
      (place) => {
        render(
          <RichText id="text" label="Text" placeholder="" html={html} people={{}} onChange={noop} onOpenLink={noop} />,
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
  comment: (html) => measure(html, (place) => place.append(sanitize(html, {})), noop),
};
Reflect.set(globalThis, 'works', renderers);

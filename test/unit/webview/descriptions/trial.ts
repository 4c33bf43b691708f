// Tests one document: loads it, edits it, and compares what would be sent with the original.
import type { Editor } from '@tiptap/core';
import { undo } from '@tiptap/pm/history';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { type Loaded, loadHtml, saveHtml } from '../../../../src/webview/richText/document.ts';
import { LiveText } from '../../../../src/webview/richText/liveText.ts';
import { EDITS, type Edited, hasBlockInLine, type Roll } from './edits.ts';
import {
  around,
  beyond,
  changedOutside,
  countRead,
  doubledIds,
  lostFrom,
  MARK,
  outermost,
  outsideOf,
  sameButTicks,
  sameNode,
  treeOf,
  unmark,
  widest,
  withSiblings,
} from './elsewhere.ts';

export interface Step extends Roll {
  readonly edit: string;
}

export interface Outcome {
  /** The number of edits that changed the document. */
  readonly edits: number;
  /** Descriptions of what went wrong; empty when everything else is unchanged. */
  readonly problems: readonly string[];
}

class Trial {
  readonly #place = document.createElement('div');
  readonly #problems: string[] = [];
  readonly #live: LiveText;
  #edits = 0;
  #html: string;
  #told: string[] = [];
  #loaded: Loaded;

  constructor(html: string) {
    this.#html = html;
    document.body.append(this.#place);
    this.#live = new LiveText(this.#place, html, {}, () => ({
      onChange: (told) => this.#told.push(told),
      onSubmit: undefined,
      onOpenLink: () => undefined,
      onTick: () => undefined,
      nameOf: () => undefined,
      onMentionKey: () => false,
      showPicture: undefined,
      attach: undefined,
      filesIn: () => [],
    }));
    this.#loaded = loadHtml(html, this.#editor.schema);
  }

  run(steps: readonly Step[]): Outcome {
    this.#lookOnly();
    for (const step of steps) this.#step(step);
    this.#live.destroy();
    this.#place.remove();
    return { edits: this.#edits, problems: this.#problems };
  }

  get #editor(): Editor {
    return this.#live.editor;
  }

  /** Checks that nothing is sent when a text is only displayed and selected. */
  #lookOnly(): void {
    this.#editor.commands.selectAll();
    this.#editor.view.dispatch(this.#editor.state.tr.setSelection(Selection.atStart(this.#editor.state.doc)));
    this.#live.setEditable(false);
    this.#live.setEditable(true);
    this.#live.relabel();
    if (this.#told.length > 0) this.#problems.push(`told without an edit: ${this.#told.at(-1)}`);
    if (saveHtml(this.#loaded, this.#editor.state.doc) !== this.#html)
      this.#problems.push('saved without an edit, it is another string');
  }

  #step(step: Step): void {
    const planned = EDITS[step.edit]?.(this.#editor, step);
    if (!planned) return;
    const before = this.#editor.state.doc;
    const say = (problem: string) => this.#problems.push(`${step.edit} (${step.at}, ${step.size}): ${problem}`);
    const marked = this.#marked(planned.edited.places);
    const places = unmark(marked);
    // An empty text has one empty paragraph to write into, or after white space a bare line.
    const isEmptyDocument = treeOf(this.#html).innerHTML.trim() === '' && marked.childElementCount > 0;
    const root = treeOf(isEmptyDocument ? '<p></p>' : this.#html);
    if (!sameNode(marked, root)) {
      say(`a mark at the place changes the tree to ${marked.innerHTML}`);
      return;
    }
    this.#told = [];
    planned.make();
    this.#editor.state.doc.check();
    const saved = this.#told.at(-1);
    if (saved === undefined) {
      if (!this.#editor.state.doc.eq(before)) say('changed and not told');
      return;
    }
    this.#edits += 1;
    const problem = compare(marked, treeOf(saved), places, planned.edited);
    if (problem !== undefined) say(`${problem}\n  saved: ${saved}`);
    const { typed } = planned.edited;
    if (typed !== undefined && countRead(saved, typed) !== countRead(this.#html, typed) + 1) {
      say(`the web editor does not read what was typed\n  saved: ${saved}`);
    }
    const duplicated = doubledIds(root, treeOf(saved));
    if (duplicated.length > 0) say(`doubled ids ${duplicated.join()}\n  saved: ${saved}`);
    this.#stable(saved, say);
    this.#undo(say);
  }

  /** Checks that the saved text, loaded again, looks like the edited document. */
  #stable(saved: string, say: (problem: string) => void): void {
    // A block within a line is the result of broken nesting. With a mark around it, the line is preserved as a whole
    // when it is loaded again.
    if (hasBlockInLine(this.#editor.state.doc)) return;
    const [one, other] = [loadHtml(saved, this.#editor.schema).doc, this.#editor.state.doc].map(outline);
    if (one !== other)
      say(`reads otherwise when it is loaded again:\n${one}\n  instead of\n${other}\n  saved: ${saved}`);
  }

  #undo(say: (problem: string) => void): void {
    while (undo(this.#editor.state, this.#editor.view.dispatch)) {
      // Undoes one step at a time, as a key press does.
    }
    if (this.#told.at(-1) !== this.#html) {
      const [one, other] = [this.#loaded.doc, this.#editor.state.doc].map((doc) => JSON.stringify(doc.toJSON()));
      const at = (one ?? '').split('').findIndex((letter, index) => letter !== other?.[index]);
      say(
        `undone, it is not what was loaded: ${other?.slice(at - 150, at + 150)}\n  instead of ${one?.slice(at - 150, at + 150)}`,
      );
    }
  }

  /** Returns the tree with a mark at each of the positions. */
  #marked(positions: readonly number[]): HTMLElement {
    const { state, schema } = this.#editor;
    const { tr } = state;
    for (const position of [...positions].sort((one, other) => other - one)) {
      // With the marks of the adjacent node. A link does not extend at its edges and would be split.
      const $position = tr.doc.resolve(position);
      const { marks } = $position.nodeBefore ?? $position.nodeAfter ?? { marks: [] };
      tr.insert(position, schema.text(MARK, marks));
    }
    return treeOf(saveHtml(this.#loaded, tr.doc));
  }
}

/**
 * Returns the blocks and their text. A container of one bare line equals a container of text, a preserved node alone in
 * a line equals one as a block, and a run of white space equals one space.
 */
function outline(doc: DocNode): string {
  const lines: string[] = [];
  doc.descendants((node) => {
    const name = /^(?:keptText|opaqueBlock)$/.test(node.type.name) ? 'paragraph' : node.type.name;
    const text = node.isTextblock
      ? node
          .textBetween(0, node.content.size, undefined, ' ')
          .replaceAll(/[ \t\n\r\f]+/g, ' ')
          .trim()
      : '';
    if (node.isBlock && name !== 'keptBlock') lines.push(`${name}:${text}`);
  });
  return lines.join('\n');
}

/** Elements that may change their kind or grow. */
const SHELLS: Readonly<Record<string, RegExp>> = {
  list: /^(?:ul|ol|li)$/,
  table: /^(?:table|thead|tbody|tfoot|tr|td|th)$/,
};

function compare(
  root: HTMLElement,
  saved: HTMLElement,
  places: readonly ReturnType<typeof around>[],
  { reach }: Edited,
): string | undefined {
  const place = around(places, root);
  if (reach === 'tick') return sameButTicks(root, saved) ? undefined : 'more than one tick changed';
  // A text that is erased completely is replaced by a new one.
  if (reach === 'block')
    return changedOutside(saved.textContent.trim() === '' ? widest(place, root) : place, root, saved);
  const wide = outermost(place, root);
  const far = changedOutside(reach === 'edge' || reach === 'list' ? withSiblings(wide) : wide, root, saved);
  const outside = outsideOf(places, root, SHELLS[reach]);
  return (
    far ?? lostFrom(saved, reach === 'range' || reach === 'edge' ? beyond(places, outside, reach === 'edge') : outside)
  );
}

export function tried(html: string, steps: readonly Step[]): Outcome {
  return new Trial(html).run(steps);
}

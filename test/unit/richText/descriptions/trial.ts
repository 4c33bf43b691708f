// Loads a document, edits it in the editor, and compares the text to send with the original text.
import type { Editor } from '@tiptap/core';
import { undo } from '@tiptap/pm/history';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { type LoadedDocument, loadHtml, saveHtml } from '../../../../src/richText/editor/document.ts';
import { HtmlEditor } from '../../../../src/shell/page/richText/htmlEditor.ts';
import { NO_CALLBACKS } from '../editorCallbacks.ts';
import { EDITS, type EditScope, hasBlockInLine, type RandomNumbers } from './edits.ts';
import {
  commonPlaceOf,
  countInWebEditor,
  differInOneCheckbox,
  duplicatedIdsOf,
  findChangeOutside,
  findLostNode,
  isSameNode,
  nodesOutside,
  outermostPlaceOf,
  PLACE_MARK,
  removeMarks,
  subtreesOutside,
  treeOf,
  widestPlace,
  withSiblings,
} from './unchangedNodes.ts';

export interface Step extends RandomNumbers {
  readonly edit: string;
}

export interface Outcome {
  /** The number of edits that changed the document. */
  readonly editCount: number;
  /** Descriptions of all unexpected changes; empty if there are none. */
  readonly problems: readonly string[];
}

class Trial {
  readonly #container = document.createElement('div');
  readonly #problems: string[] = [];
  readonly #htmlEditor: HtmlEditor;
  #editCount = 0;
  #html: string;
  #reportedHtml: string[] = [];
  #loaded: LoadedDocument;

  constructor(html: string) {
    this.#html = html;
    document.body.append(this.#container);
    this.#htmlEditor = new HtmlEditor(this.#container, html, {}, () => ({
      ...NO_CALLBACKS,
      onChange: (changedHtml) => this.#reportedHtml.push(changedHtml),
    }));
    this.#loaded = loadHtml(html, this.#editor.schema);
  }

  run(steps: readonly Step[]): Outcome {
    this.#checkWithoutEdit();
    for (const step of steps) this.#applyStep(step);
    this.#htmlEditor.destroy();
    this.#container.remove();
    return { editCount: this.#editCount, problems: this.#problems };
  }

  get #editor(): Editor {
    return this.#htmlEditor.editor;
  }

  /** Checks that no change is reported while the text is only displayed and selected. */
  #checkWithoutEdit(): void {
    this.#editor.commands.selectAll();
    this.#editor.view.dispatch(this.#editor.state.tr.setSelection(Selection.atStart(this.#editor.state.doc)));
    this.#htmlEditor.setEditable(false);
    this.#htmlEditor.setEditable(true);
    this.#htmlEditor.updateMentionNames();
    if (this.#reportedHtml.length > 0)
      this.#problems.push(`reported a change without an edit: ${this.#reportedHtml.at(-1)}`);
    if (saveHtml(this.#loaded, this.#editor.state.doc) !== this.#html)
      this.#problems.push('saving without an edit changes the HTML');
  }

  #applyStep(step: Step): void {
    const plannedEdit = EDITS[step.edit]?.(this.#editor, step);
    if (!plannedEdit) return;
    const documentBefore = this.#editor.state.doc;
    const addProblem = (problem: string) => this.#problems.push(`${step.edit} (${step.at}, ${step.size}): ${problem}`);
    const markedTree = this.#withMarksAt(plannedEdit.scope.places);
    const places = removeMarks(markedTree);
    // For an empty text, the editor shows an empty paragraph, which is saved as soon as it has content.
    const isEmptyDocument = treeOf(this.#html).innerHTML.trim() === '' && markedTree.childElementCount > 0;
    const root = treeOf(isEmptyDocument ? '<p></p>' : this.#html);
    if (!isSameNode(markedTree, root)) {
      addProblem(`a mark at the place changes the tree to ${markedTree.innerHTML}`);
      return;
    }
    this.#reportedHtml = [];
    plannedEdit.perform();
    this.#editor.state.doc.check();
    const savedHtml = this.#reportedHtml.at(-1);
    if (savedHtml === undefined) {
      if (!this.#editor.state.doc.eq(documentBefore)) addProblem('the document changed, but no change was reported');
      return;
    }
    this.#editCount += 1;
    const problem = findProblem(markedTree, treeOf(savedHtml), places, plannedEdit.scope);
    if (problem !== undefined) addProblem(`${problem}\n  saved: ${savedHtml}`);
    const { typedText } = plannedEdit.scope;
    if (
      typedText !== undefined &&
      countInWebEditor(savedHtml, typedText) !== countInWebEditor(this.#html, typedText) + 1
    ) {
      addProblem(`the web editor drops the typed text\n  saved: ${savedHtml}`);
    }
    const duplicateIds = duplicatedIdsOf(root, treeOf(savedHtml));
    if (duplicateIds.length > 0) addProblem(`duplicate ids ${duplicateIds.join()}\n  saved: ${savedHtml}`);
    this.#checkReload(savedHtml, addProblem);
    this.#checkUndo(addProblem);
  }

  /** Checks that the saved text, when it is loaded again, has the same outline as the edited document. */
  #checkReload(savedHtml: string, addProblem: (problem: string) => void): void {
    // Incorrectly nested HTML can put a block inside a paragraph. If a mark surrounds that block, the whole paragraph is
    // loaded again as an opaque node, and the outlines differ.
    if (hasBlockInLine(this.#editor.state.doc)) return;
    const [first, second] = [loadHtml(savedHtml, this.#editor.schema).doc, this.#editor.state.doc].map(outlineOf);
    if (first !== second)
      addProblem(
        `has another outline when the saved text is loaded again:\n${first}\n  instead of\n${second}\n  saved: ${savedHtml}`,
      );
  }

  #checkUndo(addProblem: (problem: string) => void): void {
    while (undo(this.#editor.state, this.#editor.view.dispatch)) {
      // Each call of `undo` has the effect of one press of Ctrl+Z.
    }
    if (this.#reportedHtml.at(-1) !== this.#html) {
      const [first, second] = [this.#loaded.doc, this.#editor.state.doc].map((doc) => JSON.stringify(doc.toJSON()));
      const firstDifference = (first ?? '').split('').findIndex((letter, index) => letter !== second?.[index]);
      addProblem(
        `undo does not restore the loaded text: ${second?.slice(firstDifference - 150, firstDifference + 150)}\n  instead of ${first?.slice(firstDifference - 150, firstDifference + 150)}`,
      );
    }
  }

  /** Returns the tree of the saved document with `PLACE_MARK` inserted at each position. */
  #withMarksAt(positions: readonly number[]): HTMLElement {
    const { state, schema } = this.#editor;
    const { tr } = state;
    for (const position of [...positions].sort((first, second) => second - first)) {
      // `PLACE_MARK` gets the formatting of the adjacent node. Without it, the mark in a link would split the link.
      const $position = tr.doc.resolve(position);
      const { marks } = $position.nodeBefore ?? $position.nodeAfter ?? { marks: [] };
      tr.insert(position, schema.text(PLACE_MARK, marks));
    }
    return treeOf(saveHtml(this.#loaded, tr.doc));
  }
}

/**
 * Returns the type and the text of each block. Makes equal what may differ after reloading: a container with one
 * paragraph without an element and a container of text, an opaque node in a paragraph and an opaque block, and any
 * amounts of white space.
 */
function outlineOf(doc: DocNode): string {
  const blockLines: string[] = [];
  doc.descendants((node) => {
    const name = /^(?:preservedText|opaqueBlock)$/.test(node.type.name) ? 'paragraph' : node.type.name;
    const text = node.isTextblock
      ? node
          .textBetween(0, node.content.size, undefined, ' ')
          .replaceAll(/[ \t\n\r\f]+/g, ' ')
          .trim()
      : '';
    if (node.isBlock && name !== 'preservedBlock') blockLines.push(`${name}:${text}`);
  });
  return blockLines.join('\n');
}

/** For each `reach` of an edit, the names of the elements that the edit may replace or make larger. */
const CHANGEABLE_ELEMENTS: Readonly<Record<string, RegExp>> = {
  list: /^(?:ul|ol|li)$/,
  table: /^(?:table|thead|tbody|tfoot|tr|td|th)$/,
};

function findProblem(
  root: HTMLElement,
  savedTree: HTMLElement,
  places: readonly ReturnType<typeof commonPlaceOf>[],
  { reach }: EditScope,
): string | undefined {
  const commonPlace = commonPlaceOf(places, root);
  if (reach === 'tick') return differInOneCheckbox(root, savedTree) ? undefined : 'more than one checkbox changed';
  // When the whole text is deleted, all elements around it may change.
  if (reach === 'block')
    return findChangeOutside(
      savedTree.textContent.trim() === '' ? widestPlace(commonPlace, root) : commonPlace,
      root,
      savedTree,
    );
  const outermostPlace = outermostPlaceOf(commonPlace, root);
  const changeOutside = findChangeOutside(
    reach === 'edge' || reach === 'list' ? withSiblings(outermostPlace) : outermostPlace,
    root,
    savedTree,
  );
  const outsideNodes = subtreesOutside(places, root, CHANGEABLE_ELEMENTS[reach]);
  return (
    changeOutside ??
    findLostNode(
      savedTree,
      reach === 'range' || reach === 'edge' ? nodesOutside(places, outsideNodes, reach === 'edge') : outsideNodes,
    )
  );
}

export function runTrial(html: string, steps: readonly Step[]): Outcome {
  return new Trial(html).run(steps);
}

// Shows the state of work items above, or at the end of, the lines that mention them.
// Settings enable each of the two.
import * as vscode from 'vscode';
import type { Store } from '../../../cache/store.ts';
import type { KnownItems } from '../../../mentions/knownItems.ts';
import { StateLookup } from '../../../mentions/stateLookup.ts';
import { Disposables } from '../../../std/disposable.ts';
import { type MentionStates, mentionStates } from '../../settings.ts';
import { type CardRequest, endOfLineText, lensText, OPEN } from './card.ts';
import type { MentionDeps } from './deps.ts';
import { EVERYWHERE, mentionsIn, type PlacedMention } from './read.ts';

/** Debounce time for typing and scrolling. */
const PAUSE_MS = 150;
const MOST_ON_A_LINE = 10;

export function registerStates(deps: MentionDeps): Disposables {
  const disposables = new Disposables();
  const { session, known } = deps;
  const wanted = disposables.add(new StateLookup(known, () => session.client.allowance.unspent));
  const states = disposables.add(new States(session.store, known, wanted));
  disposables.add(vscode.languages.registerCodeLensProvider(EVERYWHERE, states));
  return disposables;
}

class MentionLens extends vscode.CodeLens {
  readonly placed: PlacedMention;

  constructor(placed: PlacedMention) {
    super(placed.range);
    this.placed = placed;
  }
}

class States extends Disposables implements vscode.CodeLensProvider<MentionLens> {
  readonly #store: Store;
  readonly #known: KnownItems;
  readonly #wanted: StateLookup;
  readonly #lensesChanged = this.add(new vscode.EventEmitter<void>());
  readonly #atEnd: vscode.TextEditorDecorationType;
  #timer: NodeJS.Timeout | undefined;
  #asked: MentionStates = mentionStates();
  #isOtherwise = false;

  readonly onDidChangeCodeLenses = this.#lensesChanged.event;

  constructor(store: Store, known: KnownItems, wanted: StateLookup) {
    super();
    this.#store = store;
    this.#known = known;
    this.#wanted = wanted;
    this.#atEnd = this.add(
      vscode.window.createTextEditorDecorationType({
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
        after: { margin: '0 0 0 2em', color: new vscode.ThemeColor('editorCodeLens.foreground') },
      }),
    );
    const { window, workspace } = vscode;
    this.add(known.onDidChange(() => this.#isAsked && this.#soon(true)));
    for (const event of [
      window.onDidChangeVisibleTextEditors,
      window.onDidChangeTextEditorVisibleRanges,
      workspace.onDidChangeTextDocument,
    ]) {
      this.add(event(() => this.#isAsked && this.#soon(false)));
    }
    this.add(
      workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('contrail.mentions')) return;
        this.#asked = mentionStates();
        this.#soon(true);
      }),
    );
    this.add({ dispose: () => clearTimeout(this.#timer) });
    if (this.#isAsked) this.#soon(false);
  }

  provideCodeLenses(document: vscode.TextDocument): MentionLens[] {
    if (!this.#asked.codeLens) return [];
    const seen = new Set<string>();
    return mentionsIn(document, this.#known.matcher).flatMap((placed) => {
      const key = `${placed.range.start.line} ${placed.mention.identifier}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [new MentionLens(placed)];
    });
  }

  resolveCodeLens(lens: MentionLens): MentionLens {
    const { mention } = lens.placed;
    lens.command = {
      command: OPEN.command,
      title: lensText(mention, this.#known.meaning(mention), this.#store),
      arguments: [{ identifier: mention.identifier }],
    };
    return lens;
  }

  /** Nothing is drawn, read or requested while no setting enables it. */
  get #isAsked(): boolean {
    return this.#asked.codeLens || this.#asked.atEndOfLine;
  }

  #soon(isOtherwise: boolean): void {
    this.#isOtherwise ||= isOtherwise;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#isOtherwise) this.#lensesChanged.fire();
      this.#isOtherwise = false;
      const editors = vscode.window.visibleTextEditors.map((editor) => ({
        editor,
        seen: this.#isAsked ? this.#seenIn(editor) : [],
      }));
      this.#wanted.want(editors.flatMap(({ seen }) => seen.map(({ mention }) => mention)));
      for (const { editor, seen } of editors) this.#draw(editor, this.#asked.atEndOfLine ? seen : []);
    }, PAUSE_MS);
  }

  #seenIn(editor: vscode.TextEditor): PlacedMention[] {
    const { matcher } = this.#known;
    return editor.visibleRanges.flatMap((visible) => {
      const offset = editor.document.validateRange(visible).start.line;
      return linesOf(editor.document, visible).flatMap((text, line) =>
        matcher.find(text, MOST_ON_A_LINE).map((mention) => ({
          mention,
          range: new vscode.Range(offset + line, mention.start, offset + line, mention.end),
        })),
      );
    });
  }

  #draw(editor: vscode.TextEditor, seen: readonly PlacedMention[]): void {
    const lines = new Map<number, CardRequest[]>();
    for (const { mention, range } of seen) {
      const request = { mention, meaning: this.#known.meaning(mention) };
      lines.set(range.start.line, [...(lines.get(range.start.line) ?? []), request]);
    }
    const drawn = [...lines].map(([line, requests]) => {
      const { end } = editor.document.lineAt(line).range;
      return {
        range: new vscode.Range(end, end),
        renderOptions: { after: { contentText: endOfLineText(requests, this.#store) } },
      };
    });
    editor.setDecorations(this.#atEnd, drawn);
  }
}

function linesOf(document: vscode.TextDocument, { start, end }: vscode.Range): string[] {
  return Array.from({ length: end.line - start.line + 1 }, (_, line) => document.lineAt(start.line + line).text);
}

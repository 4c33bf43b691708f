// Shows the states of mentioned work items as CodeLenses or at the end of lines.
import * as vscode from 'vscode';
import type { Store } from '../../../core/cache/store/store.ts';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import { VisibleMentionLoader } from '../../../core/mentions/visibleMentionLoader.ts';
import { endOfLineText, lensText, OPEN_ACTION, type ResolvedMention } from '../../../shell/code/itemHover.ts';
import { ALL_DOCUMENTS, mentionsIn, type PlacedMention } from '../../../shell/code/mentionsInDocument.ts';
import { mentionStateDisplayMode } from '../../../shell/settings.ts';
import { DisposableStore } from '../../../std/disposable.ts';
import type { MentionDeps } from '../deps.ts';

/** Debounce time for typing and scrolling. */
const UPDATE_DEBOUNCE_MS = 150;
const MAX_MENTIONS_ON_LINE = 10;

export function registerMentionStates(deps: MentionDeps): DisposableStore {
  const disposables = new DisposableStore();
  const { session, mentionResolver } = deps;
  const lookup = disposables.add(new VisibleMentionLoader(mentionResolver, () => session.client.allowance.unusedShare));
  const states = disposables.add(new StateDecorations(session.store, mentionResolver, lookup));
  disposables.add(vscode.languages.registerCodeLensProvider(ALL_DOCUMENTS, states));
  return disposables;
}

class MentionLens extends vscode.CodeLens {
  readonly placedMention: PlacedMention;

  constructor(placedMention: PlacedMention) {
    super(placedMention.range);
    this.placedMention = placedMention;
  }
}

class StateDecorations extends DisposableStore implements vscode.CodeLensProvider<MentionLens> {
  readonly #store: Store;
  readonly #mentionResolver: MentionResolver;
  readonly #lookup: VisibleMentionLoader;
  readonly #lensesChanged = this.add(new vscode.EventEmitter<void>());
  readonly #lineEndDecoration: vscode.TextEditorDecorationType;
  #timer: NodeJS.Timeout | undefined;
  #displayMode = mentionStateDisplayMode();
  #haveLensesChanged = false;

  readonly onDidChangeCodeLenses = this.#lensesChanged.event;

  constructor(store: Store, mentionResolver: MentionResolver, lookup: VisibleMentionLoader) {
    super();
    this.#store = store;
    this.#mentionResolver = mentionResolver;
    this.#lookup = lookup;
    this.#lineEndDecoration = this.add(
      vscode.window.createTextEditorDecorationType({
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
        after: { margin: '0 0 0 2em', color: new vscode.ThemeColor('editorCodeLens.foreground') },
      }),
    );
    this.add(mentionResolver.onDidChange(() => this.#isEnabled && this.#scheduleUpdate(true)));
    for (const event of [
      vscode.window.onDidChangeVisibleTextEditors,
      vscode.window.onDidChangeTextEditorVisibleRanges,
      vscode.workspace.onDidChangeTextDocument,
    ]) {
      this.add(event(() => this.#isEnabled && this.#scheduleUpdate(false)));
    }
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('contrail.mentions')) return;
        this.#displayMode = mentionStateDisplayMode();
        this.#scheduleUpdate(true);
      }),
    );
    this.add({ dispose: () => clearTimeout(this.#timer) });
    if (this.#isEnabled) this.#scheduleUpdate(false);
  }

  provideCodeLenses(document: vscode.TextDocument): MentionLens[] {
    if (this.#displayMode !== 'codeLens') return [];
    const shownMentionKeys = new Set<string>();
    return mentionsIn(document, this.#mentionResolver.matcher).flatMap((placedMention) => {
      const key = `${placedMention.range.start.line} ${placedMention.mention.identifier}`;
      if (shownMentionKeys.has(key)) return [];
      shownMentionKeys.add(key);
      return [new MentionLens(placedMention)];
    });
  }

  resolveCodeLens(lens: MentionLens): MentionLens {
    const { mention } = lens.placedMention;
    lens.command = {
      command: OPEN_ACTION.command,
      title: lensText(mention, this.#mentionResolver.resolve(mention), this.#store),
      arguments: [{ identifier: mention.identifier }],
    };
    return lens;
  }

  /** Whether the setting enables states. If not, documents are not searched and no request is sent. */
  get #isEnabled(): boolean {
    return this.#displayMode !== 'off';
  }

  #scheduleUpdate(lensesChanged: boolean): void {
    this.#haveLensesChanged ||= lensesChanged;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#haveLensesChanged) this.#lensesChanged.fire();
      this.#haveLensesChanged = false;
      const editors = vscode.window.visibleTextEditors.map((editor) => ({
        editor,
        visibleMentions: this.#isEnabled ? this.#visibleMentions(editor) : [],
      }));
      this.#lookup.setVisibleMentions(
        editors.flatMap(({ visibleMentions: mentions }) => mentions.map(({ mention }) => mention)),
      );
      for (const { editor, visibleMentions: mentions } of editors)
        this.#drawAtLineEnds(editor, this.#displayMode === 'endOfLine' ? mentions : []);
    }, UPDATE_DEBOUNCE_MS);
  }

  #visibleMentions(editor: vscode.TextEditor): PlacedMention[] {
    const { matcher } = this.#mentionResolver;
    return editor.visibleRanges.flatMap((visible) => {
      const firstVisibleLine = editor.document.validateRange(visible).start.line;
      return linesIn(editor.document, visible).flatMap((text, line) =>
        matcher.find(text, MAX_MENTIONS_ON_LINE).map((mention) => ({
          mention,
          range: new vscode.Range(firstVisibleLine + line, mention.start, firstVisibleLine + line, mention.end),
        })),
      );
    });
  }

  #drawAtLineEnds(editor: vscode.TextEditor, mentions: readonly PlacedMention[]): void {
    const mentionsByLine = new Map<number, ResolvedMention[]>();
    for (const { mention, range } of mentions) {
      const resolvedMention = { mention, resolution: this.#mentionResolver.resolve(mention) };
      mentionsByLine.set(range.start.line, [...(mentionsByLine.get(range.start.line) ?? []), resolvedMention]);
    }
    const decorations = [...mentionsByLine].map(([line, resolvedMentions]) => {
      const { end } = editor.document.lineAt(line).range;
      return {
        range: new vscode.Range(end, end),
        renderOptions: { after: { contentText: endOfLineText(resolvedMentions, this.#store) } },
      };
    });
    editor.setDecorations(this.#lineEndDecoration, decorations);
  }
}

function linesIn(document: vscode.TextDocument, { start, end }: vscode.Range): string[] {
  return Array.from({ length: end.line - start.line + 1 }, (_, line) => document.lineAt(start.line + line).text);
}

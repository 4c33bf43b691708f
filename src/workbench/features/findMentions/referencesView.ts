// Shows mentions in VS Code's References view, with the input that its extension expects.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { FileMentions, Mention } from '../../../mentions/mentions.ts';

/** The exports of the extension `vscode.references-view` that are used here. */
interface ReferencesView {
  setInput(input: TreeInput): Promise<void> | void;
}

interface TreeInput {
  readonly contextValue: string;
  readonly title: string;
  /** A location with a word at it: the view rejects any other input. */
  readonly location: vscode.Location;
  resolve(): Promise<TreeModel | undefined>;
  with(location: vscode.Location): TreeInput;
}

interface TreeModel {
  readonly provider: Required<Pick<vscode.TreeDataProvider<Row>, 'getChildren' | 'getTreeItem' | 'getParent'>>;
  readonly message: string | undefined;
  readonly navigation: {
    nearest(uri: vscode.Uri, position: vscode.Position): Row | undefined;
    next(from: Row): Row;
    previous(from: Row): Row;
    location(row: Row): vscode.Location;
  };
  readonly highlights: { getEditorHighlights(row: Row, uri: vscode.Uri): readonly vscode.Range[] };
}

interface FileRow {
  readonly kind: 'file';
  readonly uri: vscode.Uri;
  readonly rows: readonly MentionRow[];
}

interface MentionRow {
  readonly kind: 'mention';
  readonly file: FileRow;
  readonly mention: Mention;
}

type Row = FileRow | MentionRow;

export interface ShownMentions {
  readonly files: readonly FileMentions<vscode.Uri>[];
  /** A line above the list. */
  readonly message: string | undefined;
}

/** Shows what was found. The view's Refresh button searches again. Resolves with false if there is no such view. */
export async function showInReferencesView(
  title: string,
  shown: ShownMentions,
  again: () => Promise<ShownMentions>,
): Promise<boolean> {
  const view = await vscode.extensions.getExtension<ReferencesView>('vscode.references-view')?.activate();
  const first = locationOf(shown.files);
  if (view === undefined || first === undefined) return false;
  await view.setInput(new MentionsInput(title, first, shown, again));
  return true;
}

class MentionsInput implements TreeInput {
  readonly contextValue = 'contrail.mentions';
  readonly title: string;
  readonly location: vscode.Location;
  readonly #again: () => Promise<ShownMentions>;
  #shown: ShownMentions | undefined;

  constructor(
    title: string,
    location: vscode.Location,
    shown: ShownMentions | undefined,
    again: () => Promise<ShownMentions>,
  ) {
    this.title = title;
    this.location = location;
    this.#shown = shown;
    this.#again = again;
  }

  async resolve(): Promise<TreeModel | undefined> {
    const shown = this.#shown ?? (await this.#again());
    this.#shown = undefined;
    return shown.files.length === 0 ? undefined : modelOf(shown);
  }

  with(location: vscode.Location): TreeInput {
    return new MentionsInput(this.title, location, undefined, this.#again);
  }
}

function modelOf({ files, message }: ShownMentions): TreeModel {
  const rows = files.map(fileRow);
  const all = rows.flatMap((file) => file.rows);
  const beside = (row: Row, step: number): MentionRow => {
    const from =
      row.kind === 'mention' ? all.indexOf(row) : all.findIndex(({ file }) => file === row) - (step > 0 ? 1 : 0);
    return required(all.at((from + step + all.length) % all.length));
  };
  return {
    message,
    provider: {
      getChildren: (row) => (row === undefined ? rows : row.kind === 'file' ? [...row.rows] : []),
      getTreeItem: itemOf,
      getParent: (row) => (row.kind === 'mention' ? row.file : undefined),
    },
    navigation: {
      nearest: (uri, position) => nearest(rows, uri, position) ?? all[0],
      next: (row) => beside(row, 1),
      previous: (row) => beside(row, -1),
      location: (row) => placeOf(row.kind === 'mention' ? row : required(row.rows[0])),
    },
    highlights: {
      getEditorHighlights: (_, uri) =>
        rows
          .filter((file) => file.uri.toString() === uri.toString())
          .flatMap((file) => file.rows.map((row) => placeOf(row).range)),
    },
  };
}

function fileRow({ file: uri, mentions }: FileMentions<vscode.Uri>): FileRow {
  const rows: MentionRow[] = [];
  const file: FileRow = { kind: 'file', uri, rows };
  for (const mention of mentions) rows.push({ kind: 'mention', file, mention });
  return file;
}

function itemOf(row: Row): vscode.TreeItem {
  if (row.kind === 'file') {
    const item = new vscode.TreeItem(row.uri, vscode.TreeItemCollapsibleState.Expanded);
    item.iconPath = vscode.ThemeIcon.File;
    item.description = true;
    return item;
  }
  const { text, at, length, line } = row.mention;
  const item = new vscode.TreeItem({ label: text, highlights: [[at, at + length]] });
  item.tooltip = l10n.t('Line {0}', line + 1);
  item.accessibilityInformation = { label: l10n.t('{0}, line {1}', text, line + 1) };
  item.command = {
    command: 'vscode.open',
    title: l10n.t({ message: 'Open', comment: ['Verb, on a button'] }),
    arguments: [row.file.uri, { selection: placeOf(row).range }],
  };
  return item;
}

function nearest(rows: readonly FileRow[], uri: vscode.Uri, { line }: vscode.Position): MentionRow | undefined {
  const file = rows.find((one) => one.uri.toString() === uri.toString());
  return file?.rows.toSorted(
    (one, other) => Math.abs(one.mention.line - line) - Math.abs(other.mention.line - line),
  )[0];
}

function placeOf({ file: { uri }, mention: { line, column, length } }: MentionRow): vscode.Location {
  return new vscode.Location(uri, new vscode.Range(line, column, line, column + length));
}

function locationOf(files: readonly FileMentions<vscode.Uri>[]): vscode.Location | undefined {
  const [first] = files.slice(0, 1).flatMap((file) => fileRow(file).rows);
  return first === undefined ? undefined : placeOf(first);
}

function required<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('a list of mentions is empty');
  return one;
}

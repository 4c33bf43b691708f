// Shows mentions in the References view of VS Code's built-in extension `vscode.references-view`.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { FileMentions, Mention } from '../../core/mentions/mentions.ts';

/** The part of the API of the extension `vscode.references-view` that Contrail uses. */
interface ReferencesView {
  setInput(input: TreeInput): Promise<void> | void;
}

interface TreeInput {
  readonly contextValue: string;
  readonly title: string;
  /** A location inside of a word, because the view rejects all other locations. */
  readonly location: vscode.Location;
  resolve(): Promise<TreeModel | undefined>;
  with(location: vscode.Location): TreeInput;
}

interface TreeModel {
  readonly provider: Required<Pick<vscode.TreeDataProvider<Row>, 'getChildren' | 'getTreeItem' | 'getParent'>>;
  readonly message: string | undefined;
  readonly navigation: {
    nearest(uri: vscode.Uri, position: vscode.Position): Row | undefined;
    next(row: Row): Row;
    previous(row: Row): Row;
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

export interface MentionList {
  readonly files: readonly FileMentions<vscode.Uri>[];
  /** The text that is shown above the list of mentions. */
  readonly message: string | undefined;
}

/** Shows the mentions. The view's Refresh button searches again. Resolves with false if the view does not exist. */
export async function showInReferencesView(
  title: string,
  shownMentions: MentionList,
  searchAgain: () => Promise<MentionList>,
): Promise<boolean> {
  const view = await vscode.extensions.getExtension<ReferencesView>('vscode.references-view')?.activate();
  const firstLocation = firstLocationOf(shownMentions.files);
  if (view === undefined || firstLocation === undefined) return false;
  await view.setInput(new MentionsInput(title, firstLocation, shownMentions, searchAgain));
  return true;
}

class MentionsInput implements TreeInput {
  readonly contextValue = 'contrail.mentions';
  readonly title: string;
  readonly location: vscode.Location;
  readonly #searchAgain: () => Promise<MentionList>;
  #initialMentions: MentionList | undefined;

  constructor(
    title: string,
    location: vscode.Location,
    shownMentions: MentionList | undefined,
    searchAgain: () => Promise<MentionList>,
  ) {
    this.title = title;
    this.location = location;
    this.#initialMentions = shownMentions;
    this.#searchAgain = searchAgain;
  }

  async resolve(): Promise<TreeModel | undefined> {
    const shownMentions = this.#initialMentions ?? (await this.#searchAgain());
    this.#initialMentions = undefined;
    return shownMentions.files.length === 0 ? undefined : createModel(shownMentions);
  }

  with(location: vscode.Location): TreeInput {
    return new MentionsInput(this.title, location, undefined, this.#searchAgain);
  }
}

function createModel({ files, message }: MentionList): TreeModel {
  const fileRows = files.map(fileRow);
  const mentionRows = fileRows.flatMap((file) => file.rows);
  const neighborRow = (row: Row, step: number): MentionRow => {
    const startIndex =
      row.kind === 'mention'
        ? mentionRows.indexOf(row)
        : mentionRows.findIndex(({ file }) => file === row) - (step > 0 ? 1 : 0);
    return requireValue(mentionRows.at((startIndex + step + mentionRows.length) % mentionRows.length));
  };
  return {
    message,
    provider: {
      getChildren: (row) => (row === undefined ? fileRows : row.kind === 'file' ? [...row.rows] : []),
      getTreeItem: toTreeItem,
      getParent: (row) => (row.kind === 'mention' ? row.file : undefined),
    },
    navigation: {
      nearest: (uri, position) => nearestMention(fileRows, uri, position) ?? mentionRows[0],
      next: (row) => neighborRow(row, 1),
      previous: (row) => neighborRow(row, -1),
      location: (row) => locationOf(row.kind === 'mention' ? row : requireValue(row.rows[0])),
    },
    highlights: {
      getEditorHighlights: (_, uri) =>
        fileRows
          .filter((file) => file.uri.toString() === uri.toString())
          .flatMap((file) => file.rows.map((row) => locationOf(row).range)),
    },
  };
}

function fileRow({ file: uri, mentions }: FileMentions<vscode.Uri>): FileRow {
  const mentionRows: MentionRow[] = [];
  const file: FileRow = { kind: 'file', uri, rows: mentionRows };
  for (const mention of mentions) mentionRows.push({ kind: 'mention', file, mention });
  return file;
}

function toTreeItem(row: Row): vscode.TreeItem {
  if (row.kind === 'file') {
    const item = new vscode.TreeItem(row.uri, vscode.TreeItemCollapsibleState.Expanded);
    item.iconPath = vscode.ThemeIcon.File;
    item.description = true;
    return item;
  }
  const { text, offsetInText: at, length, line } = row.mention;
  const item = new vscode.TreeItem({ label: text, highlights: [[at, at + length]] });
  item.tooltip = l10n.t('Line {0}', line + 1);
  item.accessibilityInformation = { label: l10n.t('{0}, line {1}', text, line + 1) };
  item.command = {
    command: 'vscode.open',
    title: l10n.t({ message: 'Open', comment: ['Verb, on a button'] }),
    arguments: [row.file.uri, { selection: locationOf(row).range }],
  };
  return item;
}

function nearestMention(
  fileRows: readonly FileRow[],
  uri: vscode.Uri,
  { line }: vscode.Position,
): MentionRow | undefined {
  const file = fileRows.find((row) => row.uri.toString() === uri.toString());
  return file?.rows.toSorted(
    (row, other) => Math.abs(row.mention.line - line) - Math.abs(other.mention.line - line),
  )[0];
}

function locationOf({ file: { uri }, mention: { line, column, length } }: MentionRow): vscode.Location {
  return new vscode.Location(uri, new vscode.Range(line, column, line, column + length));
}

function firstLocationOf(files: readonly FileMentions<vscode.Uri>[]): vscode.Location | undefined {
  const [firstRow] = files.slice(0, 1).flatMap((file) => fileRow(file).rows);
  return firstRow === undefined ? undefined : locationOf(firstRow);
}

function requireValue<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a list of mentions is empty');
  return value;
}

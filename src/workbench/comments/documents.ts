// Owns comment documents: a draft comment as a Markdown file in a tab. Saving keeps the draft; sending is an action of its own.
import * as vscode from 'vscode';
import type { Sessions } from '../../session/session.ts';
import { type ItemAddress, keyOf } from '../../store/address.ts';
import type { ChosenItem } from '../items.ts';
import { COMMENT_SCHEME } from '../names.ts';
import type { PaletteComments } from './palette.ts';

export class CommentDocuments {
  readonly #sessions: Sessions;
  readonly #comments: PaletteComments;

  constructor(sessions: Sessions, comments: PaletteComments) {
    this.#sessions = sessions;
    this.#comments = comments;
  }

  /** The document of an item's draft: the account is its authority, the file's name is what the tab shows. */
  uriOf({ session, address }: ChosenItem): vscode.Uri {
    const name = `Comment on ${session.store.identifier(address) ?? 'work item'}.md`;
    return vscode.Uri.from({ scheme: COMMENT_SCHEME, authority: session.account, path: `/${address.project}/${address.id}/${name}` });
  }

  /** The item that a document is about. Throws `Unavailable` while its account is not signed in. */
  async chosenBy(uri: vscode.Uri): Promise<ChosenItem> {
    await this.#sessions.restore();
    const session = this.#sessions.current;
    const address = addressIn(uri);
    if (address === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    if (session === undefined || session.account !== uri.authority) {
      throw vscode.FileSystemError.Unavailable('Sign in to the account that this comment was begun with.');
    }
    return { session, address };
  }

  /** The folders above a document are there by their names alone. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (uri.path.split('/').length < 4) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { session, address } = await this.chosenBy(uri);
    const draft = await session.desk.open(keyOf(address));
    const size = Buffer.byteLength(draft?.palette?.text ?? '');
    return { type: vscode.FileType.File, ctime: 0, mtime: draft?.at ?? 0, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { session, address } = await this.chosenBy(uri);
    const draft = await session.desk.open(keyOf(address));
    return Buffer.from(draft?.palette?.text ?? '');
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const chosen = await this.chosenBy(uri);
    const before = (await chosen.session.desk.open(keyOf(chosen.address)))?.palette;
    this.#comments.keep(chosen, Buffer.from(content).toString('utf8'), before?.access ?? 'INTERNAL');
    await chosen.session.desk.flush();
  }
}

function addressIn(uri: vscode.Uri): ItemAddress | undefined {
  const [, project, id, name] = uri.path.split('/');
  return project === undefined || id === undefined || name === undefined ? undefined : { project, id };
}

// Owns comment documents: a draft comment as a Markdown file in a tab. Saving keeps the draft; sending is an action of its own.
import * as vscode from 'vscode';
import type { Sessions } from '../../session/session.ts';
import { keyOf, parseAddress } from '../../store/address.ts';
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

  /** The document of an item's draft: the account is its authority, the item its query; the file's name is what the tab shows. */
  uriOf({ session, address }: ChosenItem): vscode.Uri {
    const name = `Comment on ${session.store.identifier(address) ?? 'work item'}.md`;
    return vscode.Uri.from({ scheme: COMMENT_SCHEME, authority: session.account, path: `/${name}`, query: keyOf(address) });
  }

  /** The item that a document is about. Throws `Unavailable` while its account is not signed in. */
  async chosenBy(uri: vscode.Uri): Promise<ChosenItem> {
    await this.#sessions.restore();
    const session = this.#sessions.current;
    const address = parseAddress(uri.query);
    if (address === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    if (session === undefined || session.account !== uri.authority) {
      throw vscode.FileSystemError.Unavailable('Sign in to the account that this comment was begun with.');
    }
    return { session, address };
  }

  /** The folder above a document is there by its name alone. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (uri.path === '/') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
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

// Comment documents: a draft comment as a Markdown file in a tab.
// Saving the document stores the draft. Sending it is a separate command.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { keyOf } from '../../../cache/address.ts';
import { fileNameWithLines } from '../../../codeLinks/codeComment.ts';
import { draftTooLargeText } from '../../../pages/draftText.ts';
import type { Sessions } from '../../../session/session.ts';
import { COMMENT_SCHEME } from '../../ids.ts';
import type { PageAccounts } from '../signIn/pageAccounts.ts';
import { documentTarget } from '../workItems/documentTarget.ts';
import { type CommentTarget, type CommentWriter, commentDraftFor } from './commentWriter.ts';

export class CommentDocuments {
  readonly #sessions: Sessions;
  readonly #comments: CommentWriter;
  readonly #accounts: Pick<PageAccounts, 'nameOf'>;

  constructor(sessions: Sessions, comments: CommentWriter, accounts: Pick<PageAccounts, 'nameOf'>) {
    this.#sessions = sessions;
    this.#comments = comments;
    this.#accounts = accounts;
  }

  /**
   * Returns the URI of a draft's document. The authority is the account; the query is the work item and, if the comment
   * links code, the external id of the comment; the file name is the title of the tab.
   */
  uriOf({ session, address, codeId }: CommentTarget): vscode.Uri {
    const identifier = session.store.identifier(address) ?? l10n.t('work item');
    const lineRange = codeId === undefined ? undefined : fileNameWithLines(codeId)?.replace(':', ' ');
    const name =
      lineRange === undefined
        ? l10n.t('Comment on {0}', identifier)
        : l10n.t('Comment on {0} about {1}', identifier, lineRange);
    const query = codeId === undefined ? keyOf(address) : `${keyOf(address)}&${codeId}`;
    return vscode.Uri.from({
      scheme: COMMENT_SCHEME,
      authority: session.account,
      path: `/${name}.md`,
      query,
    });
  }

  /** Whether the document of a comment on the work item with this key is open in a tab. */
  isOpen(key: string): boolean {
    return vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .some(
        ({ input }) =>
          input instanceof vscode.TabInputText &&
          input.uri.scheme === COMMENT_SCHEME &&
          input.uri.query.split('&', 1)[0] === key,
      );
  }

  /** Resolves with the target of a document. Rejects with `Unavailable` while the window does not use its account. */
  async targetOf(uri: vscode.Uri): Promise<CommentTarget> {
    const [, item = uri.query, codeId] = /^([^&]*)&(.*)$/s.exec(uri.query) ?? [];
    const target = await documentTarget({ sessions: this.#sessions, accounts: this.#accounts }, uri, item, {
      signIn: l10n.t('Sign in to the account that this comment was started with.'),
      switchAccount: (name) => l10n.t('This comment belongs to {0}. Switch to this account to continue.', name),
    });
    return { ...target, codeId };
  }

  /** Returns the metadata of a document. The root, which contains all documents, is a folder. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (uri.path === '/') return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const target = await this.targetOf(uri);
    const draft = await commentDraftFor(target);
    const modifiedAt = target.session.draftStore.get(keyOf(target.address))?.at ?? 0;
    return { type: vscode.FileType.File, ctime: 0, mtime: modifiedAt, size: Buffer.byteLength(draft?.text ?? '') };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return Buffer.from((await commentDraftFor(await this.targetOf(uri)))?.text ?? '');
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const target = await this.targetOf(uri);
    const draft = await commentDraftFor(target);
    this.#comments.storeDraft(
      target,
      Buffer.from(content).toString('utf8'),
      draft?.access ?? this.#comments.lastVisibility(target).get(),
    );
    const { draftStore } = target.session;
    await draftStore.flush();
    const exceededLimit = draftStore.exceededLimit(keyOf(target.address));
    if (exceededLimit !== undefined) throw vscode.FileSystemError.Unavailable(draftTooLargeText(exceededLimit));
  }
}

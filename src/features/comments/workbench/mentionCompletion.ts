// Completes the names of members after an @ in a comment document.
import * as vscode from 'vscode';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { userMentionNames, userMentionStart, userMentionText } from '../../../core/comments/userMentions.ts';
import type { Session } from '../../../core/session/session.ts';
import { COMMENT_SCHEME } from '../../../shell/ids.ts';
import type { Disposable } from '../../../std/disposable.ts';
import type { CommentDocuments } from './documents.ts';

export function registerMentionCompletion(session: Session, documents: CommentDocuments): Disposable {
  return vscode.languages.registerCompletionItemProvider(
    { scheme: COMMENT_SCHEME },
    {
      provideCompletionItems: async (document, position) => {
        const start = userMentionStart(document.lineAt(position.line).text.slice(0, position.character));
        if (start === undefined || document.uri.authority !== session.account) return undefined;
        const { address } = await documents.targetOf(document.uri);
        const members = await session.store.members.readAll(address.project);
        const names = userMentionNames(members);
        const range = new vscode.Range(position.with(undefined, start), position);
        return members.flatMap((user) => {
          const text = userMentionText(user, names);
          return text === undefined ? [] : [completionItem(nameOfUser(user), user.email, text, range)];
        });
      },
    },
    '@',
  );
}

function completionItem(
  name: string,
  email: string | null | undefined,
  text: string,
  range: vscode.Range,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem({ label: name, description: email ?? '' }, vscode.CompletionItemKind.User);
  item.range = range;
  item.insertText = `${text} `;
  item.filterText = `@${name}`;
  return item;
}

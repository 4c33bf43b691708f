// Completes the names of members after an @ in a comment document, and in the text box of a thread beside the code.
import * as vscode from 'vscode';
import { nameOfUser } from '../../../contract/resources/user.ts';
import { userMentionNames, userMentionStart, userMentionText } from '../../../core/comments/userMentions.ts';
import type { Session } from '../../../core/session/session.ts';
import type { Disposable } from '../../../std/disposable.ts';

/**
 * Completes in documents of the scheme. `projectsOf` resolves with the projects of the work items that a comment may be
 * for: only who is a member of all of them, with the same name, is offered.
 */
export function registerMentionCompletion(
  { store }: Session,
  scheme: string,
  projectsOf: (document: vscode.Uri) => Promise<readonly string[]>,
): Disposable {
  return vscode.languages.registerCompletionItemProvider(
    { scheme },
    {
      provideCompletionItems: async (document, position) => {
        const start = userMentionStart(document.lineAt(position.line).text.slice(0, position.character));
        if (start === undefined) return undefined;
        const projects = await projectsOf(document.uri);
        const memberLists = await Promise.all(projects.map((project) => store.members.readAll(project)));
        const nameMaps = memberLists.map(userMentionNames);
        const range = new vscode.Range(position.with(undefined, start), position);
        return memberLists[0]?.flatMap((user) => {
          const [text, ...otherTexts] = new Set(nameMaps.map((names) => userMentionText(user, names)));
          return text === undefined || otherTexts.length > 0
            ? []
            : [completionItem(nameOfUser(user), user.email, text, range)];
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

// The CodeLens on the first line of a comment document: who will see the comment, and where it will be sent.
import { platform } from 'node:os';
import * as vscode from 'vscode';
import type { AccessLevel } from '../../../contract/resources/comment.ts';
import { type CommentTarget, commentDraftFor } from '../../../core/comments/commentTarget.ts';
import type { Session } from '../../../core/session/session.ts';
import { COMMENT_SCHEME } from '../../../shell/ids.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { type CommentWriter } from '../commentWriter.ts';
import { documentLenses } from '../documentActions.ts';
import type { CommentDocuments } from './documents.ts';

/** The host of a remote window may run on another system than the window, so the tooltip names both keys. */
const SEND_KEY = platform() === 'darwin' ? 'Cmd+Enter' : 'Ctrl+Enter';

interface ShownState {
  readonly target: CommentTarget;
  readonly access: AccessLevel;
  readonly identifier: string | undefined;
}

export function registerDocumentLens(
  session: Session,
  comments: Pick<CommentWriter, 'visibilityOf'>,
  documents: CommentDocuments,
): Disposable {
  const disposables = new DisposableStore();
  const changed = disposables.add(new vscode.EventEmitter<void>());
  /** What the CodeLens of each open document shows, by URI. */
  const shownStates = new Map<string, ShownState>();
  const stateOf = (target: CommentTarget): ShownState => ({
    target,
    access: comments.visibilityOf(target),
    identifier: session.store.identifier(target.address),
  });
  const update = (): void => {
    const isCurrent = ({ target, access, identifier }: ShownState): boolean => {
      const state = stateOf(target);
      return state.access === access && state.identifier === identifier;
    };
    if (![...shownStates.values()].every(isCurrent)) changed.fire();
  };
  disposables.add(session.draftStore.onDidChange(update));
  disposables.add(session.store.onDidReceiveNames(update));
  disposables.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => shownStates.delete(uri.toString())));
  disposables.add(
    vscode.languages.registerCodeLensProvider(
      { scheme: COMMENT_SCHEME },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: async ({ uri }) => {
          if (uri.authority !== session.account) return [];
          const target = await documents.targetOf(uri);
          await commentDraftFor(target);
          const state = stateOf(target);
          shownStates.set(uri.toString(), state);
          const lenses = await documentLenses(target, state.access, SEND_KEY);
          return lenses.map((lens) => new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { ...lens, arguments: [uri] }));
        },
      },
    ),
  );
  return disposables;
}

// Registers the features that create work items from code, for one session.
import * as vscode from 'vscode';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import type { Session } from '../../../core/session/session.ts';
import { withErrorHandling } from '../../../shell/notifications/errorBoundary.ts';
import type { RecordPages } from '../../../shell/pages/recordPages.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import { todoMarkers } from '../../../shell/settings.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { Logger } from '../../../std/logger.ts';
import { parseTodoLocation } from '../todoLocation.ts';
import { insertIntoTodo } from '../writeBack.ts';
import { CODE_ACTION_METADATA, CodeActions } from './codeActions.ts';
import { FinishedTodos } from './finishedTodos.ts';
import { todoFileAt } from './todoFile.ts';

export interface CreateFromCodeSessionDeps {
  readonly prompts: Prompts;
  readonly panels: RecordPages;
  readonly logger: Logger;
  readonly session: Session;
  readonly mentionResolver: MentionResolver;
}

/**
 * Registers the quick fixes. Inserts the identifier of a new work item into the TODO comment that it was created from.
 */
export function registerCreateFromCode({
  prompts,
  panels,
  logger,
  session,
  mentionResolver: resolver,
}: CreateFromCodeSessionDeps): Disposable {
  const disposables = new DisposableStore();
  const writeBackDeps = {
    prompts,
    fileAt: todoFileAt,
    copy: async (text: string) => vscode.env.clipboard.writeText(text),
    markers: todoMarkers,
  };
  // A comment that mentions a deleted work item is not linked, so a new work item can be created from it.
  const isLinked = (text: string): boolean =>
    resolver.matcher.find(text).some((mention) => resolver.resolve(mention).kind !== 'gone');
  const finishedTodos = disposables.add(new FinishedTodos(session, resolver));
  disposables.add(
    vscode.languages.registerCodeActionsProvider(
      { scheme: '*' },
      new CodeActions(isLinked, finishedTodos),
      CODE_ACTION_METADATA,
    ),
  );
  disposables.add(
    panels.onDidCreate(({ address, origin }) => {
      const todoLocation = origin === undefined ? undefined : parseTodoLocation(origin);
      const identifier = session.store.identifier({ project: address.within, id: address.id });
      if (todoLocation === undefined || identifier === undefined) return;
      void withErrorHandling(logger, 'writing an identifier into a comment', () =>
        insertIntoTodo(writeBackDeps, identifier, todoLocation),
      );
    }),
  );
  return disposables;
}

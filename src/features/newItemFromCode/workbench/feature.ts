// The commands that create work items from code, problems and failed tests.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import type { Session, Sessions } from '../../../core/session/session.ts';
import { signedIn } from '../../../shell/commands/command.ts';
import { itemOf } from '../../../shell/commands/commandTarget.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import type { RecordPages } from '../../../shell/pages/recordPages.ts';
import { projectForNewRecord } from '../../../shell/recordPicker/pickRecord.ts';
import { folderBinding, todoMarkers } from '../../../shell/settings.ts';
import { WindowCodeReader } from './codeReader.ts';
import { type ReopenDeps, reopenItem } from './followUp.ts';
import { type NewItemFromCode, newItemAtCursor } from './newItemFromCode.ts';
import { newItemFromTest } from './newItemFromTest.ts';
import { type NewItemPageDeps, openNewItemFromCode } from './openNewItem.ts';
import { type CreateFromCodeSessionDeps, registerCreateFromCode } from './register.ts';

export interface CreateFromCodeFeatureDeps extends ReopenDeps, Pick<CreateFromCodeSessionDeps, 'logger'> {
  readonly sessions: Sessions;
  readonly panels: RecordPages;
  readonly repositories: Repositories;
}

type WindowPageDeps = NewItemPageDeps<vscode.TextDocument>;

export function createCreateFromCode(deps: CreateFromCodeFeatureDeps) {
  const pageDeps: WindowPageDeps = {
    ...deps,
    codeReader: new WindowCodeReader(deps.repositories),
    wayBackTo,
    pickProject: (session, title) => projectForNewRecord({ ...deps, folderBinding }, session, title),
  };
  return {
    commands: {
      [COMMANDS.createFromCode]: signedIn((target) => createFromCode(pageDeps, target)),
      [COMMANDS.reopen]: signedIn(async (target) => {
        const { current } = deps.sessions;
        const item = itemOf(target);
        if (current !== undefined && item !== undefined) await reopenItem(deps, current, item);
      }),
      [COMMANDS.createFromTest]: signedIn((target) => createFromTest(pageDeps, target)),
    },
    startSession: (session: Session, mentionResolver: MentionResolver) =>
      registerCreateFromCode({ ...deps, session, mentionResolver }),
  };
}

/** The cursor stays where it was. */
function wayBackTo(document: vscode.TextDocument): (() => Promise<void>) | undefined {
  const editor = vscode.window.visibleTextEditors.find((candidate) => candidate.document === document);
  const viewColumn = editor?.viewColumn;
  if (viewColumn === undefined) return undefined;
  // The command also shows a cell of a notebook, in the editor of the notebook.
  return async () => {
    await vscode.commands.executeCommand('vscode.open', document.uri, { viewColumn });
  };
}

async function createFromCode(deps: WindowPageDeps, target: unknown): Promise<void> {
  const newItem = isNewItemFromCode(target) ? target : newItemInActiveEditor();
  const hint = l10n.t(
    'To create a work item from code, open a text file and put the cursor on a comment or a problem, or select lines.',
  );
  await openOrNotify(deps, newItem, hint);
}

function newItemInActiveEditor(): NewItemFromCode | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const problems = vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ range }) => range.contains(selection.active));
  return newItemAtCursor(document, selection, problems, todoMarkers());
}

async function createFromTest(deps: WindowPageDeps, target: unknown): Promise<void> {
  const newItem = await newItemFromTest(target, (uri) =>
    Promise.resolve(vscode.workspace.openTextDocument(uri)).catch(() => undefined),
  );
  const hint = l10n.t('To create a work item from a failed test, select the test in the Test Results view.');
  await openOrNotify(deps, newItem, hint);
}

async function openOrNotify(deps: WindowPageDeps, newItem: NewItemFromCode | undefined, hint: string): Promise<void> {
  if (newItem === undefined) void deps.prompts.notify('info', hint);
  else await openNewItemFromCode(deps, newItem);
}

/** Returns whether the argument of the command is a `NewItemFromCode`, which a quick fix passes. */
function isNewItemFromCode(target: unknown): target is NewItemFromCode {
  return typeof target === 'object' && target !== null && 'suggestion' in target && 'at' in target;
}

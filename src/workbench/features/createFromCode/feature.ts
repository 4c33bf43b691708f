// The commands that create work items from code, problems and failed tests.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { MentionResolver } from '../../../mentions/knownItems.ts';
import type { Session } from '../../../session/session.ts';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { showInfo } from '../../ui/notifications.ts';
import { type CreateFromCodeDeps, registerCreateFromCode } from './register.ts';
import { type CreateFromCodeStartDeps, startItemFromCode } from './startItem.ts';
import { type CodeStart, startAtCursor } from './starts.ts';
import { startFromTest } from './testStart.ts';

export function createCreateFromCode(deps: CreateFromCodeStartDeps & Pick<CreateFromCodeDeps, 'logger'>) {
  return {
    commands: {
      [COMMANDS.createFromCode]: signedIn((target) => createFromCode(deps, target)),
      [COMMANDS.createFromTest]: signedIn((target) => createFromTest(deps, target)),
    },
    startSession: (session: Session, knownItems: MentionResolver) =>
      registerCreateFromCode({ ...deps, session, known: knownItems }),
  };
}

async function createFromCode(deps: CreateFromCodeStartDeps, target: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const start = isCodeStart(target) ? target : editor === undefined ? undefined : startAtCursor(editor);
  if (start === undefined) {
    void showInfo(
      l10n.t(
        'To create a work item from code, open a text file and put the cursor on a comment or a problem, or select lines.',
      ),
    );
    return;
  }
  await startItemFromCode(deps, start);
}

async function createFromTest(deps: CreateFromCodeStartDeps, target: unknown): Promise<void> {
  const start = await startFromTest(target);
  if (start === undefined) {
    void showInfo(l10n.t('To create a work item from a failed test, select the test in the Test Results view.'));
    return;
  }
  await startItemFromCode(deps, start);
}

/** Returns whether the argument of the command is a `CodeStart`, which a quick fix passes. */
function isCodeStart(target: unknown): target is CodeStart {
  return typeof target === 'object' && target !== null && 'suggestion' in target && 'at' in target;
}

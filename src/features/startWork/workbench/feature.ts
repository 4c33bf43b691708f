// The commands that start and end work, and that show and set the current work item.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { HostKind } from '../../../core/code/permalink.ts';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import type { Session } from '../../../core/session/session.ts';
import { signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import type { CommentDrafts } from '../../../shell/documents/commentDrafts.ts';
import type { Repositories } from '../../../shell/git/repositories.ts';
import { type WithItemDeps, withItem } from '../../../shell/itemPicker/withItem.ts';
import { askInTwoSteps } from '../../../shell/prompts/ask.ts';
import { withProgress } from '../../../shell/prompts/withProgress.ts';
import {
  baseBranch,
  branchTemplate,
  codeHosts,
  commitTemplate,
  saveCodeHost,
  worktreePattern,
} from '../../../shell/settings.ts';
import { DisposableStore } from '../../../std/disposable.ts';
import { BranchRows } from './branchRows.ts';
import { registerCurrentItemStatus } from './currentItemStatus.ts';
import type { WorkDeps } from './deps.ts';
import { commentWithSummary } from './summary.ts';
import { CurrentWork } from './work.ts';

export interface StartWorkDeps
  extends WithItemDeps,
    Pick<WorkDeps, 'sessions' | 'mentions' | 'memory' | 'clock' | 'logger' | 'views'>,
    CommentDrafts {
  readonly quickEdits: Pick<WorkDeps, 'applyConfirmed'>;
  readonly repositories: Repositories;
}

export function createStartWork(deps: StartWorkDeps) {
  const work = new CurrentWork({
    ...deps,
    onDidChangeActiveFile: vscode.window.onDidChangeActiveTextEditor,
    codeHosts,
    saveCodeHost,
    openFolder: async (path, { isSameWindow } = { isSameWindow: false }) => {
      const options = isSameWindow ? { forceReuseWindow: true } : { forceNewWindow: true };
      await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(path), options);
    },
    unsavedCount: ({ path }) =>
      [...vscode.workspace.textDocuments, ...vscode.workspace.notebookDocuments].filter(
        ({ isDirty, uri }) => isDirty && uri.scheme === 'file' && uri.path.startsWith(`${path}/`),
      ).length,
    pullRequestCommand,
    settings: { branchTemplate, baseBranch, worktreeFolder: worktreePattern, commitTemplate },
    applyConfirmed: (...change) => deps.quickEdits.applyConfirmed(...change),
    commentWithSummary: (current, end) => commentWithSummary({ ...deps, settings: { baseBranch } }, current, end),
    withProgress: (options, run) => withProgress({ ...options, prompts: deps.prompts, clock: deps.clock }, run),
  });
  return {
    work,
    commands: {
      [COMMANDS.startWork]: signedIn((target) => start(deps, work, target)),
      [COMMANDS.stopWork]: signedIn(() => work.end('stop')),
      [COMMANDS.finishWork]: signedIn(() => work.end('finish')),
      [COMMANDS.createPullRequest]: signedIn(() => work.createPullRequest()),
      [COMMANDS.commentWithSummary]: signedIn(() => commentOnCurrent(deps, work)),
      [COMMANDS.currentItem]: signedIn(() => work.showActions()),
      [COMMANDS.setCurrentItem]: signedIn(() => setCurrent(deps, work)),
    },
    startSession: (session: Session, mentionResolver: MentionResolver) => {
      const disposables = new DisposableStore();
      disposables.add(registerCurrentItemStatus(work.currentItems, deps.repositories));
      disposables.add(work.follow(session, mentionResolver));
      const mayRead = (): boolean => vscode.workspace.isTrusted && vscode.window.state.focused;
      disposables.add(new BranchRows({ ...deps, currentItems: work.currentItems, mayRead }, session));
      return disposables;
    },
  };
}

/** Extensions that create pull requests in VS Code, by kind of host. */
const PULL_REQUEST_EXTENSIONS: ReadonlyMap<HostKind, { readonly id: string; readonly command: string }> = new Map([
  ['github', { id: 'github.vscode-pull-request-github', command: 'pr.create' }],
]);

function pullRequestCommand(kind: HostKind): string | undefined {
  const extension = PULL_REQUEST_EXTENSIONS.get(kind);
  return extension !== undefined && vscode.extensions.getExtension(extension.id) !== undefined
    ? extension.command
    : undefined;
}

async function start(deps: StartWorkDeps, work: CurrentWork, target: unknown): Promise<void> {
  await withItem(deps, target, l10n.t('Start Work on Work Item'), async (chosenItem, onBack) => {
    await work.start(chosenItem, onBack);
  });
}

/** Lets the user pick the current work item. Does not use the selected row or the open page. */
async function setCurrent({ items }: StartWorkDeps, work: CurrentWork): Promise<void> {
  await askInTwoSteps(
    () => items.choose(undefined, l10n.t('Set Current Work Item')),
    (chosenItem, onBack) => work.setCurrent(chosenItem, onBack),
  );
}

async function commentOnCurrent(deps: StartWorkDeps, work: CurrentWork): Promise<void> {
  const current = await work.requireCurrent();
  if (current !== undefined) await commentWithSummary({ ...deps, settings: { baseBranch } }, current);
}

// Opens the page of a new work item whose fields are filled in from code.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { codeMarkdown, originText, plainMarkdown } from '../../../codeLinks/codeComment.ts';
import { findLabels } from '../../../codeLinks/suggestion.ts';
import type { FieldValues } from '../../../pages/fields/values.ts';
import { type NewRecordLocation, newRecordAt } from '../../../pages/record/newRecordDraft.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { GitRefusal } from '../../git/refusal.ts';
import type { Repositories } from '../../git/repositories.ts';
import { codeHosts, folderBinding } from '../../settings.ts';
import { confirm, showInfo } from '../../ui/notifications.ts';
import type { Prompts } from '../../ui/prompts.ts';
import { describeOrigin } from '../codeComments/origin.ts';
import { getSelectedSource, selectedLines } from '../codeComments/source.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import { pickOpenProject } from '../records/pickRecord.ts';
import type { CodeStart } from './starts.ts';

export interface CreateFromCodeStartDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly panels: RecordPanels;
  readonly repositories: Repositories;
}

export async function startItemFromCode(deps: CreateFromCodeStartDeps, start: CodeStart): Promise<void> {
  const session = deps.sessions.current;
  if (session === undefined) return;
  const project = await pickOpenProject({ ...deps, folderBinding }, session, l10n.t('Create Work Item in Project'));
  if (project === undefined) return;
  const newRecordPlace = { kind: 'workItem', within: project.id } as const;
  if (!(await canStart(deps.panels, session, newRecordPlace, start.origin))) {
    await deps.panels.openNew(session, newRecordPlace, {});
    return;
  }
  const options = { location: vscode.ProgressLocation.Window, title: l10n.t('Finding the origin of the code…') };
  const { initialValues, message } = await vscode.window.withProgress(options, () =>
    readInitialValues(start, session, project.id, deps.repositories),
  );
  await deps.panels.openNew(session, newRecordPlace, initialValues, { origin: start.origin });
  if (message !== undefined) void showInfo(message);
}

/**
 * Returns whether a new work item can be started in the project. If the project has an unsaved new work item, asks the
 * user whether to discard it.
 */
async function canStart(
  panels: RecordPanels,
  session: Session,
  newRecordPlace: NewRecordLocation,
  origin: string | undefined,
): Promise<boolean> {
  const existing = await newRecordAt(session.draftStore, newRecordPlace);
  if (existing === undefined) return true;
  if (origin !== undefined && existing.origin === origin) return false;
  const discardDraft = l10n.t('Discard Draft');
  const name = session.store.project(newRecordPlace.within)?.name;
  const choice = await confirm(
    name === undefined
      ? l10n.t('You have an unsaved new work item in this project.')
      : l10n.t('You have an unsaved new work item in {0}.', name),
    l10n.t('Show the draft to create that work item first, or discard the draft to start a new one.'),
    l10n.t('Show Draft'),
    discardDraft,
  );
  if (choice === discardDraft) panels.discardNew(session, newRecordPlace);
  return choice === discardDraft;
}

async function readInitialValues(
  { suggestion, at }: CodeStart,
  session: Session,
  project: string,
  repositories: Repositories,
): Promise<{ readonly initialValues: FieldValues; readonly message: string | undefined }> {
  const { labels } = session.store;
  const [codeBlock, { markdownToHtml }] = await Promise.all([
    at === undefined ? { markdown: '', message: undefined } : readCode(at, repositories),
    import('../comments/markdown.ts'),
    labels.read(project),
  ]);
  const matchingLabels = findLabels(suggestion.labels, labels.of(project).records);
  const description = [suggestion.description, codeBlock.markdown].filter((part) => part !== '').join('\n\n');
  return {
    initialValues: {
      ...(suggestion.title === '' ? {} : { name: suggestion.title }),
      ...(description === ''
        ? {}
        : { description_html: markdownToHtml(description).replaceAll('\n</code></pre>', '</code></pre>') }),
      ...(matchingLabels.length === 0 ? {} : { labels: matchingLabels }),
    },
    message: codeBlock.message,
  };
}

/** Resolves with Markdown of the lines and their permalink, or of the lines and their path if git has no commit. */
async function readCode(
  at: NonNullable<CodeStart['at']>,
  repositories: Repositories,
): Promise<{ readonly markdown: string; readonly message: string | undefined }> {
  const source = await getSelectedSource(at, repositories);
  const originResult = 'problem' in source ? undefined : await describeOrigin(source, codeHosts()).catch(ignoreRefusal);
  if (!('problem' in source) && originResult !== undefined) {
    return {
      markdown: codeMarkdown(originResult.origin, source.languageId, source.code),
      message: originText(originResult.origin),
    };
  }
  const { document, selection } = at;
  // A file outside of the window's folders is described by its name, because its path could reveal private details.
  const isInWorkspace = vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
  const name = isInWorkspace
    ? vscode.workspace.asRelativePath(document.uri)
    : (document.uri.path.split('/').at(-1) ?? '');
  return {
    markdown: plainMarkdown(name, selectedLines(selection), document.languageId, document.getText(selection)),
    message: undefined,
  };
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof GitRefusal)) throw error;
}

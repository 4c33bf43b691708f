// Starts a new work item from code.
// Asks for the project, and opens the page of a new work item with its fields filled in.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { codeMarkdown, originText, plainMarkdown } from '../../../codeLinks/codeComment.ts';
import { findLabels } from '../../../codeLinks/suggestion.ts';
import type { FieldValues } from '../../../pages/fields/values.ts';
import { type NewRecordPlace, newRecordAt } from '../../../pages/record/newRecordDraft.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { GitRefusal } from '../../git/refusal.ts';
import type { Repositories } from '../../git/repositories.ts';
import { codeHosts } from '../../settings.ts';
import { confirm, showInfo } from '../../ui/notifications.ts';
import { describeOrigin } from '../codeComments/origin.ts';
import { readSource, selectedLines } from '../codeComments/source.ts';
import type { RecordPanels } from '../recordPages/panels.ts';
import { pickOpenProject } from '../records/pickRecord.ts';
import type { CodeStart } from './starts.ts';

export interface CreateFromCodeStartDeps {
  readonly sessions: Sessions;
  readonly panels: RecordPanels;
  readonly repositories: Repositories;
}

export async function startItemFromCode(deps: CreateFromCodeStartDeps, start: CodeStart): Promise<void> {
  const session = deps.sessions.current;
  if (session === undefined) return;
  const project = await pickOpenProject(session, l10n.t('Create Work Item in Project'));
  if (project === undefined) return;
  const place = { kind: 'workItem', within: project.id } as const;
  if (!(await isFree(deps.panels, session, place, start.origin))) {
    await deps.panels.openNew(session, place, {});
    return;
  }
  const options = { location: vscode.ProgressLocation.Window, title: l10n.t('Finding the origin of the code…') };
  const { implied, words } = await vscode.window.withProgress(options, () =>
    impliedBy(start, session, project.id, deps.repositories),
  );
  await deps.panels.openNew(session, place, implied, { origin: start.origin });
  if (words !== undefined) void showInfo(words);
}

/** Whether the project has no other new work item in progress. If it has one, asks the user what to do with it. */
async function isFree(
  panels: RecordPanels,
  session: Session,
  place: NewRecordPlace,
  origin: string | undefined,
): Promise<boolean> {
  const begun = await newRecordAt(session.draftStore, place);
  if (begun === undefined) return true;
  if (origin !== undefined && begun.origin === origin) return false;
  const giveUp = l10n.t('Discard Draft');
  const name = session.store.project(place.within)?.name;
  const answer = await confirm(
    name === undefined
      ? l10n.t('You have an unsaved new work item in this project.')
      : l10n.t('You have an unsaved new work item in {0}.', name),
    l10n.t('Show the draft to create that work item first, or discard the draft to start a new one.'),
    l10n.t('Show Draft'),
    giveUp,
  );
  if (answer === giveUp) panels.giveUpNew(session, place);
  return answer === giveUp;
}

async function impliedBy(
  { suggestion, at }: CodeStart,
  session: Session,
  project: string,
  repositories: Repositories,
): Promise<{ readonly implied: FieldValues; readonly words: string | undefined }> {
  const { labels } = session.store;
  const [code, { markdownToHtml }] = await Promise.all([
    at === undefined ? { markdown: '', words: undefined } : codeAt(at, repositories),
    import('../comments/markdown.ts'),
    labels.read(project),
  ]);
  const named = findLabels(suggestion.labels, labels.of(project).records);
  const description = [suggestion.says, code.markdown].filter((part) => part !== '').join('\n\n');
  return {
    implied: {
      ...(suggestion.title === '' ? {} : { name: suggestion.title }),
      ...(description === ''
        ? {}
        : { description_html: markdownToHtml(description).replaceAll('\n</code></pre>', '</code></pre>') }),
      ...(named.length === 0 ? {} : { labels: named }),
    },
    words: code.words,
  };
}

/** Resolves with the lines and their permalink, or with their path if there is no permalink. */
async function codeAt(
  at: NonNullable<CodeStart['at']>,
  repositories: Repositories,
): Promise<{ readonly markdown: string; readonly words: string | undefined }> {
  const source = await readSource(at, repositories);
  const described = 'problem' in source ? undefined : await describeOrigin(source, codeHosts()).catch(unlessRefused);
  if (!('problem' in source) && described !== undefined) {
    return {
      markdown: codeMarkdown(described.origin, source.languageId, source.code),
      words: originText(described.origin),
    };
  }
  const { document, selection } = at;
  // The path of a file outside of the window's folders could reveal details of this machine.
  const isOurs = vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
  const name = isOurs ? vscode.workspace.asRelativePath(document.uri) : (document.uri.path.split('/').at(-1) ?? '');
  return {
    markdown: plainMarkdown(name, selectedLines(selection), document.languageId, document.getText(selection)),
    words: undefined,
  };
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof GitRefusal)) throw error;
}

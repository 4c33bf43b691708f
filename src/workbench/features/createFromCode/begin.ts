// Owns beginning a work item from code: its project is asked for, and its page opens with title, description and labels filled in.
import * as vscode from 'vscode';
import { codeMarkdown, originWords, plainMarkdown } from '../../../codeLinks/codeComment.ts';
import { labelsNamed } from '../../../codeLinks/suggestion.ts';
import type { Values } from '../../../pages/fields/values.ts';
import { begunAt, type Place } from '../../../pages/record/newRecordDraft.ts';
import type { Session, Sessions } from '../../../session/session.ts';
import { GitRefusal } from '../../git/refusal.ts';
import type { Repositories } from '../../git/repositories.ts';
import { codeHosts } from '../../settings.ts';
import { askFirst, inform } from '../../ui/notifications.ts';
import { describe } from '../codeComments/origin.ts';
import { readSource, selectedLines } from '../codeComments/source.ts';
import type { Panels } from '../recordPages/panels.ts';
import { pickOpenProject } from '../records/pickRecord.ts';
import type { Start } from './starts.ts';

export interface BeginGround {
  readonly sessions: Sessions;
  readonly panels: Panels;
  readonly repositories: Repositories;
}

export async function begin(ground: BeginGround, start: Start): Promise<void> {
  const session = ground.sessions.current;
  if (session === undefined) return;
  const project = await pickOpenProject(session, 'Create Work Item In');
  if (project === undefined) return;
  const place = { kind: 'workItem', within: project.id } as const;
  if (!(await isFree(ground.panels, session, place, start.origin))) {
    await ground.panels.openNew(session, place, {});
    return;
  }
  const options = { location: vscode.ProgressLocation.Window, title: 'Looking where the code is from…' };
  const { implied, words } = await vscode.window.withProgress(options, () => impliedBy(start, session, project.id, ground.repositories));
  await ground.panels.openNew(session, place, implied, { origin: start.origin });
  if (words !== undefined) void inform(words);
}

/** Whether no other one is begun there; the person is asked what shall become of one that is. */
async function isFree(panels: Panels, session: Session, place: Place, origin: string | undefined): Promise<boolean> {
  const begun = await begunAt(session.desk, place);
  if (begun === undefined) return true;
  if (origin !== undefined && begun.origin === origin) return false;
  const giveUp = 'Give It Up';
  const name = session.store.project(place.within)?.name ?? 'this project';
  const answer = await askFirst(
    `You began a new work item in ${name} and did not create it.`,
    'It can be shown, to be created first, or be given up for the new one.',
    'Show It',
    giveUp,
  );
  if (answer === giveUp) panels.giveUpNew(session, place);
  return answer === giveUp;
}

async function impliedBy(
  { suggestion, at }: Start,
  session: Session,
  project: string,
  repositories: Repositories,
): Promise<{ readonly implied: Values; readonly words: string | undefined }> {
  const { labels } = session.store;
  const [code, { markdownToHtml }] = await Promise.all([
    at === undefined ? { markdown: '', words: undefined } : codeAt(at, repositories),
    import('../comments/markdown.ts'),
    labels.read(project),
  ]);
  const named = labelsNamed(suggestion.labels, labels.of(project).records);
  const description = [suggestion.says, code.markdown].filter((part) => part !== '').join('\n\n');
  return {
    implied: {
      ...(suggestion.title === '' ? {} : { name: suggestion.title }),
      ...(description === '' ? {} : { description_html: markdownToHtml(description).replaceAll('\n</code></pre>', '</code></pre>') }),
      ...(named.length === 0 ? {} : { labels: named }),
    },
    words: code.words,
  };
}

/** The lines with their permalink, or as well as they can be named. */
async function codeAt(
  at: NonNullable<Start['at']>,
  repositories: Repositories,
): Promise<{ readonly markdown: string; readonly words: string | undefined }> {
  const source = await readSource(at, repositories);
  const described = 'problem' in source ? undefined : await describe(source, codeHosts()).catch(unlessRefused);
  if (!('problem' in source) && described !== undefined) {
    return { markdown: codeMarkdown(described.origin, source.languageId, source.code), words: originWords(described.origin) };
  }
  const { document, selection } = at;
  // The path of a file outside of the window's folders says more of this machine than of the code.
  const isOurs = vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
  const name = isOurs ? vscode.workspace.asRelativePath(document.uri) : (document.uri.path.split('/').at(-1) ?? '');
  return { markdown: plainMarkdown(name, selectedLines(selection), document.languageId, document.getText(selection)), words: undefined };
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof GitRefusal)) throw error;
}

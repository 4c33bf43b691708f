// Opens the page of a new work item whose fields are filled in from code.

import * as l10n from '@vscode/l10n';
import type { RecordAddress } from '../../../core/cache/address.ts';
import { findLabelIds } from '../../../core/code/suggestion.ts';
import { commentStartWithOrigin, commentStartWithoutOrigin } from '../../../core/comments/codeComment.ts';
import type { Session, Sessions } from '../../../core/session/session.ts';
import type { FieldValues } from '../../../items/form/values.ts';
import {
  findStartedDraft,
  isUnchangedDraft,
  type NewRecordLocation,
  type NewRecordOptions,
} from '../../../items/record/newRecordDraft.ts';
import { type QuotedCode, showMissingLink } from '../../../shell/code/missingLink.ts';
import { GitError } from '../../../shell/git/gitError.ts';
import type { PromptProgressOptions, Prompts } from '../../../shell/prompts/prompts.ts';
import { askAboutExistingItem, findExistingItem, problemExternalId } from '../existingItem.ts';
import type { CodeLines, NewItemFromCode } from './newItemFromCode.ts';

/** Lines of a file in a git repository, with their origin: the commit and, if there is one, the permalink. */
export interface CommittedCode extends QuotedCode {
  readonly languageId: string;
  readonly code: string;
}

/** Reads lines of the window's files. */
export interface CodeReader<Text> {
  /**
   * Resolves with the lines and their origin, or with undefined if the lines are not in a repository. Rejects with a
   * GitError.
   */
  readCommitted(at: CodeLines<Text>): Promise<CommittedCode | undefined>;
  /**
   * Returns the lines of a file that need not be in a repository. `name` is the path relative to the window's folders
   * or, for a file outside of these folders, only the file name. `place` is the name with the lines, or with the cell of
   * a notebook.
   */
  readPlain(at: CodeLines<Text>): {
    readonly name: string;
    readonly place: string;
    readonly languageId: string;
    readonly code: string;
  };
}

export interface NewItemPageDeps<Text> {
  readonly prompts: Prompts;
  readonly sessions: Pick<Sessions, 'current'>;
  /** The pages of new records. */
  readonly panels: {
    openNew(
      session: Session,
      place: NewRecordLocation,
      initialValues: FieldValues,
      newRecord?: NewRecordOptions,
      returnToOrigin?: () => Promise<void>,
    ): Promise<unknown>;
    discardNew(session: Session, place: NewRecordLocation): void;
  };
  readonly codeReader: CodeReader<Text>;
  /** Returns a function that shows the editor of the document again, or undefined if the user does not see it now. */
  wayBackTo(document: Text): (() => Promise<void>) | undefined;
  /** Lets the user pick a project in which work items can be created. */
  pickProject(session: Session, title: string): Promise<Pick<RecordAddress, 'id'> | undefined>;
}

export async function openNewItemFromCode<Text>(
  deps: NewItemPageDeps<Text>,
  newItem: NewItemFromCode<Text>,
): Promise<void> {
  const { prompts, panels } = deps;
  const session = deps.sessions.current;
  if (session === undefined) return;
  const returnToCode = newItem.at === undefined ? undefined : deps.wayBackTo(newItem.at.document);
  const project = await deps.pickProject(session, l10n.t('Create Work Item in Project'));
  if (project === undefined) return;
  const newRecordLocation = { kind: 'workItem', within: project.id } as const;
  const { at, cause } = newItem;
  const externalId = cause && problemExternalId(cause, at === undefined ? '' : deps.codeReader.readPlain(at).name);
  const existingItem =
    externalId && (await prompts.progress(searchProgress(), () => findExistingItem(session, project.id, externalId)));
  if (cause && existingItem && !(await askAboutExistingItem(prompts, session, existingItem, cause.kind))) return;
  if (!(await ensureNoExistingDraft(deps, session, newRecordLocation, newItem.todoLocation))) {
    await panels.openNew(session, newRecordLocation, {}, {}, returnToCode);
    return;
  }
  // The external id of the existing work item can't be used twice.
  const unusedId = existingItem === undefined ? externalId : undefined;
  await openPage(deps, newItem, session, { newRecordLocation, externalId: unusedId, returnToCode });
}

interface NewPage {
  readonly newRecordLocation: NewRecordLocation;
  readonly externalId: string | undefined;
  readonly returnToCode: (() => Promise<void>) | undefined;
}

/** Opens the page, and opens it again with a link if the user specifies the Git server before they change a field. */
async function openPage<Text>(
  deps: NewItemPageDeps<Text>,
  newItem: NewItemFromCode<Text>,
  session: Session,
  page: NewPage,
): Promise<void> {
  const { prompts, panels } = deps;
  const { newRecordLocation, externalId, returnToCode } = page;
  const { initialValues, committedCode } = await prompts.progress(
    { location: 'window', title: l10n.t('Finding the commit of the code…') },
    () => readInitialValues(newItem, session, newRecordLocation.within, deps.codeReader),
  );
  const options = { origin: newItem.todoLocation, externalId };
  await panels.openNew(session, newRecordLocation, initialValues, options, returnToCode);
  if (committedCode === undefined) return;
  showMissingLink(prompts, committedCode, async () => {
    if (!(await isUnchangedDraft(session.draftStore, newRecordLocation))) return;
    panels.discardNew(session, newRecordLocation);
    await openPage(deps, newItem, session, page);
  });
}

function searchProgress(): PromptProgressOptions {
  return { location: 'window', title: l10n.t('Searching for the work item…') };
}

/**
 * Resolves with true if the project has no unsaved new work item, or if the user agrees to discard it. Resolves with
 * false, without a question, if that work item is created from the same TODO comment.
 */
async function ensureNoExistingDraft(
  { prompts, panels }: Pick<NewItemPageDeps<never>, 'prompts' | 'panels'>,
  session: Session,
  newRecordLocation: NewRecordLocation,
  todoLocation: string | undefined,
): Promise<boolean> {
  const existingDraft = await findStartedDraft(session.draftStore, newRecordLocation);
  if (existingDraft === undefined) return true;
  if (todoLocation !== undefined && existingDraft.origin === todoLocation) return false;
  const discardDraftButton = l10n.t('Discard Draft');
  const name = session.store.project(newRecordLocation.within)?.name;
  const choice = await prompts.confirm(
    name === undefined
      ? l10n.t('You have an unsaved new work item in this project.')
      : l10n.t('You have an unsaved new work item in {0}.', name),
    l10n.t('Show the draft to create that work item first, or discard the draft to start a new one.'),
    l10n.t('Show Draft'),
    discardDraftButton,
  );
  if (choice === discardDraftButton) panels.discardNew(session, newRecordLocation);
  return choice === discardDraftButton;
}

async function readInitialValues<Text>(
  { suggestion, at }: NewItemFromCode<Text>,
  session: Session,
  project: string,
  codeReader: CodeReader<Text>,
): Promise<{ readonly initialValues: FieldValues; readonly committedCode: CommittedCode | undefined }> {
  const [codeBlock, { markdownToHtml }, labels] = await Promise.all([
    at === undefined ? { markdown: '', committedCode: undefined } : readCode(at, codeReader),
    import('../../../std/html/markdown.ts'),
    session.store.resources.labels.readAll(project),
  ]);
  const matchingLabels = findLabelIds(suggestion.labels, labels);
  const description = [suggestion.description, codeBlock.markdown].filter((part) => part !== '').join('\n\n');
  return {
    initialValues: {
      ...(suggestion.title === '' ? {} : { name: suggestion.title }),
      ...(description === ''
        ? {}
        : { description_html: markdownToHtml(description).replaceAll('\n</code></pre>', '</code></pre>') }),
      ...(matchingLabels.length === 0 ? {} : { labels: matchingLabels }),
    },
    committedCode: codeBlock.committedCode,
  };
}

/** Resolves with Markdown of the lines and their origin, or of the lines and their path if git finds no origin. */
async function readCode<Text>(
  at: CodeLines<Text>,
  codeReader: CodeReader<Text>,
): Promise<{ readonly markdown: string; readonly committedCode: CommittedCode | undefined }> {
  const committedCode = await codeReader.readCommitted(at).catch(ignoreGitError);
  if (committedCode !== undefined)
    return {
      markdown: commentStartWithOrigin(committedCode.origin, committedCode.languageId, committedCode.code),
      committedCode,
    };
  const plainCode = codeReader.readPlain(at);
  return {
    markdown: commentStartWithoutOrigin(plainCode.place, plainCode.languageId, plainCode.code),
    committedCode: undefined,
  };
}

function ignoreGitError(error: unknown): undefined {
  if (!(error instanceof GitError)) throw error;
}

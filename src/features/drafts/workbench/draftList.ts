// Lists the unsent drafts of the account, which the user can resume, copy or discard.
// The badge of the Contrail icon counts the drafts that the user is not editing, and the drafts with a comment that is
// queued or could not be sent.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { parseItemKey, parseRecordKey } from '../../../core/cache/address.ts';
import { NEW_LINK } from '../../../core/drafts/draft.ts';
import { UnsentCounter } from '../../../core/drafts/unsentCounter.ts';
import type { Session } from '../../../core/session/session.ts';
import { parseNewKey } from '../../../items/record/newRecordTarget.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import type { ChosenItem } from '../../../shell/itemPicker/workItemPicker.ts';
import { withErrorHandling } from '../../../shell/notifications/errorBoundary.ts';
import type { RecordPages } from '../../../shell/pages/recordPages.ts';
import type { Clock } from '../../../std/clock.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import type { Event } from '../../../std/event.ts';
import type { Logger } from '../../../std/logger.ts';
import { plural } from '../../../std/plural.ts';
import { readOtherDrafts } from '../otherAccounts.ts';
import { Outbox, queuedCommentsText } from '../outbox.ts';
import { type OtherAccountEntry, pickDraft, type UnsentEntry } from '../pickDraft.ts';
import { type DraftAccountDeps, switchAccountForDraft } from '../switchAccountForDraft.ts';

/** Editors whose drafts need not be listed while they are open. */
interface OpenEditors {
  /** Whether an editor of the record with this draft key is open. */
  isOpen(key: string): boolean;
}

export interface DraftListDeps extends DraftAccountDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tree: vscode.TreeView<unknown>;
  readonly panels: RecordPages;
  /** The comments in documents. */
  readonly documents: OpenEditors & { open(target: ChosenItem & { readonly codeId?: string }): Promise<unknown> };
  readonly descriptions: OpenEditors;
  readonly commentWriter: OpenEditors & { readonly onDidChangeOpen: Event<void> };
  /** Returns whether the Stickies view is visible, in which the user edits stickies. */
  readonly isShowingStickies: () => boolean;
  /** The folder that contains a folder with drafts for each account. */
  readonly folder: string;
}

export class DraftList implements Disposable {
  readonly #deps: DraftListDeps;
  readonly #disposables = new DisposableStore();
  #sessionDisposables = new DisposableStore();
  #outbox: Outbox | undefined;
  #updateBadge = (): void => undefined;

  constructor(deps: DraftListDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.sessions.onDidChange((session) => this.#followSession(session)));
    this.#disposables.add(deps.panels.onDidChangeOpen(() => this.#updateBadge()));
    this.#disposables.add(deps.commentWriter.onDidChangeOpen(() => this.#updateBadge()));
    this.#disposables.add(vscode.window.tabGroups.onDidChangeTabs(() => this.#updateBadge()));
    this.#followSession(deps.sessions.current);
  }

  /** Lists the drafts of all accounts. Resolves when the user resumes a draft or cancels. */
  async show(): Promise<void> {
    const { prompts, clock, sessions } = this.#deps;
    const session = sessions.current;
    const readDraftsOfOtherAccounts = () => readOtherDrafts(this.#deps, session);
    const storeOf = (account: string) => sessions.draftStoreOf(account);
    const choice = await pickDraft({ prompts, clock, readOtherDrafts: readDraftsOfOtherAccounts, storeOf }, session);
    if (choice === 'review') await this.#outbox?.review();
    else if (choice !== undefined && 'owner' in choice) await this.#switchAndResume(choice);
    else if (choice !== undefined && session !== undefined) await this.#resume(session, choice);
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#sessionDisposables.dispose();
  }

  /** Continues with a draft of another account, if the user agrees that the window changes to that account. */
  async #switchAndResume({ owner, unsent: unsentEntry }: OtherAccountEntry): Promise<void> {
    const { sessions } = this.#deps;
    if (!(await switchAccountForDraft(this.#deps, owner))) return;
    if (sessions.current !== undefined) await this.#resume(sessions.current, unsentEntry);
  }

  /** Opens the page, input box or document in which the draft was written. */
  async #resume(session: Session, { stored: { key, draft }, entry }: UnsentEntry): Promise<void> {
    const panels = this.#deps.panels;
    const newRecord = parseNewKey(key);
    if (newRecord !== undefined) {
      await panels.openNew(session, newRecord, draft.newRecord?.initialValues ?? {}, draft.newRecord);
      return;
    }
    const item = parseItemKey(key);
    if (entry.kind === 'comment' && entry.slot === 'palette') {
      await this.#deps.prompts.runCommand(COMMANDS.comment, item);
      return;
    }
    if (entry.kind === 'comment' && typeof entry.slot === 'object' && item !== undefined) {
      await this.#deps.documents.open({ session, address: item, codeId: entry.slot.code });
      return;
    }
    if (entry.kind === 'description') {
      await this.#deps.prompts.runCommand(COMMANDS.editDescription, item);
      return;
    }
    if (entry.kind === 'link') {
      await this.#deps.prompts.runCommand(entry.id === NEW_LINK ? COMMANDS.addLink : COMMANDS.editLink, item);
      return;
    }
    const address = parseRecordKey(key);
    const recordPage = address === undefined ? undefined : panels.openRecord(session, address);
    if (entry.kind === 'field') recordPage?.focusOn(entry.name);
    else if (entry.kind === 'comment') recordPage?.focusOn('composer');
  }

  #followSession(session: Session | undefined): void {
    this.#sessionDisposables.dispose();
    this.#sessionDisposables = new DisposableStore();
    this.#outbox = undefined;
    this.#setBadge(0, 0);
    this.#updateBadge = () => undefined;
    if (session === undefined) return;
    const { prompts, sessions, clock, logger } = this.#deps;
    const unsentCounter = this.#sessionDisposables.add(new UnsentCounter(session.draftStore));
    this.#outbox = this.#sessionDisposables.add(
      new Outbox({
        prompts,
        session,
        sessions,
        unsentCounter,
        clock,
        hasFocus: () => vscode.window.state.focused,
        onDidChangeFocus: (listener) => vscode.window.onDidChangeWindowState(({ focused }) => listener(focused)),
        withErrorHandling: (work) => withErrorHandling(logger, 'the outbox', work),
      }),
    );
    this.#updateBadge = () =>
      this.#setBadge(
        unsentCounter.countNeedingAttention((key) => this.#isBeingEdited(key)),
        unsentCounter.queuedCount,
      );
    this.#sessionDisposables.add(unsentCounter.onDidChange(() => this.#updateBadge()));
    const logFailure = (error: unknown): void =>
      logger.write('warn', 'the drafts could not be counted', { detail: errorMessage(error) });
    // When this window gets the focus, reads drafts that another window has written. When this window loses the focus,
    // writes its drafts to disk.
    this.#sessionDisposables.add(
      vscode.window.onDidChangeWindowState(
        ({ focused }) => void (focused ? unsentCounter.recountAll() : session.draftStore.flush()).catch(logFailure),
      ),
    );
    void unsentCounter.recountAll().catch(logFailure);
  }

  /** Whether the draft is open in this window, so that the user sees it without the badge. */
  #isBeingEdited(key: string): boolean {
    const { panels, commentWriter, documents, descriptions, isShowingStickies } = this.#deps;
    if ([panels, commentWriter, documents, descriptions].some((editors) => editors.isOpen(key))) return true;
    return parseRecordKey(key)?.kind === 'sticky' && isShowingStickies();
  }

  #setBadge(count: number, queuedCount: number): void {
    const formattedCount = formatCount(count);
    const tooltip = [
      plural(count, {
        one: l10n.t('{0} unsent draft.', formattedCount),
        other: l10n.t('{0} unsent drafts.', formattedCount),
      }),
      ...(queuedCount === 0 ? [] : [queuedCommentsText(queuedCount)]),
      l10n.t('Run “Contrail: Show Drafts” to open them.'),
    ].join(' ');
    this.#deps.tree.badge = count === 0 ? undefined : { value: count, tooltip };
  }
}

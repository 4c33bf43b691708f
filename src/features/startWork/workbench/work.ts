// Starts and ends work on a work item, and provides the current work item.
import * as l10n from '@vscode/l10n';
import { ApiError, faultOf, isMissingOrForbidden } from '../../../client/apiError.ts';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import type { Session } from '../../../core/session/session.ts';
import type { CurrentItem, PreparedStart, WorkOnItems } from '../../../shell/itemPicker/currentWork.ts';
import type { ChosenItem } from '../../../shell/itemPicker/workItemPicker.ts';
import type { OnBack } from '../../../shell/prompts/ask.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { CommitBoxes } from './commitBox.ts';
import { CurrentItems } from './currentItems.ts';
import { clearCurrent, type EndAction, stopWork } from './endWork.ts';
import { type FinishDeps, finishWork } from './finishWork.ts';
import { showCurrentItemActions } from './menu.ts';
import { createPullRequest } from './pullRequest.ts';
import { chooseWorkRepository, readBranchName } from './readStartWorkData.ts';
import { prepareStart, startWork } from './start.ts';

export class CurrentWork implements WorkOnItems {
  readonly #deps: FinishDeps;
  readonly currentItems: CurrentItems;
  readonly #commitBoxes: CommitBoxes;

  constructor(deps: FinishDeps) {
    this.#deps = deps;
    this.currentItems = new CurrentItems(deps);
    this.#commitBoxes = new CommitBoxes(this.currentItems, deps);
  }

  /** Updates the current work item and fills commit boxes until the returned object is disposed of. */
  follow(session: Session, mentionResolver: MentionResolver): Disposable {
    const disposables = new DisposableStore();
    disposables.add(this.#commitBoxes.follow());
    disposables.add(this.#deps.items.suggest(() => this.#suggestion()));
    void this.#showInMyWork(session, disposables);
    disposables.add(this.currentItems.follow(session, mentionResolver));
    return disposables;
  }

  /** Until git has scanned the folders, My Work shows the work item of the last time, so that its rows do not move. */
  async #showInMyWork(session: Session, disposables: DisposableStore): Promise<void> {
    const { repositories, sessions, views } = this.#deps;
    await repositories.ready();
    const show = (): void => {
      if (sessions.current === session) views.showCurrentItem(session.account, this.#suggestion());
    };
    disposables.add(this.currentItems.onDidChange(show));
    show();
  }

  /** Starts work on the work item after the user has accepted the plan. Resolves with false if the user cancels. */
  start(chosenItem: ChosenItem, onBack?: OnBack): Promise<boolean> {
    return startWork(this.#context, chosenItem, onBack);
  }

  /** Resolves with the plan for starting work, without asking the user. Rejects with an ApiError or a GitError. */
  async planStart(chosenItem: ChosenItem, hasBranch: boolean): Promise<PreparedStart> {
    await this.#deps.repositories.ready();
    return prepareStart(this.#context, chosenItem, hasBranch);
  }

  /** Clears the current work item, and the text that was inserted into its commit box. */
  async clearCurrent(current: CurrentItem): Promise<void> {
    await clearCurrent(this.#context, current);
  }

  /** Ends work on the current work item. Shows a message if no work item is current. */
  async end(ending: EndAction): Promise<void> {
    const current = await this.requireCurrent();
    if (current === undefined) return;
    const end = ending === 'stop' ? stopWork : finishWork;
    try {
      await end(this.#context, current);
    } catch (error) {
      if (current.isGone || !isMissingOrForbidden(faultOf(error))) throw error;
      if (!(await this.currentItems.isMissing(current))) throw error;
      // The branch can be finished without the work item.
      await end(this.#context, { ...current, isGone: true });
    }
  }

  /** Creates a pull request for the current work item. Shows a message if no work item is current. */
  async createPullRequest(): Promise<void> {
    const current = await this.requireCurrent();
    if (current !== undefined) await createPullRequest(this.#deps, current, current.repository);
  }

  /** Copies the name of the work item's branch: of an existing one, or else the one that Start Work would create. */
  async copyBranchName(chosenItem: ChosenItem): Promise<void> {
    const { prompts, repositories } = this.#deps;
    await repositories.ready();
    const { name, problem } = await readBranchName(this.#deps, chosenItem, this.currentItems.activeRepository);
    if (problem !== undefined) {
      void prompts.notify('warning', problem);
      return;
    }
    await prompts.copyText(name);
    prompts.showStatus(l10n.t('Copied {0}', name), 3000);
  }

  async showActions(): Promise<void> {
    await showCurrentItemActions(this.#deps.prompts, await this.loadCurrent());
  }

  /** Sets the current work item of the checked-out branch. */
  async setCurrent({ session, address }: ChosenItem, onBack?: OnBack): Promise<void> {
    const chosenRepository = await chooseWorkRepository(this.#deps, l10n.t('Set Current Work Item'), onBack);
    if (chosenRepository === undefined) return;
    const repositoryOrReason = chosenRepository.repositoryOrReason;
    const item =
      session.store.item(address) ?? (await session.store.resources.workItems.readOne(address.id, address.project));
    const identifier = session.store.identifier(address) ?? item.name;
    const repository = typeof repositoryOrReason === 'string' ? undefined : repositoryOrReason;
    const base = repository === undefined ? undefined : this.currentItems.of(repository)?.base;
    await this.currentItems.storeCurrent(session, repository, {
      ...address,
      identifier,
      name: item.name,
      ...(base === undefined ? {} : { base }),
    });
    // The status bar shows the current work item of the active repository only.
    if (this.currentItems.activeItem?.address?.id !== address.id)
      this.#deps.prompts.showStatus(l10n.t('{0} is the current work item', identifier), 5000, 'target');
  }

  get #context() {
    return { deps: this.#deps, currentItems: this.currentItems, commitBoxes: this.#commitBoxes };
  }

  /**
   * Resolves with the current work item. If there is none, shows a message and resolves with undefined. Rejects with an
   * ApiError if loading fails.
   */
  async requireCurrent(): Promise<CurrentItem | undefined> {
    const current = await this.loadCurrent();
    if (current === undefined)
      void this.#deps.prompts.notify(
        'info',
        l10n.t('There is no current work item. Start work on a work item or set one first.'),
      );
    return current;
  }

  /**
   * Resolves with the current work item, or undefined. Loads the work item if only its identifier is known. Rejects with
   * an ApiError if loading fails.
   */
  async loadCurrent(): Promise<CurrentItem | undefined> {
    await this.#deps.repositories.ready();
    const { activeItem: current } = this.currentItems;
    if (current === undefined || current.address !== undefined || current.mention === undefined) return current;
    const resolution = await this.#deps.mentions.resolver?.resolveOrRequest(current.mention);
    if (resolution?.kind === 'failed') throw new ApiError(resolution.fault);
    return this.currentItems.activeItem;
  }

  /** Returns the current work item, or undefined if its name is not loaded. */
  #suggestion() {
    const { address, identifier, name, isGone } = this.currentItems.activeItem ?? {};
    return address === undefined || isGone || !name || identifier === undefined
      ? undefined
      : { ...address, identifier, name };
  }
}

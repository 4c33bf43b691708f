// Reads all work items of all projects in the background, and then loads their changes at intervals.

import { ApiError, type FaultKind } from '../../../client/apiError.ts';
import type { Project } from '../../../contract/resources/project.ts';
import { type Clock, sleepUnlessAborted } from '../../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { errorMessage } from '../../../std/errorMessage.ts';
import type { Logger } from '../../../std/logger.ts';
import { projectRestriction } from '../../cache/projectRestriction.ts';
import type { StopReason } from '../../cache/syncProgress.ts';
import type { AccountItems } from './accountItems.ts';
import { checkInterval, RECENTLY_OPENED_MS } from './checkInterval.ts';
import { ProjectContext } from './projectContext.ts';
import type { ReadOptions } from './projectItems.ts';
import { isInUse, sortByReadingPriority } from './readingOrder.ts';

/** The user's settings. */
export interface SyncSettings {
  readonly isEnabled: boolean;
  /** Projects with more work items than this are not read. */
  readonly maxWorkItems: number;
  /** How often the changes of a project are loaded, in milliseconds. */
  readonly intervalMs: number;
}

export interface ProjectSyncDeps {
  readonly items: AccountItems;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The id of the signed-in user. */
  readonly me: string;
  readonly settings: () => SyncSettings;
  /** Whether the window has focus. */
  readonly hasFocus: () => boolean;
  /** Returns the unused part of the rate limit, 0 to 1. */
  readonly unusedShare: () => number;
  /** Whether the settings of the open folder name the project. */
  readonly isBound: (project: Project) => boolean;
  /** Returns the ids of the projects of the user's pinned and recent work items. */
  readonly pinnedOrRecentProjects: () => ReadonlySet<string>;
}

/** The part of the rate limit that stays unused, for the user's own requests. */
const RESERVED_SHARE = 0.4;
/** Time after the start of a session in which the requests of the views come first, in milliseconds. */
const START_DELAY_MS = 5_000;
/** Time after which a stopped synchronization checks whether it can continue, in milliseconds. */
const PAUSE_MS = 5_000;
/** Time until the files of another window are read again, in milliseconds. */
const CATCH_UP_MS = 20_000;
/**
 * Time after which a failed project is tried again, in milliseconds. Doubled after each failure. Longer than
 * CATCH_UP_MS, so that another window can start to read after this window has failed.
 */
const MIN_RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60_000;
/** Time after which a project that was too large is read again, in milliseconds. */
const TOO_LARGE_RETRY_MS = 24 * 60 * 60_000;
/** Time after which a failed request for states, cycles or modules is sent again, in milliseconds. */
const CONTEXT_RETRY_MS = 5 * 60_000;
/** Time after which the order of the projects is computed again, in milliseconds. */
const ORDER_VALID_MS = 30_000;

/** After any other fault, the first scan starts again, because the server may reject the cursor of its next page. */
const KEEPING_FAULTS: readonly FaultKind[] = ['network', 'timeout', 'rateLimited', 'unauthorized'];
/** The key of failures that concern no single project. */
const ALL_PROJECTS = '';

interface Failure {
  readonly count: number;
  readonly at: number;
  readonly retryDelayMs: number;
}

export class ProjectSync implements Disposable {
  readonly #deps: ProjectSyncDeps;
  readonly #disposal = new AbortController();
  readonly #failures = new Map<string, Failure>();
  /** By project that has more work items than the settings allow: their number, and when it was read. */
  readonly #tooLarge = new Map<string, { readonly count: number; readonly at: number }>();
  readonly #disposables = new DisposableStore();
  #order: { readonly at: number; readonly ids: readonly string[]; readonly projects: readonly string[] } | undefined;
  #projectCounts = { inUse: 0, unused: 0 };
  readonly #context: ProjectContext;
  #contextRetryAt = 0;
  #sleepController = new AbortController();

  constructor(deps: ProjectSyncDeps) {
    this.#deps = deps;
    this.#context = new ProjectContext(deps.items.store, deps.clock);
    deps.items.store.sync.setEnabled(deps.settings().isEnabled);
    this.#disposables.add(deps.items.store.sync.onDidOpen((project) => this.#onOpen(project)));
  }

  /** Reads until `dispose` is called. Resolves when another window can start to read. */
  async run(): Promise<void> {
    const { items } = this.#deps;
    let pauseMs = START_DELAY_MS;
    try {
      while (!this.#disposal.signal.aborted) {
        await this.#pause(pauseMs);
        pauseMs = this.#disposal.signal.aborted ? 0 : await this.#nextOrRecover();
      }
    } finally {
      await items.stopBeingReader();
    }
  }

  /** Ends the current pause. Must be called when the window has focus again or a setting has changed. */
  wake(): void {
    this.#sleepController.abort();
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#disposal.abort();
    this.#sleepController.abort();
  }

  /** Performs the next step. After a defect, lets another window read, and resolves with a pause that grows. */
  async #nextOrRecover(): Promise<number> {
    try {
      const pauseMs = await this.#next();
      this.#failures.delete(ALL_PROJECTS);
      return pauseMs;
    } catch (error) {
      const { retryDelayMs } = this.#addFailure(ALL_PROJECTS, error);
      await this.#deps.items.stopBeingReader();
      this.#reportStopped('failed', this.#order?.projects ?? []);
      return retryDelayMs;
    }
  }

  /**
   * Performs the step of a project that is due, or stops if this window must not read now. Resolves with the time until
   * the next call, in milliseconds.
   */
  async #next(): Promise<number> {
    const { items, settings, hasFocus, unusedShare, clock } = this.#deps;
    const { isEnabled, intervalMs } = settings();
    items.store.sync.setEnabled(isEnabled);
    if (!isEnabled) return this.#stop('off');
    if (!hasFocus()) {
      await this.#stop('noFocus');
      await items.catchUpFromFiles();
      return CATCH_UP_MS;
    }
    if (items.store.authentication.rejection !== undefined) return this.#stop('failed');
    if (!(await items.tryBecomeReader())) {
      await items.catchUpFromFiles();
      return CATCH_UP_MS;
    }
    if (unusedShare() < RESERVED_SHARE) return this.#report('shortAllowance');
    if (!(await this.#readProjects())) {
      this.#report('failed');
      return MIN_RETRY_MS;
    }
    // A list of projects from an earlier run may lack projects that the user has created or joined since.
    if (items.store.resources.projects.list().state.asOf === undefined)
      await items.forgetAllExcept(new Set(this.#projects()));
    const dueProject = this.#projects().find((project) => this.#dueAt(project, intervalMs) <= clock.now());
    return dueProject === undefined ? this.#readContext() : this.#step(dueProject);
  }

  /** Sends one request for what the work items of used projects refer to. Resolves with the time until the next step. */
  async #readContext(): Promise<number> {
    const { items, clock, logger } = this.#deps;
    if (this.#contextRetryAt > clock.now()) return PAUSE_MS;
    const projectsInUse = this.#projects().filter((project) => !items.store.sync.isRarelyChecked(project));
    const options = { urgency: 'background', signal: this.#disposal.signal } as const;
    try {
      return (await this.#context.readNext(projectsInUse, options)) ? 0 : PAUSE_MS;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#contextRetryAt = clock.now() + CONTEXT_RETRY_MS;
      if (error.fault.kind !== 'cancelled')
        logger.write('info', 'the states, cycles or modules of projects could not be read', {
          fault: error.fault.kind,
        });
      return PAUSE_MS;
    }
  }

  /** Reads one page of the project, or its changes. Resolves with the time until the next step, in milliseconds. */
  async #step(project: string): Promise<number> {
    const { items, settings, clock } = this.#deps;
    const projectItems = items.itemsOf(project);
    try {
      const options: ReadOptions = {
        urgency: 'background',
        signal: this.#disposal.signal,
        waitUntilReady: () => this.#waitUntilReady(),
      };
      const progress = await projectItems.syncNext(settings().maxWorkItems, options);
      this.#failures.delete(project);
      if (progress?.status === 'tooLarge') this.#tooLarge.set(project, { count: progress.total, at: clock.now() });
      else this.#tooLarge.delete(project);
      if (progress !== undefined) items.store.sync.set(project, progress);
      return 0;
    } catch (error) {
      if (error instanceof ApiError && error.fault.kind === 'cancelled') return PAUSE_MS;
      const isDefect = !(error instanceof ApiError);
      this.#addFailure(project, error);
      if (isDefect || !KEEPING_FAULTS.includes(error.fault.kind)) projectItems.forgetFirstScan();
      if (isDefect || projectItems.checkedAt === undefined) this.#setStopped(project, 'failed');
      if (!isDefect) return PAUSE_MS;
      await items.stopBeingReader();
      return MIN_RETRY_MS;
    }
  }

  /** Logs an ApiError each time, and any other error, which is a defect of Contrail, the first time. */
  #addFailure(project: string, error: unknown): Failure {
    const { clock, logger } = this.#deps;
    const count = (this.#failures.get(project)?.count ?? 0) + 1;
    const failure = {
      count,
      at: clock.now(),
      retryDelayMs: Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** (count - 1)),
    };
    this.#failures.set(project, failure);
    const isDefect = !(error instanceof ApiError);
    if (!isDefect || count === 1)
      logger.write(isDefect ? 'error' : 'info', 'the work items of a project could not be read', {
        project,
        ...(isDefect ? { fault: 'defect', detail: errorMessage(error) } : { fault: error.fault.kind }),
      });
    return failure;
  }

  /** Resolves when enough of the rate limit is unused. Rejects with an ApiError when the window loses focus. */
  async #waitUntilReady(): Promise<void> {
    const { settings, hasFocus, unusedShare, items } = this.#deps;
    for (;;) {
      if (this.#disposal.signal.aborted || !items.mayRead || !settings().isEnabled || !hasFocus())
        throw new ApiError({ kind: 'cancelled', isUnsent: true });
      if (unusedShare() >= RESERVED_SHARE) return;
      await this.#pause(PAUSE_MS);
    }
  }

  /**
   * Ends the current pause when the user opens a project that was checked rarely until then, if the interval of the
   * setting has passed since its latest check.
   */
  #onOpen(project: string): void {
    const { items, settings, clock } = this.#deps;
    if (!items.store.sync.isRarelyChecked(project)) return;
    this.#order = undefined;
    const { checkedAt = clock.now() } = items.itemsOf(project);
    if (checkedAt + settings().intervalMs <= clock.now()) this.wake();
  }

  /** Returns when the project is read or checked next, in milliseconds since the epoch. */
  #dueAt(project: string, intervalMs: number): number {
    const failure = this.#failures.get(project);
    // If the clock was set back, the time of the failure is in the future.
    if (failure !== undefined) return failure.at > this.#deps.clock.now() ? 0 : failure.at + failure.retryDelayMs;
    const tooLarge = this.#tooLarge.get(project);
    if (tooLarge !== undefined && tooLarge.count > this.#deps.settings().maxWorkItems)
      return tooLarge.at > this.#deps.clock.now() ? 0 : tooLarge.at + TOO_LARGE_RETRY_MS;
    const { checkedAt, unchangedChecks } = this.#deps.items.itemsOf(project);
    const isInUse = !this.#deps.items.store.sync.isRarelyChecked(project);
    const projectCount = this.#projectCounts[isInUse ? 'inUse' : 'unused'];
    // If the clock was set back, the time of the latest check is in the future.
    return checkedAt === undefined || checkedAt > this.#deps.clock.now()
      ? 0
      : checkedAt + checkInterval({ isInUse, unchangedChecks, projectCount }, intervalMs);
  }

  /** Reads all pages of the list of projects. Resolves with false if a request fails. */
  async #readProjects(): Promise<boolean> {
    const list = this.#deps.items.store.resources.projects.list();
    const options = { urgency: 'background', signal: this.#disposal.signal } as const;
    if (list.state.status !== 'ready') await list.read(options);
    while (list.state.next !== undefined && list.state.fault === undefined) await list.loadMore(options);
    return list.state.status === 'ready' && list.state.fault === undefined;
  }

  #projects(): readonly string[] {
    const now = this.#deps.clock.now();
    const { ids } = this.#deps.items.store.resources.projects.list().state;
    if (this.#order?.ids !== ids || Math.abs(now - this.#order.at) > ORDER_VALID_MS)
      this.#order = { at: now, ids, projects: this.#inOrder(ids) };
    return this.#order.projects;
  }

  #inOrder(ids: readonly string[]): readonly string[] {
    const { items, me, isBound, pinnedOrRecentProjects } = this.#deps;
    const { store } = items;
    const pinnedOrRecentIds = pinnedOrRecentProjects();
    const projectsWithAssignedItems = new Set<string>();
    for (const { project, assignees } of store.resources.workItems.records.all().values())
      if (assignees.includes(me)) projectsWithAssignedItems.add(project);
    const projectUses = ids.flatMap((id) => {
      const project = store.project(id);
      if (project === undefined || projectRestriction(project) !== undefined) return [];
      const openedAt = store.sync.openedAt(id);
      return [
        {
          id,
          isBound: isBound(project),
          isOpened: openedAt !== undefined && this.#deps.clock.now() - openedAt < RECENTLY_OPENED_MS,
          isPinnedOrRecent: pinnedOrRecentIds.has(id),
          hasAssignedItems: projectsWithAssignedItems.has(id),
          size: store.list({ of: 'items', owner: id }).state.total,
        },
      ];
    });
    const unused = projectUses.filter((use) => !isInUse(use));
    this.#projectCounts = { inUse: projectUses.length - unused.length, unused: unused.length };
    store.sync.setRarelyChecked(new Set(unused.map(({ id }) => id)));
    return sortByReadingPriority(projectUses).map(({ id }) => id);
  }

  /** Stops reading, so that another window can read, and reports the reason. Returns the pause in milliseconds. */
  async #stop(reason: StopReason): Promise<number> {
    await this.#deps.items.stopBeingReader();
    return this.#report(reason);
  }

  #report(reason: StopReason): number {
    this.#reportStopped(reason, this.#projects());
    return PAUSE_MS;
  }

  #reportStopped(reason: StopReason, projects: readonly string[]): void {
    for (const project of projects)
      if (this.#deps.items.itemsOf(project).checkedAt === undefined && !this.#tooLarge.has(project))
        this.#setStopped(project, reason);
  }

  #setStopped(project: string, reason: StopReason): void {
    const { items } = this.#deps;
    items.store.sync.set(project, { status: 'stopped', reason, ...items.itemsOf(project).progress });
  }

  async #pause(milliseconds: number): Promise<void> {
    if (milliseconds === 0) return;
    this.#sleepController = new AbortController();
    await sleepUnlessAborted(this.#deps.clock, milliseconds, this.#sleepController.signal);
  }
}

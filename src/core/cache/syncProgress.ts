// Stores how far the background synchronization has read each project, and when the user last opened the project.
import { type Clock, systemClock } from '../../std/clock.ts';
import { Emitter } from '../../std/event.ts';

/** Why the work items of a project are not being read. */
export type StopReason = 'off' | 'noFocus' | 'shortAllowance' | 'failed';

export type ProjectProgress =
  /** `total` is undefined until the first response. */
  | { readonly status: 'reading'; readonly loaded: number; readonly total: number | undefined }
  /** `at`: when the list was last known to be correct, in milliseconds. */
  | { readonly status: 'complete'; readonly at: number }
  /** The project has more work items than the setting allows. */
  | { readonly status: 'tooLarge'; readonly total: number }
  | {
      readonly status: 'stopped';
      readonly reason: StopReason;
      readonly loaded: number;
      readonly total: number | undefined;
    };

export class SyncProgress {
  readonly #byProject = new Map<string, ProjectProgress>();
  readonly #changed = new Emitter<string | undefined>();
  readonly #opened = new Emitter<string>();
  readonly #openedAt = new Map<string, number>();
  readonly #clock: Pick<Clock, 'now'>;
  #rarelyChecked: ReadonlySet<string> = new Set();
  #isOn = false;

  /** Fires with the id of the project whose progress has changed; with undefined when `isEnabled` has changed. */
  readonly onDidChange = this.#changed.event;
  /** Fires with the id of a project whose work items the user has opened in a view. */
  readonly onDidOpen = this.#opened.event;

  constructor(clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock;
  }

  /** Whether the background synchronization is on. */
  get isEnabled(): boolean {
    return this.#isOn;
  }

  /** Returns undefined for a project that the background synchronization has not started to read. */
  get(project: string): ProjectProgress | undefined {
    return this.#byProject.get(project);
  }

  /** When the user last opened the work items of a project in a view, in milliseconds. */
  openedAt(project: string): number | undefined {
    return this.#openedAt.get(project);
  }

  /** Stores the current time as the time at which the user opened the work items of a project. */
  recordOpened(project: string): void {
    this.#openedAt.set(project, this.#clock.now());
    this.#opened.fire(project);
  }

  /**
   * Whether the list of a project is checked less often than the setting says, because the user does not use the
   * project.
   */
  isRarelyChecked(project: string): boolean {
    return this.#rarelyChecked.has(project);
  }

  setRarelyChecked(projects: ReadonlySet<string>): void {
    this.#rarelyChecked = projects;
  }

  setEnabled(isEnabled: boolean): void {
    if (isEnabled === this.#isOn) return;
    this.#isOn = isEnabled;
    this.#changed.fire(undefined);
  }

  set(project: string, progress: ProjectProgress): void {
    const previous = this.#byProject.get(project);
    if (previous !== undefined && JSON.stringify(previous) === JSON.stringify(progress)) return;
    this.#byProject.set(project, progress);
    this.#changed.fire(project);
  }
}

// Inserts a prefix, which is made from a template, into the commit boxes of git repositories.
// Text that the user typed is never overwritten.
import { fillTemplate } from '../../../branches/template.ts';
import type { ItemAddress } from '../../../cache/address.ts';
import type { Session } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import type { Repository } from '../../git/repository.ts';
import { branchTemplateValues } from './branchTemplateValues.ts';
import type { CurrentItem, CurrentItems } from './currentItems.ts';
import type { WorkDeps } from './deps.ts';

/** The text to insert (empty if the template is empty), or the problem of the template. */
export type CommitMessagePrefix = { readonly text: string } | { readonly problem: string };

type CommitBoxDeps = Pick<WorkDeps, 'repositories' | 'settings' | 'clock'>;

export class CommitBoxes {
  readonly #currentItems: CurrentItems;
  readonly #repositories: WorkDeps['repositories'];
  readonly #settings: WorkDeps['settings'];
  readonly #clock: Clock;
  /** The inserted text, by repository key. */
  readonly #insertedText = new Map<string, string>();
  /**
   * The branch, commit, work item and prefix for which a box was last filled, by repository key. A box that the user
   * has cleared is filled again only after one of the four has changed.
   */
  readonly #filledFor = new Map<string, string>();

  constructor(currentItems: CurrentItems, { repositories, settings, clock }: CommitBoxDeps) {
    this.#currentItems = currentItems;
    this.#repositories = repositories;
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Fills the boxes after a checkout, after a commit, and when the current work item is loaded. */
  follow(): Disposable {
    const disposables = new DisposableStore();
    const refresh = (): void => {
      for (const repository of this.#repositories.all) this.#refresh(repository);
    };
    disposables.add(this.#currentItems.onDidChange(refresh));
    disposables.add(this.#repositories.onDidUpdateStatus(refresh));
    return disposables;
  }

  /** Returns the text to insert into the box for this work item. */
  initialMessage(session: Session, address: ItemAddress, repository: Repository | undefined): CommitMessagePrefix {
    const values = branchTemplateValues(session, address, this.#clock.now());
    return values === undefined
      ? { text: '' }
      : fillTemplate(this.#settings.commitTemplate(repository?.root), values, 'text');
  }

  /** Returns whether the box is empty or contains only inserted text. */
  canFill(repository: Repository): boolean {
    const { message } = repository;
    return message === '' || message === this.#insertedText.get(repository.key);
  }

  /** Inserts the text. Returns false without a change if the box contains text that the user typed. */
  fill(repository: Repository, text: string): boolean {
    if (!this.canFill(repository)) return false;
    this.#insert(repository, text);
    return true;
  }

  /** Removes the inserted text, unless the user has changed it. */
  clear(repository: Repository): void {
    if (repository.message !== '' && this.canFill(repository)) repository.message = '';
    this.#insertedText.delete(repository.key);
  }

  #refresh(repository: Repository): void {
    const current = this.#currentItems.of(repository);
    const fillKey = fillKeyOf(repository, current);
    if (this.#filledFor.get(repository.key) === fillKey) return;
    if (current === undefined || current.message === '') {
      this.#filledFor.set(repository.key, fillKey);
      this.clear(repository);
      return;
    }
    if (current.address === undefined || !this.canFill(repository)) return;
    const prefix =
      current.message === undefined
        ? this.initialMessage(current.session, current.address, repository)
        : { text: current.message };
    if ('problem' in prefix || prefix.text === '') return;
    this.#insert(repository, prefix.text);
  }

  #insert(repository: Repository, text: string): void {
    repository.message = text;
    this.#insertedText.set(repository.key, text);
    this.#filledFor.set(repository.key, fillKeyOf(repository, this.#currentItems.of(repository)));
  }
}

function fillKeyOf({ head }: Repository, current: CurrentItem | undefined): string {
  return JSON.stringify([head?.branch, head?.commit, current?.identifier, current?.message]);
}

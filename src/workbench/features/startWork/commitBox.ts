// Fills the commit boxes with the template of the current work item.
// It never overwrites text that the user typed.
import { fillTemplate } from '../../../branches/template.ts';
import type { ItemAddress } from '../../../cache/address.ts';
import type { Session } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import type { Repositories } from '../../git/repositories.ts';
import type { Repository } from '../../git/repository.ts';
import { commitTemplate } from '../../settings.ts';
import type { CurrentItem, CurrentItems } from './current.ts';
import { templateValuesOf } from './values.ts';

/** The text, '' for none, or the problem of the setting. */
export type CommitStart = { readonly text: string } | { readonly problem: string };

export class CommitBoxes {
  readonly #current: CurrentItems;
  readonly #repositories: Repositories;
  readonly #clock: Clock;
  /** The inserted text of each box, by repository. */
  readonly #filled = new Map<string, string>();
  /**
   * The branch and commit for which a box was filled. A box that the user emptied stays empty until one of them
   * changes.
   */
  readonly #served = new Map<string, string>();

  constructor({ current, repositories, clock }: { current: CurrentItems; repositories: Repositories; clock: Clock }) {
    this.#current = current;
    this.#repositories = repositories;
    this.#clock = clock;
  }

  /** Fills boxes when another branch is checked out, after a commit, and when the current work item is loaded. */
  follow(): Disposable {
    const disposables = new Disposables();
    const refresh = (): void => {
      for (const one of this.#repositories.all) this.#refresh(one);
    };
    disposables.add(this.#current.onDidChange(refresh));
    disposables.add(this.#repositories.onDidRead(refresh));
    return disposables;
  }

  /** Returns the initial text of a box for this work item. */
  startFor(session: Session, address: ItemAddress, repository: Repository | undefined): CommitStart {
    const values = templateValuesOf(session, address, this.#clock.now());
    return values === undefined ? { text: '' } : fillTemplate(commitTemplate(repository?.root), values, 'text');
  }

  /** Whether the box contains no text that the user typed. */
  isFree(repository: Repository): boolean {
    const { message } = repository;
    return message === '' || message === this.#filled.get(repository.key);
  }

  /** Returns false if the box contains text that the user typed. */
  fill(repository: Repository, text: string): boolean {
    if (!this.isFree(repository)) return false;
    this.#put(repository, text);
    return true;
  }

  /** Removes the inserted text if it is unchanged. */
  clear(repository: Repository): void {
    if (repository.message !== '' && this.isFree(repository)) repository.message = '';
    this.#filled.delete(repository.key);
  }

  #refresh(repository: Repository): void {
    const current = this.#current.of(repository);
    const at = placeText(repository, current);
    if (this.#served.get(repository.key) === at) return;
    if (current === undefined) {
      this.#served.set(repository.key, at);
      this.clear(repository);
      return;
    }
    if (current.address === undefined || !this.isFree(repository)) return;
    const start = this.startFor(current.session, current.address, repository);
    if ('problem' in start || start.text === '') return;
    this.#put(repository, start.text);
  }

  #put(repository: Repository, text: string): void {
    repository.message = text;
    this.#filled.set(repository.key, text);
    this.#served.set(repository.key, placeText(repository, this.#current.of(repository)));
  }
}

function placeText({ head }: Repository, current: CurrentItem | undefined): string {
  return JSON.stringify([head?.branch, head?.commit, current?.identifier]);
}

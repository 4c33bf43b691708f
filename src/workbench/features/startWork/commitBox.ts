// Owns what the commit boxes begin with: the template of the current item, and never anything over what a person typed.
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

/** The text, '' for none, or what is wrong with the setting. */
export type CommitStart = { readonly text: string } | { readonly problem: string };

export class CommitBoxes {
  readonly #current: CurrentItems;
  readonly #repositories: Repositories;
  readonly #clock: Clock;
  /** What was put into each box, by repository. */
  readonly #filled = new Map<string, string>();
  /** The branch and commit for which a box has been filled. An emptied box is left empty until another comes. */
  readonly #served = new Map<string, string>();

  constructor({ current, repositories, clock }: { current: CurrentItems; repositories: Repositories; clock: Clock }) {
    this.#current = current;
    this.#repositories = repositories;
    this.#clock = clock;
  }

  /** Fills boxes when another branch is checked out, after a commit, and when the current item gets known. */
  follow(): Disposable {
    const held = new Disposables();
    const refresh = (): void => {
      for (const one of this.#repositories.all) this.#refresh(one);
    };
    held.add(this.#current.onDidChange(refresh));
    held.add(this.#repositories.onDidRead(refresh));
    return held;
  }

  /** What a box would begin with for this item. */
  startFor(session: Session, address: ItemAddress, repository: Repository | undefined): CommitStart {
    const values = templateValuesOf(session, address, this.#clock.now());
    return values === undefined ? { text: '' } : fillTemplate(commitTemplate(repository?.root), values, 'text');
  }

  /** Whether nothing of the person's own stands in it. */
  isFree(repository: Repository): boolean {
    const { message } = repository;
    return message === '' || message === this.#filled.get(repository.key);
  }

  /** False where something of the person's own stands. */
  fill(repository: Repository, text: string): boolean {
    if (!this.isFree(repository)) return false;
    this.#put(repository, text);
    return true;
  }

  /** Takes out what was put in, if nobody has touched it. */
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

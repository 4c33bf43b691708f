// Inserts a prefix, which is made from a template, into the commit boxes of git repositories.
// Text that the user typed is never overwritten.
import { addToTemplate, isTemplateOnly } from '../../../core/branches/commitTemplate.ts';
import { fillTemplate } from '../../../core/branches/template.ts';
import type { ItemAddress } from '../../../core/cache/address.ts';
import type { Session } from '../../../core/session/session.ts';
import type { Repository } from '../../../shell/git/repository.ts';
import type { CurrentItem } from '../../../shell/itemPicker/currentWork.ts';
import type { Clock } from '../../../std/clock.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { branchTemplateValues } from '../branchTemplateValues.ts';
import type { CurrentItems } from './currentItems.ts';
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

  /** The template of commit messages, by repository key, and for what it was read, as in `#filledFor`. */
  readonly #templates = new Map<string, { readonly text: string | undefined; readonly readFor: string }>();
  /** The text of the box before text was added to its template, by repository key. */
  readonly #templateInBox = new Map<string, string>();

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

  /** Returns whether the box is empty or contains only inserted text or git's template. */
  canFill(repository: Repository): boolean {
    const { message } = repository;
    return (
      message === '' || message === this.#insertedText.get(repository.key) || this.#templateOf(repository) !== undefined
    );
  }

  /** Reads git's template of commit messages, which `canFill` and `fill` then recognize. */
  async readTemplate(repository: Repository): Promise<void> {
    const readFor = fillKeyOf(repository, this.#currentItems.of(repository));
    this.#templates.set(repository.key, { text: await repository.commitTemplate(), readFor });
  }

  /** Returns the template if the box contains nothing else. */
  #templateOf({ key, message }: Repository): string | undefined {
    const template = this.#templates.get(key)?.text;
    return template !== undefined && isTemplateOnly(message, template) ? template : undefined;
  }

  /** Inserts the text. Returns false without a change if the box contains text that the user typed. */
  fill(repository: Repository, text: string): boolean {
    if (!this.canFill(repository)) return false;
    this.#insert(repository, text);
    return true;
  }

  /** Removes the inserted text, unless the user has changed it. */
  clear(repository: Repository): void {
    const insertedText = this.#insertedText.get(repository.key);
    if (insertedText !== undefined && repository.message === insertedText)
      repository.message = this.#templateInBox.get(repository.key) ?? '';
    this.#insertedText.delete(repository.key);
    this.#templateInBox.delete(repository.key);
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
    if (current.address === undefined) return;
    if (!this.canFill(repository)) {
      if (this.#templates.get(repository.key)?.readFor !== fillKey) void this.#readAndRefresh(repository, fillKey);
      return;
    }
    const prefix =
      current.message === undefined
        ? this.initialMessage(current.session, current.address, repository)
        : { text: current.message };
    if ('problem' in prefix || prefix.text === '') return;
    this.#insert(repository, prefix.text);
  }

  async #readAndRefresh(repository: Repository, fillKey: string): Promise<void> {
    this.#templates.set(repository.key, { text: undefined, readFor: fillKey });
    await this.readTemplate(repository);
    if (this.#templateOf(repository) !== undefined) this.#refresh(repository);
  }

  #insert(repository: Repository, prefix: string): void {
    const { key } = repository;
    const isInserted = repository.message === this.#insertedText.get(key);
    const messageBefore = isInserted ? (this.#templateInBox.get(key) ?? '') : repository.message;
    const template = this.#templates.get(key)?.text;
    const isTemplate = template !== undefined && isTemplateOnly(messageBefore, template);
    const text = isTemplate ? addToTemplate(messageBefore, template, prefix) : prefix;
    if (isTemplate) this.#templateInBox.set(key, messageBefore);
    else this.#templateInBox.delete(key);
    repository.message = text;
    this.#insertedText.set(repository.key, text);
    this.#filledFor.set(repository.key, fillKeyOf(repository, this.#currentItems.of(repository)));
  }
}

function fillKeyOf({ head }: Repository, current: CurrentItem | undefined): string {
  return JSON.stringify([head?.branch, head?.commit, current?.identifier, current?.message]);
}

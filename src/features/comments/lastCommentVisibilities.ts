// Remembers the visibility that the user chose last for a comment, for each account and project.
import type { AccessLevel } from '../../contract/resources/comment.ts';
import type { LastVisibilityStorage } from '../../core/comments/lastVisibility.ts';

interface VisibilityMemory {
  /**
   * `owner` consists of the account and the project: the values are stored separately for each project of an account.
   */
  entriesOf(owner: string): readonly AccessLevel[];
  add(owner: string, access: AccessLevel): Promise<void>;
}

export class LastCommentVisibilities {
  readonly #memory: VisibilityMemory;
  readonly #onError: (error: unknown) => void;

  /** @param onError called if the values could not be stored */
  constructor(memory: VisibilityMemory, onError: (error: unknown) => void) {
    this.#memory = memory;
    this.#onError = onError;
  }

  /**
   * Returns the object that reads and stores the visibility that the user chose last. `account` is `Session.account`,
   * and `project` is the id of a project.
   */
  lastVisibilityFor(account: string, project: string): LastVisibilityStorage {
    const owner = `${account} ${project}`;
    const get = (): AccessLevel => (this.#memory.entriesOf(owner)[0] === 'EXTERNAL' ? 'EXTERNAL' : 'INTERNAL');
    return {
      get,
      set: (access) => {
        if (access !== get()) this.#memory.add(owner, access).catch(this.#onError);
      },
    };
  }
}

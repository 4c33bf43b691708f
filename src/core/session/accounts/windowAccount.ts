// Decides which account a window uses, and remembers the choice for the window and for new windows.
import * as z from 'zod';
import { type Account, ENVIRONMENT_ACCOUNT } from './account.ts';

/** The members of VS Code's `Memento` that Contrail uses. The stored values survive a restart. */
export interface Memento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface WindowAccountDeps {
  /** Stores values for the folder of this window. */
  readonly windowMemory: Memento;
  /** Stores values for all windows. */
  readonly memory: Memento;
  /** Returns the slug of the workspace that the folder's settings name. */
  readonly boundWorkspace: () => string | undefined;
}

const rememberedAccount = z.object({
  /** The id of the account; null if the user signed out in this window. */
  account: z.string().nullable(),
  /** Whether the user chose the account. False if the window used the account by default. */
  isChosen: z.boolean(),
});
export type RememberedAccount = z.output<typeof rememberedAccount>;

const WINDOW_KEY = 'contrail.account';
const LAST_USED_KEY = 'contrail.lastUsedAccounts';
const MAX_LAST_USED = 20;

export interface AccountSelectionInput {
  readonly accounts: readonly Account[];
  readonly remembered: RememberedAccount | undefined;
  /** The ids of the accounts that the user chose in any window, the latest choice first. */
  readonly lastUsedIds: readonly string[];
  readonly boundWorkspace: string | undefined;
}

/** Returns the accounts in a workspace. Omits the account from the environment, which is never chosen automatically. */
export function accountsInWorkspace(accounts: readonly Account[], workspace: string): readonly Account[] {
  return accounts.filter(
    (account) =>
      account.service === 'remote' &&
      account.id !== ENVIRONMENT_ACCOUNT &&
      account.workspace.toLowerCase() === workspace.toLowerCase(),
  );
}

/**
 * Returns the id of the account that a window starts with; undefined if the window starts signed out. The account that
 * the user chose in this window comes first. Next comes the default account: the one that the window used before, else
 * the one that the user last chose in any window, else the one of the latest sign-in. If the default account is not in
 * the workspace that the folder's settings name, and exactly one account is, this account is used.
 */
export function selectAccountId({
  accounts,
  remembered,
  lastUsedIds,
  boundWorkspace,
}: AccountSelectionInput): string | undefined {
  const isListed = (id: string | null | undefined): id is string => accounts.some((account) => account.id === id);
  if (remembered?.isChosen) {
    if (remembered.account === null) return undefined;
    if (isListed(remembered.account)) return remembered.account;
  }
  const latestSignInId = accounts.find(({ id }) => id !== ENVIRONMENT_ACCOUNT)?.id;
  const defaultAccountId = isListed(remembered?.account)
    ? remembered?.account
    : (lastUsedIds.find(isListed) ?? latestSignInId);
  const boundAccounts = boundWorkspace === undefined ? [] : accountsInWorkspace(accounts, boundWorkspace);
  if (boundAccounts.some(({ id }) => id === defaultAccountId)) return defaultAccountId ?? undefined;
  return boundAccounts.length === 1 ? boundAccounts[0]?.id : (defaultAccountId ?? undefined);
}

/**
 * The account of one window. After `resolve`, the account does not change until the user chooses another account or
 * signs out.
 */
export class WindowAccount {
  readonly #deps: WindowAccountDeps;
  #current: string | undefined;

  constructor(deps: WindowAccountDeps) {
    this.#deps = deps;
  }

  /**
   * The id of the account that this window uses; undefined if the window is signed out or `resolve` was not called yet.
   */
  get current(): string | undefined {
    return this.#current;
  }

  /** Whether the user signed out in this window and has not chosen another account. */
  get isSignedOut(): boolean {
    const remembered = this.#remembered;
    return this.#current === undefined && remembered?.isChosen === true && remembered.account === null;
  }

  /** Returns `current`. If `current` is undefined, sets it to the result of `selectAccountId` first. */
  resolve(accounts: readonly Account[]): string | undefined {
    this.#current ??= selectAccountId({
      accounts,
      remembered: this.#remembered,
      lastUsedIds: this.#lastUsed,
      boundWorkspace: this.#deps.boundWorkspace(),
    });
    return this.#current;
  }

  /** Remembers the account that the window uses by default. Does nothing if this account is already remembered. */
  async rememberCurrent(): Promise<void> {
    if (this.#current !== undefined && this.#remembered?.account !== this.#current)
      await this.#remember({ account: this.#current, isChosen: false });
  }

  /** Sets `current` to undefined until the next `resolve`, because the key of the account is not available. */
  release(): void {
    this.#current = undefined;
  }

  /** Stores the user's choice, for this window and for new windows. */
  async choose(id: string): Promise<void> {
    this.#current = id;
    await this.#remember({ account: id, isChosen: true });
    if (id === ENVIRONMENT_ACCOUNT) return;
    const otherIds = this.#lastUsed.filter((other) => other !== id);
    await this.#deps.memory.update(LAST_USED_KEY, [id, ...otherIds].slice(0, MAX_LAST_USED));
  }

  /**
   * Sets `current` to undefined. If there are other accounts, the window stays signed out until the user chooses one of
   * these accounts. Otherwise, the window uses the account of the next sign-in in any window.
   */
  async clearAccount(hasOtherAccounts: boolean): Promise<void> {
    this.#current = undefined;
    await this.#remember(hasOtherAccounts ? { account: null, isChosen: true } : undefined);
  }

  get #remembered(): RememberedAccount | undefined {
    return rememberedAccount.safeParse(this.#deps.windowMemory.get(WINDOW_KEY)).data;
  }

  get #lastUsed(): readonly string[] {
    return z.array(z.string()).safeParse(this.#deps.memory.get(LAST_USED_KEY)).data ?? [];
  }

  async #remember(remembered: RememberedAccount | undefined): Promise<void> {
    await this.#deps.windowMemory.update(WINDOW_KEY, remembered);
  }
}

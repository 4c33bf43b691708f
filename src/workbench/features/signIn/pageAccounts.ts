// Lets a page show the name of its account, and switch the window to this account.
import { otherAccounts } from '../../../session/accounts/otherAccounts.ts';
import { listedAccountName } from '../../accountName.ts';
import { type SwitchAccountDeps, switchToAccount } from './switchAccount.ts';

/** Provides the accounts to pages, which identify an account by `Session.account`. */
export class PageAccounts {
  readonly #deps: SwitchAccountDeps;

  constructor(deps: SwitchAccountDeps) {
    this.#deps = deps;
  }

  /** Resolves with the name of the account, or with undefined if the user is not signed in to it. */
  async nameOf(account: string): Promise<string | undefined> {
    const otherAccount = (await otherAccounts(this.#deps, undefined)).get(account);
    return otherAccount === undefined ? undefined : listedAccountName(otherAccount);
  }

  /**
   * Switches the window to the account, or starts a sign-in if the user is not signed in to the account. Resolves with
   * true if the window uses the account afterwards.
   */
  async use(account: string): Promise<boolean> {
    const otherAccount = (await otherAccounts(this.#deps, undefined)).get(account);
    if (otherAccount === undefined) await this.#deps.signIn.run();
    else await switchToAccount(this.#deps, otherAccount);
    return this.#deps.sessions.current?.account === account;
  }
}

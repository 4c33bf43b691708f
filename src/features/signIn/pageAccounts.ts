// Lets a page show the name of its account, and switch the window to this account.
import type { Account } from '../../core/session/accounts/account.ts';
import { otherAccounts } from '../../core/session/otherAccounts.ts';
import { listedAccountName } from '../../shell/accountName.ts';
import type { SwitchTexts, WindowAccounts } from '../../shell/windowAccounts.ts';
import { type SwitchAccountDeps, switchToAccount } from './switchAccount.ts';
import { switchToOneOf } from './switchToOneOf.ts';

export class PageAccounts implements WindowAccounts {
  readonly #deps: SwitchAccountDeps;

  constructor(deps: SwitchAccountDeps) {
    this.#deps = deps;
  }

  async nameOf(account: string): Promise<string | undefined> {
    const otherAccount = (await otherAccounts(this.#deps, undefined)).get(account);
    return otherAccount === undefined ? undefined : listedAccountName(otherAccount);
  }

  async use(account: string): Promise<boolean> {
    const otherAccount = (await otherAccounts(this.#deps, undefined)).get(account);
    if (otherAccount === undefined) await this.#deps.signIn.run();
    else await switchToAccount(this.#deps, otherAccount);
    return this.#deps.sessions.current?.account === account;
  }

  switchTo(account: Account): Promise<void> {
    return switchToAccount(this.#deps, account);
  }

  switchToOneOf(accounts: readonly Account[], texts: SwitchTexts): Promise<boolean> {
    return switchToOneOf(this.#deps, accounts, texts);
  }
}

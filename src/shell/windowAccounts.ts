// What features use of the accounts of all windows. The feature of the sign-in implements it.
import type { Account } from '../core/session/accounts/account.ts';

export interface SwitchTexts {
  /**
   * Returns the question whether to switch, if there is only one account. `account` is its name as a part of a
   * sentence.
   */
  readonly question: (account: string) => string;
  /** The title of the list of accounts, if there are several. */
  readonly title: string;
}

/** The accounts that the user is signed in to. An account is identified by `Session.account`. */
export interface WindowAccounts {
  /** Resolves with the name of the account, or with undefined if the user is not signed in to it. */
  nameOf(account: string): Promise<string | undefined>;
  /**
   * Switches the window to the account, or starts a sign-in if the user is not signed in to the account. Resolves with
   * true if the window uses the account afterwards.
   */
  use(account: string): Promise<boolean>;
  /** Switches the window to the account. Resolves after a message that shows why the session has not started. */
  switchTo(account: Account): Promise<void>;
  /**
   * Asks the user to confirm the switch to the only account, or to pick one of several accounts, and then switches the
   * window to that account. Resolves with true if the window uses the account afterwards. `accounts` is not empty.
   */
  switchToOneOf(accounts: readonly Account[], texts: SwitchTexts): Promise<boolean>;
}

/** An identifier that belongs to a project of other accounts. Whether the work item exists is not known. */
export interface OtherAccountIdentifier {
  readonly identifier: string;
  /** The accounts whose projects have the prefix of the identifier; never empty. */
  readonly accounts: readonly Account[];
}

/** The work items of the accounts that this window does not use. */
export interface OtherAccountItems {
  /**
   * Resolves with the accounts that are known to have a project with the prefix of the identifier. Resolves with
   * undefined if there are none, or if the window's account has such a project.
   */
  find(identifier: string): Promise<OtherAccountIdentifier | undefined>;
  /**
   * Asks whether to switch to the account of the work item. Resolves with true if the window uses that account
   * afterwards.
   */
  offerAccountSwitch(identifier: OtherAccountIdentifier): Promise<boolean>;
}

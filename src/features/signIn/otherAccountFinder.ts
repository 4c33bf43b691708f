// Finds the other accounts that have the project of an identifier, and asks whether to switch to one of them.
import * as l10n from '@vscode/l10n';
import { isIdentifier, normalizeIdentifier } from '../../contract/resources/workItem.ts';
import { projectStorageOf } from '../../core/mentions/mentionProjects.ts';
import type { Memento } from '../../core/session/accounts/windowAccount.ts';
import { otherAccounts } from '../../core/session/otherAccounts.ts';
import type { OtherAccountIdentifier, OtherAccountItems } from '../../shell/windowAccounts.ts';
import type { SwitchAccountDeps } from './switchAccount.ts';
import { switchToOneOf } from './switchToOneOf.ts';

export interface OtherAccountFinderDeps extends SwitchAccountDeps {
  /** A memento whose values are stored for all windows, among them the projects of each account. */
  readonly memory: Memento;
}

/**
 * Finds the accounts that have the project of an identifier. Sends no request with the key of another account, but
 * reads only what is stored on this machine.
 */
export class OtherAccountFinder implements OtherAccountItems {
  readonly #deps: OtherAccountFinderDeps;

  constructor(deps: OtherAccountFinderDeps) {
    this.#deps = deps;
  }

  async find(identifier: string): Promise<OtherAccountIdentifier | undefined> {
    if (!isIdentifier(identifier)) return undefined;
    const upperCase = normalizeIdentifier(identifier);
    const prefix = upperCase.slice(0, upperCase.lastIndexOf('-'));
    const { memory, sessions } = this.#deps;
    const hasProject = (account: string): boolean =>
      projectStorageOf(memory, account)
        .read()
        .some((project) => project.identifier === prefix);
    const { current } = sessions;
    if (current !== undefined && hasProject(current.account)) return undefined;
    const accounts = [...(await otherAccounts(this.#deps, current))]
      .filter(([id]) => hasProject(id))
      .map(([, account]) => account);
    return accounts.length === 0 ? undefined : { identifier: upperCase, accounts };
  }

  offerAccountSwitch({ identifier, accounts }: OtherAccountIdentifier): Promise<boolean> {
    return switchToOneOf(this.#deps, accounts, {
      question: (account) =>
        l10n.t('{0} is in a project of {1}. Switch to this account to open it?', identifier, account),
      title: l10n.t('Open {0}', identifier),
    });
  }
}

// Replaces the key of an account without signing out: asks only for the key.
import * as l10n from '@vscode/l10n';
import type { RemoteAccount } from '../../core/session/accounts/account.ts';
import type { ReplaceKeyOutcome, Sessions } from '../../core/session/session.ts';
import { accountName } from '../../shell/accountName.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { displayName } from '../../std/displayName.ts';
import { keyBoxOptions, parseKey } from './keyBox.ts';
import { notStoredText, signInFailureText } from './messages.ts';
import { askStepText, type TextCheckResult } from './stepPrompts.ts';
import { askAboutStorage } from './storage.ts';

export interface ReplaceKeyDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
}

/**
 * Asks for a new key of the account, and stores it. The window still uses the same account afterwards. Resolves with
 * false if the user cancels.
 */
export async function replaceKey({ prompts, sessions }: ReplaceKeyDeps, account: RemoteAccount): Promise<boolean> {
  const { method, baseUrl } = account;
  const header = {
    title:
      method === 'token'
        ? l10n.t('Replace Token: {0}', accountName(account))
        : l10n.t('Replace Key: {0}', accountName(account)),
    position: undefined,
    canGoBack: false,
  };
  const stepAnswer = await askStepText<'replaced'>(prompts, header, {
    ...keyBoxOptions(method, baseUrl),
    accept: async (text, signal) => {
      const pastedKey = parseKey(text, method);
      if ('problem' in pastedKey) return pastedKey;
      return toCheckedText(
        await sessions.replaceKey(account, pastedKey.secret, signal, (error) => askAboutStorage(prompts, error)),
        account,
      );
    },
  });
  if (typeof stepAnswer !== 'object') return false;
  const name = accountName(account);
  prompts.showStatus(
    method === 'token' ? l10n.t('Replaced the token of {0}', name) : l10n.t('Replaced the key of {0}', name),
    5000,
  );
  return true;
}

function toCheckedText(outcome: ReplaceKeyOutcome, { workspace, method }: RemoteAccount): TextCheckResult<'replaced'> {
  if ('me' in outcome) return { value: 'replaced' };
  if ('notStored' in outcome) return { problem: notStoredText(outcome.notStored, true) };
  if ('fault' in outcome) return { problem: signInFailureText(outcome.step, outcome.fault, workspace) };
  const name = displayName(outcome.otherUser.name);
  return {
    problem:
      method === 'token'
        ? l10n.t('This token belongs to {0}. To use it, sign in to the account of {0}.', name)
        : l10n.t('This key belongs to {0}. To use it, sign in to the account of {0}.', name),
  };
}

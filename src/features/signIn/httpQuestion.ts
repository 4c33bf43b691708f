// Asks whether the key may be sent to a server without encryption.
import * as l10n from '@vscode/l10n';
import { serverName } from '../../core/session/server/webAddress.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';

/** Resolves with whether the user has chosen http for this server. */
export async function askAboutHttp(prompts: Prompts, baseUrl: string): Promise<boolean> {
  const useHttp = l10n.t('Use HTTP for This Server');
  const detail = l10n.t(
    'The connection uses HTTP. Others on the network, for example on the same Wi-Fi, can read your key or token and your data, and can change them. Use HTTP only in a network that you trust, or over a VPN that encrypts the connection. The choice applies only to this server. Signing out revokes it.',
  );
  const question = l10n.t('Connect to {0} without encryption?', serverName(baseUrl));
  return (await prompts.confirm(question, detail, useHttp)) === useHttp;
}

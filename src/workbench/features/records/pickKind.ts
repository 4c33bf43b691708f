// Lets the user pick a kind of record.
import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../../../cache/address.ts';
import { offeredKinds } from '../../../session/offeredKinds.ts';
import type { Session } from '../../../session/session.ts';
import { chooseRow } from '../../ui/ask.ts';
import type { Prompts } from '../../ui/prompts.ts';
import { KIND_NAMES } from './names.ts';

/** Lists the kinds that the server supports. Resolves with undefined if the user cancels. */
export async function pickKind(
  prompts: Prompts,
  { client }: Session,
  action: 'edit' | 'delete',
): Promise<RecordKind | undefined> {
  const availableKinds = new Set(offeredKinds(client.unsupported));
  const kinds = (Object.keys(KIND_NAMES) as RecordKind[]).filter((kind) => availableKinds.has(kind));
  const rows = kinds.map((kind) => ({
    label: KIND_NAMES[kind].name(),
    icon: { id: KIND_NAMES[kind].icon },
    value: kind,
  }));
  const title = action === 'edit' ? l10n.t('Edit Record') : l10n.t('Delete Record');
  const chosen = await chooseRow(prompts, rows, { title, placeholder: l10n.t('Select the kind of record') });
  return chosen?.value;
}

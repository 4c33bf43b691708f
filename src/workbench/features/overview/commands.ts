// Owns the command that shows an overview.
import type { RecordAddress } from '../../../cache/address.ts';
import { pickOverview } from './pick.ts';
import { recordIn } from '../../ui/commandTarget.ts';
import type { Rooms } from '../../composition.ts';

/** Of the given project, cycle or initiative, or of one that is picked. */
export async function show({ sessions, overviews }: Rooms, given: unknown): Promise<void> {
  const session = sessions.current;
  if (session === undefined) return;
  const address = addressIn(given) ?? (await pickOverview(session));
  if (address !== undefined) overviews.open(address);
}

/** What an overview can be shown of; a folder stands for whose it is. */
function addressIn(given: unknown): RecordAddress | undefined {
  const address = recordIn(given);
  return address !== undefined && ['project', 'cycle', 'initiative'].includes(address.kind) ? address : undefined;
}

// Owns the command that shows an overview.
import type { RecordAddress } from '../../store/address.ts';
import { pickOverview } from '../overview/pick.ts';
import type { Rooms } from '../rooms.ts';

/** Of the given project, cycle or initiative, or of one that is picked. */
export async function show({ sessions, overviews }: Rooms, given: unknown): Promise<void> {
  const session = sessions.current;
  if (session === undefined) return;
  const address = addressIn(given) ?? (await pickOverview(session));
  if (address !== undefined) overviews.open(address);
}

/** A node of a tree: a project says `project`, the others have an address's own fields. */
function addressIn(given: unknown): RecordAddress | undefined {
  if (typeof given !== 'object' || given === null || !('kind' in given)) return undefined;
  const node = given as Readonly<Record<string, unknown>>;
  const id = node['kind'] === 'project' ? (node['project'] ?? node['id']) : node['id'];
  const within = node['kind'] === 'cycle' ? node['within'] : '';
  const kind = (['project', 'cycle', 'initiative'] as const).find((one) => one === node['kind']);
  return kind !== undefined && typeof id === 'string' && typeof within === 'string' ? { kind, within, id } : undefined;
}

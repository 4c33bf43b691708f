// Stores an account's projects across restarts, so that mentions are found without a request.
import * as z from 'zod';
import type { Memento } from '../session/accounts/windowAccount.ts';
import type { KnownProject, ProjectStorage } from './mentionResolver.ts';

const storedProjectsSchema = z.array(z.object({ id: z.string(), identifier: z.string(), name: z.string() }));

export function projectStorageOf(memory: Memento, account: string): ProjectStorage {
  const key = `projects ${account}`;
  return {
    read: (): readonly KnownProject[] => storedProjectsSchema.safeParse(memory.get(key)).data ?? [],
    write: (projects) => void memory.update(key, projects),
  };
}

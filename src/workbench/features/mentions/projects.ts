// Stores an account's projects across restarts, so that mentions are found without a request.
import * as z from 'zod';
import type { KnownProject, ProjectMemory } from '../../../mentions/knownItems.ts';
import type { Memory } from '../../../session/accounts/windowAccount.ts';

const knownProjects = z.array(z.object({ id: z.string(), identifier: z.string(), name: z.string() }));

export function rememberedProjects(memory: Memory, account: string): ProjectMemory {
  const key = `projects ${account}`;
  return {
    read: (): readonly KnownProject[] => knownProjects.safeParse(memory.get(key)).data ?? [],
    write: (projects) => void memory.update(key, projects),
  };
}

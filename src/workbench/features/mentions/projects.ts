// Stores an account's projects across restarts, so that mentions are found without a request.
import type * as vscode from 'vscode';
import type { KnownProject, ProjectMemory } from '../../../mentions/knownItems.ts';

export function rememberedProjects(memory: vscode.Memento, account: string): ProjectMemory {
  const key = `projects ${account}`;
  return {
    read: () => memory.get<readonly KnownProject[]>(key, []),
    write: (projects) => void memory.update(key, projects),
  };
}

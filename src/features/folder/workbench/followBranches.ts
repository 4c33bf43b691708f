// Applies the folder's rules for states to what happens to the branches of work items.
import type * as vscode from 'vscode';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import { bindsOtherWorkspace } from '../../../core/session/folderBinding.ts';
import type { Session } from '../../../core/session/session.ts';
import { RememberedList } from '../../../shell/rememberedList.ts';
import { baseBranch, codeHosts, folderBinding, stateRules } from '../../../shell/settings.ts';
import { type OpenBranch, StateMoves, type StateMovesDeps } from '../stateMoves.ts';

export interface FollowBranchesDeps extends Omit<StateMovesDeps, 'settings' | 'memory'> {
  /** A memento whose values are stored for this folder, on this machine only. */
  readonly memory: vscode.Memento;
}

export function createStateRules(deps: FollowBranchesDeps) {
  const done = new RememberedList<string>(deps.memory, { name: 'stateRules', maxEntries: 300, idOf: (id) => id });
  const branchesKey = (account: string): string => `openBranches ${account}`;
  return {
    commands: {},
    startSession: (session: Session, resolver: MentionResolver) =>
      new StateMoves(
        {
          ...deps,
          settings: {
            baseBranch,
            codeHosts,
            stateRules: (folder) =>
              bindsOtherWorkspace(folderBinding(folder), session.workspace) ? {} : stateRules(folder),
          },
          memory: {
            openBranches: (account) => deps.memory.get<readonly OpenBranch[]>(branchesKey(account), []),
            setOpenBranches: async (account, branches) => deps.memory.update(branchesKey(account), branches),
            isDone: (account, event) => done.entriesOf(account).includes(event),
            setDone: (account, event) => done.add(account, event),
          },
        },
        session,
        resolver,
      ),
  };
}

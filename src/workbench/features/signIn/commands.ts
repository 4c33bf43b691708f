// Owns the commands of signing in and out.

import type { Sessions } from '../../../session/session.ts';
import type { SignInServer } from '../../../session/signInAnswers.ts';
import { always } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import type { ChannelLogger } from '../../ui/logChannel.ts';
import { showInfo } from '../../ui/notifications.ts';
import type { SignIn } from './signIn.ts';
import { signOutAndReport } from './storage.ts';

export interface SignInCommandDeps {
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly logger: ChannelLogger;
}

export function createSignInCommands(deps: SignInCommandDeps) {
  return {
    [COMMANDS.signIn]: always((target) => signIn(deps, target)),
    [COMMANDS.signInAgain]: always(() => signInAgain(deps)),
    [COMMANDS.openLocalWorkspace]: always(() => openLocalWorkspace(deps)),
    [COMMANDS.signOut]: always(() => signOut(deps)),
    [COMMANDS.showLog]: always(() => showLog(deps)),
  };
}

const SERVICES: readonly SignInServer[] = ['cloud', 'selfHosted', 'local'];

/** `given` names the service when a welcome button has answered the first question already. */
async function signIn(deps: SignInCommandDeps, given: unknown): Promise<void> {
  await deps.signIn.run(SERVICES.find((service) => service === given));
}

async function signInAgain(deps: SignInCommandDeps): Promise<void> {
  await deps.signIn.runAgain();
}

async function openLocalWorkspace(deps: SignInCommandDeps): Promise<void> {
  await deps.signIn.openLocalWorkspace();
}

async function signOut({ sessions, logger }: SignInCommandDeps): Promise<void> {
  const { current } = sessions;
  if (current === undefined) {
    void showInfo('Nobody is signed in.');
    return;
  }
  if (!(await signOutAndReport(sessions, logger))) return;
  void showInfo(
    `Signed out of ${current.profile.service === 'local' ? 'the local workspace' : current.workspace}. Drafts stay on this machine for when you come back.`,
  );
}

async function showLog({ logger }: SignInCommandDeps): Promise<void> {
  logger.show();
}

// Commands that sign in and out.

import * as l10n from '@vscode/l10n';
import type { SignInServer } from '../../../session/signInAnswers.ts';
import { always } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import type { ChannelLogger } from '../../ui/logChannel.ts';
import { reportRejectedKey } from './rejectedKey.ts';
import { SignIn, type SignInFlowDeps } from './signIn.ts';
import { signOutAndReport } from './storage.ts';

export interface SignInDeps extends SignInFlowDeps {
  readonly logger: ChannelLogger;
}

interface CommandDeps extends SignInDeps {
  readonly signIn: SignIn;
}

/** Creates the commands that sign in and out, and the notification about a rejected key. */
export function createSignIn(signInDeps: SignInDeps) {
  const signInFlow = new SignIn(signInDeps);
  const rejectedKey = reportRejectedKey(signInDeps.prompts, signInDeps.sessions);
  const deps: CommandDeps = { ...signInDeps, signIn: signInFlow };
  return {
    commands: {
      [COMMANDS.signIn]: always((target) => signIn(deps, target)),
      [COMMANDS.signInAgain]: always(() => signInAgain(deps)),
      [COMMANDS.openLocalWorkspace]: always(() => openLocalWorkspace(deps)),
      [COMMANDS.signOut]: always(() => signOut(deps)),
      [COMMANDS.showLog]: always(() => showLog(deps)),
    },
    signIn: signInFlow,
    dispose: () => rejectedKey.dispose(),
  };
}

const SERVER_KINDS: readonly SignInServer[] = ['cloud', 'selfHosted', 'local'];

/** `target` is the kind of server if the command was run from a button of the welcome view. */
async function signIn(deps: CommandDeps, target: unknown): Promise<void> {
  await deps.signIn.run(SERVER_KINDS.find((service) => service === target));
}

async function signInAgain(deps: CommandDeps): Promise<void> {
  await deps.signIn.runAgain();
}

async function openLocalWorkspace(deps: CommandDeps): Promise<void> {
  await deps.signIn.openLocalWorkspace();
}

async function signOut(deps: CommandDeps): Promise<void> {
  const { prompts, sessions } = deps;
  const { current } = sessions;
  if (current === undefined) {
    void prompts.notify('info', l10n.t('You are signed out.'));
    return;
  }
  if (!(await signOutAndReport(deps))) return;
  void prompts.notify(
    'info',
    current.profile.service === 'local'
      ? l10n.t('Signed out of the local workspace. Drafts stay on this machine.')
      : l10n.t('Signed out of {0}. Drafts stay on this machine.', current.workspace),
  );
}

async function showLog({ logger }: CommandDeps): Promise<void> {
  logger.show();
}

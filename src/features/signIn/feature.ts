// Commands that sign in and out, and switch the account of the window.

import * as l10n from '@vscode/l10n';
import { ENVIRONMENT_ACCOUNT } from '../../core/session/accounts/account.ts';
import type { Session } from '../../core/session/session.ts';
import type { SignInServer } from '../../core/session/signInAnswers.ts';
import { accountName, sessionAccountName } from '../../shell/accountName.ts';
import { alwaysAvailable } from '../../shell/commands/command.ts';
import { COMMANDS, VIEWS } from '../../shell/commands/contributions.ts';
import type { ChannelLogger } from '../../shell/logChannel.ts';
import type { Clock } from '../../std/clock.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import { listenForRejectedKey } from './rejectedKey.ts';
import { replaceKey } from './replaceKey.ts';
import { SignInFlow, type SignInFlowDeps } from './signIn.ts';
import { signOut } from './signOut.ts';
import { switchAccount } from './switchAccount.ts';

export interface SignInDeps extends SignInFlowDeps {
  readonly logger: ChannelLogger;
  readonly clock: Clock;
  /** Offers the folder whose code belongs to the sample workspace. */
  readonly offerSampleFolder: () => Promise<void>;
}

interface CommandDeps extends SignInDeps {
  readonly signIn: SignInFlow;
}

/** Creates the commands that sign in and out or switch the account, and the notification about a rejected key. */
export function createSignIn(signInDeps: SignInDeps) {
  const signInFlow = new SignInFlow(signInDeps);
  const rejectedKey = listenForRejectedKey(signInDeps.prompts, signInDeps.sessions);
  const deps: CommandDeps = { ...signInDeps, signIn: signInFlow };
  return {
    commands: {
      [COMMANDS.signIn]: alwaysAvailable((target) => signIn(deps, target)),
      [COMMANDS.signInAgain]: alwaysAvailable((target) => signInAgain(deps, target)),
      [COMMANDS.openLocalWorkspace]: alwaysAvailable(() => openLocalWorkspace(deps)),
      [COMMANDS.signOut]: alwaysAvailable(() => signOut(deps)),
      [COMMANDS.switchAccount]: alwaysAvailable(() => switchAccount(deps)),
      [COMMANDS.showLog]: alwaysAvailable(() => showLog(deps)),
    },
    signIn: signInFlow,
    dispose: () => rejectedKey.dispose(),
  };
}

/** How long the status bar shows what to do after a sign-in. */
const HINT_MS = 15_000;

const SERVER_KINDS: readonly SignInServer[] = ['cloud', 'selfHosted', 'local'];

/** `target` is the kind of server if the command was run from a button of the welcome view. */
async function signIn(deps: CommandDeps, target: unknown): Promise<void> {
  const previousSession = deps.sessions.current;
  await deps.signIn.run(SERVER_KINDS.find((service) => service === target));
  await showMyWork(deps, previousSession);
  if (deps.sessions.current !== previousSession) offerFolderOfSample(deps);
}

/** `target` is the id of the account whose key was rejected, if the command was run from the notification about it. */
async function signInAgain(deps: CommandDeps, target: unknown): Promise<void> {
  const { sessions, signIn: signInFlow } = deps;
  const id = typeof target === 'string' ? target : sessions.currentAccountId;
  if (id === ENVIRONMENT_ACCOUNT) return replaceEnvironmentKey(deps);
  const isOtherAccount = id !== sessions.currentAccountId;
  const otherAccount = isOtherAccount
    ? (await sessions.listAccounts()).find((account) => account.id === id)
    : undefined;
  if (otherAccount?.service === 'remote') await replaceKey(deps, otherAccount);
  else await signInFlow.askForSecretAgain();
}

/** Contrail cannot change a key in an environment variable, so the user can enter another key, which is stored. */
async function replaceEnvironmentKey({ prompts, sessions, signIn: signInFlow }: CommandDeps): Promise<void> {
  const account = sessions.unstoredAccounts.find(({ id }) => id === ENVIRONMENT_ACCOUNT);
  if (account?.service !== 'remote') return;
  const enterKey = l10n.t('Enter Another Key…');
  const message = l10n.t(
    'The key of {0} is in the environment variable {1}. Change the variable and restart VS Code, or enter another key.',
    accountName(account),
    'PLANE_API_KEY',
  );
  if ((await prompts.notify('warning', message, enterKey)) === enterKey) await signInFlow.askForSecretOf(account);
}

async function openLocalWorkspace(deps: CommandDeps): Promise<void> {
  const previousSession = deps.sessions.current;
  await deps.signIn.openLocalWorkspace();
  await showMyWork(deps, previousSession);
  offerFolderOfSample(deps);
}

/** Offers the sample folder if the window uses the sample workspace. Does not wait for the user's answer. */
function offerFolderOfSample({ sessions, logger, offerSampleFolder }: CommandDeps): void {
  if (sessions.current?.profile.service !== 'local') return;
  offerSampleFolder().catch((error: unknown) => {
    logger.write('error', 'offering the sample folder failed', { detail: errorMessage(error) });
  });
}

/** Shows the user's work items after a sign-in, and who is signed in to which workspace. */
async function showMyWork({ prompts, sessions }: CommandDeps, before: Session | undefined): Promise<void> {
  const { current } = sessions;
  if (current === undefined || current === before) return;
  const name = sessionAccountName(current);
  prompts.showStatus(l10n.t('Signed in to {0}. Select a work item to open it.', name), HINT_MS, 'account');
  await prompts.runCommand(`${VIEWS.myWork}.focus`);
}

async function showLog({ logger }: CommandDeps): Promise<void> {
  logger.show();
}

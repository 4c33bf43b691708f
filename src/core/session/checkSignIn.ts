// Checks the values that the user entered to sign in, and determines which value is wrong. Stores nothing.

import type { Client } from '../../client/api/client.ts';
import { type Fault, faultOf } from '../../client/apiError.ts';
import type { Page } from '../../contract/page.ts';
import type { Project } from '../../contract/resources/project.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { STATUS } from '../../contract/status.ts';
import type { Me } from './accounts/profile.ts';

export type SignInStep = 'address' | 'workspace' | 'secret';

/** Which of the user's values is wrong, and why. */
export interface SignInFailure {
  readonly step: SignInStep;
  readonly fault: Fault;
}

/** `projects`: the first page of the workspace's projects, as the store would load it. */
export type SignInCheck = { readonly me: Me; readonly projects: Page<Project> } | SignInFailure;

/** Whether the server at the address is not a Plane server. */
export function isOtherServer({ step, fault }: SignInFailure): boolean {
  const isPageMissing = fault.kind === 'intercepted' && fault.status === STATUS.notFound;
  return step === 'address' && (fault.kind === 'notFound' || fault.kind === 'invalidResponse' || isPageMissing);
}

/**
 * Checks the server without the key, so that no key is sent to a server that is too old, and then the user's values.
 * Rejects only when canceled.
 */
export async function checkServerAndSignIn(
  client: Client,
  detectEdition: (client: Client, signal: AbortSignal) => Promise<Fault | undefined>,
  signal: AbortSignal,
): Promise<SignInCheck> {
  const fault = await detectEdition(client, signal);
  signal.throwIfAborted();
  if (fault !== undefined) return { step: 'address', fault };
  const outcome = await checkSignIn(client, signal);
  signal.throwIfAborted();
  return outcome;
}

/** Asks the server which user the credential belongs to, and then for the projects of the workspace. */
export async function checkSignIn(client: Client, signal: AbortSignal): Promise<SignInCheck> {
  let me: Me;
  try {
    const user = await client.call.getCurrentUser({}, { signal });
    me = { id: user.id, name: nameOfUser(user) };
  } catch (error) {
    const fault = faultOf(error);
    return { step: fault.kind === 'unauthorized' || fault.kind === 'rejected' ? 'secret' : 'address', fault };
  }
  try {
    return { me, projects: await client.call.listProjects({ query: {} }, { signal }) };
  } catch (error) {
    const fault = faultOf(error);
    return { step: stepToCorrect(fault), fault };
  }
}

/** Some servers respond with 403, others with 404, if the workspace is unknown or the user is not a member of it. */
function stepToCorrect(fault: Fault): SignInStep {
  if (fault.kind === 'unauthorized') return 'secret';
  if (fault.kind === 'notFound' || fault.kind === 'rejected') return 'workspace';
  return 'address';
}

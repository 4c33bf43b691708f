// Checks a sign-in before anything is stored, and finds the answer that a failure is about.

import { type Fault, faultOf } from '../client/apiError.ts';
import type { Client } from '../client/client.ts';
import type { Page } from '../contract/page.ts';
import type { Project } from '../contract/resources/project.ts';
import { nameOfUser } from '../contract/resources/user.ts';
import type { Me } from './profile.ts';

export type TrialStep = 'address' | 'workspace' | 'secret';

/** Which answer of the user is wrong, and why. */
export interface TrialFailure {
  readonly step: TrialStep;
  readonly fault: Fault;
}

/** `projects`: the first page of the workspace's projects, as the store would load it. */
export type TrialOutcome = { readonly me: Me; readonly projects: Page<Project> } | TrialFailure;

/** Requests the user of the credential, then the projects of the workspace. */
export async function checkSignIn(client: Client, signal: AbortSignal): Promise<TrialOutcome> {
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
    return { step: stepOfWorkspaceFault(fault), fault };
  }
}

/** An unknown workspace and one that the user is not a member of look alike: 403 on some servers, 404 on others. */
function stepOfWorkspaceFault(fault: Fault): TrialStep {
  if (fault.kind === 'unauthorized') return 'secret';
  if (fault.kind === 'notFound' || fault.kind === 'rejected') return 'workspace';
  return 'address';
}

// Owns the commands of signing in and out.

import type { Service } from '../../../session/signInAnswers.ts';
import { inform } from '../../ui/notifications.ts';
import type { Rooms } from '../../composition.ts';
import { signOutAndReport } from './storage.ts';

const SERVICES: readonly Service[] = ['cloud', 'selfHosted', 'local'];

/** `given` names the service when a welcome button has answered the first question already. */
export async function signIn(rooms: Rooms, given: unknown): Promise<void> {
  await rooms.signIn.run(SERVICES.find((service) => service === given));
}

export async function signInAgain(rooms: Rooms): Promise<void> {
  await rooms.signIn.runAgain();
}

export async function openLocalWorkspace(rooms: Rooms): Promise<void> {
  await rooms.signIn.openLocalWorkspace();
}

export async function signOut({ sessions, journal }: Rooms): Promise<void> {
  const { current } = sessions;
  if (current === undefined) {
    void inform('Nobody is signed in.');
    return;
  }
  if (!(await signOutAndReport(sessions, journal))) return;
  void inform(
    `Signed out of ${current.profile.service === 'local' ? 'the local workspace' : current.workspace}. Drafts stay on this machine for when you come back.`,
  );
}

export async function showLog({ journal }: Rooms): Promise<void> {
  journal.show();
}

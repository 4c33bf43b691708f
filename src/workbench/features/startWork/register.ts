// Owns what work shows by itself while somebody is signed in.
import type { Disposable } from '../../../std/disposable.ts';
import type { Linked } from '../mentions/linking.ts';

export function registerWork({ rooms, session, known }: Linked): Disposable {
  return rooms.work.follow(session, known);
}

// Owns what comments with code register while somebody is signed in.
import type { Disposable } from '../../../std/disposable.ts';
import type { Linked } from '../mentions/linking.ts';
import { Marks } from './marks.ts';

export function registerCode({ rooms, session }: Linked): Disposable {
  return new Marks(rooms, session);
}

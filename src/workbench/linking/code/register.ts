// Owns what comments with code register while somebody is signed in.
import type { Disposable } from '../../../std/disposable.ts';
import { Marks, type MarksGround } from './marks.ts';

/** The marks of the session that is there, and of each that follows. */
export function registerCode(ground: MarksGround): Disposable {
  let marks: Marks | undefined;
  const begin = (): void => {
    marks?.dispose();
    const { current } = ground.sessions;
    marks = current === undefined ? undefined : new Marks(ground, current);
  };
  const listening = ground.sessions.onDidChange(begin);
  begin();
  return {
    dispose: () => {
      listening.dispose();
      marks?.dispose();
    },
  };
}

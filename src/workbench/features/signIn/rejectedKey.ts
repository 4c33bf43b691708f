// Shows one notification when the server rejects the key or token.
// It is shown once, however many requests are rejected.
import type { Session, Sessions } from '../../../session/session.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { showFault } from '../../ui/errorBoundary.ts';
import { formatError } from '../../ui/formatError.ts';

export function reportRejectedKey(sessions: Sessions): Disposable {
  const disposables = new Disposables();
  let listening: Disposable | undefined;
  const follow = (session: Session | undefined): void => {
    listening?.dispose();
    listening = session?.client.authentication.onDidChange(() => {
      const { rejection } = session.client.authentication;
      // VS Code replaces an identical notification, for example the one of the command that was rejected.
      if (rejection !== undefined) void showFault(formatError(rejection), rejection.kind);
    });
  };
  disposables.add(sessions.onDidChange(follow));
  disposables.add({ dispose: () => listening?.dispose() });
  follow(sessions.current);
  return disposables;
}

// Shows a notification when the server rejects the key or token.
// The notification is shown once, even if the server rejects several requests.
import type { Session, Sessions } from '../../core/session/session.ts';
import { sessionAccountName } from '../../shell/accountName.ts';
import { rejectedKeyText } from '../../shell/faults/formatError.ts';
import { notifyFault } from '../../shell/notifications/faultNotification.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { type Disposable, DisposableStore } from '../../std/disposable.ts';

export function listenForRejectedKey(prompts: Prompts, sessions: Sessions): Disposable {
  const disposables = new DisposableStore();
  let authenticationListener: Disposable | undefined;
  const followSession = (session: Session | undefined): void => {
    authenticationListener?.dispose();
    const account = sessions.currentAccountId;
    authenticationListener = session?.client.authentication.onDidChange(() => {
      const { rejection } = session.client.authentication;
      // If the server rejected the request of a command, the command may show the same notification. VS Code shows
      // identical notifications only once.
      if (rejection !== undefined)
        void notifyFault(prompts, rejectedKeyText(sessionAccountName(session)), rejection.kind, account);
    });
  };
  disposables.add(sessions.onDidChange(followSession));
  disposables.add({ dispose: () => authenticationListener?.dispose() });
  followSession(sessions.current);
  return disposables;
}

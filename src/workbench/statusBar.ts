// Owns the status bar entry that says when requests go on: shown only while something waits for the service's limit.
import * as vscode from 'vscode';
import type { Session, Sessions } from '../session/session.ts';
import { type Disposable, Disposables } from '../std/disposable.ts';

export function showWaiting(sessions: Sessions): Disposable {
  const held = new Disposables();
  const item = held.add(vscode.window.createStatusBarItem('waiting', vscode.StatusBarAlignment.Left));
  item.name = 'Contrail: waiting for the request limit';
  let listening: Disposable | undefined;
  const follow = (session: Session | undefined): void => {
    listening?.dispose();
    listening = session?.client.allowance.onDidChange(() => show(item, session.client.allowance.waitingUntil));
    show(item, session?.client.allowance.waitingUntil);
  };
  held.add(sessions.onDidChange(follow));
  held.add({ dispose: () => listening?.dispose() });
  follow(sessions.current);
  return held;
}

function show(item: vscode.StatusBarItem, until: number | undefined): void {
  if (until === undefined) {
    item.hide();
    return;
  }
  const time = new Date(until).toLocaleTimeString();
  item.text = `$(watch) Contrail goes on at ${time}`;
  item.tooltip = 'The requests that the service allows in a minute are spent. What you asked for comes first when it goes on.';
  item.accessibilityInformation = { label: `Contrail waits for the service's request limit until ${time}` };
  item.show();
}

// Owns what the making of work items from code registers while somebody is signed in.
import * as vscode from 'vscode';
import type { Session, Sessions } from '../../../session/session.ts';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { atTheEdge } from '../../edge.ts';
import type { Journal } from '../../../std/journal.ts';
import type { Panels } from '../../editors/panels.ts';
import { CodeActions, METADATA } from './codeActions.ts';
import { commentOrigin } from './commentOrigin.ts';
import { writeBack } from './writeBack.ts';

export interface CreateGround {
  readonly sessions: Sessions;
  readonly panels: Panels;
  readonly journal: Journal;
}

/** The quick fixes of the session that is there, and of each that follows; and the identifiers that are written back. */
export function registerCreate({ sessions, panels, journal }: CreateGround): Disposable {
  const held = new Disposables();
  let offered: vscode.Disposable | undefined;
  const begin = (): void => {
    offered?.dispose();
    const session = sessions.current;
    offered =
      session &&
      vscode.languages.registerCodeActionsProvider({ scheme: '*' }, new CodeActions((text) => isLinked(session, text)), METADATA);
  };
  held.add(sessions.onDidChange(begin));
  held.add({ dispose: () => offered?.dispose() });
  held.add(
    panels.onDidMake(({ session, address, origin }) => {
      const comment = origin === undefined ? undefined : commentOrigin(origin);
      const identifier = session.store.identifier({ project: address.within, id: address.id });
      if (comment === undefined || identifier === undefined) return;
      void atTheEdge(journal, 'writing an identifier into a comment', () => writeBack(identifier, comment));
    }),
  );
  begin();
  return held;
}

/** Whether a text mentions a work item of a project that is known. */
function isLinked({ store }: Session, text: string): boolean {
  return store.projects().ids.some((id) => text.includes(`${store.project(id)?.identifier ?? ' '}-`));
}

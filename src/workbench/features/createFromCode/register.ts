// Owns what the making of work items from code registers while somebody is signed in.
import * as vscode from 'vscode';
import { type Disposable, Disposables } from '../../../std/disposable.ts';
import { atTheEdge } from '../../ui/errorBoundary.ts';
import type { Linked } from '../mentions/linking.ts';
import { CodeActions, METADATA } from './codeActions.ts';
import { commentOrigin } from './commentOrigin.ts';
import { writeBack } from './writeBack.ts';

/** The quick fixes, and the identifiers that are written back. */
export function registerCreate({ rooms, session, known }: Linked): Disposable {
  const held = new Disposables();
  // What was deleted since links nothing any more.
  const isLinked = (text: string): boolean => known.matcher.find(text).some((mention) => known.meaning(mention).kind !== 'gone');
  held.add(vscode.languages.registerCodeActionsProvider({ scheme: '*' }, new CodeActions(isLinked), METADATA));
  held.add(
    rooms.panels.onDidMake(({ address, origin }) => {
      const comment = origin === undefined ? undefined : commentOrigin(origin);
      const identifier = session.store.identifier({ project: address.within, id: address.id });
      if (comment === undefined || identifier === undefined) return;
      void atTheEdge(rooms.journal, 'writing an identifier into a comment', () => writeBack(identifier, comment));
    }),
  );
  return held;
}

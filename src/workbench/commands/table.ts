// Owns all the verbs: every command, what it does, and what it does while nobody is signed in.
import type { Rooms } from '../rooms.ts';
import * as editing from './editing.ts';
import * as items from './items.ts';
import * as session from './session.ts';
import * as tree from './tree.ts';

export interface Command {
  readonly id: `contrail.${string}`;
  /** `runs` without a session; `asks` for one first. */
  readonly signedOut: 'runs' | 'asks';
  /** `given` is what the menu, the tree or another command hands over. */
  readonly run: (rooms: Rooms, given: unknown) => Promise<void>;
}

export const commands: readonly Command[] = [
  { id: 'contrail.signIn', signedOut: 'runs', run: session.signIn },
  { id: 'contrail.openLocalWorkspace', signedOut: 'runs', run: session.openLocalWorkspace },
  { id: 'contrail.signOut', signedOut: 'runs', run: session.signOut },
  { id: 'contrail.showLog', signedOut: 'runs', run: session.showLog },

  { id: 'contrail.refresh', signedOut: 'runs', run: tree.refresh },
  { id: 'contrail.loadMore', signedOut: 'asks', run: tree.loadMore },
  { id: 'contrail.retry', signedOut: 'asks', run: tree.retry },

  { id: 'contrail.openWorkItem', signedOut: 'asks', run: items.open },
  { id: 'contrail.comment', signedOut: 'asks', run: items.comment },
  { id: 'contrail.changeState', signedOut: 'asks', run: items.changeState },
  { id: 'contrail.assignToMe', signedOut: 'asks', run: items.assignToMe },
  { id: 'contrail.copyIdentifier', signedOut: 'asks', run: items.copyIdentifier },
  { id: 'contrail.copyLink', signedOut: 'asks', run: items.copyLink },
  { id: 'contrail.openInBrowser', signedOut: 'asks', run: items.openInBrowser },

  { id: 'contrail.save', signedOut: 'runs', run: editing.save },
  { id: 'contrail.sendCommentDocument', signedOut: 'runs', run: editing.sendCommentDocument },
];

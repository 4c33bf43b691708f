// Owns what the work room stands on.
import type * as vscode from 'vscode';
import type { KnownItems } from '../../../mentions/knownItems.ts';
import type { Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import type { Journal } from '../../../std/journal.ts';
import type { Repositories } from '../../git/repositories.ts';
import type { Quick } from '../quickEdit/quickEdit.ts';
import type { Items } from '../workItems/items.ts';

export interface WorkGround {
  readonly sessions: Sessions;
  readonly items: Items;
  readonly quick: Quick;
  readonly repositories: Repositories;
  /** Of this workspace. */
  readonly memory: vscode.Memento;
  readonly clock: Clock;
  readonly journal: Journal;
  /** `known` is undefined while the user is signed out. */
  readonly mentions: { readonly known: KnownItems | undefined };
}

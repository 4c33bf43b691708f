// The dependencies of the functions that start and end work.

import type * as vscode from 'vscode';
import type { MentionResolver } from '../../../mentions/knownItems.ts';
import type { Sessions } from '../../../session/session.ts';
import type { Clock } from '../../../std/clock.ts';
import type { Logger } from '../../../std/logger.ts';
import type { Repositories } from '../../git/repositories.ts';
import type { Prompts } from '../../ui/prompts.ts';
import type { QuickEdits } from '../quickEdit/quickEdit.ts';
import type { WorkItems } from '../workItems/items.ts';

export interface WorkDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly items: WorkItems;
  readonly quick: QuickEdits;
  readonly repositories: Repositories;
  /** Stores values for this workspace. */
  readonly memory: vscode.Memento;
  readonly clock: Clock;
  readonly logger: Logger;
  /** `known` is undefined while the user is signed out. */
  readonly mentions: { readonly known: MentionResolver | undefined };
}

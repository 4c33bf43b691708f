// The dependencies of commands that add something to a work item, and can undo it.

import type { Logger } from '../../std/logger.ts';
import type { UndoableChanges } from '../notifications/undoableChanges.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { WorkItemPicker } from './workItemPicker.ts';

export interface ItemCommandDeps {
  readonly prompts: Prompts;
  readonly logger: Logger;
  readonly items: Pick<WorkItemPicker, 'identifierOf' | 'chooseSeveral' | 'openInBrowser'>;
  /** The changes that Undo Last Change undoes. */
  readonly quickEdits: Pick<UndoableChanges, 'addNonFieldChange'>;
}

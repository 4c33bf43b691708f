// The dependencies of the commands for the relations and links of a work item.

import type { WorkItemPicker } from '../../shell/itemPicker/workItemPicker.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { Logger } from '../../std/logger.ts';
import type { QuickEditRunner } from '../quickEdit/quickEditRunner.ts';

export interface RelationAndLinkDeps {
  readonly prompts: Prompts;
  readonly logger: Logger;
  readonly items: Pick<WorkItemPicker, 'identifierOf' | 'chooseSeveral' | 'openInBrowser'>;
  /** The changes that Undo Last Change undoes. */
  readonly quickEdits: Pick<QuickEditRunner, 'addNonFieldChange'>;
}

// The dependencies of the commands for the relations and links of a work item.
import type { Logger } from '../../../std/logger.ts';
import type { Prompts } from '../../ui/prompts.ts';
import type { QuickEditRunner } from '../quickEdit/quickEditRunner.ts';
import type { WorkItemPicker } from '../workItems/workItemPicker.ts';

export interface RelationAndLinkDeps {
  readonly prompts: Prompts;
  readonly logger: Logger;
  readonly items: Pick<WorkItemPicker, 'identifierOf' | 'chooseSeveral' | 'openInBrowser'>;
  /** The changes that Undo Last Change undoes. */
  readonly quickEdits: Pick<QuickEditRunner, 'addNonFieldChange'>;
}

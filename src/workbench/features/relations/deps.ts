// The dependencies of the commands for the relations and links of a work item.
import type { Logger } from '../../../std/logger.ts';
import type { Prompts } from '../../ui/prompts.ts';
import type { QuickEdits } from '../quickEdit/quickEdit.ts';
import type { WorkItems } from '../workItems/items.ts';

export interface LinkedItemsDeps {
  readonly prompts: Prompts;
  readonly logger: Logger;
  readonly items: Pick<WorkItems, 'identifierOf' | 'chooseSeveral' | 'openInBrowser'>;
  /** The changes that Undo Last Change undoes. */
  readonly quickEdits: Pick<QuickEdits, 'addOtherChange'>;
}

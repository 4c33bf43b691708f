// Collects the handlers of all operations.

import { activityHandlers } from './handlers/activities.ts';
import { attachmentHandlers } from './handlers/attachments.ts';
import { commentHandlers } from './handlers/comments.ts';
import { cycleHandlers } from './handlers/cycles.ts';
import { epicHandlers } from './handlers/epics.ts';
import type { Handlers } from './handlers/handlerTypes.ts';
import { labelHandlers } from './handlers/labels.ts';
import { linkHandlers } from './handlers/links.ts';
import { memberHandlers } from './handlers/members.ts';
import { moduleHandlers } from './handlers/modules.ts';
import { projectHandlers } from './handlers/projects.ts';
import { relationHandlers } from './handlers/relations.ts';
import { searchHandlers } from './handlers/search.ts';
import { stateHandlers } from './handlers/states.ts';
import { typeAndEstimateHandlers } from './handlers/typesAndEstimates.ts';
import { workItemHandlers } from './handlers/workItems.ts';
import { customerHandlers, customerPropertyHandlers, customerRequestHandlers } from './handlers/workspace/customers.ts';
import { initiativeHandlers, initiativeLabelHandlers } from './handlers/workspace/initiatives.ts';
import { stickyHandlers } from './handlers/workspace/stickies.ts';
import { teamspaceHandlers } from './handlers/workspace/teamspaces.ts';

export const handlers: Handlers = {
  ...projectHandlers,
  ...memberHandlers,
  ...stateHandlers,
  ...labelHandlers,
  ...moduleHandlers,
  ...cycleHandlers,
  ...typeAndEstimateHandlers,
  ...workItemHandlers,
  ...searchHandlers,
  ...commentHandlers,
  ...attachmentHandlers,
  ...linkHandlers,
  ...activityHandlers,
  ...relationHandlers,
  ...epicHandlers,
  ...customerHandlers,
  ...customerPropertyHandlers,
  ...customerRequestHandlers,
  ...initiativeHandlers,
  ...initiativeLabelHandlers,
  ...teamspaceHandlers,
  ...stickyHandlers,
};

// Collects the handlers of all operations.

import { activityHandlers } from './handlers/activities.ts';
import { attachmentHandlers } from './handlers/attachments.ts';
import { commentHandlers } from './handlers/comments.ts';
import { cycleHandlers } from './handlers/cycles.ts';
import { epicHandlers } from './handlers/epics.ts';
import { estimateHandlers } from './handlers/estimates.ts';
import type { Handlers } from './handlers/handlerTypes.ts';
import { labelHandlers } from './handlers/labels.ts';
import { linkHandlers } from './handlers/links.ts';
import { memberHandlers } from './handlers/members.ts';
import { moduleHandlers } from './handlers/modules.ts';
import { projectHandlers } from './handlers/projects.ts';
import { relationHandlers } from './handlers/relations.ts';
import { searchHandlers } from './handlers/search.ts';
import { stateHandlers } from './handlers/states.ts';
import { workItemHandlers } from './handlers/workItems.ts';
import { workItemTypeHandlers } from './handlers/workItemTypes.ts';
import { customerPropertyHandlers } from './handlers/workspace/customerProperties.ts';
import { customerRequestHandlers } from './handlers/workspace/customerRequests.ts';
import { customerHandlers } from './handlers/workspace/customers.ts';
import { initiativeLabelHandlers } from './handlers/workspace/initiativeLabels.ts';
import { initiativeHandlers } from './handlers/workspace/initiatives.ts';
import { stickyHandlers } from './handlers/workspace/stickies.ts';
import { teamspaceHandlers } from './handlers/workspace/teamspaces.ts';
import { userHandlers } from './handlers/workspace/users.ts';

export const handlers: Handlers = {
  ...userHandlers,
  ...projectHandlers,
  ...memberHandlers,
  ...stateHandlers,
  ...labelHandlers,
  ...moduleHandlers,
  ...cycleHandlers,
  ...workItemTypeHandlers,
  ...estimateHandlers,
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

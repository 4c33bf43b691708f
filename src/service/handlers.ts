// Owns which handler does which row of the table.
import type { Handlers } from './handler.ts';
import { createComment, listComments } from './handlers/comments.ts';
import { listLabels } from './handlers/labels.ts';
import { listProjectMembers } from './handlers/members.ts';
import { listModules } from './handlers/modules.ts';
import { createProject, getProject, listProjects } from './handlers/projects.ts';
import { searchWorkItems } from './handlers/search.ts';
import { listStates } from './handlers/states.ts';
import { getCurrentUser } from './handlers/users.ts';
import { createWorkItem, getWorkItem, getWorkItemByIdentifier, listWorkItems, updateWorkItem } from './handlers/workItems.ts';
import { listWorkItemTypes } from './handlers/workItemTypes.ts';

export const handlers: Handlers = {
  createProject,
  updateWorkItem,
  createComment,
  listComments,
  getCurrentUser,
  listProjects,
  getProject,
  listProjectMembers,
  listStates,
  listLabels,
  listModules,
  listWorkItemTypes,
  listWorkItems,
  getWorkItem,
  getWorkItemByIdentifier,
  searchWorkItems,
  createWorkItem,
};

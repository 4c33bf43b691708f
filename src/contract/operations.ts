// The table of operations: one row for each operation of the API.
//
// The operations are grouped by resource. `crud` has the five operations that list, read, create, change and delete
// records of a kind. A row has the number in specification §4 if it is one of its 19 operations, a summary, the path, the
// scope, and the input and output. Unless a row states otherwise, the response to a POST has status 201, a POST is not
// repeated when its response is lost, the response to a DELETE has status 204, and every edition of the server has the
// operation.
import * as z from 'zod';
import {
  association,
  crud,
  emptyBody,
  get,
  NOT_IN_SPECIFICATION,
  type Operation,
  oneRecord,
  page,
  patch,
  post,
  recordArray,
  recordOrNothing,
  redirect,
  remove,
} from './operation.ts';
import { WORK_ITEM_PATH as I, PROJECT_PATH as P, WORKSPACE_PATH as W } from './paths.ts';
import { activity } from './resources/activity.ts';
import { attachment, newAttachment, uploadCompletion, uploadCredentials } from './resources/attachment.ts';
import { comment, commentChanges, newComment } from './resources/comment.ts';
import { customer, customerChanges, newCustomer } from './resources/customer.ts';
import { customerProperty, customerPropertyFields } from './resources/customerProperty.ts';
import { customerRequest, customerRequestFields } from './resources/customerRequest.ts';
import { cycle, cycleChanges, newCycle } from './resources/cycle.ts';
import { epic, epicChanges, newEpic } from './resources/epic.ts';
import {
  epicIds,
  initiative,
  initiativeFields,
  initiativeLabel,
  initiativeLabelChanges,
  labelIds,
  newInitiativeLabel,
  projectIds,
} from './resources/initiative.ts';
import { label, labelChanges, newLabel } from './resources/label.ts';
import { link, linkChanges, newLink } from './resources/link.ts';
import { changedModule, membership, module_, moduleChanges, newModule, workItemIds } from './resources/module.ts';
import { estimate, estimatePoint, newProject, project, projectChanges } from './resources/project.ts';
import { newRelation, relation, relationRemoval, relations } from './resources/relation.ts';
import { newState, state, stateChanges } from './resources/state.ts';
import { sticky, stickyFields } from './resources/sticky.ts';
import { memberIds, newTeamspace, teamspace, teamspaceChanges } from './resources/teamspace.ts';
import { memberChanges, newMember, projectMembership, user } from './resources/user.ts';
import { foundWorkItems, newWorkItem, workItem, workItemChanges } from './resources/workItem.ts';
import { workItemType } from './resources/workItemType.ts';

/**
 * `limit` and `offset` of specification §4: the page size and the number of results to skip. Real servers ignore these
 * parameters, so the client uses cursors.
 */
const limitOffsetQuery = { limit: z.string().optional(), offset: z.string().optional() };
const idFilters = { issue: z.string().optional(), project: z.string().optional(), workspace: z.string().optional() };
/** Fields of a work item in which `expand` replaces ids by records (specification §4, Fields and expand). */
const EXPANDABLE_WORK_ITEM_FIELDS = [
  'state',
  'assignees',
  'labels',
  'parent',
  'project',
  'type',
  'module',
  'created_by',
];

export const operations = {
  updateWorkItem: patch(2, 'Update a work item', `${I}/`, 'projects.work_items:write', {
    body: workItemChanges,
    returns: oneRecord(workItem),
    remark: 'Lists are replaced whole. Open-source servers ignore `module` and keep an id in `estimate_point`.',
  }),
  listAttachments: get(
    5,
    'List all attachments of a work item',
    `${I}/attachments/`,
    'projects.work_items.attachments:read',
    {
      query: z.looseObject({ ...idFilters, ...limitOffsetQuery }),
      returns: page(attachment),
      remark: 'Open-source servers send an array without an envelope, and without uploads that are not complete.',
    },
  ),
  completeAttachment: patch(
    6,
    'Complete an upload',
    `${I}/attachments/{asset_id}/`,
    'projects.work_items.attachments:write',
    {
      body: uploadCompletion,
      returns: recordOrNothing(attachment),
      remark: 'On open-source servers, the response has status 204 and no body.',
    },
  ),
  getCurrentUser: get(NOT_IN_SPECIFICATION, 'Get the user that the credential belongs to', '/api/v1/users/me/', null, {
    returns: oneRecord(user),
  }),
  listWorkspaceMembers: get(
    NOT_IN_SPECIFICATION,
    'List the members of the workspace',
    `${W}/members/`,
    'workspaces.members:read',
    {
      returns: recordArray(user),
      remark: 'An array without an envelope. Users have a role.',
    },
  ),
  ...crud(
    ['Project', 'Projects', 'a project'],
    `${W}/projects/`,
    'project_id',
    'projects',
    { record: project, body: newProject, changes: projectChanges },
    {
      list: {
        summary: 'List the projects of the workspace',
        query: z.looseObject({ order_by: z.string().optional() }),
        remark: 'Contains archived projects, and public projects that the user has not joined.',
      },
      create: {
        number: 1,
        remark: 'If the name or identifier is taken, the response has status 409, and its body names the field.',
      },
    },
  ),
  archiveProject: post(NOT_IN_SPECIFICATION, 'Archive a project', `${P}/archive/`, 'projects:write', {
    returns: emptyBody,
    success: 204,
    repeatable: true,
  }),
  unarchiveProject: remove(NOT_IN_SPECIFICATION, 'Restore an archived project', `${P}/archive/`, 'projects:write', {
    returns: emptyBody,
  }),
  listProjectMembers: get(
    NOT_IN_SPECIFICATION,
    'List the members of a project',
    `${P}/members/`,
    'projects.members:read',
    {
      returns: recordArray(user),
      remark: 'An array without an envelope.',
    },
  ),
  addProjectMember: post(NOT_IN_SPECIFICATION, 'Add a member to a project', `${P}/members/`, 'projects.members:write', {
    body: newMember,
    returns: oneRecord(projectMembership),
  }),
  updateProjectMember: patch(
    NOT_IN_SPECIFICATION,
    'Change the role of a project member',
    `${P}/members/{membership_id}/`,
    'projects.members:write',
    {
      body: memberChanges,
      returns: oneRecord(projectMembership),
      remark: 'The path has the id of the membership, not of the user.',
    },
  ),
  removeProjectMember: remove(
    NOT_IN_SPECIFICATION,
    'Remove a member from a project',
    `${P}/members/{membership_id}/`,
    'projects.members:write',
    {
      returns: emptyBody,
    },
  ),
  ...crud(
    ['State', 'States', 'a state'],
    `${P}/states/`,
    'state_id',
    'projects.states',
    { record: state, body: newState, changes: stateChanges },
    {
      list: { summary: 'List the states of a project, in their order' },
      create: { remark: 'On open-source servers, the response has status 200.' },
      remove: { remark: 'The default state, and a state that has work items, cannot be deleted.' },
    },
  ),
  ...crud(
    ['Label', 'Labels', 'a label'],
    `${P}/labels/`,
    'label_id',
    'projects.labels',
    { record: label, body: newLabel, changes: labelChanges },
    {
      list: { summary: 'List the labels of a project' },
      create: {
        remark: 'If the name is taken, the response has status 409 and contains the id of the existing label.',
      },
    },
  ),
  ...crud(
    ['Module', 'Modules', 'a module'],
    `${P}/modules/`,
    'module_id',
    'projects.modules',
    { record: module_, body: newModule, changes: moduleChanges },
    {
      list: {
        summary: 'List the modules of a project',
        remark: 'If modules are turned off in the project, the response has status 400.',
      },
    },
  ),
  // The response may lack fields, unlike that of other kinds.
  updateModule: patch(NOT_IN_SPECIFICATION, 'Update a module', `${P}/modules/{module_id}/`, 'projects.modules:write', {
    body: moduleChanges,
    returns: oneRecord(changedModule),
    remark:
      'Open-source servers send `name`, `description`, the dates, `status`, `lead` and `external_*`, without the `id`.',
  }),
  listModuleItems: get(
    NOT_IN_SPECIFICATION,
    'List the work items of a module',
    `${P}/modules/{module_id}/module-issues/`,
    'projects.modules:read',
    {
      query: z.looseObject({ order_by: z.string().optional() }),
      returns: page(workItem),
      expandableFields: EXPANDABLE_WORK_ITEM_FIELDS,
    },
  ),
  addModuleItems: post(
    NOT_IN_SPECIFICATION,
    'Add work items to a module',
    `${P}/modules/{module_id}/module-issues/`,
    'projects.modules:write',
    {
      body: workItemIds,
      returns: recordArray(membership),
      success: 200,
      repeatable: true,
    },
  ),
  removeModuleItem: remove(
    NOT_IN_SPECIFICATION,
    'Remove a work item from a module',
    `${P}/modules/{module_id}/module-issues/{work_item_id}/`,
    'projects.modules:write',
    { returns: emptyBody },
  ),
  ...crud(
    ['Cycle', 'Cycles', 'a cycle'],
    `${P}/cycles/`,
    'cycle_id',
    'projects.cycles',
    { record: cycle, body: newCycle, changes: cycleChanges },
    {
      list: {
        summary: 'List the cycles of a project',
        query: z.looseObject({ cycle_view: z.string().optional() }),
        remark: 'With `cycle_view=current`, open-source servers send an array without an envelope.',
      },
    },
  ),
  listCycleItems: get(
    NOT_IN_SPECIFICATION,
    'List the work items of a cycle',
    `${P}/cycles/{cycle_id}/cycle-issues/`,
    'projects.cycles:read',
    {
      query: z.looseObject({ order_by: z.string().optional() }),
      returns: page(workItem),
      expandableFields: EXPANDABLE_WORK_ITEM_FIELDS,
    },
  ),
  addCycleItems: post(
    NOT_IN_SPECIFICATION,
    'Add work items to a cycle',
    `${P}/cycles/{cycle_id}/cycle-issues/`,
    'projects.cycles:write',
    {
      body: workItemIds,
      returns: recordArray(membership),
      success: 200,
      repeatable: true,
    },
  ),
  removeCycleItem: remove(
    NOT_IN_SPECIFICATION,
    'Remove a work item from a cycle',
    `${P}/cycles/{cycle_id}/cycle-issues/{work_item_id}/`,
    'projects.cycles:write',
    { returns: emptyBody },
  ),
  listWorkItemTypes: get(
    NOT_IN_SPECIFICATION,
    'List the work item types of a project',
    `${P}/work-item-types/`,
    'projects.work_item_types:read',
    {
      returns: recordArray(workItemType),
      edition: 'commercial',
      remark: 'An array without an envelope. In a free cloud plan, the response has status 402.',
    },
  ),
  getEstimate: get(
    NOT_IN_SPECIFICATION,
    'Get the estimate system of a project',
    `${P}/estimates/`,
    'projects.estimates:read',
    {
      returns: oneRecord(estimate),
      edition: 'commercial',
      remark: 'Not a list: a project has at most one.',
    },
  ),
  listEstimatePoints: get(
    NOT_IN_SPECIFICATION,
    'List the points of an estimate system',
    `${P}/estimates/{estimate_id}/estimate-points/`,
    'projects.estimates:read',
    {
      returns: recordArray(estimatePoint),
      edition: 'commercial',
      remark: 'An array without an envelope. The `estimate_point` of a work item is the id of a point.',
    },
  ),
  listWorkItems: get(
    NOT_IN_SPECIFICATION,
    'List the work items of a project, newest first',
    `${P}/work-items/`,
    'projects.work_items:read',
    {
      query: z.looseObject({ order_by: z.string().optional(), pql: z.string().optional() }),
      returns: page(workItem),
      expandableFields: EXPANDABLE_WORK_ITEM_FIELDS,
      remark: 'Referred to in specification §4; takes fields, expand and per_page. Commercial servers filter by pql.',
    },
  ),
  getWorkItem: get(NOT_IN_SPECIFICATION, 'Get a work item', `${I}/`, 'projects.work_items:read', {
    returns: oneRecord(workItem),
    expandableFields: EXPANDABLE_WORK_ITEM_FIELDS,
  }),
  getWorkItemByIdentifier: get(
    NOT_IN_SPECIFICATION,
    'Get a work item by its identifier, such as PROJ-123',
    `${W}/work-items/{identifier}/`,
    'projects.work_items:read',
    {
      returns: oneRecord(workItem),
      expandableFields: EXPANDABLE_WORK_ITEM_FIELDS,
      remark: 'The prefix must be in upper case. Otherwise, and for an unknown project, the response has status 403.',
    },
  ),
  searchWorkItems: get(
    NOT_IN_SPECIFICATION,
    'Search work items by words, project identifier or number',
    `${W}/work-items/search/`,
    'projects.work_items:read',
    {
      query: z.looseObject({
        search: z.string(),
        limit: z.string().optional(),
        project_id: z.string().optional(),
        workspace_search: z.string().optional(),
      }),
      returns: oneRecord(foundWorkItems),
      remark: 'The response is `{issues: [...]}`. `workspace_search=true` searches all projects.',
    },
  ),
  createWorkItem: post(NOT_IN_SPECIFICATION, 'Create a work item', `${P}/work-items/`, 'projects.work_items:write', {
    body: newWorkItem,
    returns: oneRecord(workItem),
    remark:
      'If a record has the same `external_source` and `external_id`, the response has status 409 and contains its id.',
  }),
  deleteWorkItem: remove(NOT_IN_SPECIFICATION, 'Delete a work item', `${I}/`, 'projects.work_items:write', {
    returns: emptyBody,
    remark: 'Its sub-items are deleted too; on open-source servers some time after the response.',
  }),
  ...crud(
    ['Comment', 'Comments', 'a work item comment'],
    `${I}/comments/`,
    'comment_id',
    'projects.work_items.comments',
    { record: comment, body: newComment, changes: commentChanges },
    {
      list: {
        number: 4,
        summary: 'List all comments of a work item, oldest first',
        query: z.looseObject({ ...idFilters, ...limitOffsetQuery }),
        expandableFields: ['actor', 'created_by'],
        remark: 'Open-source servers send the newest comment first; the client sorts.',
      },
      create: {
        number: 3,
        remark:
          'If a record has the same `external_source` and `external_id`, the response has status 409 and contains its id.',
      },
    },
  ),
  createAttachment: post(
    NOT_IN_SPECIFICATION,
    'Request credentials for the upload of a file',
    `${I}/attachments/`,
    'projects.work_items.attachments:write',
    {
      body: newAttachment,
      returns: oneRecord(uploadCredentials),
      success: 200,
      remark: 'Not shown in the specification. The file then goes to the object store, and operation 6 completes it.',
    },
  ),
  downloadAttachment: get(
    NOT_IN_SPECIFICATION,
    'Get the URL of a file',
    `${I}/attachments/{asset_id}/`,
    'projects.work_items.attachments:read',
    {
      returns: redirect,
      success: 302,
      remark: 'The response has status 302 and a signed URL in `Location`. Request it without the key.',
    },
  ),
  deleteAttachment: remove(
    NOT_IN_SPECIFICATION,
    'Delete an attachment',
    `${I}/attachments/{asset_id}/`,
    'projects.work_items.attachments:write',
    {
      returns: emptyBody,
    },
  ),
  ...crud(
    ['Link', 'Links', 'a link'],
    `${I}/links/`,
    'link_id',
    'projects.work_items.links',
    { record: link, body: newLink, changes: linkChanges },
    {
      list: { summary: 'List the links of a work item' },
      create: { remark: 'If the work item already has a link with this URL, the response has status 400.' },
    },
  ),
  listActivities: get(
    NOT_IN_SPECIFICATION,
    'List the activities of a work item, oldest first',
    `${I}/activities/`,
    'projects.work_items.activities:read',
    { query: z.looseObject({ order_by: z.string().optional() }), returns: page(activity) },
  ),
  getActivity: get(
    NOT_IN_SPECIFICATION,
    'Get an activity of a work item',
    `${I}/activities/{activity_id}/`,
    'projects.work_items.activities:read',
    { returns: oneRecord(activity) },
  ),
  listRelations: get(
    NOT_IN_SPECIFICATION,
    'List the relations of a work item, by type',
    `${I}/relations/`,
    'projects.work_items.relations:read',
    {
      returns: oneRecord(relations),
      remark: 'Each related work item is an id, or an object with its id.',
    },
  ),
  createRelation: post(
    NOT_IN_SPECIFICATION,
    'Relate a work item to others',
    `${I}/relations/`,
    'projects.work_items.relations:write',
    {
      body: newRelation,
      returns: recordArray(relation),
      repeatable: true,
      remark: 'The type in the response is the stored direction.',
    },
  ),
  removeRelation: post(
    NOT_IN_SPECIFICATION,
    'Remove a relation of a work item',
    `${I}/relations/remove/`,
    'projects.work_items.relations:write',
    { body: relationRemoval, returns: emptyBody, success: 204, edition: 'commercial', repeatable: true },
  ),
  ...crud(
    ['Customer', 'Customers', 'a customer'],
    `${W}/customers/`,
    'customer_id',
    'customers',
    { record: customer, body: newCustomer, changes: customerChanges },
    {
      edition: 'commercial',
      list: {
        number: 10,
        summary: 'List all customers',
        query: z.looseObject({ workspace: z.string().optional(), query: z.string().optional(), ...limitOffsetQuery }),
        remark: '`query` searches the text, on real servers.',
      },
      update: { number: 11 },
    },
  ),
  ...crud(
    ['CustomerProperty', 'CustomerProperties', 'a customer property'],
    `${W}/customer-properties/`,
    'property_id',
    'customers.properties',
    { record: customerProperty, body: customerPropertyFields, changes: customerPropertyFields },
    {
      edition: 'commercial',
      list: {
        number: 9,
        summary: 'List customer properties',
        query: z.looseObject({ workspace: z.string().optional(), ...limitOffsetQuery }),
      },
      create: { number: 7, remark: 'Real servers require `display_name` and `property_type`.' },
      update: { number: 8 },
    },
  ),
  ...crud(
    ['CustomerRequest', 'CustomerRequests', 'a customer request'],
    `${W}/customers/{customer_id}/requests/`,
    'request_id',
    'customers.requests',
    { record: customerRequest, body: customerRequestFields, changes: customerRequestFields },
    {
      edition: 'commercial',
      list: { summary: 'List the requests of a customer' },
      create: { number: 12, remark: 'The specification has `title`, real servers have `name`. The client sends both.' },
    },
  ),
  ...crud(
    ['Initiative', 'Initiatives', 'an initiative'],
    `${W}/initiatives/`,
    'initiative_id',
    'initiatives',
    { record: initiative, body: initiativeFields, changes: initiativeFields },
    {
      edition: 'commercial',
      list: { summary: 'List the initiatives of the workspace' },
      update: { number: 13, remark: '`name` is required; on real servers it is optional.' },
    },
  ),
  ...crud(
    ['InitiativeLabel', 'InitiativeLabels', 'an initiative label'],
    `${W}/initiatives/labels/`,
    'label_id',
    'initiatives.labels',
    { record: initiativeLabel, body: newInitiativeLabel, changes: initiativeLabelChanges },
    { edition: 'commercial', list: { summary: 'List the labels for initiatives' }, update: { number: 14 } },
  ),
  ...association(
    ['listLabelsOfInitiative', 'addLabelsToInitiative', 'removeLabelsFromInitiative'],
    ['labels', 'an initiative'],
    `${W}/initiatives/{initiative_id}/labels/`,
    'initiatives.labels',
    { record: initiativeLabel, body: labelIds },
    { list: {} },
  ),
  ...association(
    ['listProjectsOfInitiative', 'addProjectsToInitiative', 'removeProjectsFromInitiative'],
    ['projects', 'an initiative'],
    `${W}/initiatives/{initiative_id}/projects/`,
    'initiatives.projects',
    { record: project, body: projectIds },
    { list: {} },
  ),
  ...association(
    ['listEpicsOfInitiative', 'addEpicsToInitiative', 'removeEpicsFromInitiative'],
    ['epics', 'an initiative'],
    `${W}/initiatives/{initiative_id}/epics/`,
    'initiatives.epics',
    { record: epic, body: epicIds },
    {
      list: {},
      add: {
        number: 15,
        success: 201,
        remark: 'On real servers, the response has status 200. Adding an epic again changes nothing.',
      },
    },
  ),
  ...crud(
    ['Epic', 'Epics', 'an epic'],
    `${P}/epics/`,
    'epic_id',
    'projects.epics',
    { record: epic, body: newEpic, changes: epicChanges },
    {
      edition: 'commercial',
      list: { summary: 'List the epics of a project' },
      create: {
        remark:
          'The body has state_id, parent_id, assignee_ids and label_ids; the response has state, parent, assignees and labels.',
      },
    },
  ),
  ...crud(
    ['Teamspace', 'Teamspaces', 'a teamspace'],
    `${W}/teamspaces/`,
    'teamspace_id',
    'teamspaces',
    { record: teamspace, body: newTeamspace, changes: teamspaceChanges },
    { edition: 'commercial', list: { summary: 'List the teamspaces of the workspace' } },
  ),
  ...association(
    ['listTeamspaceMembers', 'addTeamspaceMembers', 'removeTeamspaceMembers'],
    ['members', 'a teamspace'],
    `${W}/teamspaces/{teamspace_id}/members/`,
    'teamspaces.members',
    { record: user, body: memberIds },
    {
      list: { number: 18, summary: 'List teamspace members', query: z.looseObject({ ...limitOffsetQuery }) },
      add: {
        number: 17,
        success: 201,
        remark: 'On real servers, the response has status 200. Adding a member again changes nothing.',
      },
    },
  ),
  ...association(
    ['listTeamspaceProjects', 'addTeamspaceProjects', 'removeTeamspaceProjects'],
    ['projects', 'a teamspace'],
    `${W}/teamspaces/{teamspace_id}/projects/`,
    'teamspaces.projects',
    { record: project, body: projectIds },
    {
      list: {
        number: 19,
        summary: 'List teamspace projects',
        query: z.looseObject({ ...limitOffsetQuery }),
        remark: 'Specification §4 does not name the second parameter. It is `offset` here.',
      },
    },
  ),
  ...crud(
    ['Sticky', 'Stickies', 'a sticky'],
    `${W}/stickies/`,
    'sticky_id',
    'stickies',
    { record: sticky, body: stickyFields, changes: stickyFields },
    {
      list: { summary: 'List the stickies of the user', query: z.looseObject({ query: z.string().optional() }) },
      update: { number: 16, remark: 'On real servers, `background_color` can be the name of a color.' },
    },
  ),
} satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

const rank = ({ number }: Operation): number => (number === NOT_IN_SPECIFICATION ? Number.MAX_SAFE_INTEGER : number);

/** All operations with their names: those of the specification by their numbers, then the others as in the table. */
export const operationEntries = (Object.entries(operations) as [OperationName, Operation][]).sort(
  ([, first], [, second]) => rank(first) - rank(second),
);

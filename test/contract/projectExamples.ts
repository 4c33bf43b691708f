// Provides valid requests for the members, states, labels, modules and cycles of a project.
// Also for what belongs to its work items.
import type { OperationName } from '../../src/contract/operations.ts';
import type { Example } from './example.ts';
import type { World } from './world.ts';

const named = { body: (world: World) => ({ name: world.name() }) };
const described = { body: () => ({ description: 'Changed' }) };
const items = { body: async (world: World) => ({ issues: [await world.one('createWorkItem')] }) };

export const projectExamples = {
  updateProject: described,
  deleteProject: {},
  archiveProject: { alone: true },
  unarchiveProject: {},
  listWorkspaceMembers: {},
  addProjectMember: { body: async (world) => ({ member: await world.someone() }), alone: true },
  updateProjectMember: { body: () => ({ role: 5 }), alone: true },
  removeProjectMember: { alone: true },
  getState: {},
  createState: { body: (world) => ({ name: world.name(), color: '#123456', group: 'started' }) },
  updateState: described,
  deleteState: {},
  getLabel: {},
  createLabel: { body: (world) => ({ name: world.name(), color: '#123456' }) },
  updateLabel: { body: () => ({ color: '#abcdef' }) },
  deleteLabel: {},
  getModule: {},
  createModule: named,
  updateModule: { body: () => ({ status: 'paused' }) },
  deleteModule: {},
  listModuleItems: {},
  addModuleItems: { ...items, unknownIds: { issues: 'unheeded by community' } },
  removeModuleItem: {},
  listCycles: {},
  getCycle: {},
  createCycle: { body: (world, { project_id }) => ({ name: world.name(), project_id }) },
  updateCycle: { ...described, communityAccepts: { wrong: (_, { kind }) => kind === 'instant' } },
  deleteCycle: {},
  listCycleItems: {},
  addCycleItems: items,
  removeCycleItem: {},
  deleteWorkItem: {},
  getComment: {},
  updateComment: { body: () => ({ comment_html: '<p>Changed</p>' }) },
  deleteComment: {},
  listAttachments: {},
  createAttachment: {
    body: (world) => ({ name: `${world.name()}.txt`, type: 'text/plain', size: 5 }),
    after: async (world, params, made) => {
      await world.upload(made, 'Hello');
      await world.send(
        'completeAttachment',
        { ...params, asset_id: world.idOf(made) },
        { body: { is_uploaded: true } },
      );
    },
  },
  completeAttachment: { body: () => ({ is_uploaded: true }) },
  downloadAttachment: {},
  deleteAttachment: {},
  listLinks: {},
  getLink: {},
  createLink: { body: (world) => ({ url: `https://contrail.example/${world.identifier()}` }) },
  updateLink: {
    body: (world) => ({ title: world.name() }),
    communityAccepts: { wrong: (field, { value, kind }) => field === 'url' && kind === 'value' && value !== '' },
  },
  deleteLink: {},
  listActivities: { grow: (world, params) => world.send('updateWorkItem', params, { body: { name: world.name() } }) },
  getActivity: {},
  listRelations: {},
  createRelation: {
    body: async (world) => ({ relation_type: 'blocking', issues: [await world.one('createWorkItem')] }),
  },
  removeRelation: {
    body: async (world) => ({ related_issue: await world.one('createWorkItem') }),
    before: (world, params, body) =>
      world.send('createRelation', params, {
        body: { relation_type: 'relates_to', issues: [body?.['related_issue']] },
      }),
    unknownIds: { related_issue: 'absent' },
  },
} as const satisfies Partial<Record<OperationName, Example>>;

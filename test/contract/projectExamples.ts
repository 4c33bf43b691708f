// Provides valid requests for members, states, labels, modules and cycles of a project, and for comments, attachments,
// links, activities and relations of its work items.
import type { OperationName } from '../../src/contract/operations.ts';
import type { Example } from './example.ts';
import type { TestWorkspace } from './testWorkspace.ts';

const nameOnlyExample = { body: (testWorkspace: TestWorkspace) => ({ name: testWorkspace.name() }) };
const descriptionOnlyExample = { body: () => ({ description: 'Changed' }) };
const newItemIdsExample = {
  body: async (testWorkspace: TestWorkspace) => ({ issues: [await testWorkspace.createRecord('createWorkItem')] }),
};

export const projectExamples = {
  updateProject: descriptionOnlyExample,
  deleteProject: {},
  archiveProject: { needsOwnRecords: true },
  unarchiveProject: {},
  listWorkspaceMembers: {},
  addProjectMember: {
    body: async (testWorkspace) => ({ member: await testWorkspace.otherMember() }),
    needsOwnRecords: true,
  },
  updateProjectMember: { body: () => ({ role: 5 }), needsOwnRecords: true },
  removeProjectMember: { needsOwnRecords: true },
  getState: {},
  createState: { body: (testWorkspace) => ({ name: testWorkspace.name(), color: '#123456', group: 'started' }) },
  updateState: descriptionOnlyExample,
  deleteState: {},
  getLabel: {},
  createLabel: { body: (testWorkspace) => ({ name: testWorkspace.name(), color: '#123456' }) },
  updateLabel: { body: () => ({ color: '#abcdef' }) },
  deleteLabel: {},
  getModule: {},
  createModule: nameOnlyExample,
  updateModule: { body: () => ({ status: 'paused' }) },
  deleteModule: {},
  listModuleItems: {},
  addModuleItems: { ...newItemIdsExample, unknownIds: { issues: 'ignoredByCommunity' } },
  removeModuleItem: {},
  listCycles: {},
  getCycle: {},
  createCycle: { body: (testWorkspace, { project_id }) => ({ name: testWorkspace.name(), project_id }) },
  updateCycle: {
    ...descriptionOnlyExample,
    communityAccepts: { isValueAccepted: (_, { kind }) => kind === 'instant' },
  },
  deleteCycle: {},
  listCycleItems: {},
  addCycleItems: newItemIdsExample,
  removeCycleItem: {},
  deleteWorkItem: {},
  getComment: {},
  updateComment: { body: () => ({ comment_html: '<p>Changed</p>' }) },
  deleteComment: {},
  listAttachments: {},
  createAttachment: {
    body: (testWorkspace) => ({ name: `${testWorkspace.name()}.txt`, type: 'text/plain', size: 5 }),
    after: async (testWorkspace, params, created) => {
      await testWorkspace.upload(created, 'Hello');
      await testWorkspace.send(
        'completeAttachment',
        { ...params, asset_id: testWorkspace.idInResponse(created) },
        { body: { is_uploaded: true } },
      );
    },
  },
  completeAttachment: { body: () => ({ is_uploaded: true }) },
  downloadAttachment: {},
  deleteAttachment: {},
  listLinks: {},
  getLink: {},
  createLink: { body: (testWorkspace) => ({ url: `https://contrail.example/${testWorkspace.identifier()}` }) },
  updateLink: {
    body: (testWorkspace) => ({ title: testWorkspace.name() }),
    communityAccepts: {
      isValueAccepted: (field, { value, kind }) => field === 'url' && kind === 'value' && value !== '',
    },
  },
  deleteLink: {},
  listActivities: {
    addRecord: (testWorkspace, params) =>
      testWorkspace.send('updateWorkItem', params, { body: { name: testWorkspace.name() } }),
  },
  getActivity: {},
  listRelations: {},
  createRelation: {
    body: async (testWorkspace) => ({
      relation_type: 'blocking',
      issues: [await testWorkspace.createRecord('createWorkItem')],
    }),
    unknownIds: { issues: 'notNamedByCommunity' },
  },
  removeRelation: {
    body: async (testWorkspace) => ({ related_issue: await testWorkspace.createRecord('createWorkItem') }),
    before: (testWorkspace, params, body) =>
      testWorkspace.send('createRelation', params, {
        body: { relation_type: 'relates_to', issues: [body?.['related_issue']] },
      }),
    unknownIds: { related_issue: 'notFound' },
  },
} as const satisfies Partial<Record<OperationName, Example>>;

// Owns the right requests for what a project is made of: members, states, labels, modules, cycles, and what work items have about them.
import { sample } from '../support/service.ts';
import type { Example } from './examples.ts';

const project_id = sample.project('WEB');
const work_item_id = sample.workItem('WEB', 1);
const inProject: Example = { params: { project_id }, unknown: ['project_id', 404] };
const onItem: Example = { params: { project_id, work_item_id }, unknown: ['work_item_id', 404] };

/** One of a project's own; a made-up id of it is a 404. */
const one = (parameter: string, id: string, more: Record<string, string> = {}): Example => ({
  params: { project_id, ...more, [parameter]: id },
  unknown: [parameter, 404],
});
const ofItem = (parameter: string, id: string): Example => one(parameter, id, { work_item_id });

const state = one('state_id', sample.state('WEB', 'Todo'));
const label = one('label_id', sample.label('WEB', 'Design'));
const module = one('module_id', sample.module('WEB', 'Board'));
const cycle = one('cycle_id', sample.cycle('WEB', 'Board by keyboard'));
const member = one('membership_id', sample.membership('WEB', 'bruno'));
const comment = ofItem('comment_id', sample.comment('WEB', 1, 1));
const link = ofItem('link_id', sample.link('Notes of the talk in May'));
const asset = ofItem('asset_id', sample.attachment('keys.txt'));
const issues = [sample.workItem('WEB', 20)];

export const projectExamples = {
  updateProject: { ...inProject, body: { description: 'Changed' }, wrong: [{ module_view: 'yes' }, 'module_view'] },
  deleteProject: { params: { project_id: sample.project('NOTES') }, unknown: ['project_id', 404] },
  archiveProject: { params: { project_id: sample.project('API') }, unknown: ['project_id', 404] },
  unarchiveProject: { params: { project_id: sample.project('API') }, unknown: ['project_id', 404] },
  listWorkspaceMembers: {},
  addProjectMember: { ...inProject, body: { member: sample.user('farid') }, required: 'member', wrong: [{ member: 'x', role: 3 }, 'role'] },
  updateProjectMember: { ...member, body: { role: 5 }, required: 'role', wrong: [{ role: 'boss' }, 'role'] },
  removeProjectMember: one('membership_id', sample.membership('WEB', 'elif')),
  getState: state,
  createState: {
    ...inProject,
    body: { name: 'Waiting', color: '#123456', group: 'started' },
    required: 'name',
    wrong: [{ name: 'Odd', color: '#123456', group: 'triage' }, 'group'],
  },
  updateState: { ...state, body: { description: 'To be done' }, wrong: [{ color: 'red' }, 'color'] },
  // Its only work item has to leave it first.
  deleteState: {
    ...one('state_id', sample.state('WEB', 'Cancelled')),
    before: [`projects/${project_id}/work-items/${sample.workItem('WEB', 14)}/`, { state: sample.state('WEB', 'Todo') }],
  },
  getLabel: label,
  createLabel: { ...inProject, body: { name: 'Fresh' }, required: 'name', wrong: [{ name: 'Odd', sort_order: 'first' }, 'sort_order'] },
  updateLabel: { ...label, body: { color: '#abcdef' }, wrong: [{ name: 5 }, 'name'] },
  deleteLabel: one('label_id', sample.label('WEB', 'Regression')),
  getModule: module,
  createModule: { ...inProject, body: { name: 'Print' }, required: 'name', wrong: [{ name: 'Odd', status: 'lost' }, 'status'] },
  updateModule: { ...module, body: { status: 'paused' }, wrong: [{ members: 'ada' }, 'members'] },
  deleteModule: one('module_id', sample.module('WEB', 'Offline')),
  listModuleItems: module,
  addModuleItems: { ...module, body: { issues }, required: 'issues', wrong: [{ issues: 'all' }, 'issues'] },
  removeModuleItem: one('work_item_id', work_item_id, { module_id: sample.module('WEB', 'Board') }),
  listCycles: inProject,
  getCycle: cycle,
  createCycle: { ...inProject, body: { name: 'Later' }, required: 'name', wrong: [{ name: 'Odd', start_date: 'soon' }, 'start_date'] },
  updateCycle: { ...cycle, body: { description: 'Changed' }, wrong: [{ name: 5 }, 'name'] },
  deleteCycle: one('cycle_id', sample.cycle('WEB', 'Offline first steps')),
  listCycleItems: cycle,
  addCycleItems: { ...cycle, body: { issues }, required: 'issues', wrong: [{ issues: 'all' }, 'issues'] },
  removeCycleItem: one('work_item_id', work_item_id, { cycle_id: sample.cycle('WEB', 'Board by keyboard') }),
  deleteWorkItem: one('work_item_id', sample.workItem('WEB', 28)),
  getComment: comment,
  updateComment: { ...comment, body: { comment_html: '<p>Changed</p>' }, wrong: [{ access: 'SECRET' }, 'access'] },
  deleteComment: ofItem('comment_id', sample.comment('WEB', 1, 2)),
  listAttachments: onItem,
  createAttachment: {
    ...onItem,
    body: { name: 'plan.pdf', type: 'application/pdf', size: 1000 },
    required: 'type',
    wrong: [{ name: 'plan.pdf', type: 'application/pdf', size: '1000' }, 'size'],
  },
  completeAttachment: { ...asset, body: { is_uploaded: true }, wrong: [{ is_uploaded: 'yes' }, 'is_uploaded'] },
  downloadAttachment: asset,
  deleteAttachment: ofItem('asset_id', sample.attachment('columns.csv')),
  listLinks: onItem,
  getLink: link,
  createLink: {
    ...onItem,
    body: { url: 'https://contrail.example/a' },
    required: 'url',
    wrong: [{ url: 'ftp://contrail.example' }, 'url'],
  },
  updateLink: { ...link, body: { title: 'Changed' }, wrong: [{ title: 5 }, 'title'] },
  deleteLink: ofItem('link_id', sample.link('How grids take the keyboard')),
  listActivities: onItem,
  getActivity: ofItem('activity_id', sample.creation('WEB', 1)),
  listRelations: onItem,
  createRelation: {
    ...onItem,
    body: { relation_type: 'blocking', issues },
    required: 'issues',
    wrong: [{ relation_type: 'loves', issues }, 'relation_type'],
  },
  removeRelation: {
    params: { project_id, work_item_id: sample.workItem('WEB', 3) },
    unknown: ['work_item_id', 404],
    body: { related_issue: sample.workItem('WEB', 2) },
    required: 'related_issue',
    wrong: [{ related_issue: 5 }, 'related_issue'],
  },
} as const satisfies Record<string, Example>;

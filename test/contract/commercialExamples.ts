// Owns the right requests for the rows about customers, initiatives, epics, teamspaces and stickies. What a row deletes no other row asks for.
import type { OperationName } from '../../src/contract/operations.ts';
import { nameId } from '../../src/service/nameId.ts';
import { sample } from '../support/service.ts';
import type { Example } from './examples.ts';

const property = (name: string): Example => ({
  params: { property_id: nameId('customer-property', name) },
  unknown: ['property_id', 404],
});
const customer = (name: string): Example => ({ params: { customer_id: nameId('customer', name) }, unknown: ['customer_id', 404] });
const request = (place: number): Example => ({
  params: { customer_id: nameId('customer', 'Oat & Anchor'), request_id: nameId('customer-request', `Oat & Anchor/${place}`) },
  unknown: ['request_id', 404],
});
const initiative = (name: string): Example => ({ params: { initiative_id: nameId('initiative', name) }, unknown: ['initiative_id', 404] });
const label = (name: string): Example => ({ params: { label_id: nameId('initiative-label', name) }, unknown: ['label_id', 404] });
const epic = (name: string): Example => ({
  params: { project_id: sample.project('API'), epic_id: nameId('epic', name) },
  unknown: ['epic_id', 404],
});
const teamspace = (name: string): Example => ({ params: { teamspace_id: nameId('teamspace', name) }, unknown: ['teamspace_id', 404] });
const sticky = (name: string): Example => ({ params: { sticky_id: nameId('sticky', name) }, unknown: ['sticky_id', 404] });

const active = initiative('Know where every parcel is');
const planned = initiative('A quarterly that arrives on time');
const inApi: Example = { params: { project_id: sample.project('API') }, unknown: ['project_id', 404] };
const labelIds = { label_ids: [nameId('initiative-label', 'This year')] };
const projectIds = { project_ids: [sample.project('NOTES')] };
const epicIds = { epic_ids: [nameId('epic', 'The spring issue')] };
const memberIds = { member_ids: [sample.user('dmitri')] };

export const commercialExamples = {
  createCustomerProperty: { body: { display_name: 'Depot', property_type: 'TEXT' }, wrong: [{ property_type: 'COLOUR' }, 'property_type'] },
  updateCustomerProperty: { ...property('region'), body: { is_active: false }, wrong: [{ is_active: 'no' }, 'is_active'] },
  listCustomerProperties: {},
  getCustomerProperty: property('region'),
  deleteCustomerProperty: property('tries-things-early'),
  listCustomers: { query: 'limit=2&offset=1' },
  getCustomer: customer('Oat & Anchor'),
  createCustomer: { body: { name: 'Tidewater Museum' }, required: 'name', wrong: [{ name: 'x', email: 'nobody' }, 'email'] },
  updateCustomer: { ...customer('Oat & Anchor'), body: { email: 'oats@example.com' }, wrong: [{ email: 'oats' }, 'email'] },
  deleteCustomer: customer('Fernhill Schools'),
  listCustomerRequests: customer('Oat & Anchor'),
  getCustomerRequest: request(1),
  createCustomerRequest: { ...customer('Oat & Anchor'), body: { title: 'Larger boxes' }, wrong: [{ title: 5 }, 'title'] },
  updateCustomerRequest: { ...request(1), body: { name: 'Deliver before six' }, wrong: [{ link: 5 }, 'link'] },
  deleteCustomerRequest: request(2),
  listInitiatives: {},
  getInitiative: active,
  createInitiative: { body: { name: 'Quieter vans' }, required: 'name', wrong: [{ name: 'x', state: 'PAUSED' }, 'state'] },
  updateInitiative: { ...active, body: { name: 'Know it' }, required: 'name', wrong: [{ name: 'x', start_date: 'soon' }, 'start_date'] },
  deleteInitiative: initiative('Boards in every language we sell in'),
  listInitiativeLabels: {},
  getInitiativeLabel: label('This year'),
  createInitiativeLabel: { body: { name: 'Next year' }, required: 'name', wrong: [{ name: 'x', color: 'red' }, 'color'] },
  updateInitiativeLabel: { ...label('This year'), body: { color: '#16a34a' }, wrong: [{ color: 'green' }, 'color'] },
  deleteInitiativeLabel: label('Upkeep'),
  listLabelsOfInitiative: active,
  addLabelsToInitiative: { ...planned, body: labelIds, required: 'label_ids', wrong: [{ label_ids: ['none'] }, 'label_ids'] },
  removeLabelsFromInitiative: { ...planned, body: labelIds, required: 'label_ids' },
  listProjectsOfInitiative: active,
  addProjectsToInitiative: { ...planned, body: projectIds, required: 'project_ids', wrong: [{ project_ids: ['none'] }, 'project_ids'] },
  removeProjectsFromInitiative: { ...planned, body: projectIds, required: 'project_ids' },
  listEpicsOfInitiative: active,
  addEpicsToInitiative: { ...planned, body: epicIds, required: 'epic_ids', wrong: [{ epic_ids: [] }, 'epic_ids'] },
  removeEpicsFromInitiative: { ...planned, body: epicIds, required: 'epic_ids' },
  listEpics: inApi,
  getEpic: epic('Every scan on the map within a minute'),
  createEpic: { ...inApi, body: { name: 'A calmer pager' }, required: 'name', wrong: [{ name: 'x', priority: 7 }, 'priority'] },
  updateEpic: { ...epic('Every scan on the map within a minute'), body: { priority: 'urgent' }, wrong: [{ label_ids: 'x' }, 'label_ids'] },
  deleteEpic: epic('Webhooks that lose nothing'),
  listTeamspaces: {},
  getTeamspace: teamspace('Reading room'),
  createTeamspace: { body: { name: 'Garage' }, required: 'name', wrong: [{ name: 'x', logo_props: 'x' }, 'logo_props'] },
  updateTeamspace: { ...teamspace('Reading room'), body: { lead: null }, wrong: [{ lead: 'nobody' }, 'lead'] },
  deleteTeamspace: teamspace('Depot'),
  listTeamspaceMembers: teamspace('Reading room'),
  addTeamspaceMembers: {
    ...teamspace('Reading room'),
    body: memberIds,
    required: 'member_ids',
    wrong: [{ member_ids: ['nobody'] }, 'member_ids'],
  },
  removeTeamspaceMembers: { ...teamspace('Reading room'), body: memberIds, required: 'member_ids' },
  listTeamspaceProjects: teamspace('Reading room'),
  addTeamspaceProjects: { ...teamspace('Reading room'), body: projectIds, required: 'project_ids' },
  removeTeamspaceProjects: { ...teamspace('Reading room'), body: projectIds, required: 'project_ids' },
  listStickies: { query: 'query=release' },
  getSticky: sticky('Books'),
  createSticky: { body: { description_html: '<p>Milk</p>' }, wrong: [{ color: 'blue' }, 'color'] },
  updateSticky: { ...sticky('Books'), body: { background_color: 'purple' }, wrong: [{ name: 5 }, 'name'] },
  deleteSticky: sticky('Door code of the depot'),
} as const satisfies Partial<Record<OperationName, Example>>;

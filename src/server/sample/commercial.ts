// Creates the sample's epics, initiatives, teamspaces, customers and stickies.

import { associate } from '../database/associations.ts';
import { positionAt } from '../database/orders.ts';
import { uuidFromName } from '../database/uuidFromName.ts';
import { CUSTOMERS } from './commercialCustomers.ts';
import {
  CUSTOMER_PROPERTIES,
  EPICS,
  INITIATIVE_LABELS,
  INITIATIVES,
  STICKIES,
  TEAMSPACES,
} from './commercialRecords.ts';
import { DAY_MS, dateAfterDays, datesAfterDays } from './dates.ts';
import { insertRecord, type SampleSeed, userIds } from './insertRecord.ts';

/**
 * Stores the records. Must be called inside a transaction, after the projects were stored, because epics get the next
 * numbers of their projects.
 */
export function insertCommercialRecords(seed: SampleSeed): void {
  addEpics(seed);
  addInitiatives(seed);
  addTeamspaces(seed);
  addCustomers(seed);
  addStickies(seed);
}

const daysBefore = ({ now }: SampleSeed, days: number): number => now - days * DAY_MS;
const descriptionFields = (text: string) => ({ description_html: `<p>${text}</p>`, description_stripped: text });
const idsOf = (kind: string, names: readonly string[]): string[] => names.map((name) => uuidFromName(kind, name));

function addEpics(seed: SampleSeed): void {
  for (const [index, epic] of EPICS.entries()) {
    const project = uuidFromName('project', epic.project);
    const number = seed.store.incrementNumber(project);
    insertRecord(seed, 'epic', project, daysBefore(seed, 60 - index * 9), {
      id: uuidFromName('epic', epic.name),
      name: epic.name,
      description_html: `<p>${epic.text}</p>`,
      sequence_id: number,
      sort_order: positionAt(number),
      priority: epic.priority,
      state: uuidFromName('state', `${epic.project}/${epic.state}`),
      assignees: userIds(epic.assignees),
      labels: epic.labels.map((label) => uuidFromName('label', `${epic.project}/${label}`)),
      ...datesAfterDays(seed.now, epic),
      project,
    });
  }
}

function addInitiatives(seed: SampleSeed): void {
  const { store, workspace, now } = seed;
  for (const [index, [name, color]] of INITIATIVE_LABELS.entries()) {
    const fields = { id: uuidFromName('initiative-label', name), name, color, sort_order: positionAt(index) };
    insertRecord(seed, 'initiativeLabel', workspace.id, daysBefore(seed, 170), fields);
  }
  for (const [index, plan] of INITIATIVES.entries()) {
    const { id } = insertRecord(seed, 'initiative', workspace.id, daysBefore(seed, 165 - index * 50), {
      ...descriptionFields(plan.text),
      id: uuidFromName('initiative', plan.name),
      name: plan.name,
      description: plan.text,
      state: plan.state,
      lead: plan.lead === null ? null : uuidFromName('user', plan.lead),
      start_date: dateAfterDays(now, plan.start),
      end_date: dateAfterDays(now, plan.end),
    });
    associate(store, id, 'initiativeLabel', 'labels', idsOf('initiative-label', plan.labels));
    associate(store, id, 'project', 'projects', idsOf('project', plan.projects));
    associate(store, id, 'epic', 'epics', idsOf('epic', plan.epics));
  }
}

function addTeamspaces(seed: SampleSeed): void {
  const { store, workspace } = seed;
  for (const [index, plan] of TEAMSPACES.entries()) {
    const { id } = insertRecord(seed, 'teamspace', workspace.id, daysBefore(seed, 200 - index * 30), {
      ...descriptionFields(plan.text),
      id: uuidFromName('teamspace', plan.name),
      name: plan.name,
      lead: uuidFromName('user', plan.lead),
    });
    associate(store, id, 'user', 'members', userIds(plan.members));
    associate(store, id, 'project', 'projects', idsOf('project', plan.projects));
  }
}

function addCustomers(seed: SampleSeed): void {
  const { workspace } = seed;
  for (const [index, property] of CUSTOMER_PROPERTIES.entries()) {
    const id = uuidFromName('customer-property', property.name ?? '');
    const fields = { ...property, id, sort_order: positionAt(index) };
    insertRecord(seed, 'customerProperty', workspace.id, daysBefore(seed, 120), fields);
  }
  for (const [index, { text, contractStatus, requests, ...fields }] of CUSTOMERS.entries()) {
    const customer = uuidFromName('customer', fields.name);
    insertRecord(seed, 'customer', workspace.id, daysBefore(seed, 110 - index * 17), {
      ...descriptionFields(text),
      ...fields,
      id: customer,
      email: `office@${fields.domain}`,
      website_url: `https://${fields.domain}`,
      contract_status: contractStatus,
    });
    for (const [requestIndex, [title, description]] of requests.entries()) {
      const id = uuidFromName('customer-request', `${fields.name}/${requestIndex + 1}`);
      const texts = { ...descriptionFields(description), title, name: title, description };
      const createdAt = daysBefore(seed, 30 - index * 4 - requestIndex);
      insertRecord(seed, 'customerRequest', customer, createdAt, { ...texts, id, customer });
    }
  }
}

function addStickies(seed: SampleSeed): void {
  for (const [index, { creator, name, color, text }] of STICKIES.entries()) {
    const owner = uuidFromName('user', creator);
    insertRecord(seed, 'sticky', owner, daysBefore(seed, 12 - index * 2), {
      ...descriptionFields(text),
      created_by: owner,
      id: uuidFromName('sticky', name),
      name,
      background_color: color,
      sort_order: positionAt(index),
      owner,
    });
  }
}

// Creates the sample's epics, initiatives, teamspaces, customers and stickies.

import { associate } from '../database/associations.ts';
import type { Database } from '../database/database.ts';
import { defaultRecords } from '../database/defaultRecords.ts';
import { positionAt } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
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
import { DAY_MS, dateAfterDays, datesAfterDays, isoTimeAt } from './dates.ts';

interface WorkspaceSeed {
  readonly store: Database;
  readonly workspace: Workspace;
  readonly now: number;
}

/**
 * Stores the records. Must be called inside a transaction, after the projects were stored, because epics get the next
 * numbers of their projects.
 */
export function insertCommercialRecords(store: Database, workspace: Workspace, now: number): void {
  const seed: WorkspaceSeed = { store, workspace, now };
  addEpics(seed);
  addInitiatives(seed);
  addTeamspaces(seed);
  addCustomers(seed);
  addStickies(seed);
}

/** Returns the audit fields of a record that the caller created this many days ago. */
function creationFields({ workspace, now }: WorkspaceSeed, daysAgo: number): Record<string, unknown> {
  const createdAt = isoTimeAt(now - daysAgo * DAY_MS);
  return { created_at: createdAt, updated_at: createdAt, created_by: workspace.caller, workspace: workspace.id };
}

const descriptionFields = (text: string): Record<string, unknown> => ({
  description_html: `<p>${text}</p>`,
  description_stripped: text,
});
const userIds = (keys: readonly string[]): string[] => keys.map((key) => uuidFromName('user', key));
const idsOf = (kind: string, names: readonly string[]): string[] => names.map((name) => uuidFromName(kind, name));

function addEpics(seed: WorkspaceSeed): void {
  for (const [index, epic] of EPICS.entries()) {
    const project = uuidFromName('project', epic.project);
    const number = seed.store.incrementNumber(project);
    seed.store.insert('epic', project, {
      ...defaultRecords.workItem,
      ...creationFields(seed, 60 - index * 9),
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

function addInitiatives(seed: WorkspaceSeed): void {
  const { store, workspace } = seed;
  for (const [index, [name, color]] of INITIATIVE_LABELS.entries()) {
    const label = {
      ...defaultRecords.initiativeLabel,
      ...creationFields(seed, 170),
      id: uuidFromName('initiative-label', name),
      name,
      color,
    };
    store.insert('initiativeLabel', workspace.id, { ...label, sort_order: positionAt(index) });
  }
  for (const [index, plan] of INITIATIVES.entries()) {
    const { id } = store.insert('initiative', workspace.id, {
      ...defaultRecords.initiative,
      ...creationFields(seed, 165 - index * 50),
      ...descriptionFields(plan.text),
      id: uuidFromName('initiative', plan.name),
      name: plan.name,
      description: plan.text,
      state: plan.state,
      lead: plan.lead === null ? null : uuidFromName('user', plan.lead),
      start_date: dateAfterDays(seed.now, plan.start),
      end_date: dateAfterDays(seed.now, plan.end),
    });
    associate(store, id, 'initiativeLabel', 'labels', idsOf('initiative-label', plan.labels));
    associate(store, id, 'project', 'projects', idsOf('project', plan.projects));
    associate(store, id, 'epic', 'epics', idsOf('epic', plan.epics));
  }
}

function addTeamspaces(seed: WorkspaceSeed): void {
  const { store, workspace } = seed;
  for (const [index, plan] of TEAMSPACES.entries()) {
    const { id } = store.insert('teamspace', workspace.id, {
      ...defaultRecords.teamspace,
      ...creationFields(seed, 200 - index * 30),
      ...descriptionFields(plan.text),
      id: uuidFromName('teamspace', plan.name),
      name: plan.name,
      lead: uuidFromName('user', plan.lead),
    });
    associate(store, id, 'user', 'members', userIds(plan.members));
    associate(store, id, 'project', 'projects', idsOf('project', plan.projects));
  }
}

function addCustomers(seed: WorkspaceSeed): void {
  const { store, workspace } = seed;
  for (const [index, property] of CUSTOMER_PROPERTIES.entries()) {
    store.insert('customerProperty', workspace.id, {
      ...defaultRecords.customerProperty,
      ...creationFields(seed, 120),
      ...property,
      id: uuidFromName('customer-property', property.name ?? ''),
      sort_order: positionAt(index),
    });
  }
  for (const [index, plan] of CUSTOMERS.entries()) {
    const customer = store.insert('customer', workspace.id, {
      ...defaultRecords.customer,
      ...creationFields(seed, 110 - index * 17),
      ...descriptionFields(plan.text),
      id: uuidFromName('customer', plan.name),
      name: plan.name,
      email: `office@${plan.domain}`,
      website_url: `https://${plan.domain}`,
      domain: plan.domain,
      employees: plan.employees,
      stage: plan.stage,
      contract_status: plan.contractStatus,
      revenue: plan.revenue,
    });
    for (const [requestIndex, [title, text]] of plan.requests.entries()) {
      store.insert('customerRequest', customer.id, {
        ...defaultRecords.customerRequest,
        ...creationFields(seed, 30 - index * 4 - requestIndex),
        ...descriptionFields(text),
        id: uuidFromName('customer-request', `${plan.name}/${requestIndex + 1}`),
        title,
        name: title,
        description: text,
        customer: customer.id,
      });
    }
  }
}

function addStickies(seed: WorkspaceSeed): void {
  for (const [index, { creator, name, color, text }] of STICKIES.entries()) {
    const owner = uuidFromName('user', creator);
    seed.store.insert('sticky', owner, {
      ...defaultRecords.sticky,
      ...creationFields(seed, 12 - index * 2),
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

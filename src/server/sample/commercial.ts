// Creates the sample's epics, initiatives, teamspaces, customers and stickies.

import { associate } from '../database/associations.ts';
import { blanks } from '../database/blanks.ts';
import { positionAt } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import type { Database } from '../database/store.ts';
import { nameId } from '../nameId.ts';
import { CUSTOMERS } from './commercialCustomers.ts';
import { CUSTOMER_PROPERTIES, EPICS, INITIATIVE_LABELS, INITIATIVES, STICKIES, TEAMSPACES } from './commercialPlan.ts';
import { DAY_MS, dateAfter, instantAt } from './dates.ts';

interface WorkspaceSeed {
  readonly store: Database;
  readonly workspace: Workspace;
  readonly now: number;
}

/** Call it inside a transaction, after the projects: epics get the next numbers of their projects. */
export function plantCommercial(store: Database, workspace: Workspace, now: number): void {
  const seed: WorkspaceSeed = { store, workspace, now };
  plantEpics(seed);
  plantInitiatives(seed);
  addTeamspaces(seed);
  plantCustomers(seed);
  plantStickies(seed);
}

/** Returns the fields that contain the creator of a record and the time, in days before now. */
function createdAgo({ workspace, now }: WorkspaceSeed, days: number): Record<string, unknown> {
  const at = instantAt(now - days * DAY_MS);
  return { created_at: at, updated_at: at, created_by: workspace.caller, workspace: workspace.id };
}

const words = (text: string): Record<string, unknown> => ({
  description_html: `<p>${text}</p>`,
  description_stripped: text,
});
const users = (keys: readonly string[]): string[] => keys.map((key) => nameId('user', key));
const named = (kind: string, names: readonly string[]): string[] => names.map((name) => nameId(kind, name));

function plantEpics(seed: WorkspaceSeed): void {
  for (const [index, epic] of EPICS.entries()) {
    const project = nameId('project', epic.project);
    const number = seed.store.nextNumber(project);
    seed.store.insert('epic', project, {
      ...blanks.workItem,
      ...createdAgo(seed, 60 - index * 9),
      id: nameId('epic', epic.name),
      name: epic.name,
      description_html: `<p>${epic.text}</p>`,
      sequence_id: number,
      sort_order: positionAt(number),
      priority: epic.priority,
      state: nameId('state', `${epic.project}/${epic.state}`),
      assignees: users(epic.assignees),
      labels: epic.labels.map((label) => nameId('label', `${epic.project}/${label}`)),
      start_date: dateAfter(seed.now, epic.start),
      target_date: dateAfter(seed.now, epic.target),
      project,
    });
  }
}

function plantInitiatives(seed: WorkspaceSeed): void {
  const { store, workspace } = seed;
  for (const [index, [name, color]] of INITIATIVE_LABELS.entries()) {
    const label = {
      ...blanks.initiativeLabel,
      ...createdAgo(seed, 170),
      id: nameId('initiative-label', name),
      name,
      color,
    };
    store.insert('initiativeLabel', workspace.id, { ...label, sort_order: positionAt(index) });
  }
  for (const [index, plan] of INITIATIVES.entries()) {
    const { id } = store.insert('initiative', workspace.id, {
      ...blanks.initiative,
      ...createdAgo(seed, 165 - index * 50),
      ...words(plan.text),
      id: nameId('initiative', plan.name),
      name: plan.name,
      description: plan.text,
      state: plan.state,
      lead: plan.lead === null ? null : nameId('user', plan.lead),
      start_date: dateAfter(seed.now, plan.start),
      end_date: dateAfter(seed.now, plan.end),
    });
    associate(store, id, 'initiativeLabel', 'labels', named('initiative-label', plan.labels));
    associate(store, id, 'project', 'projects', named('project', plan.projects));
    associate(store, id, 'epic', 'epics', named('epic', plan.epics));
  }
}

function addTeamspaces(seed: WorkspaceSeed): void {
  const { store, workspace } = seed;
  for (const [index, plan] of TEAMSPACES.entries()) {
    const { id } = store.insert('teamspace', workspace.id, {
      ...blanks.teamspace,
      ...createdAgo(seed, 200 - index * 30),
      ...words(plan.text),
      id: nameId('teamspace', plan.name),
      name: plan.name,
      lead: nameId('user', plan.lead),
    });
    associate(store, id, 'user', 'members', users(plan.members));
    associate(store, id, 'project', 'projects', named('project', plan.projects));
  }
}

function plantCustomers(seed: WorkspaceSeed): void {
  const { store, workspace } = seed;
  for (const [index, property] of CUSTOMER_PROPERTIES.entries()) {
    store.insert('customerProperty', workspace.id, {
      ...blanks.customerProperty,
      ...createdAgo(seed, 120),
      ...property,
      id: nameId('customer-property', property.name ?? ''),
      sort_order: positionAt(index),
    });
  }
  for (const [index, plan] of CUSTOMERS.entries()) {
    const customer = store.insert('customer', workspace.id, {
      ...blanks.customer,
      ...createdAgo(seed, 110 - index * 17),
      ...words(plan.text),
      id: nameId('customer', plan.name),
      name: plan.name,
      email: `office@${plan.domain}`,
      website_url: `https://${plan.domain}`,
      domain: plan.domain,
      employees: plan.employees,
      stage: plan.stage,
      contract_status: plan.contract,
      revenue: plan.revenue,
    });
    for (const [place, [title, text]] of plan.requests.entries()) {
      store.insert('customerRequest', customer.id, {
        ...blanks.customerRequest,
        ...createdAgo(seed, 30 - index * 4 - place),
        ...words(text),
        id: nameId('customer-request', `${plan.name}/${place + 1}`),
        title,
        name: title,
        description: text,
        customer: customer.id,
      });
    }
  }
}

function plantStickies(seed: WorkspaceSeed): void {
  for (const [index, { by, name, color, text }] of STICKIES.entries()) {
    const owner = nameId('user', by);
    seed.store.insert('sticky', owner, {
      ...blanks.sticky,
      ...createdAgo(seed, 12 - index * 2),
      ...words(text),
      created_by: owner,
      id: nameId('sticky', name),
      name,
      background_color: color,
      sort_order: positionAt(index),
      owner,
    });
  }
}

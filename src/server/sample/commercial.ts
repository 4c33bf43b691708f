// Owns planting what the sample workspace has beside its projects.

import { associate } from '../database/associations.ts';
import { blanks } from '../database/blanks.ts';
import { positionAt } from '../database/orders.ts';
import type { Workspace } from '../database/records.ts';
import type { Database } from '../database/store.ts';
import { nameId } from '../nameId.ts';
import { CUSTOMERS } from './commercialCustomers.ts';
import { CUSTOMER_PROPERTIES, EPICS, INITIATIVE_LABELS, INITIATIVES, STICKIES, TEAMSPACES } from './commercialPlan.ts';

const DAY_MS = 24 * 3_600_000;

interface Ground {
  readonly store: Database;
  readonly workspace: Workspace;
  readonly now: number;
}

/** Call it inside a transaction, after the projects: epics take the next numbers of theirs. */
export function plantCommercial(store: Database, workspace: Workspace, now: number): void {
  const deps: Ground = { store, workspace, now };
  plantEpics(deps);
  plantInitiatives(deps);
  plantTeamspaces(deps);
  plantCustomers(deps);
  plantStickies(deps);
}

/** What a record says about its making, so many days ago. */
function made({ workspace, now }: Ground, days: number): Record<string, unknown> {
  const at = new Date(now - days * DAY_MS).toISOString();
  return { created_at: at, updated_at: at, created_by: workspace.caller, workspace: workspace.id };
}

function day({ now }: Ground, days: number | undefined): string | null {
  return days === undefined ? null : new Date(now + days * DAY_MS).toISOString().slice(0, 10);
}

const words = (text: string): Record<string, unknown> => ({ description_html: `<p>${text}</p>`, description_stripped: text });
const users = (keys: readonly string[]): string[] => keys.map((key) => nameId('user', key));
const named = (kind: string, names: readonly string[]): string[] => names.map((name) => nameId(kind, name));

function plantEpics(deps: Ground): void {
  for (const [index, epic] of EPICS.entries()) {
    const project = nameId('project', epic.project);
    const number = deps.store.nextNumber(project);
    deps.store.insert('epic', project, {
      ...blanks.workItem,
      ...made(deps, 60 - index * 9),
      id: nameId('epic', epic.name),
      name: epic.name,
      description_html: `<p>${epic.text}</p>`,
      sequence_id: number,
      sort_order: positionAt(number),
      priority: epic.priority,
      state: nameId('state', `${epic.project}/${epic.state}`),
      assignees: users(epic.assignees),
      labels: epic.labels.map((label) => nameId('label', `${epic.project}/${label}`)),
      start_date: day(deps, epic.start),
      target_date: day(deps, epic.target),
      project,
    });
  }
}

function plantInitiatives(deps: Ground): void {
  const { store, workspace } = deps;
  for (const [index, [name, color]] of INITIATIVE_LABELS.entries()) {
    const label = { ...blanks.initiativeLabel, ...made(deps, 170), id: nameId('initiative-label', name), name, color };
    store.insert('initiativeLabel', workspace.id, { ...label, sort_order: positionAt(index) });
  }
  for (const [index, plan] of INITIATIVES.entries()) {
    const { id } = store.insert('initiative', workspace.id, {
      ...blanks.initiative,
      ...made(deps, 165 - index * 50),
      ...words(plan.text),
      id: nameId('initiative', plan.name),
      name: plan.name,
      description: plan.text,
      state: plan.state,
      lead: plan.lead === null ? null : nameId('user', plan.lead),
      start_date: day(deps, plan.start),
      end_date: day(deps, plan.end),
    });
    associate(store, id, 'initiativeLabel', 'labels', named('initiative-label', plan.labels));
    associate(store, id, 'project', 'projects', named('project', plan.projects));
    associate(store, id, 'epic', 'epics', named('epic', plan.epics));
  }
}

function plantTeamspaces(deps: Ground): void {
  const { store, workspace } = deps;
  for (const [index, plan] of TEAMSPACES.entries()) {
    const { id } = store.insert('teamspace', workspace.id, {
      ...blanks.teamspace,
      ...made(deps, 200 - index * 30),
      ...words(plan.text),
      id: nameId('teamspace', plan.name),
      name: plan.name,
      lead: nameId('user', plan.lead),
    });
    associate(store, id, 'user', 'members', users(plan.members));
    associate(store, id, 'project', 'projects', named('project', plan.projects));
  }
}

function plantCustomers(deps: Ground): void {
  const { store, workspace } = deps;
  for (const [index, property] of CUSTOMER_PROPERTIES.entries()) {
    store.insert('customerProperty', workspace.id, {
      ...blanks.customerProperty,
      ...made(deps, 120),
      ...property,
      id: nameId('customer-property', property.name ?? ''),
      sort_order: positionAt(index),
    });
  }
  for (const [index, plan] of CUSTOMERS.entries()) {
    const customer = store.insert('customer', workspace.id, {
      ...blanks.customer,
      ...made(deps, 110 - index * 17),
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
        ...made(deps, 30 - index * 4 - place),
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

function plantStickies(deps: Ground): void {
  for (const [index, { by, name, color, text }] of STICKIES.entries()) {
    const owner = nameId('user', by);
    deps.store.insert('sticky', owner, {
      ...blanks.sticky,
      ...made(deps, 12 - index * 2),
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

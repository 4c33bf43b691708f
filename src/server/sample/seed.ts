// Fills an empty database with the sample workspace, an empty workspace, or a workspace with any number of work items.

import type { User } from '../../contract/resources/user.ts';
import type { Database } from '../database/database.ts';
import { defaultRecords } from '../database/defaultRecords.ts';
import type { Workspace } from '../database/records.ts';
import { uuidFromName } from '../database/uuidFromName.ts';
import { webProject } from './atlasWeb.ts';
import { insertCommercialRecords } from './commercial.ts';
import { apiProject } from './courierApi.ts';
import { notesProject } from './fieldNotes.ts';
import { insertProject } from './insertProject.ts';
import { insertItemDetails } from './itemDetails.ts';
import { CALLER, PEOPLE, type Person } from './people.ts';
import { scaleProject } from './scale.ts';

/** The initial content of a database. `scale` is one project with `items` work items. */
export type Seed =
  | { readonly kind: 'sample' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'scale'; readonly items: number };

const SLUG = 'contrail';
const MAX_SCALE_ITEMS = 1_000_000;

/** Parses `sample`, `empty` or `scale:<n>`; returns undefined for anything else. */
export function parseSeed(text: string): Seed | undefined {
  if (text === 'sample' || text === 'empty') return { kind: text };
  const items = /^scale:(\d{1,7})$/.exec(text)?.[1];
  return items === undefined || Number(items) > MAX_SCALE_ITEMS ? undefined : { kind: 'scale', items: Number(items) };
}

/**
 * Returns the workspace of the database. If the database is empty, creates the workspace in a transaction, so that two
 * processes that start at the same time create it only once. Ids are derived from names, and dates from `now`
 * (milliseconds), so that the same seed and time always result in the same records.
 */
export function seedDatabase(store: Database, seed: Seed, now: number): Workspace {
  return store.write(() => {
    const workspaceId = store.namedValue('workspace');
    const existingWorkspace = workspaceId === undefined ? undefined : store.get('workspace', workspaceId);
    if (existingWorkspace !== undefined) return existingWorkspace;
    const workspace: Workspace = {
      id: uuidFromName('workspace', SLUG),
      name: 'Contrail',
      slug: SLUG,
      caller: uuidFromName('user', CALLER.key),
    };
    store.setNamedValue('workspace', workspace.id);
    store.insert('workspace', workspace.id, workspace);
    for (const person of seed.kind === 'sample' ? [CALLER, ...PEOPLE] : [CALLER])
      store.insert('user', workspace.id, userOf(person));
    const sampleSeed = { store, workspace, now };
    for (const project of projectPlans(seed)) insertProject(sampleSeed, project);
    if (seed.kind === 'sample') {
      insertItemDetails(sampleSeed);
      insertCommercialRecords(sampleSeed);
    }
    return workspace;
  });
}

function projectPlans(seed: Seed) {
  if (seed.kind === 'sample') return [webProject, apiProject, notesProject()];
  return seed.kind === 'scale' ? [scaleProject(seed.items)] : [];
}

function userOf({ key, firstName, lastName }: Person): User {
  return {
    ...defaultRecords.user,
    id: uuidFromName('user', key),
    first_name: firstName,
    last_name: lastName,
    display_name: `${firstName} ${lastName}`,
    email: `${key}@contrail.example`,
  };
}

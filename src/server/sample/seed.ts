// Fills an empty database: with the sample workspace, an empty one, or one of any size.

import type { User } from '../../contract/resources/user.ts';
import { blanks } from '../database/blanks.ts';
import type { Workspace } from '../database/records.ts';
import type { Database } from '../database/store.ts';
import { nameId } from '../nameId.ts';
import { plantAbout } from './about.ts';
import { webProject } from './atlasWeb.ts';
import { plantCommercial } from './commercial.ts';
import { apiProject } from './courierApi.ts';
import { notesProject } from './fieldNotes.ts';
import { CALLER, PEOPLE, type Person } from './people.ts';
import { plantProject } from './plant.ts';
import { scaleProject } from './scale.ts';

/** The content of an empty database. `scale` is one project with that many work items. */
export type Seed =
  | { readonly kind: 'sample' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'scale'; readonly items: number };

const SLUG = 'contrail';
const LARGEST_SCALE = 1_000_000;

/** Parses `sample`, `empty` or `scale:<n>`; returns undefined for anything else. */
export function parseSeed(text: string): Seed | undefined {
  if (text === 'sample' || text === 'empty') return { kind: text };
  const items = /^scale:(\d{1,7})$/.exec(text)?.[1];
  return items === undefined || Number(items) > LARGEST_SCALE ? undefined : { kind: 'scale', items: Number(items) };
}

/**
 * Returns the workspace of this database. Creates it first in an empty database, in one transaction, so that only one
 * of two processes that start at once does so. Ids are derived from names and dates from `now` (milliseconds), so that
 * a seed is always the same.
 */
export function plant(store: Database, seed: Seed, now: number): Workspace {
  return store.write(() => {
    const standing = store.named('workspace');
    const known = standing === undefined ? undefined : store.get('workspace', standing);
    if (known !== undefined) return known;
    const workspace: Workspace = {
      id: nameId('workspace', SLUG),
      name: 'Contrail',
      slug: SLUG,
      caller: nameId('user', CALLER.key),
    };
    store.setNamed('workspace', workspace.id);
    store.insert('workspace', workspace.id, workspace);
    for (const person of seed.kind === 'sample' ? [CALLER, ...PEOPLE] : [CALLER])
      store.insert('user', workspace.id, userOf(person));
    for (const project of projectsOf(seed)) plantProject(store, workspace, project, now);
    if (seed.kind === 'sample') {
      plantAbout(store, workspace, now);
      plantCommercial(store, workspace, now);
    }
    return workspace;
  });
}

function projectsOf(seed: Seed) {
  if (seed.kind === 'sample') return [webProject, apiProject, notesProject()];
  return seed.kind === 'scale' ? [scaleProject(seed.items)] : [];
}

function userOf({ key, first, last }: Person): User {
  return {
    ...blanks.user,
    id: nameId('user', key),
    first_name: first,
    last_name: last,
    display_name: `${first} ${last}`,
    email: `${key}@contrail.example`,
  };
}

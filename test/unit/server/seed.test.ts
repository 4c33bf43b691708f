// Tests the content of a new database.
import { describe, expect, it } from 'vitest';
import { type Database } from '../../../src/server/database/database.ts';
import { openDatabase } from '../../../src/server/database/databaseFile.ts';
import { BY_POSITION, NEWEST_FIRST } from '../../../src/server/database/orders.ts';
import { type RecordTypeName, type Workspace } from '../../../src/server/database/records.ts';
import { parseSeed, seedDatabase } from '../../../src/server/sample/seed.ts';
import { sample } from '../../support/testServer.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function seededDatabase(seedText: string, now = NOW): { store: Database; workspace: Workspace } {
  const store = openDatabase(':memory:');
  const seed = parseSeed(seedText);
  if (seed === undefined) throw new Error(`Invalid seed: ${seedText}`);
  return { store, workspace: seedDatabase(store, seed, now) };
}

const idRows = (store: Database): unknown[] => store.rows('SELECT kind, id, owner FROM record ORDER BY kind, id');

describe('parseSeed', () => {
  it('parses sample, empty and scale:<n>, and rejects other texts', () => {
    expect(['sample', 'empty', 'scale:12'].map(parseSeed)).toEqual([
      { kind: 'sample' },
      { kind: 'empty' },
      { kind: 'scale', items: 12 },
    ]);
    expect(['', 'scale', 'scale:', 'scale:-1', 'scale:2000000', 'Sample'].map(parseSeed)).toEqual(
      Array(6).fill(undefined),
    );
  });
});

describe('The sample workspace', () => {
  it('has the same content if it is created twice for the same time, and the same ids for another time', () => {
    const firstStore = seededDatabase('sample').store;
    const secondStore = seededDatabase('sample').store;
    const allRowsSql = 'SELECT * FROM record ORDER BY kind, id';
    expect(secondStore.rows(allRowsSql)).toEqual(firstStore.rows(allRowsSql));
    expect(idRows(seededDatabase('sample', NOW + 1e10).store)).toEqual(idRows(firstStore));
  });

  it('has three projects, one with more work items than fit on a page', () => {
    const { store, workspace } = seededDatabase('sample');
    const projects = store.all('project', workspace.id, BY_POSITION);
    expect(projects.map((project) => [project.identifier, store.count('workItem', project.id)])).toEqual([
      ['WEB', 28],
      ['API', 12],
      ['NOTES', 130],
    ]);
  });

  it('refers only to records that exist', () => {
    const { store, workspace } = seededDatabase('sample');
    const danglingReferences: string[] = [];
    const check = (kind: RecordTypeName, id: unknown, itemName: string): void => {
      if (typeof id === 'string' && store.get(kind, id) === undefined) danglingReferences.push(`${itemName}: ${kind}`);
    };
    for (const project of store.all('project', workspace.id, BY_POSITION)) {
      for (const item of store.all('workItem', project.id, NEWEST_FIRST)) {
        check('state', item.state, item.name);
        check('workItem', item.parent, item.name);
        check('module', item.module, item.name);
        check('workItemType', item.type, item.name);
        for (const label of item.labels) check('label', label, item.name);
        for (const user of item.assignees) check('user', user, item.name);
        for (const comment of store.all('comment', item.id, NEWEST_FIRST)) check('user', comment.actor, item.name);
      }
    }
    expect(danglingReferences).toEqual([]);
  });

  it('assigns work items only to members of the project', () => {
    const { store, workspace } = seededDatabase('sample');
    for (const project of store.all('project', workspace.id, BY_POSITION)) {
      const members = store.all('membership', project.id, BY_POSITION).map((membership) => membership.user);
      for (const item of store.all('workItem', project.id, NEWEST_FIRST))
        expect(members).toEqual(expect.arrayContaining(item.assignees));
    }
  });

  it('has work items that start before they are due, and no changes in the future', () => {
    const { store } = seededDatabase('sample');
    for (const item of store.all('workItem', sample.project('WEB'), NEWEST_FIRST)) {
      if (item.start_date && item.target_date) expect(item.start_date <= item.target_date).toBe(true);
      expect(Date.parse(item.updated_at ?? '')).toBeLessThan(NOW);
      for (const comment of store.all('comment', item.id, NEWEST_FIRST)) {
        expect(comment.created_at && item.created_at && comment.created_at > item.created_at).toBe(true);
      }
    }
  });
});

describe('Seeding', () => {
  it('with `empty` creates an empty workspace that contains only its user', () => {
    const { store, workspace } = seededDatabase('empty');
    expect(idRows(store)).toHaveLength(2);
    expect(store.get('user', workspace.caller)?.display_name).toBe('Ada Park');
  });

  it('with `scale:50000` creates 50,000 work items in one project, so that the next number is 50,001', {
    timeout: 30_000,
  }, () => {
    const { store } = seededDatabase('scale:50000');
    const project = sample.project('SCALE');
    expect(store.count('workItem', project)).toBe(50_000);
    expect(store.list('workItem', project, NEWEST_FIRST).read(1, 0)[0]?.sequence_id).toBe(50_000);
    expect(store.incrementNumber(project)).toBe(50_001);
  });
});

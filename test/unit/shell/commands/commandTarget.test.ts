// Tests that commands find the record in the argument that a menu or a tree passes.
import { describe, expect, it } from 'vitest';
import { nameOfRecord } from '../../../../src/items/kindNames.ts';
import {
  emptyProjectOf,
  groupOf,
  initiativeStateOf,
  isRowTarget,
  ROW_ARGUMENT,
  recordOf,
  recordOfRow,
  rowIdOf,
} from '../../../../src/shell/commands/commandTarget.ts';
import { escapeCodicons, escapeCodiconsAndLinks, escapeLinks } from '../../../../src/shell/prompts/escape.ts';

describe('The argument of a command', () => {
  it.each([
    [
      { kind: 'project', project: 'p1' },
      { kind: 'project', within: '', id: 'p1' },
    ],
    [
      { kind: 'workItem', project: 'p1', id: 'w1', subItems: 2 },
      { kind: 'workItem', within: 'p1', id: 'w1' },
    ],
    [
      { project: 'p1', id: 'w1' },
      { kind: 'workItem', within: 'p1', id: 'w1' },
    ],
    [
      { kind: 'customerRequest', within: 'c1', id: 'r1', under: {} },
      { kind: 'customerRequest', within: 'c1', id: 'r1' },
    ],
    [
      { kind: 'project', within: '', id: 'p1' },
      { kind: 'project', within: '', id: 'p1' },
    ],
    [
      { kind: 'folder', folder: 'initiativeEpics', owner: 'i1' },
      { kind: 'initiative', within: '', id: 'i1' },
    ],
    [
      { kind: 'folder', folder: 'cycles', owner: 'p1' },
      { kind: 'project', within: '', id: 'p1' },
    ],
    [
      { kind: 'folder', folder: 'labelsOfInitiative', owner: 'i1' },
      { kind: 'initiative', within: '', id: 'i1' },
    ],
    [
      { kind: 'folder', folder: 'teamspaceMembers', owner: 't1' },
      { kind: 'teamspace', within: '', id: 't1' },
    ],
    [
      { kind: 'group', project: 'p1', by: 'module', value: 'm1' },
      { kind: 'module', within: 'p1', id: 'm1' },
    ],
  ])('is resolved to a record: %j', (target, address) => {
    expect(recordOf(target)).toEqual(address);
  });

  it.each([
    [undefined],
    ['workItem'],
    [{ kind: 'folder', folder: 'customerProperties', owner: '' }],
    [{ kind: 'teamspaceMember', within: 't1', id: 'u1' }],
    [{ kind: 'group', project: 'p1', by: 'state', value: 's1' }],
    [{ kind: 'more', list: {} }],
    [{ kind: 'empty', list: {}, under: { kind: 'project', project: 'p1' } }],
  ])('is not resolved to a record: %j', (target) => {
    expect(recordOf(target)).toBeUndefined();
  });

  it('can be a row that groups work items, including the row for work items without a value', () => {
    expect(groupOf({ kind: 'group', project: 'p1', by: 'state', value: 's1' })).toEqual({
      project: 'p1',
      by: 'state',
      value: 's1',
    });
    expect(groupOf({ kind: 'group', project: 'p1', by: 'assignee', value: null })).toEqual({
      project: 'p1',
      by: 'assignee',
      value: null,
    });
    expect(groupOf({ kind: 'project', project: 'p1' })).toBeUndefined();
  });

  it('can be the row of a project without work items', () => {
    const under = { kind: 'project', project: 'p1' };
    expect(emptyProjectOf({ kind: 'empty', list: {}, under })).toEqual({ kind: 'project', within: '', id: 'p1' });
    expect(
      emptyProjectOf({ kind: 'empty', list: {}, under: { kind: 'epic', within: 'p1', id: 'e1' } }),
    ).toBeUndefined();
    expect(emptyProjectOf({ kind: 'more', list: {}, under })).toBeUndefined();
    expect(emptyProjectOf(under)).toBeUndefined();
  });

  it('can contain the id of the row of a relation or link', () => {
    expect(rowIdOf({ project: 'p1', id: 'w1', row: 'l1' })).toBe('l1');
    expect(rowIdOf({ project: 'p1', id: 'w1', row: 1 })).toBeUndefined();
    expect(rowIdOf(undefined)).toBeUndefined();
  });

  it('can be a row that groups initiatives, from which the state of the initiatives is read', () => {
    expect(initiativeStateOf({ kind: 'initiativeGroup', state: 'PLANNED' })).toBe('PLANNED');
    expect(initiativeStateOf({ kind: 'initiativeGroup', state: '' })).toBeUndefined();
    expect(initiativeStateOf({ kind: 'initiative', within: '', id: 'i1' })).toBeUndefined();
  });
});

describe('The name of a record', () => {
  it('is the display name, the name, the title, or the first line of the description', () => {
    expect(nameOfRecord({ name: 'region', display_name: 'Region' })).toBe('Region');
    expect(nameOfRecord({ name: null, title: 'Larger boxes' })).toBe('Larger boxes');
    expect(nameOfRecord({ name: ' ', description_html: '<p>Milk</p><p>Bread</p>' })).toBe('Milk');
    expect(nameOfRecord({ name: null, description_html: '<p></p>' })).toBe('Unnamed');
  });

  it('is not rendered as an icon in a picker', () => {
    expect(escapeCodicons('$(trash) day')).not.toContain('$(');
  });

  it('is not rendered as a link in a notification', () => {
    expect(escapeLinks('Deleted [x](command:contrail.signOut).')).toBe('Deleted [x]\u200b(command:contrail.signOut).');
  });

  it('is rendered neither as an icon nor as a link in a question', () => {
    expect(escapeCodiconsAndLinks('$(trash) [x](command:y)')).toBe('$\u200b(trash) [x]\u200b(command:y)');
  });
});

it('recordOfRow and isRowTarget tell what a key in a tree applies to: a folder stands for no record', () => {
  const folder = { kind: 'folder', folder: 'epics', owner: 'p1', under: undefined };
  const project = { kind: 'project', project: 'p1', under: undefined };
  expect([recordOf(folder), recordOfRow(folder)]).toEqual([{ kind: 'project', within: '', id: 'p1' }, undefined]);
  expect(recordOfRow(project)).toEqual({ kind: 'project', within: '', id: 'p1' });
  expect([folder, project, ROW_ARGUMENT, { project: 'p1', id: 'i1' }, undefined].map(isRowTarget)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

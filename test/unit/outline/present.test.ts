// Owns the proof of how each row looks and what a screen reader says of it.
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/api/fault.ts';
import type { Project } from '../../../src/contract/resources/project.ts';
import type { Node } from '../../../src/outline/node.ts';
import { type Names, type Presentation, present } from '../../../src/outline/present.ts';
import { item, known, project } from './known.ts';

const root = { kind: 'root' } as const;
const inProject = { kind: 'project', project: 'p1' } as const;
const words = (fault: Fault): string => `It is ${fault.kind}.`;

function shown(node: Node, names: Names = known([])): Presentation {
  return present(node, names, words);
}

function shownItem(changes: Parameters<typeof item>[1], subItems = 0): Presentation {
  return shown({ kind: 'workItem', project: 'p1', id: 'w12', subItems }, known([item('w12', changes)]));
}

describe('a project', () => {
  const of = (changes: Partial<Project>): Presentation => shown(inProject, known([], undefined, [{ ...project, ...changes }]));

  it('shows its name and identifier, and its description when one hovers', () => {
    expect(of({})).toEqual({
      label: 'Atlas Web',
      description: 'WEB',
      icon: { id: 'project' },
      tooltip: 'The board',
      collapsible: true,
      context: 'project',
      spoken: 'Atlas Web, project WEB',
    });
    expect(of({ description: '' }).tooltip).toBe('Atlas Web');
  });

  it('that she has not joined says so', () => {
    const row = of({ is_member: false });
    expect(row.description).toBe('WEB · not joined');
    expect(row.tooltip).toContain('have not joined');
    expect(row.spoken).toBe('Atlas Web, project WEB · not joined');
  });

  it('that nobody told of is at least its id', () => {
    expect(shown({ kind: 'project', project: 'p9' }).label).toBe('p9');
  });
});

describe('a work item', () => {
  it('shows identifier and name, priority and people, and its state as an icon; all of it is spoken', () => {
    expect(shownItem({ name: 'Fix login', state: 's1', priority: 'high', assignees: ['u1', 'u2'] })).toEqual({
      label: 'WEB-12 ↑ Fix login',
      description: 'High · Ada, Bruno',
      icon: { id: 'color-mode', color: 'charts.yellow' },
      collapsible: false,
      context: 'workItem',
      spoken: 'WEB-12 Fix login, state In Progress, priority High, assigned to Ada, Bruno',
    });
  });

  it('without priority, people and state says nothing of them', () => {
    expect(shownItem({ name: 'Fix login' })).toEqual({
      label: 'WEB-12 Fix login',
      icon: { id: 'circle-large-outline' },
      collapsible: false,
      context: 'workItem',
      spoken: 'WEB-12 Fix login',
    });
  });

  it('leaves out people whose names are not known', () => {
    expect(shownItem({ assignees: ['u1', 'stranger'] }).description).toBe('Ada');
  });

  it('opens where it has sub-items', () => {
    expect(shownItem({}, 2).collapsible).toBe(true);
  });

  it.each([
    ['urgent', '‼'],
    ['high', '↑'],
    ['medium', '='],
    ['low', '↓'],
  ])('of priority %s has the sign %s before its name', (priority, sign) => {
    expect(shownItem({ priority, name: 'Fix' }).label).toBe(`WEB-12 ${sign} Fix`);
  });

  it('shows a priority of the server’s own as it is, without a sign', () => {
    expect(shownItem({ priority: 'critical', name: 'Fix' })).toMatchObject({ label: 'WEB-12 Fix', description: 'critical' });
  });

  it('that has gone is still a row', () => {
    expect(shown({ kind: 'workItem', project: 'p1', id: 'gone', subItems: 0 })).toMatchObject({ label: '…', context: 'workItem' });
  });

  it.each([
    ['backlog', 'circle-outline'],
    ['unstarted', 'circle-large-outline'],
    ['started', 'color-mode'],
    ['completed', 'pass-filled'],
    ['cancelled', 'circle-slash'],
    ['triage', 'circle-large-outline'],
    ['constructor', 'circle-large-outline'],
  ])('in a state of the group %s has the icon %s', (group, id) => {
    const names = { ...known([item('w1', { state: 's1' })]), state: () => ({ id: 's1', name: 'Some', group }) };
    expect(shown({ kind: 'workItem', project: 'p1', id: 'w1', subItems: 0 }, names).icon?.id).toBe(id);
  });
});

describe('the row for the next page', () => {
  it.each<[number, number | undefined, string, string]>([
    [100, 3412, 'Load 100 more of 3,412', '100 of 3,412 work items are shown.'],
    [3400, 3412, 'Load 12 more of 3,412', '3,400 of 3,412 work items are shown.'],
    [100, undefined, 'Load 100 more', '100 work items are shown.'],
    [130, 130, 'Load 1 more of 130', '130 of 130 work items are shown.'],
  ])('after %s of %s says “%s”', (loaded, total, label, tooltip) => {
    expect(shown({ kind: 'more', place: inProject, loaded, total })).toEqual({
      label,
      tooltip,
      icon: { id: 'fold-down' },
      collapsible: false,
      context: 'more',
      spoken: `${label} work items`,
    });
  });

  it('of projects speaks of projects', () => {
    expect(shown({ kind: 'more', place: root, loaded: 100, total: 150 }).spoken).toBe('Load 50 more of 150 projects');
  });
});

describe('an empty list', () => {
  it('says what there is none of', () => {
    expect(shown({ kind: 'empty', place: root }).label).toBe('No projects in this workspace');
    expect(shown({ kind: 'empty', place: inProject })).toMatchObject({ label: 'No work items', spoken: 'No work items', context: 'empty' });
  });
});

describe('a list that could not be read', () => {
  it('says why, on the row and when one hovers, and looks like a warning', () => {
    expect(shown({ kind: 'failed', place: inProject, fault: { kind: 'broken', status: 502, detail: '' } })).toEqual({
      label: 'It is broken.',
      tooltip: 'It is broken. Click to try again.',
      icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
      collapsible: false,
      context: 'failed',
      spoken: 'Could not be read: It is broken.',
    });
  });

  it('for want of a good key offers to sign in', () => {
    expect(shown({ kind: 'failed', place: root, fault: { kind: 'unsigned', status: 401, detail: '' } }).context).toBe('failed.unsigned');
  });
});

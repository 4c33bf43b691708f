// Tests that misleading characters in names that other users have entered are never shown.
// Each misleading character is tested in each field.

import { describe, expect, it } from 'vitest';
import { fillTemplate } from '../../../../src/core/branches/template.ts';
import { markdownLink } from '../../../../src/core/session/markdownLink.ts';
import { activityText } from '../../../../src/features/activity/activityText.ts';
import { presentTreeRow } from '../../../../src/features/tree/presentation/present.ts';
import { tooltipOf } from '../../../../src/features/tree/presentation/tooltip.ts';
import type { Grouping } from '../../../../src/items/fields.ts';
import { escapeCodicons, escapeLinks } from '../../../../src/shell/prompts/escape.ts';
import type { Node } from '../../../../src/shell/tree/node.ts';
import { misleadingNames, misleadingPattern, textPerMisleadingCharacter } from '../../../support/hostile/misleading.ts';
import { createTreeData, item } from './treeData.ts';

const MISLEADING = misleadingPattern({ allowsIsolates: true });
const MISLEADING_IN_LINES = misleadingPattern({ allowsIsolates: true, allowsLineBreaks: true });
const MISLEADING_IN_PLAIN_TEXT = misleadingPattern({ allowsIsolates: false });
const names = [...misleadingNames(), ...textPerMisleadingCharacter()];

/** Returns tree data in which all records have this name. */
function treeDataWithName(name: string) {
  const record = {
    id: 'r1',
    name,
    title: name,
    display_name: name,
    description: name,
    email: name,
    state: name,
    stage: name,
    link: name,
  };
  const getRecord = () => record as never;
  return createTreeData({
    projects: [{ id: 'p1', name, identifier: 'WEB', description: name }],
    items: [
      item('i1', {
        name,
        description_html: `<p>${name}</p>`,
        state: 's1',
        priority: 'high',
        labels: ['l1'],
        assignees: ['u1'],
      }),
    ],
    states: [{ id: 's1', name, group: 'started' }],
    users: [{ id: 'u1', display_name: name }],
    groupNames: { 'i1 cycle': [name], 'i1 modules': [name] },
    ownItems: { recents: [{ project: 'p1', id: 'i2', identifier: 'WEB-2', name }] },
    records: {
      initiative: getRecord,
      initiativeLabel: getRecord,
      epic: () => item('u1', { name, state: 's1', priority: name }) as never,
      cycle: getRecord,
      module: getRecord,
      teamspace: getRecord,
      customer: getRecord,
      customerRequest: getRecord,
      customerProperty: getRecord,
    },
  });
}

const PROJECT: Node = { kind: 'project', project: 'p1', under: undefined };
const RECORD_KINDS = [
  'initiative',
  'initiativeLabel',
  'epic',
  'teamspace',
  'teamspaceMember',
  'customer',
  'customerRequest',
  'customerProperty',
] as const;
const GROUPS: readonly Grouping[] = ['state', 'priority', 'assignee', 'label', 'module', 'cycle', 'type'];

function nodes(name: string): Node[] {
  return [
    PROJECT,
    { kind: 'workItem', project: 'p1', id: 'i1', under: PROJECT },
    { kind: 'workItem', project: 'p1', id: 'i2', under: PROJECT },
    ...GROUPS.flatMap((by) =>
      ['s1', 'u1', name].map((value): Node => ({ kind: 'group', project: 'p1', by, value, under: PROJECT })),
    ),
    ...RECORD_KINDS.map((kind): Node => ({ kind, within: 'p1', id: 'u1', under: PROJECT })),
  ];
}

describe.each(names.map((name) => [JSON.stringify(name), name] as const))('The name %s', (_, name) => {
  it('is shown without misleading characters in tree rows', () => {
    const treeData = treeDataWithName(name);
    for (const node of nodes(name)) {
      const { label, description = '', tooltip = '', accessibleName } = presentTreeRow(node, treeData);
      for (const text of [label, description, accessibleName]) expect(text, node.kind).not.toMatch(MISLEADING);
      expect(tooltip, node.kind).not.toMatch(MISLEADING_IN_LINES);
    }
    expect(tooltipOf({ project: 'p1', id: 'i1' }, 'WEB-1', treeData)).not.toMatch(MISLEADING_IN_LINES);
  });

  it('is shown without misleading characters in pickers, notifications, the status bar and activities', () => {
    expect(escapeCodicons(`${name} · ${name}`)).not.toMatch(MISLEADING);
    expect(escapeLinks(`Deleted “${name}”.`)).not.toMatch(MISLEADING);
    expect(escapeLinks(`Deleted:\n${name}`, { keepLines: true })).not.toMatch(MISLEADING_IN_LINES);
    const activity = { id: 'a', verb: 'updated', field: 'state', old_value: name, new_value: 's2' };
    expect(activityText(activity as never, () => name, '2026-11-20')).not.toMatch(MISLEADING);
  });

  it('is used without misleading characters in commit messages, branch names and links', () => {
    const values = {
      identifier: 'WEB-1',
      number: '1',
      project: 'WEB',
      title: name,
      type: name,
      priority: name,
      user: name,
      date: '2026-11-20',
    };
    for (const purpose of ['text', 'branch'] as const) {
      const filled = fillTemplate('${identifier} ${title} ${user} ${slug}', values, purpose);
      expect('text' in filled && filled.text).not.toMatch(MISLEADING_IN_PLAIN_TEXT);
    }
    expect(markdownLink(name, 'https://plane.example/x')).not.toMatch(MISLEADING_IN_PLAIN_TEXT);
  });
});

describe('A right-to-left name', () => {
  it('does not reorder the text around it', () => {
    const treeData = treeDataWithName('שלום 5');
    const row = presentTreeRow({ kind: 'workItem', project: 'p1', id: 'i1', under: PROJECT }, treeData);
    expect(row.label).toBe('1 \u2068שלום 5\u2069');
    expect(row.description).toBe('\u2068ש5\u2069');
  });
});

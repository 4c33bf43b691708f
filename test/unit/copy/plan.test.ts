// Tests planning a copy: users, counts, warnings, requests and what prevents the copy.
import { describe, expect, it } from 'vitest';
import { batchesOf, planCopy, writeOperationsOf } from '../../../src/copy/plan.ts';
import type { SourceItem, SourceProject } from '../../../src/copy/source.ts';
import type { TargetInfo } from '../../../src/copy/targetInfo.ts';
import { mapUsers } from '../../../src/copy/users.ts';

const target: TargetInfo = {
  user: 'target-me',
  role: 20,
  members: [
    { id: 'target-me', email: 'me@company.example' },
    { id: 'target-bruno', email: 'Bruno@Contrail.example ' },
  ],
  projects: [{ name: 'Docs', identifier: 'DOC' }],
  missingScopes: [],
  requestsPerMinute: 60,
  isOpenSource: false,
};

const users = [
  { id: 'me', name: 'Ada Park', email: 'ada@contrail.example' },
  { id: 'bruno', name: 'Bruno Keller', email: 'bruno@contrail.example' },
  { id: 'elif', name: 'Elif Aydin', email: 'elif@contrail.example' },
];

function item(number: number, fields: Partial<SourceItem> = {}): SourceItem {
  return {
    id: `item-${number}`,
    number,
    name: `Item ${number}`,
    html: '<p></p>',
    state: null,
    priority: 'none',
    assignees: [],
    labels: [],
    parent: null,
    estimate: null,
    type: null,
    start: null,
    target: null,
    relations: [],
    links: [],
    comments: [],
    attachments: [],
    ...fields,
  };
}

function project(fields: Partial<SourceProject> = {}): SourceProject {
  return {
    id: 'project',
    name: 'Atlas Web',
    identifier: 'WEB',
    description: '',
    user: 'me',
    users,
    states: [],
    labels: [],
    modules: [],
    cycles: [],
    items: [],
    unreadable: 0,
    ...fields,
  };
}

describe('mapUsers', () => {
  it('maps users with equal email addresses to each other, and the signed-in users of both accounts', () => {
    expect(mapUsers(project(), target)).toEqual({ me: 'target-me', bruno: 'target-bruno' });
  });

  it('does not map users without an email address', () => {
    const targetWithoutEmails = { user: 'target-me', members: [{ id: 'x', email: null }] };
    expect(mapUsers({ user: 'me', users: [{ id: 'y', name: 'Y', email: null }] }, targetWithoutEmails)).toEqual({
      me: 'target-me',
    });
  });
});

describe('planCopy', () => {
  it('adds a user to the project only if a field refers to the user, for example an assignee', () => {
    const source = project({ items: [item(1, { assignees: ['bruno', 'elif', 'me'] })] });
    expect(planCopy({ source, target }).plan.members).toEqual(['target-bruno']);
    expect(planCopy({ source: project({ items: [item(1)] }), target }).plan.members).toEqual([]);
  });

  it('warns of users in fields and mentions who have no account on the target', () => {
    const html = '<mention-component entity_identifier="elif"></mention-component>';
    const projectWithAssignees = project({ items: [item(1, { assignees: ['elif', 'bruno'] })] });
    const projectWithMentions = project({ items: [item(1, { html })] });
    for (const source of [projectWithAssignees, projectWithMentions]) {
      expect(planCopy({ source, target }).plan.warnings).toEqual([{ kind: 'unknownUsers', names: ['Elif Aydin'] }]);
    }
  });

  it('warns of everything that cannot be copied to the target', () => {
    const comment = { id: 'c', html: '', access: null, author: 'bruno', createdAt: null };
    const image = '<image-component src="22222222-2222-4222-8222-222222222222"></image-component>';
    const source = project({
      states: [
        { id: 's', name: 'Triage', color: null, group: 'triage', description: '', sequence: 1, isDefault: false },
      ],
      items: [
        item(1, { comments: [comment, { ...comment, id: 'd', author: 'me' }], html: image }),
        item(3, { type: 'bug', estimate: 'an id of a point', relations: [{ type: 'relates_to', other: 'elsewhere' }] }),
        item(4, { estimate: '3', attachments: [{ id: 'a', name: 'a', type: '', size: 6_000_000 }] }),
      ],
      unreadable: 2,
    });
    expect(planCopy({ source, target }).plan.warnings).toEqual([
      { kind: 'otherAuthors', count: 1 },
      { kind: 'otherNumbers', count: 2 },
      { kind: 'types', count: 1 },
      { kind: 'estimates', count: 1 },
      { kind: 'relationsOutside', count: 1 },
      { kind: 'images', count: 1 },
      { kind: 'largeAttachments', count: 1 },
      { kind: 'states', names: ['Triage'] },
      { kind: 'unreadable', count: 2 },
    ]);
    const openSourcePlan = planCopy({ source, target: { ...target, isOpenSource: true } }).plan;
    expect(openSourcePlan.warnings).toContainEqual({ kind: 'estimates', count: 2 });
  });

  it('estimates the time from the number of requests and the rate limit', () => {
    const source = project({ items: Array.from({ length: 100 }, (_, index) => item(index + 1)) });
    const minutesAt = (requestsPerMinute: number) =>
      planCopy({ source, target: { ...target, requestsPerMinute } }).plan.minutes;
    expect([minutesAt(1), minutesAt(60), minutesAt(10_000)]).toEqual([104, 2, 1]);
  });

  it('returns no blockers if the copy can start', () => {
    expect(planCopy({ source: project(), target }).blockers).toEqual([]);
  });

  it('returns a blocker for missing scopes, the guest role, a used name or identifier, and an invalid name', () => {
    const blockersWith = (facts: Partial<TargetInfo>, names = {}) =>
      planCopy({ source: project(), target: { ...target, ...facts }, ...names }).blockers.map(({ kind }) => kind);
    expect(blockersWith({ missingScopes: ['projects:write'] })).toEqual(['missingScopes']);
    expect(blockersWith({ role: 5 })).toEqual(['guest']);
    expect(blockersWith({}, { name: 'Docs' })).toEqual(['nameTaken']);
    expect(blockersWith({}, { identifier: 'doc' })).toEqual(['identifierTaken']);
    expect(blockersWith({}, { name: 'Atlas (Web)' })).toEqual(['invalidName']);
  });

  it('requires only the scopes for kinds of records that the project contains', () => {
    expect(writeOperationsOf(project())).toEqual(['createProject']);
    expect(
      writeOperationsOf(project({ items: [item(1, { links: [{ id: 'l', url: 'https://a.example', title: '' }] })] })),
    ).toEqual(['createProject', 'updateWorkItem', 'updateLink']);
  });
});

it.each([
  [0, []],
  [100, [100]],
  [101, [100, 1]],
  [200, [100, 100]],
])('%i work items are added to a module in requests of at most 100', (count, sizes) => {
  const items = Array.from({ length: count }, (_, index) => index);
  expect(batchesOf(items).map(({ length }) => length)).toEqual(sizes);
  expect(batchesOf(items).flat()).toEqual(items);
});

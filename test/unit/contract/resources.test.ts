// Tests schemas of projects and comments, and names of users.
import { describe, expect, it } from 'vitest';
import { activity, activityTime } from '../../../src/contract/resources/activity.ts';
import { newAttachment } from '../../../src/contract/resources/attachment.ts';
import { comment, newComment } from '../../../src/contract/resources/comment.ts';
import { epicIds, labelIds, projectIds } from '../../../src/contract/resources/initiative.ts';
import { linkName, newLink } from '../../../src/contract/resources/link.ts';
import { changedModule, module_, workItemIds } from '../../../src/contract/resources/module.ts';
import { newProject } from '../../../src/contract/resources/project.ts';
import { newRelation } from '../../../src/contract/resources/relation.ts';
import { isClosedGroup } from '../../../src/contract/resources/state.ts';
import { nameOfUser } from '../../../src/contract/resources/user.ts';

function errorMessageFor(project: Record<string, unknown>): string | undefined {
  return newProject.safeParse({ name: 'Atlas', identifier: 'ATLAS', ...project }).error?.issues[0]?.message;
}

describe('A new project', () => {
  it('has a name and an identifier, whose surrounding spaces are removed', () => {
    expect(newProject.parse({ name: ' Atlas Web ', identifier: ' WEB ' })).toEqual({
      name: 'Atlas Web',
      identifier: 'WEB',
    });
  });

  it.each([
    [{ name: '' }, 'Enter a name.'],
    [{ identifier: '  ' }, 'Enter an identifier.'],
    [{ identifier: 'THIRTEENCHARS' }, 'Use at most 12 characters.'],
    [{ name: 'x'.repeat(256) }, 'Use at most 255 characters.'],
    [{ name: 'R&D' }, "Special characters such as & + , : ; $ - . ( ) aren't allowed."],
    [{ identifier: 'A-B' }, "Special characters such as & + , : ; $ - . ( ) aren't allowed."],
  ])('is rejected with a message when it contains %j', (project, message) => {
    expect(errorMessageFor(project)).toBe(message);
  });
});

describe('A comment', () => {
  it('may have no author and no creation time', () => {
    expect(comment.parse({ id: 'c1' })).toEqual({ id: 'c1' });
  });

  it('can only be created as internal or external', () => {
    expect(newComment.safeParse({ comment_html: '<p>Hi</p>', access: 'EXTERNAL' }).success).toBe(true);
    expect(newComment.safeParse({ comment_html: '<p>Hi</p>', access: 'PUBLIC' }).success).toBe(false);
  });
});

it('The response to a change of a module may omit its id, as on open-source servers', () => {
  expect(changedModule.safeParse({ name: 'Offline' }).success).toBe(true);
  expect(module_.safeParse({ name: 'Offline' }).success).toBe(false);
});

describe('activityTime', () => {
  it.each([
    [{ created_at: '2026-11-20T12:00:00Z', epoch: 5 }, Date.UTC(2026, 10, 20, 12)],
    [{ epoch: 5 }, 5000],
    [{ created_at: 'yesterday', epoch: null }, 0],
  ])('returns for the activity %j %i', (times, milliseconds) => {
    expect(activityTime(activity.parse({ id: 'a1', ...times }))).toBe(milliseconds);
  });
});

describe('isClosedGroup', () => {
  it.each([
    ['completed', true],
    ['cancelled', true],
    ['backlog', false],
    ['started', false],
    [null, false],
    [undefined, false],
  ])('returns for the group %s %s', (group, isClosed) => {
    expect(isClosedGroup(group)).toBe(isClosed);
  });
});

describe('nameOfUser', () => {
  it.each([
    [{ id: 'u1', display_name: 'ada', first_name: 'Ada' }, 'ada'],
    [{ id: 'u1', display_name: '', first_name: 'Ada', last_name: 'Park' }, 'Ada Park'],
    [{ id: 'u1', first_name: null, last_name: 'Park' }, 'Park'],
    [{ id: 'u1', email: 'ada@contrail.example' }, 'ada@contrail.example'],
    [{ id: 'u1' }, 'u1'],
  ])('returns for the user %j the name %s', (user, name) => {
    expect(nameOfUser(user)).toBe(name);
  });
});

it.each([
  [' Notes ', 'Notes'],
  [' ', 'https://plane.so'],
  [null, 'https://plane.so'],
  [undefined, 'https://plane.so'],
])('A link with the title %j is called %s', (title, name) => {
  expect(linkName({ title, url: 'https://plane.so' })).toBe(name);
});

const ID = '6f1c1f0e-6f0c-4c3b-9d0e-2f4b8f4d3c21';
const FILE = { name: 'a', type: 't', size: 1 };
const RELATION = { relation_type: 'blocking', issues: [ID] };

it.each([
  ['a file', newAttachment, FILE, { ...FILE, name: ' ' }, 'A file needs a name.'],
  ['the type of a file', newAttachment, FILE, { ...FILE, type: '' }, 'A file needs a type.'],
  ['the size of a file', newAttachment, FILE, { ...FILE, size: 0 }, "An empty file can't be attached."],
  ['the labels of an initiative', labelIds, { label_ids: [ID] }, { label_ids: [] }, 'Select at least one label.'],
  ['its projects', projectIds, { project_ids: [ID] }, { project_ids: [] }, 'Select at least one project.'],
  ['its epics', epicIds, { epic_ids: [ID] }, { epic_ids: [] }, 'Select at least one epic.'],
  ['work items', workItemIds, { issues: [ID] }, { issues: [] }, 'Select at least one work item.'],
  ['a relation', newRelation, RELATION, { ...RELATION, issues: [] }, 'Select at least one work item.'],
  [
    'a link',
    newLink,
    { url: 'https://plane.so' },
    { url: 'ftp://plane.so' },
    'Use a web address that starts with https:// or http://.',
  ],
])(
  'The smallest body for %s is accepted, and one without it is rejected with a message',
  (_, schema, body, bad, text) => {
    expect(schema.safeParse(body)).toMatchObject({ success: true });
    expect(schema.safeParse(bad).error?.issues.map(({ message }) => message)).toEqual([text]);
  },
);

// Tests schemas of projects and comments, and names of users.
import { describe, expect, it } from 'vitest';
import { activity, activityTime } from '../../../src/contract/resources/activity.ts';
import { comment, newComment } from '../../../src/contract/resources/comment.ts';
import { linkName } from '../../../src/contract/resources/link.ts';
import { changedModule, module_ } from '../../../src/contract/resources/module.ts';
import { newProject } from '../../../src/contract/resources/project.ts';
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

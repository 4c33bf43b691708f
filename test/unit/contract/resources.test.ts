// Owns the proof of the smaller resources: projects to be made, comments, and the names of people.
import { describe, expect, it } from 'vitest';
import { comment, newComment } from '../../../src/contract/resources/comment.ts';
import { newProject } from '../../../src/contract/resources/project.ts';
import { nameOfUser } from '../../../src/contract/resources/user.ts';

function ruleFor(project: Record<string, unknown>): string | undefined {
  return newProject.safeParse({ name: 'Atlas', identifier: 'ATLAS', ...project }).error?.issues[0]?.message;
}

describe('a project to be made', () => {
  it('has a name and an identifier, without the spaces around them', () => {
    expect(newProject.parse({ name: ' Atlas Web ', identifier: ' WEB ' })).toEqual({
      name: 'Atlas Web',
      identifier: 'WEB',
    });
  });

  it.each([
    [{ name: '' }, 'A project needs a name'],
    [{ identifier: '  ' }, 'A project needs an identifier'],
    [{ identifier: 'THIRTEENCHARS' }, 'At most 12 characters'],
    [{ name: 'x'.repeat(256) }, 'At most 255 characters'],
    [{ name: 'R&D' }, 'Leave out special characters such as & + , : ; $ - . ( )'],
    [{ identifier: 'A-B' }, 'Leave out special characters such as & + , : ; $ - . ( )'],
  ])('says what is wrong with %j', (given, rule) => {
    expect(ruleFor(given)).toBe(rule);
  });
});

describe('a comment', () => {
  it('may leave out its author and time', () => {
    expect(comment.parse({ id: 'c1' })).toEqual({ id: 'c1' });
  });

  it('is internal or external when it is made, and nothing else', () => {
    expect(newComment.safeParse({ comment_html: '<p>Hi</p>', access: 'EXTERNAL' }).success).toBe(true);
    expect(newComment.safeParse({ comment_html: '<p>Hi</p>', access: 'PUBLIC' }).success).toBe(false);
  });
});

describe('a person', () => {
  it.each([
    [{ id: 'u1', display_name: 'ada', first_name: 'Ada' }, 'ada'],
    [{ id: 'u1', display_name: '', first_name: 'Ada', last_name: 'Park' }, 'Ada Park'],
    [{ id: 'u1', first_name: null, last_name: 'Park' }, 'Park'],
    [{ id: 'u1', email: 'ada@contrail.example' }, 'ada@contrail.example'],
    [{ id: 'u1' }, 'u1'],
  ])('of %j is called %s', (user, name) => {
    expect(nameOfUser(user)).toBe(name);
  });
});

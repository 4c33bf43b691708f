// Tests that the settings of a folder can name a workspace and a project, and no other values.
import { describe, expect, it } from 'vitest';
import { bindsOtherWorkspace, isBoundProject, parseBinding } from '../../../../src/core/session/folderBinding.ts';

const project = { id: '11111111-2222-4333-8444-555555555555', identifier: 'WEB' };

describe('A folder binding', () => {
  it('names a workspace by its slug and a project by its identifier or id', () => {
    expect(parseBinding({ workspace: 'my_team-2', project: 'web' })).toEqual({
      workspace: 'my_team-2',
      project: 'WEB',
    });
    expect(isBoundProject(parseBinding({ workspace: 'acme', project: 'web' }), 'Acme', project)).toBe(true);
    expect(isBoundProject(parseBinding({ workspace: '', project: project.id }), 'acme', project)).toBe(true);
    expect(isBoundProject(parseBinding({ workspace: 'acme', project: 'API' }), 'acme', project)).toBe(false);
  });

  it('names a workspace of at most 80 characters and a project of at most 12', () => {
    const binding = (length: number, projectLength: number) =>
      parseBinding({ workspace: 'a'.repeat(length), project: 'B'.repeat(projectLength) });
    expect(binding(80, 12)).toEqual({ workspace: 'a'.repeat(80), project: 'B'.repeat(12) });
    expect(binding(81, 13)).toEqual({ workspace: undefined, project: undefined });
  });

  it.each([
    'https://evil.example/acme',
    '//evil.example',
    'evil.example',
    'acme/../other',
    'acme\nevil',
    'acme?x=1',
    'two words',
    '$(alert)',
    '[x](command:quit)',
    'a'.repeat(500),
    '',
    42,
    true,
    null,
    undefined,
    ['acme'],
    { slug: 'acme' },
  ])('is empty if the value of the setting is %j', (value) => {
    expect(parseBinding({ workspace: value, project: value })).toEqual({ workspace: undefined, project: undefined });
  });

  it('does not match a project of the current workspace if the binding names another workspace', () => {
    const binding = parseBinding({ workspace: 'other', project: 'WEB' });
    expect(bindsOtherWorkspace(binding, 'acme')).toBe(true);
    expect(isBoundProject(binding, 'acme', project)).toBe(false);
    expect(bindsOtherWorkspace(parseBinding({ workspace: '', project: 'WEB' }), 'acme')).toBe(false);
  });
});

// Tests how the setting for templates is parsed, and how mistakes in the setting are explained.
import { describe, expect, it } from 'vitest';
import { parseTemplates } from '../../../../src/items/form/template.ts';

const problemOf = (entry: unknown): unknown => {
  const [template] = parseTemplates({ user: [entry], folders: [] });
  return template !== undefined && 'problem' in template ? template.problem : undefined;
};

describe('parseTemplates', () => {
  it('returns folder templates before user templates, and only the first of templates with the same name', () => {
    const bugTemplate = { name: 'Bug', labels: ['bug'], assignees: [], title: '' };
    const folders = [[bugTemplate], undefined, [{ name: 'Bug', priority: 'low' }]];
    const user = [{ name: ' Task\n', description: '**Steps**' }, { name: 'Bug' }];
    expect(parseTemplates({ user, folders })).toEqual([
      { name: 'Bug', labels: ['bug'], assignees: [] },
      { name: 'Task', description: '**Steps**' },
    ]);
  });

  it.each([[undefined], ['Bug'], [{ name: 'Bug' }]])('returns no templates if the setting is %o', (user) => {
    expect(parseTemplates({ user, folders: [user] })).toEqual([]);
  });

  it.each([
    ['Bug', 'The name is missing.'],
    [null, 'The name is missing.'],
    [{ title: 'x' }, 'The name is missing.'],
    [{ name: 'Bug', server: 'https://evil.example' }, '“server” is not a supported property of a template.'],
    [{ name: 'Bug', apiKey: 'k' }, '“apiKey” is not a supported property of a template.'],
    [{ name: 'Bug', workspace: 'acme' }, '“workspace” is not a supported property of a template.'],
    [{ name: 'Bug', labels: 'bug' }, '“labels” must be a list of names.'],
    [{ name: 'Bug', labels: [1] }, '“labels” must be a list of names.'],
    [{ name: 'Bug', title: 3 }, '“title” must be a text of at most 10,000 characters.'],
    [{ name: 'Bug', description: 'x'.repeat(10_001) }, '“description” must be a text of at most 10,000 characters.'],
    [{ name: 'Bug', priority: 'asap' }, '“asap” is not a priority. Use urgent, high, medium, low, or none.'],
  ])('explains why %o is not a template', (entry, problem) => {
    expect(problemOf(entry)).toBe(problem);
  });

  it('leaves out hidden characters', () => {
    const hidden = '\u200B\u{E0041}';
    const template = { name: `Bug${hidden}`, title: `Fix${hidden}`, description: `One\n${hidden}two` };
    expect(parseTemplates({ user: [], folders: [[template]] })).toEqual([
      { name: 'Bug', title: 'Fix', description: 'One\ntwo' },
    ]);
  });

  it('names an entry without a name after its position in the list', () => {
    const [, second] = parseTemplates({ user: [{ name: 'Bug' }, {}], folders: [] });
    expect(second).toEqual({ name: 'Template 2', problem: 'The name is missing.' });
  });
});

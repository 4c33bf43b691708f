// Tests the scopes of settings: a cloned repository must not determine where the key is sent.
import { describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';
import { filesBelow } from './sources.ts';

const { configuration = [] } = manifest.contributes;
const groups = 'properties' in configuration ? [configuration] : configuration;
const settings = Object.assign(
  {},
  ...groups.map(({ properties }) => properties),
) as (typeof groups)[number]['properties'];

describe('A setting', () => {
  it('starts with contrail. and has a description', () => {
    const invalidSettings = Object.entries(settings).filter(
      ([id, { description, markdownDescription }]) =>
        !id.startsWith('contrail.') || (description ?? markdownDescription ?? '') === '',
    );
    expect(invalidSettings.map(([id]) => id)).toEqual([]);
  });

  const repositorySettings = Object.entries(settings).filter(
    ([, { scope }]) => scope !== 'application' && scope !== 'machine',
  );

  it('for URLs, keys or sign-in can’t be set by a repository, except contrail.workspace', () => {
    const sensitiveName =
      /url|host|server|address|origin|slug|workspace|proxy|key|token|secret|password|auth|sign|cert/i;
    expect(repositorySettings.map(([id]) => id).filter((id) => sensitiveName.test(id))).toEqual(['contrail.workspace']);
  });

  it('that a repository can set is ignored in an untrusted folder', () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    // VS Code ignores the restricted settings in untrusted folders only with `supported: "limited"`.
    expect(supported).toBe('limited');
    expect([...restrictedConfigurations].sort()).toEqual(repositorySettings.map(([id]) => id).sort());
  });

  it('for the workspace or project of a folder has the scope resource and a pattern that matches no URL', () => {
    const folderSettings = Object.entries(settings).filter(
      ([id]) => id === 'contrail.workspace' || id === 'contrail.project',
    );
    expect(folderSettings.map(([, { scope }]) => scope)).toEqual(['resource', 'resource']);
    for (const [, { pattern = '' }] of folderSettings) {
      const settingPattern = new RegExp(pattern, 'u');
      expect(['', 'web', 'WEB'].filter((text) => !settingPattern.test(text))).toEqual([]);
      expect(
        ['https://evil.example', 'evil.example', 'evil/web', 'a b', '../x'].filter((text) => settingPattern.test(text)),
      ).toEqual([]);
    }
  });

  it('that package.json declares is read by the shell', () => {
    const shellSource = filesBelow('src/shell', '.ts')
      .map(({ text }) => text)
      .join('\n');
    expect(Object.keys(settings).filter((id) => !shellSource.includes(id.slice('contrail.'.length)))).toEqual([]);
  });
});

// Tests the scope of settings: those of a cloned repository must not determine where the key is
// sent.
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
    const wrong = Object.entries(settings).filter(
      ([id, { description, markdownDescription }]) =>
        !id.startsWith('contrail.') || (description ?? markdownDescription ?? '') === '',
    );
    expect(wrong.map(([id]) => id)).toEqual([]);
  });

  const reachable = Object.entries(settings).filter(([, { scope }]) => scope !== 'application' && scope !== 'machine');

  it('about addresses, keys or sign-in can’t be set by a repository, except the workspace slug', () => {
    const about = /url|host|server|address|origin|slug|workspace|proxy|key|token|secret|password|auth|sign|cert/i;
    expect(reachable.map(([id]) => id).filter((id) => about.test(id))).toEqual(['contrail.workspace']);
  });

  it('that a repository can set is ignored in an untrusted folder unless it is an enum', () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    // VS Code withholds the listed settings only from extensions with `supported: "limited"`.
    expect(supported).toBe('limited');
    const open = reachable.filter(([, setting]) => setting.enum === undefined).map(([id]) => id);
    expect([...restrictedConfigurations].sort()).toEqual(open.sort());
  });

  it('that binds a folder has the scope resource and a pattern that matches no address', () => {
    const bound = Object.entries(settings).filter(([id]) => id === 'contrail.workspace' || id === 'contrail.project');
    expect(bound.map(([, { scope }]) => scope)).toEqual(['resource', 'resource']);
    for (const [, { pattern = '' }] of bound) {
      const form = new RegExp(pattern, 'u');
      expect(['', 'web', 'WEB'].filter((text) => !form.test(text))).toEqual([]);
      expect(
        ['https://evil.example', 'evil.example', 'evil/web', 'a b', '../x'].filter((text) => form.test(text)),
      ).toEqual([]);
    }
  });

  it('that package.json declares is read by the workbench', () => {
    const workbench = filesBelow('src/workbench', '.ts')
      .map(({ text }) => text)
      .join('\n');
    expect(Object.keys(settings).filter((id) => !workbench.includes(id.slice('contrail.'.length)))).toEqual([]);
  });
});

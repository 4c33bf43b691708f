// Owns what settings may decide: a cloned repository brings settings of its own, and none of them may choose where the
// key goes.
import { describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';
import { filesBelow } from './sources.ts';

const { configuration = [] } = manifest.contributes;
const groups = 'properties' in configuration ? [configuration] : configuration;
const settings = Object.assign(
  {},
  ...groups.map(({ properties }) => properties),
) as (typeof groups)[number]['properties'];

describe('a setting', () => {
  it('is one of ours, and says what it does', () => {
    const wrong = Object.entries(settings).filter(
      ([id, { description, markdownDescription }]) =>
        !id.startsWith('contrail.') || (description ?? markdownDescription ?? '') === '',
    );
    expect(wrong.map(([id]) => id)).toEqual([]);
  });

  const reachable = Object.entries(settings).filter(([, { scope }]) => scope !== 'application' && scope !== 'machine');

  it('about an address, a key or a sign-in is out of reach of a repository, but for the workspace’s slug', () => {
    const about = /url|host|server|address|origin|slug|workspace|proxy|key|token|secret|password|auth|sign|cert/i;
    expect(reachable.map(([id]) => id).filter((id) => about.test(id))).toEqual(['contrail.workspace']);
  });

  it('that a repository can reach is not heeded before the folder is trusted, but where it only chooses among looks', () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    // VS Code holds back what is listed only from extensions that say `limited`.
    expect(supported).toBe('limited');
    const open = reachable.filter(([, setting]) => setting.enum === undefined).map(([id]) => id);
    expect([...restrictedConfigurations].sort()).toEqual(open.sort());
  });

  it('that names where a folder belongs is the folder’s own, and has a form that no address has', () => {
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

  it('is read by the workbench when the manifest declares it', () => {
    const workbench = filesBelow('src/workbench', '.ts')
      .map(({ text }) => text)
      .join('\n');
    expect(Object.keys(settings).filter((id) => !workbench.includes(id.slice('contrail.'.length)))).toEqual([]);
  });
});

// Owns what settings may decide: a cloned repository brings settings of its own, and none of them may choose where the key goes.
import { describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';
import { filesBelow } from './sources.ts';

const { configuration = [] } = manifest.contributes;
const groups = 'properties' in configuration ? [configuration] : configuration;
const settings = Object.assign({}, ...groups.map(({ properties }) => properties)) as (typeof groups)[number]['properties'];

describe('a setting', () => {
  it('is one of ours, and says what it does', () => {
    const wrong = Object.entries(settings).filter(
      ([id, { description, markdownDescription }]) => !id.startsWith('contrail.') || (description ?? markdownDescription ?? '') === '',
    );
    expect(wrong.map(([id]) => id)).toEqual([]);
  });

  it('about an address, a key or a sign-in is out of reach of a repository', () => {
    const about = /url|host|server|address|origin|slug|workspace|proxy|key|token|secret|password|auth|sign|cert/i;
    const reachable = Object.entries(settings).filter(
      ([id, { scope }]) => about.test(id) && scope !== 'application' && scope !== 'machine',
    );
    expect(reachable.map(([id]) => id)).toEqual([]);
  });

  it('is read by the workbench when the manifest declares it', () => {
    const workbench = filesBelow('src/workbench', '.ts')
      .map(({ text }) => text)
      .join('\n');
    expect(Object.keys(settings).filter((id) => !workbench.includes(id.slice('contrail.'.length)))).toEqual([]);
  });
});

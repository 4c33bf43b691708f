// Tests that the release workflow's own repository is the only source of public addresses.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillRepository, withAbsoluteAddresses } from '../../../src/build/repository.ts';
import { fillManifest } from '../../release/manifest.ts';
import { temporaryFolder } from '../../support/templateFolder.ts';

const workflow = { GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'acme/contrail' };

describe('fillRepository', () => {
  it('adds the addresses of the repository in which the workflow runs', () => {
    expect(fillRepository({ name: 'contrail', qna: false }, workflow)).toEqual({
      name: 'contrail',
      repository: { type: 'git', url: 'https://github.example/acme/contrail.git' },
      bugs: { url: 'https://github.example/acme/contrail/issues' },
      homepage: 'https://github.example/acme/contrail#readme',
      qna: 'https://github.example/acme/contrail/issues',
    });
  });

  it('adds no qna to a manifest without it, such as that of an npm package', () => {
    expect(fillRepository({ name: 'contrail-mcp' }, workflow)).not.toHaveProperty('qna');
  });

  it('adds nothing outside of a workflow', () => {
    const manifest = { name: 'contrail', qna: false };
    expect(fillRepository(manifest, { PATH: '/bin' })).toEqual(manifest);
  });

  it.each([
    { GITHUB_REPOSITORY: 'acme/contrail' },
    { GITHUB_SERVER_URL: 'https://github.example' },
    { ...workflow, GITHUB_SERVER_URL: 'http://github.example' },
    { ...workflow, GITHUB_REPOSITORY: 'acme' },
    { ...workflow, GITHUB_REPOSITORY: 'acme/contrail) [x](' },
  ])('rejects variables that give no address: %o', (env) => {
    expect(() => fillRepository({}, env)).toThrow('give no address of a repository');
  });
});

describe('withAbsoluteAddresses', () => {
  const readme =
    '![A picture](media/a.png) [Promises](test/PROMISES.md) [Plane](https://plane.so) [above](#top) [mail](mailto:a@b.example)';

  it('leads pictures and links to the files at the tag of the version', () => {
    expect(withAbsoluteAddresses(readme, fillRepository({ version: '0.2.0' }, workflow))).toBe(
      '![A picture](https://github.example/acme/contrail/raw/v0.2.0/media/a.png) ' +
        '[Promises](https://github.example/acme/contrail/blob/v0.2.0/test/PROMISES.md) ' +
        '[Plane](https://plane.so) [above](#top) [mail](mailto:a@b.example)',
    );
  });

  it('changes nothing while the manifest names no repository', () => {
    expect(withAbsoluteAddresses(readme, { version: '0.2.0' })).toBe(readme);
  });
});

describe('fillManifest', () => {
  async function filled(version: string): Promise<string> {
    const folder = temporaryFolder();
    const file = join(folder, 'package.json');
    await writeFile(file, `{ "name": "contrail", "version": "${version}", "keywords": ["plane"] }`);
    fillManifest(folder, workflow);
    const text = await readFile(file, 'utf8');
    return text;
  }

  it('writes package.json in the format that Biome expects', async () => {
    const text = await filled('0.2.0');
    expect(text).toMatch(/^\{\n {2}"name": "contrail",\n/);
    expect(text).toMatch(/\n {2}"keywords": \[\n {4}"plane"\n {2}\],\n {2}"repository": \{/);
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('makes vsce mark versions with an odd minor version as pre-releases, and no others', async () => {
    expect(JSON.parse(await filled('0.3.0'))).toMatchObject({ vsce: { preRelease: true } });
    expect(JSON.parse(await filled('0.2.0'))).not.toHaveProperty('vsce');
  });
});

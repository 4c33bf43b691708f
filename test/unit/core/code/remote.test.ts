// Tests that remote URLs in any form are parsed without credentials, and tests their permalinks.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CodeHosts, linkedRemote, parseCodeHosts, permalink } from '../../../../src/core/code/permalink.ts';
import { parseRemote, repositoryIdentity } from '../../../../src/core/code/remote.ts';
import { anyCodePoint } from '../../../support/anyCodePoint.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';

function linkOf(
  address: string,
  path = 'src/a.ts',
  hosts?: CodeHosts,
  lines = { first: 3, last: 7 },
): string | undefined {
  const remote = parseRemote(address);
  const linked = remote && linkedRemote(remote, hosts);
  return linked && permalink(linked.remote, linked.kind, { commit, path, lines });
}

describe('A Git remote', () => {
  it.each([
    ['https://github.com/acme/web.git', 'github.com/acme/web'],
    ['https://github.com/acme/web', 'github.com/acme/web'],
    ['https://github.com/Acme/Web.git/', 'github.com/acme/web'],
    ['https://mara:ghp_secret@github.com/acme/web.git', 'github.com/acme/web'],
    ['git@github.com:acme/web.git', 'github.com/acme/web'],
    ['github.com:acme/web', 'github.com/acme/web'],
    ['ssh://git@github.com:22/acme/web.git', 'github.com/acme/web'],
    ['ssh://git@ssh.github.com:443/acme/web.git', 'github.com/acme/web'],
    ['git+ssh://git@GitHub.com/acme/web.git', 'github.com/acme/web'],
    ['git://github.com/acme/web.git', 'github.com/acme/web'],
    ['git@gitlab.com:acme/tools/build/runner.git', 'gitlab.com/acme/tools/build/runner'],
    ['ssh://git@gitlab.example.com:2222/acme/web.git', 'gitlab.example.com/acme/web'],
    ['https://gitea.example.com:3000/acme/web.git', 'gitea.example.com/acme/web'],
    ['https://dev.azure.com/acme/Site/_git/web', 'dev.azure.com/acme/site/_git/web'],
    ['https://mara@dev.azure.com/acme/Site/_git/web', 'dev.azure.com/acme/site/_git/web'],
    ['https://dev.azure.com/acme/_git/web', 'dev.azure.com/acme/web/_git/web'],
    ['https://dev.azure.com/acme/Our%20Site/_git/web', 'dev.azure.com/acme/our site/_git/web'],
    ['git@ssh.dev.azure.com:v3/acme/Site/web', 'dev.azure.com/acme/site/_git/web'],
    ['ssh://git@ssh.dev.azure.com/v3/acme/Site/web', 'dev.azure.com/acme/site/_git/web'],
    ['https://acme.visualstudio.com/Site/_git/web', 'dev.azure.com/acme/site/_git/web'],
    ['https://acme.visualstudio.com/DefaultCollection/Site/_git/web', 'dev.azure.com/acme/site/_git/web'],
    ['https://acme.visualstudio.com/_git/web', 'dev.azure.com/acme/web/_git/web'],
    ['acme@vs-ssh.visualstudio.com:v3/acme/Site/web', 'dev.azure.com/acme/site/_git/web'],
    ['ssh://acme@acme.visualstudio.com:22/Site/_ssh/web', 'dev.azure.com/acme/site/_git/web'],
    ['ssh://tfs.example.com:22/tfs/Main/Site/_ssh/web', 'tfs.example.com/tfs/main/site/_git/web'],
    ['https://bitbucket.example.com/scm/PROJ/web.git', 'bitbucket.example.com/proj/web'],
    ['ssh://git@bitbucket.example.com:7999/proj/web.git', 'bitbucket.example.com/proj/web'],
    ['git@[2001:db8::1]:acme/web.git', '[2001:db8::1]/acme/web'],
  ])('with the URL %s has the identity %s', (address, identity) => {
    const remote = parseRemote(address);
    expect(remote && repositoryIdentity(remote)).toBe(identity);
  });

  it.each([
    '',
    '   ',
    '/srv/git/web.git',
    '../../web',
    './web.git',
    'web',
    'file:///srv/git/web.git',
    'C:\\work\\web',
    'C:/work/web',
    'https://',
    'https://github.com',
    'https://github.com/',
    'https://exa mple.com/acme/web',
    'git@evil<script>:acme/web',
    'javascript:alert(1)//x/y',
    'ext::sh -c whoami',
    'ssh://git@ssh.dev.azure.com/v2/acme/Site/web',
    'https://dev.azure.com/acme',
  ])('that is not a repository on a Git host has no permalink: %j', (address) => {
    expect(linkOf(address)).toBeUndefined();
  });

  it('never contains a user name or password', () => {
    const credential = fc.stringMatching(/^[A-Za-z0-9_.!~-]{6,20}$/);
    const addressForms = [
      (user: string, password: string) => `https://${user}:${password}@github.com/acme/web.git`,
      (user: string, password: string) => `ssh://${user}:${password}@github.com:22/acme/web.git`,
      (user: string, password: string) => `${user}:${password}@github.com:acme/web.git`,
      (user: string, password: string) => `https://${user}:${password}@acme.visualstudio.com/Site/_git/web`,
      (user: string, password: string) => `https://${user}@${password}@git.example.com/acme/web`,
    ];
    fc.assert(
      fc.property(credential, credential, fc.constantFrom(...addressForms), (user, password, form) => {
        const remote = parseRemote(form(`USER${user}`, `PASS${password}`));
        expect(JSON.stringify(remote) ?? '').not.toMatch(/USER|PASS/i);
      }),
    );
  });

  it('is parsed from any text without an exception, and has only http and https links', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCodePoint }),
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        (text, url) => {
          for (const address of [text, url, `git@${text}`, `https://${text}`, `ssh://${text}`]) {
            const link = linkOf(address);
            if (link !== undefined) expect(new URL(link).protocol).toMatch(/^https?:$/);
          }
        },
      ),
    );
  });
});

describe('A permalink', () => {
  it.each([
    ['git@github.com:acme/web.git', `https://github.com/acme/web/blob/${commit}/src/a.ts#L3-L7`],
    ['https://github.example.com/acme/web.git', `https://github.example.com/acme/web/blob/${commit}/src/a.ts#L3-L7`],
    ['git@gitlab.com:acme/tools/web.git', `https://gitlab.com/acme/tools/web/-/blob/${commit}/src/a.ts#L3-7`],
    [
      'ssh://git@gitlab.example.com:2222/acme/web.git',
      `https://gitlab.example.com/acme/web/-/blob/${commit}/src/a.ts#L3-7`,
    ],
    ['git@bitbucket.org:acme/web.git', `https://bitbucket.org/acme/web/src/${commit}/src/a.ts#lines-3:7`],
    [
      'https://bitbucket.example.com/scm/proj/web.git',
      `https://bitbucket.example.com/projects/PROJ/repos/web/browse/src/a.ts?at=${commit}#3-7`,
    ],
    [
      'ssh://git@bitbucket.example.com:7999/~mara/web.git',
      `https://bitbucket.example.com/projects/~mara/repos/web/browse/src/a.ts?at=${commit}#3-7`,
    ],
    [
      'git@ssh.dev.azure.com:v3/acme/Our%20Site/web',
      `https://dev.azure.com/acme/Our%20Site/_git/web?path=%2Fsrc%2Fa.ts&version=GC${commit}&line=3&lineEnd=8&lineStartColumn=1&lineEndColumn=1&lineStyle=plain&_a=contents`,
    ],
    [
      'https://tfs.example.com/tfs/Main/Site/_git/web',
      `https://tfs.example.com/tfs/Main/Site/_git/web?path=%2Fsrc%2Fa.ts&version=GC${commit}&line=3&lineEnd=8&lineStartColumn=1&lineEndColumn=1&lineStyle=plain&_a=contents`,
    ],
    [
      'https://gitea.example.com:3000/acme/web.git',
      `https://gitea.example.com:3000/acme/web/src/commit/${commit}/src/a.ts#L3-L7`,
    ],
    ['git@codeberg.org:acme/web.git', `https://codeberg.org/acme/web/src/commit/${commit}/src/a.ts#L3-L7`],
    [
      'git@forgejo.acme.example:acme/web.git',
      `https://forgejo.acme.example/acme/web/src/commit/${commit}/src/a.ts#L3-L7`,
    ],
  ])('for the remote %s is %s', (address, link) => {
    expect(linkOf(address)).toBe(link);
  });

  it('to one line contains the line number once', () => {
    expect(linkOf('git@github.com:acme/web.git', 'a.ts', undefined, { first: 3, last: 3 })).toMatch(/#L3$/);
    expect(linkOf('git@gitlab.com:acme/web.git', 'a.ts', undefined, { first: 3, last: 3 })).toMatch(/#L3$/);
    expect(linkOf('git@bitbucket.org:acme/web.git', 'a.ts', undefined, { first: 3, last: 3 })).toMatch(/#lines-3$/);
  });

  it('to a file that the host renders has a query that shows the source with line numbers', () => {
    expect(linkOf('git@github.com:acme/web.git', 'README.md')).toContain('/README.md?plain=1#L3-L7');
    expect(linkOf('https://gitea.com/acme/web.git', 'README.md')).toContain('/README.md?display=source#L3-L7');
  });

  it('encodes the special characters of URLs and Markdown', () => {
    expect(linkOf('git@github.com:acme/web.git', 'a b/(#?%[é]).ts')).toBe(
      `https://github.com/acme/web/blob/${commit}/a%20b/%28%23%3F%25%5B%C3%A9%5D%29.ts#L3-L7`,
    );
  });

  it('is built for the kind of host in the settings, which takes precedence over the host name', () => {
    const configuredKinds = parseCodeHosts({ 'git.example.com': 'gitlab', 'gitlab.example.com': 'forgejo' });
    expect(linkOf('git@git.example.com:acme/web.git')).toBeUndefined();
    expect(linkOf('git@git.example.com:acme/web.git', 'a.ts', configuredKinds)).toContain('/-/blob/');
    expect(linkOf('git@gitlab.example.com:acme/web.git', 'a.ts', configuredKinds)).toContain('/src/commit/');
  });

  it('is always a valid URL on the host of the remote', () => {
    const hosts = fc.constantFrom('github.com', 'gitlab.com', 'bitbucket.org', 'gitea.com', 'codeberg.org');
    fc.assert(
      fc.property(hosts, fc.string({ unit: 'grapheme', minLength: 1 }), (host, path) => {
        const link = linkOf(`git@${host}:acme/web.git`, path) ?? '';
        expect(new URL(link).host).toBe(host);
        expect(link).not.toMatch(/[\s()<>"'`]/);
      }),
    );
  });
});

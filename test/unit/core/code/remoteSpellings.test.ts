// Tests that all spellings of a repository's address have one identity, and that no link leads to a host without pages.
import { describe, expect, it } from 'vitest';
import {
  configuredRemote,
  linkedRemote,
  parseCodeHosts,
  permalink,
  repositoryUrl,
} from '../../../../src/core/code/permalink.ts';
import { parseRemote, repositoryIdentity } from '../../../../src/core/code/remote.ts';

const NO_LINK = undefined;
const GITHUB = ['github.com/acme/app', 'https://github.com/acme/app'] as const;
const GITLAB = ['gitlab.com/acme/tools/app', 'https://gitlab.com/acme/tools/app'] as const;
const AZURE = ['dev.azure.com/acme/our site/_git/app', 'https://dev.azure.com/acme/Our%20Site/_git/app'] as const;
const CODE_COMMIT = ['git-codecommit.eu-west-1.amazonaws.com/v1/repos/app', NO_LINK] as const;
const NONE = [undefined, NO_LINK] as const;

const HOSTS = parseCodeHosts({
  'ssh.code.example.com': { type: 'gitlab', url: 'https://code.example.com/gitlab/' },
  'git.example.com': 'gitea',
  'app-host': { type: 'forgejo', url: 'http://forge.example.com:3000' },
  '192.0.2.7': 'gitlab',
});

/** What `ssh` does with these names according to its configuration. */
function resolveSshHost(name: string): string {
  if (name === 'six') return '2001:db8:0::1';
  return name === 'github.com-work' || name === 'work' ? 'ssh.github.com' : name;
}

describe('The address of a remote', () => {
  it.each<readonly [address: string, identity: string | undefined, page: string | undefined]>([
    ['git@github.com:acme/app.git', ...GITHUB],
    ['git@github.com:acme/app', ...GITHUB],
    ['git@github.com:/acme/app.git', ...GITHUB],
    ['git@github.com:acme/app.git/', ...GITHUB],
    ['git@GitHub.COM:acme/app.git', ...GITHUB],
    ['git@github.com.:acme/app.git', ...GITHUB],
    ['github.com:acme/app.git', ...GITHUB],
    ['org-1234567@github.com:acme/app.git', ...GITHUB],
    ['[git@github.com:22]:acme/app.git', ...GITHUB],
    ['git@[github.com]:acme/app.git', ...GITHUB],
    ['git@ssh.github.com:acme/app.git', ...GITHUB],
    ['ssh://git@ssh.github.com:443/acme/app.git', ...GITHUB],
    ['ssh://git@github.com/acme/app.git', ...GITHUB],
    ['ssh://github.com:22/acme/app/', ...GITHUB],
    ['git+ssh://git@github.com/acme/app.git', ...GITHUB],
    ['ssh+git://git@github.com/acme/app.git', ...GITHUB],
    ['git://github.com/acme/app.git', ...GITHUB],
    ['https://github.com/acme/app', ...GITHUB],
    ['https://github.com/acme/app.git/', ...GITHUB],
    ['https://github.com:443/acme/app.git', ...GITHUB],
    ['https://mara@github.com/acme/app.git', ...GITHUB],
    ['https://x-access-token:ghs_0@github.com/acme/app.git', ...GITHUB],
    ['https://www.github.com/acme/app', ...GITHUB],
    ['HTTPS://GITHUB.COM/acme/app', ...GITHUB],
    ['https://github.com./acme/app', ...GITHUB],
    ['https://github.com//acme//app.git', ...GITHUB],
    ['https://github.com/acme/%61pp.git', ...GITHUB],
    ['git+https://github.com/acme/app.git', ...GITHUB],
    ['git@github.com-work:acme/app.git', ...GITHUB],
    ['work:acme/app.git', ...GITHUB],
    ['ssh://git@work/acme/app.git', ...GITHUB],
    ['  git@github.com:acme/app.git\n', ...GITHUB],
    ['git@github.com-home:acme/app.git', 'github.com-home/acme/app', NO_LINK],
    ['git@home.github.com:acme/app.git', 'home.github.com/acme/app', NO_LINK],
    ['git@github-home:acme/app.git', 'github-home/acme/app', NO_LINK],
    ['git@github.com:acme/app.wiki.git', 'github.com/acme/app.wiki', NO_LINK],
    ['https://github.com/acme', 'github.com/acme', NO_LINK],
    ['https://github.com/acme/app/tree/main', 'github.com/acme/app/tree/main', NO_LINK],
    ['https://gist.github.com/mara/0123abc.git', 'gist.github.com/0123abc', NO_LINK],
    ['git@gist.github.com:0123abc.git', 'gist.github.com/0123abc', NO_LINK],
    ['git@gitlab.com:acme/tools/app.git', ...GITLAB],
    ['ssh://git@altssh.gitlab.com:443/acme/tools/app.git', ...GITLAB],
    ['https://oauth2:glpat-0@gitlab.com/acme/tools/app.git', ...GITLAB],
    ['git@ssh.gitlab.example.org:team/app.git', 'ssh.gitlab.example.org/team/app', NO_LINK],
    ['git@git-ssh.gitlab.example.org:team/app.git', 'git-ssh.gitlab.example.org/team/app', NO_LINK],
    ['git@gitlab.example.org:team/app.git', 'gitlab.example.org/team/app', 'https://gitlab.example.org/team/app'],
    ['https://gitlab.example.org/team/app.git', 'gitlab.example.org/team/app', 'https://gitlab.example.org/team/app'],
    ['git@gitlab:team/app.git', 'gitlab/team/app', NO_LINK],
    ['https://gitlab/team/app.git', 'gitlab/team/app', 'https://gitlab/team/app'],
    [
      'git@ssh.code.example.com:team/app.git',
      'code.example.com/gitlab/team/app',
      'https://code.example.com/gitlab/team/app',
    ],
    [
      'https://code.example.com/gitlab/team/app',
      'code.example.com/gitlab/team/app',
      'https://code.example.com/gitlab/team/app',
    ],
    [
      'git@code.example.com:team/app.git',
      'code.example.com/gitlab/team/app',
      'https://code.example.com/gitlab/team/app',
    ],
    ['git@git.example.com:team/app.git', 'git.example.com/team/app', 'https://git.example.com/team/app'],
    ['git@app-host:team/app.git', 'forge.example.com/team/app', 'http://forge.example.com:3000/team/app'],
    ['git@192.0.2.7:team/app.git', '192.0.2.7/team/app', 'https://192.0.2.7/team/app'],
    ['git@bitbucket.org:acme/app.git', 'bitbucket.org/acme/app', 'https://bitbucket.org/acme/app'],
    ['ssh://git@altssh.bitbucket.org:443/acme/app.git', 'bitbucket.org/acme/app', 'https://bitbucket.org/acme/app'],
    ['https://mara@bitbucket.org/acme/app.git', 'bitbucket.org/acme/app', 'https://bitbucket.org/acme/app'],
    [
      'https://bitbucket.example.com/scm/PROJ/app.git',
      'bitbucket.example.com/proj/app',
      'https://bitbucket.example.com/PROJ/app',
    ],
    [
      'ssh://git@bitbucket.example.com:7999/proj/app.git',
      'bitbucket.example.com/proj/app',
      'https://bitbucket.example.com/proj/app',
    ],
    [
      'https://bitbucket.example.com/scm/~mara/app.git',
      'bitbucket.example.com/~mara/app',
      'https://bitbucket.example.com/~mara/app',
    ],
    [
      'ssh://git@bitbucket.example.com:7999/~mara/app.git',
      'bitbucket.example.com/~mara/app',
      'https://bitbucket.example.com/~mara/app',
    ],
    ['https://dev.azure.com/acme/Our%20Site/_git/app', ...AZURE],
    ['https://acme@dev.azure.com/acme/Our%20Site/_git/app', ...AZURE],
    ['https://acme@dev.azure.com/acme/Our%20Site/_git/_full/app', ...AZURE],
    ['https://dev.azure.com/acme/Our%20Site/_git/_optimized/app', ...AZURE],
    ['git@ssh.dev.azure.com:v3/acme/Our%20Site/app', ...AZURE],
    ['ssh://git@ssh.dev.azure.com:22/v3/acme/Our%20Site/app', ...AZURE],
    ['acme@vs-ssh.visualstudio.com:v3/acme/Our%20Site/app', ...AZURE],
    ['https://acme.visualstudio.com/Our%20Site/_git/app', ...AZURE],
    ['https://acme.visualstudio.com/DefaultCollection/Our%20Site/_git/app', ...AZURE],
    ['git@codeberg.org:acme/app.git', 'codeberg.org/acme/app', 'https://codeberg.org/acme/app'],
    [
      'https://gitea.example.org/git/acme/app',
      'gitea.example.org/git/acme/app',
      'https://gitea.example.org/git/acme/app',
    ],
    ['git@git.sr.ht:~mara/app', 'git.sr.ht/~mara/app', NO_LINK],
    ['https://git.sr.ht/~mara/app', 'git.sr.ht/~mara/app', NO_LINK],
    ['ssh://git.example.org/~mara/app.git', 'git.example.org/~mara/app', NO_LINK],
    ['git.example.org:~mara/app.git', 'git.example.org/~mara/app', NO_LINK],
    ['ssh://git-codecommit.eu-west-1.amazonaws.com/v1/repos/app', ...CODE_COMMIT],
    ['https://git-codecommit.eu-west-1.amazonaws.com/v1/repos/app', ...CODE_COMMIT],
    ['codecommit::eu-west-1://profile@app', ...CODE_COMMIT],
    ['codecommit::eu-west-1://app', ...CODE_COMMIT],
    ['codecommit://app', ...NONE],
    ['git@hf.co:acme/model', 'huggingface.co/acme/model', NO_LINK],
    ['https://huggingface.co/acme/model', 'huggingface.co/acme/model', NO_LINK],
    ['lp:~mara/app', 'git.launchpad.net/~mara/app', NO_LINK],
    ['git+ssh://mara@git.launchpad.net/~mara/app', 'git.launchpad.net/~mara/app', NO_LINK],
    ['six:acme/app.git', '[2001:db8::1]/acme/app', NO_LINK],
    ['ssh://git@[2001:DB8:0::1]:22/acme/app.git', '[2001:db8::1]/acme/app', NO_LINK],
    ['git@[2001:db8:0::1]:acme/app.git', '[2001:db8::1]/acme/app', NO_LINK],
    ['git@bücher.example:acme/app.git', 'xn--bcher-kva.example/acme/app', NO_LINK],
    ['ssh://git@bücher.example/acme/app.git', 'xn--bcher-kva.example/acme/app', NO_LINK],
    ['https://bücher.example/acme/app.git', 'xn--bcher-kva.example/acme/app', NO_LINK],
    ['/srv/git/app.git', ...NONE],
    ['../app', ...NONE],
    ['file:///srv/git/app.git', ...NONE],
    ['C:\\work\\app', ...NONE],
    ['C:/code/app', ...NONE],
    ['\\\\server\\share\\app.git', ...NONE],
    ['//server/share/app.git', ...NONE],
    ['rsync://example.com/acme/app', ...NONE],
    ['ext::sh -c whoami', ...NONE],
    ['gcrypt::git@github.com:acme/app.git', ...NONE],
    ['gcrypt::https://github.com/acme/app.git', ...NONE],
    ['hg::git@gitlab.com:acme/tools/app', ...NONE],
    ['git@gitlab.com:snippets/123.git', 'gitlab.com/snippets/123', NO_LINK],
    ['https://gitlab.com/acme/app/snippets/12.git', 'gitlab.com/acme/app/snippets/12', NO_LINK],
    ['git@github.com:../app.git', ...NONE],
    ['git@github.com:', ...NONE],
  ])('%j has the identity %s and the page %s', (address, identity, page) => {
    const remote = parseRemote(address, resolveSshHost);
    expect(remote && repositoryIdentity(configuredRemote(remote, HOSTS))).toBe(identity);
    const linked = remote && linkedRemote(remote, HOSTS);
    const link = linked && permalink(linked.remote, linked.kind, { commit: '0'.repeat(40), path: 'a.ts' });
    expect(link === undefined ? undefined : linked && repositoryUrl(linked.remote)).toBe(page);
  });
});

describe('The setting contrail.code.hosts', () => {
  it.each<readonly [setting: unknown, hosts: readonly string[]]>([
    [undefined, []],
    ['gitlab', []],
    [{ 'GIT.example.com ': 'gitlab' }, ['git.example.com gitlab']],
    [{ 'git.example.com': 'svn' }, []],
    [{ 'git.example.com': null }, []],
    [{ 'git.example.com': { type: 'gitlab' } }, ['git.example.com gitlab']],
    [{ 'git.example.com': { url: 'https://example.com' } }, []],
    [{ 'git.example.com': { type: 'gitlab', url: 'javascript:alert(1)' } }, []],
    [{ 'git.example.com': { type: 'gitlab', url: 'https://mara:secret@example.com' } }, []],
    [{ 'git.example.com': { type: 'gitlab', url: 7 } }, []],
    [
      { alias: { type: 'gitlab', url: 'https://example.com/' } },
      ['example.com gitlab https://example.com/', 'alias gitlab https://example.com/'],
    ],
  ])('%j names the hosts %j', (setting, hosts) => {
    const parsedHosts = [...parseCodeHosts(setting)].map(([host, { kind, url }]) =>
      [host, kind, ...(url === undefined ? [] : [url.href])].join(' '),
    );
    expect(parsedHosts).toEqual(hosts);
  });
});

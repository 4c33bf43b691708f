// Tests the URLs of branches and commits, and which URLs are recognized as pages of pull requests and commits.
import { describe, expect, it } from 'vitest';
import { codeHostUrl, parseCodeHostPage } from '../../../../src/core/code/codeHostPage.ts';
import { linkedRemote, parseCodeHosts } from '../../../../src/core/code/permalink.ts';
import { parseRemote } from '../../../../src/core/code/remote.ts';

const HASH = '0123456789abcdef0123456789abcdef01234567';

describe('parseCodeHostPage', () => {
  it.each([
    ['GitHub', 'https://github.com/acme/web/pull/12', '#12'],
    ['GitHub, in its tab with the changed files', 'https://github.com/acme/web/pull/12/files?w=1#diff-a', '#12'],
    ['a GitHub Enterprise server', 'https://github.acme.example/acme/web/pull/7', '#7'],
    ['GitLab', 'https://gitlab.com/acme/tools/web/-/merge_requests/3/diffs', '!3'],
    ['a GitLab server', 'http://gitlab.acme.example:8080/acme/web/-/merge_requests/3', '!3'],
    ['GitLab, at its former address', 'https://gitlab.com/acme/tools/web/merge_requests/3', '!3'],
    ['a Gitea server below a path', 'https://gitea.acme.example/git/acme/web/pulls/9', '#9'],
    ['GitHub, with www', 'https://www.github.com/acme/web/pull/12', '#12'],
    ['GitHub, as a difference', 'https://github.com/acme/web/pull/12.diff', '#12'],
    ['Gitea', 'https://gitea.com/acme/web/pulls/9', '#9'],
    ['Forgejo', 'https://codeberg.org/acme/web/pulls/9/commits', '#9'],
    ['Bitbucket', 'https://bitbucket.org/acme/web/pull-requests/4/overview', '#4'],
    ['a Bitbucket server', 'https://bitbucket.acme.example/projects/WEB/repos/web/pull-requests/4', '#4'],
    ['Azure DevOps', 'https://dev.azure.com/acme/Web/_git/web/pullrequest/55', '!55'],
    ['the former address of Azure DevOps', 'https://acme.visualstudio.com/Web/_git/web/pullrequest/55', '!55'],
  ])('returns the number of a pull request on %s', (_, url, reference) => {
    expect(parseCodeHostPage(url)).toEqual({ kind: 'pullRequest', reference });
  });

  it.each([
    ['GitHub', `https://github.com/acme/web/commit/${HASH}`],
    ['GitLab', `https://gitlab.com/acme/web/-/commit/${HASH}`],
    ['GitHub, as a patch', `https://github.com/acme/web/commit/${HASH}.patch`],
    ['GitLab, at its former address', `https://gitlab.com/acme/web/commit/${HASH}`],
    ['Forgejo', `https://codeberg.org/acme/web/commit/${HASH.toUpperCase()}`],
    ['Bitbucket', `https://bitbucket.org/acme/web/commits/${HASH}`],
    ['a Bitbucket server', `https://stash.acme.example/projects/WEB/repos/web/commits/${HASH}`],
    ['Azure DevOps', `https://dev.azure.com/acme/Web/_git/web/commit/${HASH}?refName=refs/heads/main`],
  ])('returns the short hash of a commit on %s', (_, url) => {
    expect(parseCodeHostPage(url)).toEqual({ kind: 'commit', reference: '0123456' });
  });

  it.each([
    ['an unknown host', 'https://example.com/acme/web/pull/12'],
    ['a host whose name only contains a known one', 'https://notgithub.com/acme/web/pull/12'],
    ['an issue', 'https://github.com/acme/web/issues/12'],
    ['the list of pull requests', 'https://github.com/acme/web/pulls'],
    ['a folder with the path pull/12', 'https://github.com/acme/web/tree/main/pull/12'],
    ['a folder with the path merge_requests/12', 'https://gitlab.com/acme/web/-/tree/main/merge_requests/12'],
    ['a number that is too long', 'https://github.com/acme/web/pull/1234567890'],
    ['a hash that is too short', 'https://github.com/acme/web/commit/012345'],
    ['a URL whose scheme is neither http nor https', 'javascript://github.com/acme/web/pull/12'],
    ['a text that is not a URL', 'acme/web/pull/12'],
  ])('returns undefined for %s', (_, url) => {
    expect(parseCodeHostPage(url)).toBeUndefined();
  });
});

describe('codeHostUrl', () => {
  const hosts = parseCodeHosts({ 'git.example.com': 'bitbucketServer' });

  it.each([
    [
      'git@github.com:acme/web.git',
      'https://github.com/acme/web/tree/fix/a%23b',
      'https://github.com/acme/web/commit/',
    ],
    [
      'https://gitlab.com/a/b/web.git',
      'https://gitlab.com/a/b/web/-/tree/fix/a%23b',
      'https://gitlab.com/a/b/web/-/commit/',
    ],
    [
      'git@bitbucket.org:acme/web.git',
      'https://bitbucket.org/acme/web/branch/fix/a%23b',
      'https://bitbucket.org/acme/web/commits/',
    ],
    [
      'https://git.example.com/scm/acme/web.git',
      'https://git.example.com/projects/ACME/repos/web/browse?at=refs%2Fheads%2Ffix%2Fa%23b',
      'https://git.example.com/projects/ACME/repos/web/commits/',
    ],
    [
      'git@ssh.dev.azure.com:v3/acme/shop/web',
      'https://dev.azure.com/acme/shop/_git/web?version=GBfix%2Fa%23b',
      'https://dev.azure.com/acme/shop/_git/web/commit/',
    ],
    [
      'https://codeberg.org/acme/web',
      'https://codeberg.org/acme/web/src/branch/fix/a%23b',
      'https://codeberg.org/acme/web/commit/',
    ],
  ])('has the pages of %s', (address, branchUrl, commitUrl) => {
    const remote = parseRemote(address);
    const linked = remote && linkedRemote(remote, hosts);
    expect(linked && codeHostUrl(linked, { branch: 'fix/a#b' })).toBe(branchUrl);
    expect(linked && codeHostUrl(linked, { commit: HASH })).toBe(`${commitUrl}${HASH}`);
  });

  it('has no pages of a wiki', () => {
    const remote = parseRemote('git@github.com:acme/web.wiki.git');
    const linked = remote && linkedRemote(remote);
    expect(linked && codeHostUrl(linked, { branch: 'main' })).toBeUndefined();
  });
});

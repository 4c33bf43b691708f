// Tests the pages on which each kind of host creates a pull request, and the recognition of pull requests.
import { describe, expect, it } from 'vitest';
import { linkedRemote } from '../../../../src/core/code/permalink.ts';
import { type NewPullRequest, newPullRequestPage, pullRequestNumber } from '../../../../src/core/code/pullRequest.ts';
import { parseRemote } from '../../../../src/core/code/remote.ts';

const REQUEST: NewPullRequest = {
  branch: 'web-7/flicker',
  base: 'main',
  title: 'WEB-7 Flicker & glide',
  description: '[WEB-7](https://plane.example.com/acme/browse/WEB-7/)',
};

function pageFor(address: string, changes: Partial<NewPullRequest> = {}) {
  const remote = parseRemote(address);
  const linked = remote && linkedRemote(remote);
  return linked && newPullRequestPage(linked.remote, linked.kind, { ...REQUEST, ...changes });
}

const TITLE = 'WEB-7%20Flicker%20%26%20glide';
const DESCRIPTION = '%5BWEB-7%5D%28https%3A%2F%2Fplane.example.com%2Facme%2Fbrowse%2FWEB-7%2F%29';

describe('The URL of the page that creates a pull request', () => {
  it.each([
    [
      'git@github.com:acme/web.git',
      `https://github.com/acme/web/compare/main...web-7/flicker?expand=1&title=${TITLE}&body=${DESCRIPTION}`,
      true,
    ],
    [
      'https://gitlab.com/acme/sub/web.git',
      `https://gitlab.com/acme/sub/web/-/merge_requests/new?merge_request%5Bsource_branch%5D=web-7%2Fflicker&merge_request%5Btarget_branch%5D=main&merge_request%5Btitle%5D=${TITLE}&merge_request%5Bdescription%5D=${DESCRIPTION}`,
      true,
    ],
    [
      'https://codeberg.org/acme/web.git',
      `https://codeberg.org/acme/web/compare/main...web-7/flicker?expand=1&title=${TITLE}&body=${DESCRIPTION}`,
      true,
    ],
    [
      'https://gitea.com/acme/web.git',
      `https://gitea.com/acme/web/compare/main...web-7/flicker?expand=1&title=${TITLE}&body=${DESCRIPTION}`,
      true,
    ],
    [
      'git@bitbucket.org:acme/web.git',
      'https://bitbucket.org/acme/web/pull-requests/new?source=web-7%2Fflicker&dest=acme%2Fweb%3Amain',
      false,
    ],
    [
      'https://bitbucket.example.com/scm/web/board.git',
      'https://bitbucket.example.com/projects/WEB/repos/board/pull-requests?create&sourceBranch=web-7%2Fflicker&targetBranch=main',
      false,
    ],
    [
      'git@ssh.dev.azure.com:v3/acme/web/board',
      'https://dev.azure.com/acme/web/_git/board/pullrequestcreate?sourceRef=web-7%2Fflicker&targetRef=main',
      false,
    ],
  ])('for the remote %s is %s', (address, url, isFilledIn) => {
    expect(pageFor(address)).toEqual({ url, isFilledIn });
  });

  it('contains no base branch if the base branch is unknown', () => {
    const urls = [
      'https://github.com/acme/web',
      'https://gitlab.com/acme/web',
      'https://bitbucket.org/acme/web',
      'https://bitbucket.example.com/scm/web/board',
      'https://dev.azure.com/acme/web/_git/board',
    ].map((address) => pageFor(address, { base: undefined })?.url ?? '');
    expect(urls[0]).toContain('/compare/web-7/flicker?');
    for (const url of urls) expect(url).not.toMatch(/undefined|main|target|dest=/);
  });

  it('is undefined for a remote that is not a repository', () => {
    expect(pageFor('https://github.com/acme')).toBeUndefined();
  });

  it('has at most 6,000 characters, with the beginning of a long description', () => {
    const { url } = pageFor('https://github.com/acme/web', { description: '😀'.repeat(5000) }) ?? { url: '' };
    expect(url.length).toBeLessThanOrEqual(6000);
    expect(new URL(url).searchParams.get('body')?.startsWith('😀😀')).toBe(true);
  });

  it('contains the branch name with encoded special characters', () => {
    const { url } = pageFor('https://github.com/acme/web', { branch: 'x?y&title=z#<b>', base: undefined }) ?? {
      url: '',
    };
    expect(new URL(url).pathname).toBe('/acme/web/compare/x%3Fy%26title%3Dz%23%3Cb%3E');
  });
});

describe('The number of a pull request', () => {
  it.each([
    ['https://github.com/acme/web/pull/12', 12],
    ['https://github.com/acme/web/pull/12/files#diff', 12],
    ['https://gitlab.com/acme/web/-/merge_requests/34', 34],
    ['https://bitbucket.org/acme/web/pull-requests/56/overview', 56],
    ['https://dev.azure.com/acme/web/_git/board/pullrequest/78', 78],
    ['https://codeberg.org/acme/web/pulls/9', 9],
    ['https://github.com/acme/web/issues/12', undefined],
    ['https://github.com/acme/web/pull/new/branch', undefined],
    ['https://github.com/acme/web/pull/12345678901234567890', undefined],
    ['not an address', undefined],
  ])('in %s is %s', (url, number) => {
    expect(pullRequestNumber(url)).toBe(number);
  });
});

// Tests that typed and pasted addresses are parsed correctly, or rejected with a reason.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpReach } from '../../../../../src/client/plainHttp.ts';
import {
  CLOUD_API,
  isSlug,
  keysPageUrl,
  parseItemUrl,
  parseServerAddress,
  parseServerUrl,
  webBaseUrl,
  workItemUrl,
} from '../../../../../src/core/session/server/webAddress.ts';

const ID = '4fb89ac4-7f6b-59f8-a6fb-367a2af9f767';

/** The paths of the pages of a workspace in Plane's web app, behind the slug. */
const WORKSPACE_PATHS = [
  '',
  'active-cycles/',
  'analytics/overview/',
  'analytics/work-items',
  'browse/WEB-12/',
  'browse/%C4%B0%C5%9E%C3%87-1/',
  'drafts/',
  'notifications/',
  `profile/${ID}/`,
  `profile/${ID}/assigned`,
  `profile/${ID}/activity/`,
  'stickies/',
  'workspace-views/',
  'workspace-views/all-issues/',
  `workspace-views/${ID}/`,
  'projects/',
  'projects/archives/',
  `projects/${ID}/`,
  `projects/${ID}/issues/`,
  `projects/${ID}/issues/${ID}`,
  `projects/${ID}/issues/?peekIssueId=${ID}`,
  `projects/${ID}/work-items/${ID}`,
  `projects/${ID}/cycles/`,
  `projects/${ID}/cycles/${ID}`,
  `projects/${ID}/modules/${ID}/`,
  `projects/${ID}/views/${ID}`,
  `projects/${ID}/pages/${ID}/`,
  `projects/${ID}/intake/?currentTab=open&inboxIssueId=${ID}`,
  `projects/${ID}/inbox/${ID}`,
  `projects/${ID}/archives/issues/`,
  `projects/${ID}/archives/issues/${ID}`,
  `projects/${ID}/archives/cycles/`,
  `projects/${ID}/archives/modules/`,
  `projects/${ID}/overview/`,
  `projects/${ID}/epics/${ID}`,
  `projects/${ID}/settings/states/`,
  'settings/',
  'settings/members/',
  'settings/billing',
  'settings/exports/',
  'settings/webhooks/',
  `settings/webhooks/${ID}`,
  'settings/api-tokens/',
  'settings/account/',
  'settings/account/api-tokens/',
  'settings/projects/',
  `settings/projects/${ID}/members/`,
  `settings/projects/${ID}/states`,
  'initiatives/',
  `initiatives/${ID}/scope/`,
  `teamspaces/${ID}/projects/${ID}`,
  `customers/${ID}`,
  `pages/${ID}`,
  'wiki/',
  'your-work/',
  'home/',
];

/** The paths of pages that belong to no workspace. */
const SERVER_PATHS = [
  'sign-in',
  'live',
  'admin/',
  'accounts/forgot-password/',
  'accounts/set-password',
  'invitations/',
  'workspace-invitations/?slug=acme&invitation_id=1',
  'create-workspace/',
  'onboarding/',
  'god-mode/',
  'god-mode/general/',
  `spaces/issues/${ID}`,
  `spaces/pages/${ID}`,
  'settings/profile/api-tokens/',
  'settings/profile/general',
  'profile/',
  'profile/activity/',
  'profile/api-tokens',
  'auth/google/callback/?code=1',
  'api/instances/',
  'api/v1',
  'api/users/me/',
];

describe('The address of any page', () => {
  const SERVERS = ['https://plane.example.org', 'https://tools.example.org:8443/apps/plane'];

  it.each(SERVERS.flatMap((server) => WORKSPACE_PATHS.map((path) => [server, path] as const)))(
    'of a workspace at %s leads to the server and the workspace: %s',
    (server, path) => {
      // Without a page behind it, a slug below a base path looks like a longer base path.
      if (path === '' && new URL(server).pathname !== '/') return expect(path).toBe('');
      return expect(parseServerAddress(`${server}/acme/${path}`)).toEqual({ baseUrl: server, workspace: 'acme' });
    },
  );

  it.each(SERVERS.flatMap((server) => SERVER_PATHS.map((path) => [server, path] as const)))(
    'of no workspace at %s leads to the server: %s',
    (server, path) => {
      expect(parseServerAddress(`${server}/${path}`)).toEqual({ baseUrl: server, workspace: undefined });
    },
  );

  it.each([
    ['"https://plane.example.org/acme/projects/"'],
    ['<https://plane.example.org/acme/projects/>'],
    ['“https://plane.example.org/acme”'],
    ["'plane.example.org/acme'"],
    ['`https://plane.example.org/acme/`'],
    ['[Acme](https://plane.example.org/acme/projects/)'],
    ['[Acme](<https://plane.example.org/acme/> "The board")'],
    ['https://plane.example.org/acme/projects/.'],
    ['https://plane.example.org/acme/browse/WEB-1/),'],
    ['https://plane.example.org/acme,'],
    ['  plane.example.org/acme/settings/members  '],
    ['HTTPS://PLANE.EXAMPLE.ORG/acme/'],
    [`https://plane.example.org/acme/projects/${ID}/issues/?filter=a/b#top`],
    ['"https://plane.example.org/acme/",'],
    ['"https://plane.example.org/acme/."'],
    ['https://plane.example.org/acme/".'],
    ['«https://plane.example.org/acme/»;'],
    ['‹plane.example.org/acme›'],
    ['<https://plane.example.org/acme/>.'],
    ['<https://plane.example.org/acme/|Acme>'],
    ['(https://plane.example.org/acme/)'],
    ['[https://plane.example.org/acme/]'],
    ['("https://plane.example.org/acme/").'],
    ['「https://plane.example.org/acme/」。'],
    ['[Acme](https://plane.example.org/acme/).'],
    ['https://plane.example.org/acme/…'],
    ['https://plane.example.org/acme/,'],
    ['https://plane.example.org/acme/!'],
    ["https://plane.example.org/acme/'."],
    ['https://plane.example.org/acme?'],
    ["'https://plane.example.org/acme/?tab=1'"],
    ['Our board: https://plane.example.org/acme/'],
    ['https://plane.example.org/acme/ - Plane'],
    ['https://plane.example.org/acme/projects/ and more'],
    ['- https://plane.example.org/acme'],
    ['> https://plane.example.org/acme'],
    ['**https://plane.example.org/acme**'],
    ['_https://plane.example.org/acme/_'],
    ['PLANE_URL=https://plane.example.org/acme'],
    ['curl -H "X-API-Key: …" https://plane.example.org/api/v1/workspaces/acme/projects/'],
    ['<a href="https://plane.example.org/acme">https://plane.example.org/acme</a>'],
    ['https://plane.example.org/acme/：'],
    ['\u200ehttps://plane.example.org/acme\u200b'],
  ])('may stand in other text: %s', (text) => {
    expect(parseServerAddress(text)).toEqual({ baseUrl: 'https://plane.example.org', workspace: 'acme' });
  });

  it.each([
    ['https://example.org/projects/plane/acme/browse/WEB-1/', 'https://example.org/projects/plane'],
    ['https://example.org/wiki/plane/acme/projects/', 'https://example.org/wiki/plane'],
    ['https://example.org/tools/wiki/acme/browse/WEB-1/', 'https://example.org/tools/wiki'],
  ])('may have a base path with the words of pages: %s', (text, baseUrl) => {
    expect(parseServerAddress(text)).toEqual({ baseUrl, workspace: 'acme' });
  });
});

describe('The parser of server addresses', () => {
  it.each<[string, string, string | undefined]>([
    // URLs of Plane Cloud.
    ['https://app.plane.so/acme/projects/4fb89ac4/issues/', CLOUD_API, 'acme'],
    ['https://app.plane.so/acme/browse/WEB-12/', CLOUD_API, 'acme'],
    ['app.plane.so/acme', CLOUD_API, 'acme'],
    ['plane.so', CLOUD_API, undefined],
    ['https://www.plane.so/', CLOUD_API, undefined],
    ['https://app.plane.so', CLOUD_API, undefined],
    ['https://api.plane.so', CLOUD_API, undefined],
    ['https://api.plane.so/api/v1/workspaces/acme/', CLOUD_API, 'acme'],
    // URLs of a self-hosted server.
    ['https://plane.example.com', 'https://plane.example.com', undefined],
    ['  plane.example.com/ ', 'https://plane.example.com', undefined],
    ['https://PLANE.Example.com:8443/', 'https://plane.example.com:8443', undefined],
    ['https://plane.example.com/my_team-2/settings/members/', 'https://plane.example.com', 'my_team-2'],
    ['https://plane.example.com/acme/projects/p1/issues/?filter=mine#top', 'https://plane.example.com', 'acme'],
    ['https://plane.example.com/?next_path=/acme/projects/', 'https://plane.example.com', 'acme'],
    ['https://plane.example.com/login/?next_path=%2Facme%2Fbrowse%2FWEB-1%2F', 'https://plane.example.com', 'acme'],
    ['https://example.com/apps/plane/sign-up/?next_path=/acme/projects/', 'https://example.com/apps/plane', 'acme'],
    ['https://plane.example.com/?next_path=https://evil.test/acme/', 'https://plane.example.com', undefined],
    ['https://plane.example.com/api/v1', 'https://plane.example.com', undefined],
    ['https://plane.example.com/api/', 'https://plane.example.com', undefined],
    ['https://plane.example.com/api/v1/workspaces/', 'https://plane.example.com', undefined],
    ['https://plane.example.com/api/v1/workspaces/acme/projects/p1/work-items/', 'https://plane.example.com', 'acme'],
    ['https://example.com/tools/plane/api/v1/workspaces/acme/', 'https://example.com/tools/plane', 'acme'],
    ['https://plane.example.com/god-mode/general/', 'https://plane.example.com', undefined],
    ['https://plane.example.com/sign-in', 'https://plane.example.com', undefined],
    ['https://plane.example.com/settings/profile/api-tokens/', 'https://plane.example.com', undefined],
    // URLs of a server below a base path.
    ['https://example.com/tools/plane/acme/projects/', 'https://example.com/tools/plane', 'acme'],
    ['https://example.com/tools/plane/api/v1/', 'https://example.com/tools/plane', undefined],
    ['https://example.com/tools/plane', 'https://example.com/tools/plane', undefined],
    // URLs of a server on this machine.
    ['http://localhost:8000', 'http://localhost:8000', undefined],
    ['localhost:8000', 'http://localhost:8000', undefined],
    ['http://127.0.0.1:3000/acme', 'http://127.0.0.1:3000', 'acme'],
    ['[::1]:3000', 'http://[::1]:3000', undefined],
    ['https://localhost', 'https://localhost', undefined],
    // URLs of a server in a private network.
    ['http://10.0.0.1:8000', 'http://10.0.0.1:8000', undefined],
    ['http://192.168.1.5/acme', 'http://192.168.1.5', 'acme'],
    ['http://[fd00::5]:8080/acme/projects/', 'http://[fd00::5]:8080', 'acme'],
    ['http://nas.tail1234.ts.net/acme/', 'http://nas.tail1234.ts.net', 'acme'],
    ['http://plane/acme/', 'http://plane', 'acme'],
    // Without a scheme, the address is one with encryption.
    ['192.168.1.5', 'https://192.168.1.5', undefined],
  ])('parses “%s” as the server %s and the workspace %s', (text, baseUrl, workspace) => {
    expect(parseServerAddress(text)).toEqual({ baseUrl, workspace });
  });

  it.each([
    ['', 'empty'],
    [' \t ', 'empty'],
    ['my own server', 'unreadable'],
    ['https://plane.exam ple.com', 'unreadable'],
    ['https://plane.example.com/acme or https://plane.example.org/acme', 'unreadable'],
    ['https;//plane.example.com', 'unreadable'],
    ['plane.example.com, our server', 'unreadable'],
    ['*plane.example.com*', 'unreadable'],
    ['https://plane example.com', 'unreadable'],
    ['https://', 'unreadable'],
    ['???', 'unreadable'],
    ['javascript:alert(1)', 'unreadable'],
    ['http://plane.example.com', 'insecure'],
    ['http://localhost.example.com', 'insecure'],
    ['http://127.0.0.1.example.com', 'insecure'],
    ['http://10.0.0.1.nip.io:8000', 'insecure'],
    ['http://172.32.0.1', 'insecure'],
    ['http://0.0.0.0:8000', 'insecure'],
    ['https://ada:secret@plane.example.com', 'credentials'],
    ['https://plane.example.com@evil.example/acme', 'credentials'],
    ['ada@plane.example.com', 'credentials'],
    ['plane_api_0123456789abcdef0123456789abcdef', 'key'],
    [' `pln_0123456789abcdef_0123456789` ', 'key'],
    ['ftp://plane.example.com', 'protocol'],
    ['file:///etc/passwd', 'unreadable'],
    ['ws://localhost:8000', 'protocol'],
    // http addresses that only look like an address of this machine, or that are not limited to this machine.
    ['http://localhost@evil.example', 'credentials'],
    ['http://127.0.0.1:80@evil.example', 'credentials'],
    ['http://[::ffff:127.0.0.1]', 'insecure'],
    ['http://[::]', 'insecure'],
    ['http://localhost.', 'insecure'],
    ['http://134744072', 'insecure'],
    ['hTTp://plane.example.com', 'insecure'],
    ['http://app.plane.so', 'insecure'],
    // Text that the class `URL` would parse as a host or a port.
    ['https:/plane.example.com', 'unreadable'],
    ['https:plane.example.com', 'unreadable'],
    ['https:///plane.example.com', 'unreadable'],
    ['//plane.example.com', 'unreadable'],
    ['https:\\\\plane.example.com', 'unreadable'],
    ['https://plane.example.com\\@evil.example', 'unreadable'],
    ['https://http://plane.example.com', 'unreadable'],
    ['https://plane.example.com%40evil.example', 'unreadable'],
    ['https://plane.example.com%00.evil.example', 'unreadable'],
    ['https://plane.example.com:0', 'unreadable'],
    ['https://plane.example.com:65536', 'unreadable'],
    ['https://plane.example.com:-1', 'unreadable'],
    ['https://256.1.1.1', 'unreadable'],
  ])('rejects “%s” with the problem “%s”', (text, problem) => {
    expect(parseServerAddress(text)).toEqual({ problem });
  });

  it.each([
    // Letters that look like other letters: a Cyrillic а, a Greek ο, a whole Cyrillic word, a dotless ı, and a
    // character that looks like a slash.
    ['https://pl\u0430ne.so', 'xn--plne-63d.so'],
    ['api.pl\u0430ne.so', 'api.xn--plne-63d.so'],
    ['https://plane.s\u03bf', 'plane.xn--s-smb'],
    ['https://\u0430\u0440\u0440\u04cf\u0435.com/acme/projects/', 'xn--80ak6aa92e.com'],
    ['https://pla\u0131ne.so', 'xn--plane-p4a.so'],
    ['https://plane.so\u2044evil.example', 'plane.xn--soevil-qq0c.example'],
    // A host name with letters outside of ASCII must be in Punycode even if the name does not imitate another name.
    ['https://b\u00fccher.example', 'xn--bcher-kva.example'],
    // Characters that the class `URL` replaces by other characters, or removes.
    ['https://\uff50lane.so', 'plane.so'],
    ['https://plane\u3002so', 'plane.so'],
    ['https://pl\u200bane.so', 'plane.so'],
    ['https://pla\u00adne.so', 'plane.so'],
    ['https://plane.so%2eevil.example', 'plane.so.evil.example'],
    // A trailing dot is another origin with the same name.
    ['https://plane.example.com.', 'plane.example.com'],
    ['https://app.plane.so./acme', 'app.plane.so'],
    // IP addresses as one number, with numbers in other bases, or with too few numbers.
    ['http://2130706433', '127.0.0.1'],
    ['http://0x7f000001:3000', '127.0.0.1'],
    ['http://0177.0.0.1', '127.0.0.1'],
    ['http://127.1', '127.0.0.1'],
    ['127.000.000.001', '127.0.0.1'],
    ['https://134744072', '8.8.8.8'],
    ['https://010.010.010.010', '8.8.8.8'],
  ])('rejects “%s”, because requests would be sent to the differently spelled host %s', (text, host) => {
    expect(parseServerAddress(text)).toEqual({ problem: 'disguised', host });
    expect(parseServerUrl(/^https?:/.test(text) ? text : `https://${text}`)).toEqual({ problem: 'disguised', host });
  });

  it.each([
    ['https://PLANE.Example.COM', 'https://plane.example.com'],
    ['HTTPS://plane.example.com:443', 'https://plane.example.com'],
    ['https://plane.example.com:', 'https://plane.example.com'],
    ['https://APP.PLANE.SO:443/', CLOUD_API],
    ['https://app.plane.so:8443', 'https://app.plane.so:8443'],
    ['https://plane.example.com:80', 'https://plane.example.com:80'],
    ['http://LOCALHOST:80', 'http://localhost'],
    ['https://xn--PLNE-63d.so', 'https://xn--plne-63d.so'],
    ['http://[0:0:0:0:0:0:0:1]:3000', 'http://[::1]:3000'],
    ['http://[0000::0001]', 'http://[::1]'],
    ['http://127.8.8.8:3000', 'http://127.8.8.8:3000'],
  ])('parses “%s” as %s, because both have the same origin', (text, baseUrl) => {
    expect(parseServerAddress(text)).toMatchObject({ baseUrl });
    expect(parseServerUrl(text)).toEqual({ baseUrl });
  });

  it('accepts only HTTPS, or HTTP to a host that is not public, and returns no user name, password, query or trailing slash', () => {
    const texts = fc.oneof(
      fc.webUrl({ validSchemes: ['http', 'https', 'ftp'], withQueryParameters: true, withFragments: true }),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseServerAddress(text);
        if ('problem' in parsed) {
          expect(['empty', 'unreadable', 'insecure', 'credentials', 'protocol', 'key', 'disguised']).toContain(
            parsed.problem,
          );
          return;
        }
        const url = new URL(parsed.baseUrl);
        expect(url.protocol === 'https:' || httpReach(url) !== 'public').toBe(true);
        expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', '']);
        expect(parsed.baseUrl).not.toMatch(/\/$/);
        if (parsed.workspace !== undefined) expect(isSlug(parsed.workspace)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('returns its own result unchanged', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'] }), (text) => {
        const parsed = parseServerAddress(text);
        fc.pre(
          !('problem' in parsed) &&
            parsed.baseUrl !== CLOUD_API &&
            new URL(parsed.baseUrl).pathname.split('/').length > 2,
        );
        if ('problem' in parsed) return;
        expect(parseServerAddress(parsed.baseUrl)).toMatchObject({ baseUrl: parsed.baseUrl });
      }),
    );
  });
});

describe('The slug of a workspace', () => {
  it.each(['acme', 'my-team', 'team_2', 'A1'])('may be “%s”', (text) => {
    expect(isSlug(text)).toBe(true);
  });

  it.each(['', '-acme', 'my team', 'acme/', '../acme', 'acme?x', 'äcme'])('cannot be “%s”', (text) => {
    expect(isSlug(text)).toBe(false);
  });
});

describe('The URL of a web page', () => {
  it('has the host of the web app, which differs from the host of the API on Plane Cloud only', () => {
    expect(webBaseUrl(CLOUD_API)).toBe('https://app.plane.so');
    expect(workItemUrl(CLOUD_API, 'acme', 'WEB-12')).toBe('https://app.plane.so/acme/browse/WEB-12/');
    expect(workItemUrl(CLOUD_API, 'acme', 'WEB-12', 'c1')).toBe('https://app.plane.so/acme/browse/WEB-12/#comment-c1');
    expect(workItemUrl('https://example.com/plane', 'acme', 'WEB-12')).toBe(
      'https://example.com/plane/acme/browse/WEB-12/',
    );
    expect(keysPageUrl('https://plane.example.com')).toBe('https://plane.example.com/settings/profile/api-tokens/');
  });

  it('escapes the slug and the identifier', () => {
    expect(workItemUrl(CLOUD_API, '../x', 'A/..?#')).toBe('https://app.plane.so/..%2Fx/browse/A%2F..%3F%23/');
  });
});

describe('The address of a work item', () => {
  const here = { baseUrl: 'https://plane.example.org/apps', workspace: 'acme' };
  const PAGE = 'https://plane.example.org/apps/acme';
  const item = { project: ID, id: ID.replace('4', '5') };

  it.each([
    [`${PAGE}/browse/WEB-12/`, { identifier: 'WEB-12' }],
    [`${PAGE}/browse/web-12`, { identifier: 'WEB-12' }],
    [`${PAGE}/browse/WEB-12/#comment-${ID}`, { identifier: 'WEB-12' }],
    [`${PAGE}/browse/WEB-12/?x=1`, { identifier: 'WEB-12' }],
    [`${PAGE}/browse/%C4%B0%C5%9E%C3%87-1/`, { identifier: 'İŞÇ-1' }],
    [`${PAGE}/browse/İŞÇ-1/`, { identifier: 'İŞÇ-1' }],
    [`${PAGE}/browse/${encodeURIComponent('İŞÇ'.normalize('NFD'))}-1/`, { identifier: 'İŞÇ-1' }],
    [`${PAGE}/browse/${'İŞÇ'.toLowerCase()}-1/`, { identifier: 'İŞÇ-1' }],
    [`${PAGE}/browse/%E8%A8%AD%E8%A8%88-7/`, { identifier: '設計-7' }],
    [`${PAGE}/browse/%D0%94%D0%98%D0%97-7/`, { identifier: 'ДИЗ-7' }],
    [`${PAGE}/browse/%D0%B4%D0%B8%D0%B7-7/`, { identifier: 'ДИЗ-7' }],
    [`<${PAGE}/browse/WEB-12/>`, { identifier: 'WEB-12' }],
    [`"${PAGE}/browse/WEB-12/"`, { identifier: 'WEB-12' }],
    [`[WEB-12](${PAGE}/browse/WEB-12/)`, { identifier: 'WEB-12' }],
    [`${PAGE}/browse/WEB-12.`, { identifier: 'WEB-12' }],
    [`${PAGE}/browse/WEB-12/),`, { identifier: 'WEB-12' }],
    [`HTTPS://PLANE.example.org/apps/ACME/browse/WEB-12/`, { identifier: 'WEB-12' }],
    [`http://plane.example.org/apps/acme/browse/WEB-12/`, { identifier: 'WEB-12' }],
    ['Plane.example.org/apps/acme/browse/WEB-12', { identifier: 'WEB-12' }],
    [`see ${PAGE}/browse/WEB-12/, please`, { identifier: 'WEB-12' }],
    [`WEB-12 ${PAGE}/browse/WEB-12`, { identifier: 'WEB-12' }],
    [`*${PAGE}/browse/WEB-12*`, { identifier: 'WEB-12' }],
    ['https://plane.example.org/apps/api/v1/workspaces/acme/work-items/WEB-12/', { identifier: 'WEB-12' }],
    [`https://plane.example.org/apps/api/v1/workspaces/acme/projects/${item.project}/issues/${item.id}/`, item],
    [`${PAGE}/projects/${item.project.toUpperCase()}/issues/${item.id.toUpperCase()}`, item],
    [`${PAGE}/projects/${item.project}/cycles/${item.project}?peekIssueId=${item.id}`, item],
    [`${PAGE}/workspace-views/all-issues/?peekIssueId=${item.id}&peekProjectId=${item.project}`, item],
    [`${PAGE}/workspace-views/all-issues/?peekIssueId=${item.id}`, { problem: 'noItem' }],
    ['The page at https://evil.example/ is slow', undefined],
    [`${PAGE}/projects/${item.project}/issues/${item.id}`, item],
    [`${PAGE}/projects/${item.project}/work-items/${item.id}/`, item],
    [`${PAGE}/projects/${item.project}/epics/${item.id}/`, item],
    [`${PAGE}/projects/${item.project}/archives/issues/${item.id}`, item],
    [`${PAGE}/projects/${item.project}/issues/?peekIssueId=${item.id}&peekProjectId=${item.project}`, item],
    [`${PAGE}/projects/${item.project}/cycles/?peekIssueId=${item.id}`, item],
    [`${PAGE}/projects/${item.project}/intake/?currentTab=open&inboxIssueId=${item.id}`, item],
    [`${PAGE}/projects/${item.project}/cycles/${item.id}`, { problem: 'noItem' }],
    [`${PAGE}/projects/${item.project}/issues/`, { problem: 'noItem' }],
    [`${PAGE}/browse/WEB/`, { problem: 'noItem' }],
    [`${PAGE}/browse/%ZZ-1/`, { identifier: '%ZZ-1' }],
    [`https://plane.example.org/apps/api/workspaces/acme/projects/${item.project}/issues/${item.id}/`, item],
    ['https://plane.example.org/apps//acme//browse//WEB-12', { identifier: 'WEB-12' }],
    ['https://plane.example.org./apps/acme/browse/WEB-12', { identifier: 'WEB-12' }],
    ['https://plane.example.org/apps/?next_path=/acme/browse/WEB-12/', { identifier: 'WEB-12' }],
    ['https://plane.example.org/apps/sign-in?next_path=%2Facme%2Fbrowse%2FWEB-12', { identifier: 'WEB-12' }],
    [
      `https://eur01.safelinks.example/?url=${encodeURIComponent(`${PAGE}/browse/WEB-12/`)}&data=05`,
      { identifier: 'WEB-12' },
    ],
    [`https://slack-redir.example/link?url=${encodeURIComponent(`${PAGE}/browse/WEB-12`)}`, { identifier: 'WEB-12' }],
    [`https://evil.example/?next_path=/acme/browse/WEB/`, { problem: 'elsewhere' }],
    ['https://plane.example.org/acme/browse/WEB-12/', { problem: 'elsewhere' }],
    ['https://plane.example.org/apps/other/browse/WEB-12/', { problem: 'elsewhere' }],
    ['https://evil.example/apps/acme/browse/WEB-12/', { problem: 'elsewhere' }],
    ['WEB-12', undefined],
  ])('%s is %j', (text, expected) => {
    expect(parseItemUrl(text, here)).toEqual(expected);
  });

  it.each(['WEB-12', 'İŞÇ-1', '設計-7', 'A_B-3'])('that is copied for %s is parsed again', (identifier) => {
    expect(parseItemUrl(workItemUrl(here.baseUrl, here.workspace, identifier), here)).toEqual({ identifier });
  });
});

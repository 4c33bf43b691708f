// Tests that a link to a work item is parsed, and that invalid and malicious links are rejected.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatItemLink,
  isInWorkspace,
  type LinkProblem,
  parseItemLink,
} from '../../../../src/core/session/itemLink.ts';
import { CLOUD_API } from '../../../../src/core/session/server/webAddress.ts';
import { anyCodePoint } from '../../../support/anyCodePoint.ts';

const EXTENSION = { scheme: 'vscode', extension: 'contrail.contrail' };
const PROJECT = '11111111-2222-4333-8444-555555555555';
const ITEM = '66666666-7777-4888-9999-aaaaaaaaaaaa';

/** Parses a link after decoding its query once, like VS Code. */
function parseLink(query: string, path = '/open') {
  return parseItemLink({ path, query: decodeURIComponent(query) });
}

function parseAddressOf(text: string) {
  const { pathname, search } = new URL(text);
  return parseLink(search.slice(1), pathname);
}

describe('A link to a work item', () => {
  it.each([
    [
      CLOUD_API,
      'acme',
      'WEB-12',
      'vscode://contrail.contrail/open?server=https%3A%2F%2Fapi.plane.so&workspace=acme&item=WEB-12',
    ],
    [
      'https://plane.example.com:8443/tools/plane',
      'my_team-2',
      'A_1-7',
      'vscode://contrail.contrail/open?server=https%3A%2F%2Fplane.example.com%3A8443%2Ftools%2Fplane&workspace=my_team-2&item=A_1-7',
    ],
    [
      'http://[::1]:3000',
      'acme',
      'WEB-12',
      'vscode://contrail.contrail/open?server=http%3A%2F%2F%5B%3A%3A1%5D%3A3000&workspace=acme&item=WEB-12',
    ],
    [undefined, 'contrail', 'WEB-12', 'vscode://contrail.contrail/open?server=local&workspace=contrail&item=WEB-12'],
    [
      CLOUD_API,
      'acme',
      'ÄRGER-1',
      'vscode://contrail.contrail/open?server=https%3A%2F%2Fapi.plane.so&workspace=acme&item=%C3%84RGER-1',
    ],
  ])(
    'with the server %s, the workspace %s and the item %s is parsed into these values',
    (baseUrl, workspace, identifier, address) => {
      expect(formatItemLink(EXTENSION, { baseUrl, workspace, identifier })).toBe(address);
      expect(parseAddressOf(address.replace('vscode:', 'https:'))).toEqual({
        baseUrl,
        workspace,
        item: { identifier },
      });
    },
  );

  it('may contain the id of a comment, which must be a UUID', () => {
    const link = { baseUrl: CLOUD_API, workspace: 'acme', identifier: 'WEB-12', comment: ITEM };
    const address = formatItemLink(EXTENSION, link);
    expect(address).toMatch(new RegExp(`&item=WEB-12&comment=${ITEM}$`));
    expect(parseAddressOf(address.replace('vscode:', 'https:'))).toMatchObject({ comment: ITEM });
    expect(parseLink('server=local&workspace=acme&item=WEB-12&comment=x')).toEqual({ problem: 'item' });
  });

  it('may contain the ids of the project and the work item, and the URL of the web app of Plane Cloud', () => {
    expect(parseLink(`server=https://app.plane.so/&workspace=acme&project=${PROJECT}&id=${ITEM}`)).toEqual({
      baseUrl: CLOUD_API,
      workspace: 'acme',
      item: { project: PROJECT, id: ITEM },
    });
  });

  it('may contain other parameters', () => {
    expect(parseLink('utm_source=mail&server=local&workspace=acme&item=web-1&windowId=_blank&vscode-reqid=1')).toEqual({
      baseUrl: undefined,
      workspace: 'acme',
      item: { identifier: 'WEB-1' },
    });
  });

  const server = 'server=https://plane.example.com';
  it.each<[LinkProblem, string, string?]>([
    ['unknown', `${server}&workspace=acme&item=WEB-1`, '/run'],
    ['unknown', `${server}&workspace=acme&item=WEB-1`, ''],
    ['unknown', `${server}&workspace=acme&item=WEB-1`, '/open/../open'],
    ['tooLong', `${server}&workspace=acme&item=WEB-1&x=${'a'.repeat(1000)}`],
    ['tooLong', `${server}&workspace=acme&item=WEB-1`, `/open${'/'.repeat(1000)}`],
    ['unreadable', `${server}&workspace=acme%0aX-API-Key: stolen&item=WEB-1`],
    ['unreadable', `${server}%0d%0aHost: evil.example&workspace=acme&item=WEB-1`],
    ['unreadable', `${server}&workspace=acme&item=WEB-1%00`],
    ['unreadable', `${server}&workspace=acme&item=WEB%E2%80%AE-1`],
    ['unreadable', `${server}&workspace=ac%E2%80%8Bme&item=WEB-1`],
    ['unreadable', `${server}&workspace=acme&item=<img src=x onerror=alert(1)>`],
    ['unreadable', `${server}&workspace=acme&item=$(alert)-1`],
    ['unreadable', `${server}&workspace=acme&item="WEB-1"`],
    ['unreadable', `${server}&workspace=acme&item=WEB-1%2520`],
    ['unreadable', `server=https:%5C%5Cevil.example&workspace=acme&item=WEB-1`],
    ['repeated', `${server}&server=https://evil.example&workspace=acme&item=WEB-1`],
    ['repeated', `${server}&workspace=acme&item=WEB-1%26workspace=other`],
    ['repeated', `${server}&workspace=acme&item=WEB-1&item=WEB-1`],
    ['server', 'workspace=acme&item=WEB-1'],
    ['server', 'server=&workspace=acme&item=WEB-1'],
    ['server', 'server=javascript:alert(1)&workspace=acme&item=WEB-1'],
    ['server', 'server=file:///etc/passwd&workspace=acme&item=WEB-1'],
    ['server', 'server=data:text/html,hello&workspace=acme&item=WEB-1'],
    ['server', 'server=command:workbench.action.quit&workspace=acme&item=WEB-1'],
    ['server', 'server=http://plane.example.com&workspace=acme&item=WEB-1'],
    ['server', 'server=http://localhost.evil.example&workspace=acme&item=WEB-1'],
    ['server', 'server=https://plane.example.com@evil.example&workspace=acme&item=WEB-1'],
    ['server', 'server=https://plane.example.com?x&workspace=acme&item=WEB-1'],
    ['server', 'server=https://plane.example.com%23x&workspace=acme&item=WEB-1'],
    ['server', 'server=https:plane.example.com&workspace=acme&item=WEB-1'],
    ['server', 'server=https:///plane.example.com&workspace=acme&item=WEB-1'],
    ['server', 'server=//plane.example.com&workspace=acme&item=WEB-1'],
    ['server', 'server=plane.example.com&workspace=acme&item=WEB-1'],
    ['server', `server=https://${'a.'.repeat(200)}example&workspace=acme&item=WEB-1`],
    ['workspace', `${server}&item=WEB-1`],
    ['workspace', `${server}&workspace=../admin&item=WEB-1`],
    ['workspace', `${server}&workspace=${'a'.repeat(100)}&item=WEB-1`],
    ['item', `${server}&workspace=acme`],
    ['item', `${server}&workspace=acme&item=WEB`],
    ['item', `${server}&workspace=acme&item=WEB-0`],
    ['item', `${server}&workspace=acme&item=WEB-1/../../users/me`],
    ['item', `${server}&workspace=acme&item=WEB-99999999999`],
    ['item', `${server}&workspace=acme&item=[WEB](command:quit)-1`],
    ['item', `${server}&workspace=acme&item=WEB-1&project=${PROJECT}&id=${ITEM}`],
    ['item', `${server}&workspace=acme&project=${PROJECT}`],
    ['item', `${server}&workspace=acme&project=${PROJECT}&id=../x`],
  ])('is rejected with the problem “%s”: %s %s', (problem, query, path) => {
    expect(parseLink(query, path)).toEqual({ problem });
  });

  it('is rejected if the host contains lookalike letters that are not in Punycode', () => {
    // %D0%B0 is a Cyrillic letter that looks like the Latin letter a.
    expect(parseLink('server=https://pl%D0%B0ne.so&workspace=acme&item=WEB-1')).toEqual({ problem: 'server' });
    expect(parseLink('server=https://xn--plne-63d.so&workspace=acme&item=WEB-1')).toMatchObject({
      baseUrl: 'https://xn--plne-63d.so',
    });
  });

  it('with any text is either rejected or has a valid server and a valid workspace', () => {
    const queryFragment = fc.constantFrom(
      'server=',
      'workspace=',
      'item=',
      'https://a.b',
      'acme',
      'WEB-1',
      '&',
      '%',
      '\n',
      '/',
      '@',
      'é',
      '<',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCodePoint }),
          fc.array(queryFragment).map((all) => all.join('')),
        ),
        (query) => {
          const link = parseItemLink({ path: '/open', query });
          if ('problem' in link) return;
          expect(link.workspace).toMatch(/^[\w-]{1,80}$/);
          expect(link.baseUrl ?? 'https://local').toMatch(/^https?:\/\/[^\s@?#]+$/);
        },
      ),
    );
  });
});

describe('isInWorkspace', () => {
  const link = { baseUrl: 'https://plane.example.com', workspace: 'acme', item: { identifier: 'WEB-1' } };
  const session = { profile: { service: 'remote' as const }, baseUrl: 'https://plane.example.com', workspace: 'Acme' };

  it('returns true only for a link to the same server and workspace', () => {
    expect(isInWorkspace(link, session)).toBe(true);
    expect(isInWorkspace(link, { ...session, workspace: 'other' })).toBe(false);
    expect(isInWorkspace(link, { ...session, baseUrl: 'https://plane.example.com:8443' })).toBe(false);
    expect(isInWorkspace(link, { ...session, baseUrl: 'https://plane.example.com/plane' })).toBe(false);
  });

  it('returns true for the local workspace only if the link has the server `local`, regardless of the port', () => {
    const localSession = {
      profile: { service: 'local' as const },
      baseUrl: 'http://127.0.0.1:4711',
      workspace: 'acme',
    };
    expect(isInWorkspace({ ...link, baseUrl: undefined }, localSession)).toBe(true);
    expect(isInWorkspace({ ...link, baseUrl: 'http://127.0.0.1:4711' }, localSession)).toBe(false);
    expect(isInWorkspace({ ...link, baseUrl: undefined }, { ...session, workspace: 'acme' })).toBe(false);
  });
});

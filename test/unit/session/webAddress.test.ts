// Owns the proof that addresses are understood as people paste them, and refused with a reason where they cannot be used.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLOUD_API, isSlug, keysPage, readAddress, webOrigin, workItemPage } from '../../../src/session/webAddress.ts';

describe('an address', () => {
  it.each<[string, string, string | undefined]>([
    // The cloud.
    ['https://app.plane.so/acme/projects/4fb89ac4/issues/', CLOUD_API, 'acme'],
    ['https://app.plane.so/acme/browse/WEB-12/', CLOUD_API, 'acme'],
    ['app.plane.so/acme', CLOUD_API, 'acme'],
    ['https://app.plane.so', CLOUD_API, undefined],
    ['https://api.plane.so', CLOUD_API, undefined],
    ['https://api.plane.so/api/v1/workspaces/acme/', CLOUD_API, undefined],
    // A server of one's own.
    ['https://plane.example.com', 'https://plane.example.com', undefined],
    ['  plane.example.com/ ', 'https://plane.example.com', undefined],
    ['https://PLANE.Example.com:8443/', 'https://plane.example.com:8443', undefined],
    ['https://plane.example.com/my_team-2/settings/members/', 'https://plane.example.com', 'my_team-2'],
    ['https://plane.example.com/acme/projects/p1/issues/?filter=mine#top', 'https://plane.example.com', 'acme'],
    ['https://plane.example.com/api/v1', 'https://plane.example.com', undefined],
    ['https://plane.example.com/api/', 'https://plane.example.com', undefined],
    ['https://plane.example.com/god-mode/general/', 'https://plane.example.com', undefined],
    ['https://plane.example.com/sign-in', 'https://plane.example.com', undefined],
    ['https://plane.example.com/settings/profile/api-tokens/', 'https://plane.example.com', undefined],
    // Below a base path.
    ['https://example.com/tools/plane/acme/projects/', 'https://example.com/tools/plane', 'acme'],
    ['https://example.com/tools/plane/api/v1/', 'https://example.com/tools/plane', undefined],
    ['https://example.com/tools/plane', 'https://example.com/tools/plane', undefined],
    // This machine.
    ['http://localhost:8000', 'http://localhost:8000', undefined],
    ['localhost:8000', 'http://localhost:8000', undefined],
    ['http://127.0.0.1:3000/acme', 'http://127.0.0.1:3000', 'acme'],
    ['[::1]:3000', 'http://[::1]:3000', undefined],
    ['https://localhost', 'https://localhost', undefined],
  ])('%s is the service at %s, workspace %s', (text, baseUrl, workspace) => {
    expect(readAddress(text)).toEqual({ baseUrl, workspace });
  });

  it.each([
    ['', 'empty'],
    [' \t ', 'empty'],
    ['my own server', 'unreadable'],
    ['https://plane example.com', 'unreadable'],
    ['https://', 'unreadable'],
    ['???', 'unreadable'],
    ['javascript:alert(1)', 'unreadable'],
    ['http://plane.example.com', 'insecure'],
    ['http://localhost.example.com', 'insecure'],
    ['http://127.0.0.1.example.com', 'insecure'],
    ['http://10.0.0.1:8000', 'insecure'],
    ['http://0.0.0.0:8000', 'insecure'],
    ['https://ada:secret@plane.example.com', 'credentials'],
    ['https://plane.example.com@evil.example/acme', 'credentials'],
    ['ada@plane.example.com', 'credentials'],
    ['ftp://plane.example.com', 'protocol'],
    ['file:///etc/passwd', 'unreadable'],
    ['ws://localhost:8000', 'protocol'],
  ])('“%s” cannot be used: %s', (text, problem) => {
    expect(readAddress(text)).toEqual({ problem });
  });

  it('that can be used is always https, or this machine, without name, password, query or slash at the end', () => {
    const texts = fc.oneof(
      fc.webUrl({ validSchemes: ['http', 'https', 'ftp'], withQueryParameters: true, withFragments: true }),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const read = readAddress(text);
        if ('problem' in read) {
          expect(['empty', 'unreadable', 'insecure', 'credentials', 'protocol']).toContain(read.problem);
          return;
        }
        const url = new URL(read.baseUrl);
        expect(url.protocol === 'https:' || /^(?:localhost|\[::1\]|127\.[\d.]+)$/.test(url.hostname)).toBe(true);
        expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', '']);
        expect(read.baseUrl).not.toMatch(/\/$/);
        if (read.workspace !== undefined) expect(isSlug(read.workspace)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('means the same when it is read again', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'] }), (text) => {
        const once = readAddress(text);
        fc.pre(!('problem' in once) && once.baseUrl !== CLOUD_API && new URL(once.baseUrl).pathname.split('/').length > 2);
        if ('problem' in once) return;
        expect(readAddress(once.baseUrl)).toMatchObject({ baseUrl: once.baseUrl });
      }),
    );
  });
});

describe('a slug', () => {
  it.each(['acme', 'my-team', 'team_2', 'A1'])('may be %s', (text) => {
    expect(isSlug(text)).toBe(true);
  });

  it.each(['', '-acme', 'my team', 'acme/', '../acme', 'acme?x', 'äcme'])('may not be “%s”', (text) => {
    expect(isSlug(text)).toBe(false);
  });
});

describe('the pages for people', () => {
  it('stand on the web host, which differs from the API’s on the cloud only', () => {
    expect(webOrigin(CLOUD_API)).toBe('https://app.plane.so');
    expect(workItemPage(CLOUD_API, 'acme', 'WEB-12')).toBe('https://app.plane.so/acme/browse/WEB-12/');
    expect(workItemPage('https://example.com/plane', 'acme', 'WEB-12')).toBe('https://example.com/plane/acme/browse/WEB-12/');
    expect(keysPage('https://plane.example.com')).toBe('https://plane.example.com/settings/profile/api-tokens/');
  });

  it('cannot be led elsewhere by what stands in a name', () => {
    expect(workItemPage(CLOUD_API, '../x', 'A/..?#')).toBe('https://app.plane.so/..%2Fx/browse/A%2F..%3F%23/');
  });
});

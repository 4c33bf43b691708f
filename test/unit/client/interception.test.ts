// Tests that answers of a proxy, a sign-in page or a bot check are not taken for answers of Plane.
import { beforeEach, describe, expect, it } from 'vitest';
import { isRecordGone, isTemporary, mayHaveBeenProcessed } from '../../../src/client/apiError.ts';
import { faultOfResponse } from '../../../src/client/responses/readError.ts';
import { formatError } from '../../../src/shell/faults/formatError.ts';
import { answerWith, type InjectableFault } from '../../support/faultProxy.ts';
import { forAllTests } from '../../support/fixture.ts';
import { createSetup } from '../../support/pageSetup.ts';
import { faultFrom } from './calls.ts';

const page = (title: string): string => `<!DOCTYPE html><html><head><title>${title}</title></head><body></body></html>`;
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json' };

const faultOf = (status: number, body: string, headers: Record<string, string> = {}) =>
  faultOfResponse({ status, headers, body }, { now: 0, url: 'https://plane.test/api/v1/users/me/' });

describe('An answer of something in front of Plane', () => {
  it.each<[string, number, string, Record<string, string>, string]>([
    ['the sign-in page of a single sign-on', 200, page('Sign in · Acme SSO'), HTML, 'Sign in · Acme SSO'],
    ['a captive portal without a type', 200, `\n${page('Hotel Wi-Fi')}`, {}, 'Hotel Wi-Fi'],
    ['a page with status 203', 203, page('Cached'), HTML, 'Cached'],
    ['Basic authentication', 401, '401 Unauthorized', { 'www-authenticate': 'Basic realm="x"' }, '401 Unauthorized'],
    ['Basic authentication without a body', 401, '', { 'www-authenticate': 'Basic realm="Staff only"' }, 'Staff only'],
    ['Basic authentication with JSON', 401, '{"detail":"no"}', { 'www-authenticate': 'Basic realm="x"' }, 'x'],
    [
      'Negotiate',
      401,
      page('Log in with Kerberos'),
      { ...HTML, 'www-authenticate': 'Negotiate' },
      'Log in with Kerberos',
    ],
    ['several schemes', 401, '', { 'www-authenticate': 'Negotiate, NTLM' }, ''],
    ['Bearer with a page', 401, page('Gateway'), { ...HTML, 'www-authenticate': 'Bearer realm="g"' }, 'Gateway'],
    ['Bearer without JSON', 401, '', { 'www-authenticate': 'Bearer realm="gateway"' }, 'gateway'],
    ['a 401 page', 401, page('Unauthorized'), HTML, 'Unauthorized'],
    ['a bot check', 403, page('Just a moment...'), HTML, 'Just a moment...'],
    ['a page that mentions a token', 403, page('Invalid API token'), HTML, 'Invalid API token'],
    [
      'a firewall that answers in words',
      403,
      'RBAC: access denied',
      { 'content-type': 'text/plain' },
      'RBAC: access denied',
    ],
    ['a firewall without words', 403, '', {}, ''],
    ['a 404 page', 404, page('404 Not Found'), HTML, '404 Not Found'],
    ['a 404 in words', 404, 'default backend - 404', { 'content-type': 'text/plain' }, 'default backend - 404'],
    ['a proxy without its server', 502, page('502 Bad\n  Gateway'), HTML, '502 Bad Gateway'],
    ['a load balancer in words', 503, 'no available server', { 'content-type': 'text/plain' }, 'no available server'],
    [
      'the error page of a content network',
      522,
      page('plane.test | 522: Connection timed out'),
      HTML,
      'plane.test | 522: Connection timed out',
    ],
    ['a proxy that fails itself', 500, page('500 Internal Server Error'), HTML, '500 Internal Server Error'],
    ['a page without a title', 200, '<html><body><h1>Welcome <b>home</b></h1></body></html>', HTML, 'Welcome home'],
  ])('is named by its title: %s', (_name, status, body, headers, title) => {
    const fault = faultOf(status, body, headers);
    expect(fault).toEqual({ kind: 'intercepted', status, title });
    if (fault === undefined) return;
    expect(formatError(fault)).toBe(
      title === ''
        ? `Something in front of Plane answered (status ${status}).`
        : `Something in front of Plane answered: “${title.replace(/\.$/, '')}”.`,
    );
    expect(isRecordGone(fault)).toBe(false);
    expect(mayHaveBeenProcessed(fault)).toBe(status < 300 || status >= 500);
    expect(isTemporary(fault)).toBe([502, 503, 504].includes(status));
  });

  it.each([
    ['&lt;b&gt;Sign&nbsp;in&lt;/b&gt; &amp; more &#8211; Acme', '<b>Sign in</b> & more – Acme'],
    ['A\u202Eb\u200B\u{E0041}c\u0007', 'Abc'],
    ['&#x202E;&#x200B;Reversed', 'Reversed'],
    ['x'.repeat(500), `${'x'.repeat(59)}…`],
  ])('has a short title without hidden characters: %s', (title, shown) => {
    expect(faultOf(200, page(title), HTML)).toMatchObject({ kind: 'intercepted', title: shown });
  });
});

describe('An answer of Plane keeps its meaning', () => {
  it.each<[number, string, Record<string, string>, string | undefined]>([
    [200, '{"id":"u"}', { 'content-type': 'text/html' }, undefined],
    [200, '{"id":"u"}', {}, undefined],
    [204, '', HTML, undefined],
    [401, '{"detail":"Authentication credentials were not provided."}', JSON_TYPE, 'unauthorized'],
    [401, '{"detail":"Token has expired"}', { ...JSON_TYPE, 'www-authenticate': 'Bearer realm="api"' }, 'unauthorized'],
    [403, '{"detail":"Given API token is not valid"}', JSON_TYPE, 'unauthorized'],
    [403, '{"error":"Only admin or creator can delete the work item"}', JSON_TYPE, 'rejected'],
    [404, '{"error":"Page not found."}', JSON_TYPE, 'notFound'],
    [400, page('Bad Request (400)'), HTML, 'rejected'],
    [500, page('Server Error (500)'), HTML, 'serverError'],
    [500, '{"error":"Something went wrong"}', JSON_TYPE, 'serverError'],
    [503, '{"error":"maintenance"}', JSON_TYPE, 'serverError'],
    [413, page('413 Request Entity Too Large'), HTML, 'rejected'],
    [429, page('Slow down'), HTML, 'rateLimited'],
  ])('status %i and %s', (status, body, headers, kind) => {
    expect(faultOf(status, body, headers)?.kind).toBe(kind);
  });
});

describe('A session that worked before', () => {
  const setup = forAllTests(createSetup);
  beforeEach(() => setup.proxy.removeFaults());

  it.each<[string, InjectableFault]>([
    ['a sign-in page', answerWith(200, page('Sign in'), 'text/html')],
    ['a bot check', answerWith(403, page('Sign in'), 'text/html')],
    [
      'Basic authentication',
      { kind: 'answered', status: 401, headers: { 'www-authenticate': 'Basic realm="Sign in"' }, body: '' },
    ],
  ])('does not take %s for a rejected key, and works again afterwards', async (_name, answer) => {
    const { client, proxy } = setup;
    await client.call.getCurrentUser({});
    proxy.inject(() => true, answer);
    const fault = await faultFrom(client.call.getCurrentUser({}));
    expect(formatError(fault)).toBe('Something in front of Plane answered: “Sign in”.');
    expect(client.authentication.rejection).toBeUndefined();
    proxy.removeFaults();
    expect(await client.call.getCurrentUser({})).toHaveProperty('id');
  });
});

// Tests that every kind of error is formatted as sentences, whatever text the server has sent.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault, FaultKind, NetworkErrorReason } from '../../../../src/client/apiError.ts';
import type { SignInStep } from '../../../../src/core/session/checkSignIn.ts';
import type { AddressProblem } from '../../../../src/core/session/server/webAddress.ts';
import { signInFailureText } from '../../../../src/features/signIn/messages.ts';
import { faultCause, formatError } from '../../../../src/shell/faults/formatError.ts';
import { addressProblemText } from '../../../../src/shell/notifications/addressProblemText.ts';

/** Generates error texts of a server: empty, whitespace, and with or without a period at the end. */
const serverText = fc.oneof(
  fc.constantFrom('', ' ', '\n', 'Not a valid choice.', 'ECONNRESET', 'Bad Gateway'),
  fc.string({ unit: fc.constantFrom('a', 'Z', ' ', '…', 'é', '“', '%', '<', '7'), maxLength: 40 }),
);
const host = fc.constantFrom('plane.example.com', '127.0.0.1:8000');

/**
 * Generates errors of every kind, with any text that a server may send. If a kind of error is missing here, this file
 * does not compile.
 */
const faultsByKind: { readonly [K in FaultKind]: fc.Arbitrary<Extract<Fault, { kind: K }>> } = {
  network: fc.record({
    kind: fc.constant('network'),
    reason: fc.constantFrom<NetworkErrorReason>(
      'name',
      'refused',
      'setting',
      'proxy',
      'unsupportedProxy',
      'certificate',
      'clientCertificate',
      'lost',
      'redirected',
      'insecure',
    ),
    host,
    detail: serverText,
  }),
  timeout: fc.record({ kind: fc.constant('timeout'), afterMs: fc.integer({ min: 1, max: 600_000 }) }),
  cancelled: fc.record({ kind: fc.constant('cancelled') }),
  unauthorized: fc.record({
    kind: fc.constant('unauthorized'),
    status: fc.constantFrom(0, 401, 403),
    detail: serverText,
  }),
  rejected: fc.record({
    kind: fc.constant('rejected'),
    status: fc.constantFrom(400, 402, 403, 405, 409, 413, 422),
    detail: serverText,
    fields: fc.dictionary(fc.constantFrom('name', 'parent', 'assignees'), serverText),
  }),
  notFound: fc.record({ kind: fc.constant('notFound'), isRouteMissing: fc.boolean(), detail: serverText }),
  rateLimited: fc.record({ kind: fc.constant('rateLimited'), until: fc.integer({ min: 0, max: 4_000_000_000_000 }) }),
  intercepted: fc.record({
    kind: fc.constant('intercepted'),
    status: fc.integer({ min: 200, max: 599 }),
    title: serverText,
  }),
  outdated: fc.record({ kind: fc.constant('outdated'), version: serverText }),
  serverError: fc.record({
    kind: fc.constant('serverError'),
    status: fc.integer({ min: 500, max: 599 }),
    detail: serverText,
  }),
  invalidResponse: fc.record({
    kind: fc.constant('invalidResponse'),
    status: fc.constantFrom(0, 200),
    detail: serverText,
  }),
  invalidRequest: fc.record({
    kind: fc.constant('invalidRequest'),
    fields: fc.dictionary(fc.constantFrom('name', 'base_url'), fc.constantFrom('Too long'), { minKeys: 1 }),
  }),
};
const anyFault: fc.Arbitrary<Fault> = fc.oneof(...Object.values(faultsByKind));

function expectFullSentences(message: string): void {
  expect(message).toMatch(/^\S[\s\S]*\.$/);
  expect(message).not.toMatch(/undefined|\[object|NaN|null\b|Invalid Date|\(\)|\.\.$/);
}

describe.each(Object.entries(faultsByKind))('formatError for an error of kind %s', (_kind, arbitrary) => {
  it('returns sentences that end with a period, and contain no undefined, null or NaN', () => {
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<Fault>, (fault) => {
        expectFullSentences(formatError(fault));
      }),
    );
    expect.hasAssertions();
  });
});

describe('formatError', () => {
  it.each<[Fault, string]>([
    [
      { kind: 'network', reason: 'name', host: 'plane.exmaple.com', detail: 'ENOTFOUND' },
      'The server plane.exmaple.com was not found. Check the address and your connection.',
    ],
    [
      { kind: 'network', reason: 'refused', host: 'localhost:1', detail: 'ECONNREFUSED' },
      'The server localhost:1 does not respond.',
    ],
    [
      { kind: 'network', reason: 'proxy', host: 'proxy.test:3128', detail: '407' },
      'The proxy proxy.test:3128 requires a user name and password (status 407).',
    ],
    [
      { kind: 'network', reason: 'proxy', host: 'proxy.test:3128', detail: '403' },
      'The proxy proxy.test:3128 rejected the request (status 403).',
    ],
    [
      { kind: 'network', reason: 'proxy', host: 'proxy.test:3128', detail: 'ECONNREFUSED' },
      'The proxy proxy.test:3128 could not be reached (ECONNREFUSED).',
    ],
    [
      { kind: 'network', reason: 'unsupportedProxy', host: 'socks5://proxy.test:1080', detail: 'ALL_PROXY' },
      'Nothing was sent because Contrail supports only HTTP and HTTPS proxies, not socks5://proxy.test:1080 (set by ALL_PROXY). Set an HTTP proxy in http.proxy, or add the server to http.noProxy to connect directly.',
    ],
    [
      { kind: 'network', reason: 'unsupportedProxy', host: 'socks://proxy.test:1080', detail: 'system' },
      'Nothing was sent because Contrail supports only HTTP and HTTPS proxies, not socks://proxy.test:1080 (set by the system settings or a PAC script). Set an HTTP proxy in http.proxy, or add the server to http.noProxy to connect directly.',
    ],
    [
      { kind: 'network', reason: 'unsupportedProxy', host: 'socks4a://proxy.test', detail: 'resolver' },
      'Nothing was sent because Contrail supports only HTTP and HTTPS proxies, not socks4a://proxy.test (set by the proxy resolver of VS Code). Set an HTTP proxy in http.proxy, or add the server to http.noProxy to connect directly.',
    ],
    [
      { kind: 'network', reason: 'setting', host: 'plane.test', detail: 'http.proxy: no address' },
      'Nothing was sent to plane.test because a setting is invalid: http.proxy: no address.',
    ],
    [{ kind: 'timeout', afterMs: 30_000 }, 'The server did not respond within 30 seconds.'],
    [{ kind: 'notFound', isRouteMissing: true, detail: '' }, 'This server does not support this feature.'],
    [
      { kind: 'rejected', status: 402, detail: 'Payment required', fields: {} },
      'The plan of this workspace does not include this feature.',
    ],
    [
      {
        kind: 'rejected',
        status: 400,
        detail: 'parent: No.',
        fields: { parent: "A work item can't be its own ancestor." },
      },
      "The server rejected this (A work item can't be its own ancestor).",
    ],
    [
      { kind: 'rejected', status: 409, detail: 'exists', fields: {} },
      'Plane already has one with these values (exists).',
    ],
    [{ kind: 'serverError', status: 502, detail: ' ' }, 'The server failed (status 502).'],
    [{ kind: 'serverError', status: 502, detail: 'Bad Gateway.' }, 'The server failed (status 502): Bad Gateway.'],
    [{ kind: 'timeout', afterMs: 1000 }, 'The server did not respond within 1 second.'],
    [
      { kind: 'invalidRequest', fields: { name: 'Enter a name.', base_url: 'Use a full address' } },
      'name: Enter a name. base_url: Use a full address.',
    ],
  ])('formats %j as “%s”', (fault, message) => {
    expect(formatError(fault)).toBe(message);
  });

  it('returns a message with the time when requests resume, if the rate limit is reached', () => {
    const until = Date.UTC(2026, 10, 20, 9, 31);
    expect(formatError({ kind: 'rateLimited', until })).toBe(
      `Plane's rate limit is reached. Continues at ${new Date(until).toLocaleTimeString('en')}.`,
    );
  });
});

describe('faultCause', () => {
  it('returns at most three words without a period for every error', () => {
    fc.assert(
      fc.property(anyFault, (fault) => {
        expect(faultCause(fault)).toMatch(/^\S+(?: \S+){0,2}(?<!\.)$/);
      }),
    );
    expect.hasAssertions();
  });

  it.each<[Fault, string]>([
    [{ kind: 'network', reason: 'lost', host: 'plane.example.com', detail: '' }, 'connection lost'],
    [{ kind: 'network', reason: 'refused', host: 'plane.test', detail: '' }, 'not reachable'],
    [{ kind: 'network', reason: 'redirected', host: 'plane.test', detail: '' }, 'server redirects'],
    [{ kind: 'timeout', afterMs: 30_000 }, 'no response'],
    [{ kind: 'rejected', status: 402, detail: '', fields: {} }, 'not in plan'],
    [{ kind: 'rejected', status: 403, detail: '', fields: {} }, 'not allowed'],
    [{ kind: 'rejected', status: 400, detail: '', fields: {} }, 'server refused it'],
    [{ kind: 'notFound', isRouteMissing: true, detail: '' }, 'not supported'],
    [{ kind: 'notFound', isRouteMissing: false, detail: '' }, 'not found'],
    [{ kind: 'rateLimited', until: 0 }, 'rate limit reached'],
    [{ kind: 'invalidResponse', status: 200, detail: '' }, 'unreadable answer'],
  ])('returns the cause of %j', (fault, cause) => {
    expect(faultCause(fault)).toBe(cause);
  });
});

describe('signInFailureText', () => {
  it.each<SignInStep>(['address', 'workspace', 'secret'])(
    'returns complete sentences for every error of the step %s',
    (step) => {
      fc.assert(
        fc.property(anyFault, (fault) => {
          expectFullSentences(signInFailureText(step, fault, 'acme'));
        }),
      );
      expect.hasAssertions();
    },
  );

  it('returns a message with the slug of a workspace that does not exist', () => {
    expect(signInFailureText('workspace', { kind: 'rejected', status: 403, detail: '', fields: {} }, 'acme')).toContain(
      '“acme”',
    );
  });

  it('returns a message that the server is not a Plane server if the response is not JSON', () => {
    const htmlFault: Fault = { kind: 'invalidResponse', status: 200, detail: 'Welcome to nginx!' };
    expect(signInFailureText('address', htmlFault, 'acme')).toBe(
      'The server is not a Plane server. Check the address. If Plane is below a path, end the address with /api, for example https://example.com/plane/api.',
    );
  });
});

describe('addressText', () => {
  const problems: Record<AddressProblem, true> = {
    empty: true,
    unreadable: true,
    insecure: true,
    credentials: true,
    protocol: true,
    key: true,
  };
  it.each(Object.keys(problems) as AddressProblem[])(
    'returns complete sentences for an address with the problem %s',
    (problem) => {
      expectFullSentences(addressProblemText({ problem }));
    },
  );

  it('returns a message with the real host if a URL has a host that looks like another host', () => {
    const message = addressProblemText({ problem: 'disguised', host: 'xn--plne-63d.so' });
    expectFullSentences(message);
    expect(message).toContain('but its host is xn--plne-63d.so.');
  });
});

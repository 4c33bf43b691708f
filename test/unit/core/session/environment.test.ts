// Tests which environment variables are read, and how their values are understood.
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  isMcpHttpAllowed,
  readAccountVariables,
  readMcpWrite,
  readNetworkVariables,
  readWritesPerMinute,
} from '../../../../src/core/session/environment.ts';

const NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'];

function stubVariables(variables: Readonly<Record<string, string>>): void {
  for (const name of NAMES.flatMap((entry) => [entry, entry.toLowerCase()])) vi.stubEnv(name, variables[name]);
}

describe('readNetworkVariables', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('returns undefined for variables that are unset or empty', () => {
    stubVariables({ HTTPS_PROXY: '' });
    expect(Object.values(readNetworkVariables()).filter((entry) => entry !== undefined)).toEqual([]);
    expect(Object.keys(readNetworkVariables()).sort()).toEqual([...NAMES].sort());
  });

  it('reads variables in upper or lower case, and prefers lower case', () => {
    stubVariables({
      HTTPS_PROXY: 'upper',
      https_proxy: 'lower',
      HTTP_PROXY: 'only upper',
      no_proxy: 'only lower',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
    });
    expect(readNetworkVariables()).toEqual({
      HTTPS_PROXY: process.platform === 'win32' ? expect.any(String) : 'lower',
      HTTP_PROXY: 'only upper',
      ALL_PROXY: undefined,
      NO_PROXY: 'only lower',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
    });
  });
});

describe('isMcpHttpAllowed', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['1', false],
    ['*', false],
    ['http://plane.lan', false],
    ['https://plane.lan:8080', false],
    ['http://plane.lan:8080.example.com', false],
    [' http://plane.lan:8080/plane/ ', true],
  ])('reads %j as the origin of one server', (value, isAllowed) => {
    vi.stubEnv('CONTRAIL_MCP_ALLOW_HTTP', value);
    expect(isMcpHttpAllowed('http://plane.lan:8080')).toBe(isAllowed);
  });
});

describe('readWritesPerMinute', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['', 10],
    ['0', 0],
    [' 30 ', 30],
    ['-1', 10],
    ['1.5', 10],
    ['1000', 10],
    ['many', 10],
  ])('reads the limit %j as %i if the default is 10', (text, limit) => {
    vi.stubEnv('CONTRAIL_MCP_WRITES_PER_MINUTE', text);
    expect(readWritesPerMinute(10)).toBe(limit);
  });
});

it.each<[string | undefined, boolean | undefined]>([
  [undefined, undefined],
  ['', undefined],
  ['1', true],
  [' 1 ', true],
  ['0', false],
  ['true', undefined],
  ['no', undefined],
])('CONTRAIL_MCP_WRITE=%j permits changes: %s', (text, isPermitted) => {
  vi.stubEnv('CONTRAIL_MCP_WRITE', text);
  expect(readMcpWrite()).toBe(isPermitted);
  vi.unstubAllEnvs();
});

it('The variables of an account are trimmed, and empty ones count as unset', () => {
  vi.stubEnv('PLANE_API_KEY', 'plane_api_0123456789abcdef0123456789abcdef');
  vi.stubEnv('PLANE_WORKSPACE_SLUG', ' acme ');
  vi.stubEnv('PLANE_BASE_URL', ' ');
  const { key, ...others } = readAccountVariables();
  expect(key?.reveal()).toBe('plane_api_0123456789abcdef0123456789abcdef');
  expect(others).toEqual({ workspace: 'acme', baseUrl: undefined });
  vi.stubEnv('PLANE_API_KEY', ' ');
  vi.stubEnv('PLANE_WORKSPACE_SLUG', undefined);
  vi.stubEnv('PLANE_BASE_URL', 'https://plane.test');
  expect(readAccountVariables()).toEqual({ key: undefined, workspace: undefined, baseUrl: 'https://plane.test' });
  vi.unstubAllEnvs();
});

// Owns the proof of what is read of the environment: five variables, in either case, as data.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../../src/workbench/environment.ts';

const NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'];

function setOnly(variables: Readonly<Record<string, string>>): void {
  for (const name of NAMES.flatMap((one) => [one, one.toLowerCase()])) vi.stubEnv(name, variables[name]);
}

describe('the environment', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('says nothing where nothing is set, or set to nothing', () => {
    setOnly({ HTTPS_PROXY: '' });
    expect(Object.values(readEnvironment()).filter((one) => one !== undefined)).toEqual([]);
    expect(Object.keys(readEnvironment()).sort()).toEqual([...NAMES].sort());
  });

  it('is read in either case, the lower first', () => {
    setOnly({
      HTTPS_PROXY: 'upper',
      https_proxy: 'lower',
      HTTP_PROXY: 'only upper',
      no_proxy: 'only lower',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
    });
    expect(readEnvironment()).toEqual({
      HTTPS_PROXY: process.platform === 'win32' ? expect.any(String) : 'lower',
      HTTP_PROXY: 'only upper',
      ALL_PROXY: undefined,
      NO_PROXY: 'only lower',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
    });
  });
});

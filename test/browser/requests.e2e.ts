// An end-to-end test that common actions send no more requests than their maximum.
import { expect } from 'vitest';
import { countRequests } from './requestCounts.ts';
import { SPEC_ONLY_SIGNED_IN, scenario } from './scenario.ts';

scenario(
  'common operations send at most the expected number of requests to the server',
  async (fixture) => {
    const requestCounts = await countRequests(fixture);
    expect(requestCounts.filter(({ requests, maxRequests }) => requests.length > maxRequests)).toEqual([]);
    expect(requestCounts.length).toBeGreaterThan(0);
  },
  { ...SPEC_ONLY_SIGNED_IN, planeServer: { rate: 0 } },
);

// An end-to-end test that common actions send no more requests than their maximum.
import { expect } from 'vitest';
import { openFaultProxy } from '../support/faultProxy.ts';
import { countRequests, restartVscode } from './requestCounts.ts';
import { SPEC_ONLY, scenario } from './scenario.ts';
import { signIn } from './steps.ts';

scenario(
  'common operations send at most the expected number of requests to the server',
  async (fixture) => {
    const { server, workbench } = fixture;
    await using proxy = await openFaultProxy(fixture.planeServer.baseUrl);
    await signIn(fixture, proxy.url);
    const restart = ({ clearSnapshots }: { readonly clearSnapshots: boolean }) =>
      restartVscode(server, workbench.page.context(), clearSnapshots ? ['snapshots'] : []);
    const requestCounts = await countRequests({ workbench, proxy, restart });
    expect(requestCounts.filter(({ requests, maxRequests }) => requests.length > maxRequests)).toEqual([]);
    expect(requestCounts.length).toBeGreaterThan(0);
  },
  { ...SPEC_ONLY, planeServer: { rate: 0 } },
);

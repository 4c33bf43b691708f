// Owns the journey of the requests: on the usual ways no more is asked of the server than was promised.
import { expect } from 'vitest';
import { openFaultProxy } from '../support/faultProxy.ts';
import { countAsked, startAgain } from './asked.ts';
import { journey, ONE } from './journey.ts';
import { signIn } from './steps.ts';

journey(
  'nothing is asked of the server that the way does not need',
  async (stage) => {
    const { server, workbench } = stage;
    await using road = await openFaultProxy(stage.service.baseUrl);
    await signIn(stage, road.url);
    const restart = ({ forgetting }: { readonly forgetting: boolean }) =>
      startAgain(server, workbench.page.context(), forgetting);
    const asked = await countAsked({ workbench, road, restart });
    expect(asked.filter(({ requests, most }) => requests.length > most)).toEqual([]);
    expect(asked.length).toBeGreaterThan(0);
  },
  { ...ONE, service: { rate: 0 } },
);

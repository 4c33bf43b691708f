// Tests that a page shows the validation errors of an open-source server at their fields.
import { expect, it } from 'vitest';
import { flushPromises } from '../../../support/clock.ts';
import { createSetup, openPage } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

it.each([
  ['of another project', sample.state('API', 'Todo'), 'This state does not belong to the project. Select another.'],
  ['that was deleted', '00000000-0000-4000-8000-00000000dead', 'The selected value no longer exists. Select another.'],
])(
  "A save with a state %s shows the server's error at the State field, and keeps the draft",
  async (_, state, message) => {
    await using setup = await createSetup('community');
    using page = await openPage(setup);
    await page.edit('state', state);
    expect((await page.send({ type: 'save' })).problem).toMatch(
      /^Not saved\. The server rejected this \(.*\)\. Your changes are kept as a draft\.$/,
    );
    await flushPromises();
    expect(page.field('state')).toMatchObject({ problem: message, touched: true });
  },
);

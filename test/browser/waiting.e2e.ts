// An end-to-end test of requests that wait for the rate limit.
import { expect } from 'vitest';
import { ONE_SIGNED_IN, scenario } from './scenario.ts';
import { askServer, openContrail } from './steps.ts';

scenario(
  'an input, a picker and a view show when requests resume after another client has reached the rate limit',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    await workbench.runCommand('Contrail: Comment on Work Item…');
    await quickInput.shown('Enter an identifier');
    await quickInput.type('WEB-28');
    await quickInput.pick('WEB-28');
    await quickInput.shown('Comment on WEB-28');
    await quickInput.type('Sent when there is room');
    while ((await askServer(fixture, 'projects/'))['error_code'] === undefined);
    await quickInput.accept();
    expect(await quickInput.message('Rate limit reached.')).toMatch(/Requests resume at \d/);
    await workbench.screenshot('waiting/box');
    await quickInput.escape();
    await workbench.runCommand('Contrail: Go to Work Item…');
    await quickInput.shown('Rate limit reached. Requests resume at');
    await workbench.screenshot('waiting/picker');
    await quickInput.escape();
    const view = workbench.view('Projects');
    await view.row('Atlas Web').expand();
    await workbench.page
      .getByText(/^Rate limit reached\. Requests resume at/)
      .first()
      .waitFor();
    await workbench.screenshot('waiting/view');
    await workbench.page
      .locator('.notification-toast', { hasText: 'Comment sent to WEB-28.' })
      .waitFor({ timeout: 70_000 });
    await view.row(/^WEB-28 /).shown();
    await workbench.screenshot('waiting/sent');
  },
  ONE_SIGNED_IN,
);

// End-to-end tests of requests that wait for the rate limit, or that the user cancels.
import { expect } from 'vitest';
import { openFaultProxy, requestTo } from '../support/faultProxy.ts';
import { type Fixture, ONE, ONE_SIGNED_IN, scenario } from './scenario.ts';
import { askServer, openContrail, signIn } from './steps.ts';

/** Types a comment on a loaded work item into the input box, without sending the comment. */
async function beginComment({ workbench }: Fixture, text: string): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand('Contrail: Comment on Work Item…');
  await quickInput.shown('Enter an identifier');
  await quickInput.type('WEB-28');
  await quickInput.pick('WEB-28');
  await quickInput.shown('Comment on WEB-28');
  await quickInput.type(text);
}

scenario(
  'an input, a picker and a view show when requests resume after another client has reached the rate limit',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    await openContrail(fixture);
    await beginComment(fixture, 'Sent when there is room');
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

scenario(
  'if the input of a comment is closed while the comment is being sent, a message says that it stays in Drafts',
  async (fixture) => {
    const { workbench, planeServer } = fixture;
    await using proxy = await openFaultProxy(planeServer.baseUrl);
    await signIn(fixture, proxy.url);
    const posts = requestTo('POST', '/comments/');
    await beginComment(fixture, 'Left too early');
    proxy.inject(posts, { kind: 'hanging' });
    await workbench.quickInput.accept();
    await proxy.until(posts);
    await workbench.quickInput.escape();
    await proxy.refuse();
    await workbench.toast(/^Comment on WEB-28: Not sent\./);
    await workbench.screenshot('waiting/not-sent');
    await workbench.clickToast('Comment on WEB-28', 'Show Drafts');
    await workbench.quickInput.row('Left too early').waitFor();
  },
  ONE,
);

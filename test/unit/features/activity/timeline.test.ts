// Tests the texts of a work item's activity, and that opening the section loads the activity.
import { describe, expect, it } from 'vitest';
import type { Activity } from '../../../../src/contract/resources/activity.ts';
import { activityText } from '../../../../src/features/activity/activityText.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const isActivityRead = matchRequest('GET', '/activities/');

const textOf = (properties: Partial<Activity>): string =>
  activityText(
    { id: 'a', verb: 'updated', ...properties },
    (field, id) => (field === 'state' && id === 's-1' ? 'Todo' : undefined),
    '2026-11-20',
  );

describe('activityText', () => {
  it.each<[string, Partial<Activity>]>([
    ['created the work item', { verb: 'created', field: null, comment: 'created the issue' }],
    ['changed state from Todo to In Progress', { field: 'state', old_value: 'Todo', new_value: 'In Progress' }],
    ['changed state from Todo to Done', { field: 'state', old_value: 's-1', new_value: 'Done' }],
    ['set due date to Dec 1', { field: 'target_date', old_value: null, new_value: '2026-12-01' }],
    ['cleared the due date (Dec 1, 2027)', { field: 'target_date', old_value: '2027-12-01', new_value: '' }],
    ['cleared the start date (Dec 1)', { field: 'start_date', old_value: '2026-12-01', new_value: '' }],
    ['cleared the parent (WEB-7)', { field: 'parent', old_value: 'WEB-7', new_value: '' }],
    ['cleared the priority (high)', { field: 'priority', old_value: 'high', new_value: '' }],
    ['cleared the estimate (3)', { field: 'estimate_point', old_value: '3', new_value: '' }],
    ['cleared the type (Bug)', { field: 'type', old_value: 'Bug', new_value: '' }],
    ['cleared wind direction (N)', { field: 'wind_direction', old_value: 'N', new_value: '' }],
    ['added assignee elif', { field: 'assignees', old_value: '', new_value: 'elif' }],
    ['removed assignee elif', { field: 'assignees', old_value: 'elif', new_value: '' }],
    ['added label Bug', { field: 'labels', old_value: '', new_value: 'Bug' }],
    ['removed label Bug', { field: 'labels', old_value: 'Bug', new_value: '' }],
    ['added cycle Alpha', { field: 'cycles', old_value: '', new_value: 'Alpha' }],
    ['removed cycle Alpha', { field: 'cycles', old_value: 'Alpha', new_value: '' }],
    ['added module Core', { field: 'modules', old_value: '', new_value: 'Core' }],
    ['removed module Core', { field: 'module', old_value: 'Core', new_value: '' }],
    ['added blocked by WEB-7', { field: 'blocked_by', old_value: '', new_value: 'WEB-7' }],
    ['removed blocked by WEB-7', { field: 'blocked_by', old_value: 'WEB-7', new_value: '' }],
    ['changed the description', { field: 'description', old_value: '<p>a</p>', new_value: '<p>b</p>' }],
    ['added a file', { verb: 'created', field: 'attachment', new_value: 'ws/9f-key-of-the-store.png' }],
    ['changed a file', { verb: null, field: 'attachment' }],
    ['added a comment', { verb: 'created', field: 'comment', new_value: '<p>a</p>' }],
    ['removed a comment', { verb: 'deleted', field: 'comment' }],
    ['added a link', { verb: 'created', field: 'link' }],
    ['changed a link: https://a.test', { field: 'link', new_value: 'https://a.test' }],
    ['removed a link: https://a.test', { verb: 'deleted', field: 'link', old_value: 'https://a.test', new_value: '' }],
    ['changed wind direction from N to S', { field: 'wind_direction', old_value: 'N', new_value: 'S' }],
    ['changed constructor from N to S', { field: 'constructor', old_value: 'N', new_value: 'S' }],
    ['swung the boom', { verb: 'swung', field: 'boom', comment: 'swung the boom' }],
    ['swung boom', { verb: 'swung', field: 'boom' }],
    ['changed the work item', { verb: null, field: null }],
    ['deleted the work item', { verb: 'deleted', field: null }],
    ['changed wind direction', { field: 'wind_direction' }],
    ['added boom', { verb: 'created', field: 'boom' }],
    ['removed boom', { verb: 'deleted', field: 'boom' }],
    ['changed estimate from 3 to 5', { field: 'estimate_point', old_value: '3', new_value: '5' }],
    [
      'changed the estimate',
      { field: 'estimate_point', old_value: '', new_value: '11111111-2222-4333-8444-555555555555' },
    ],
    [
      'cleared the estimate',
      { field: 'estimate_point', old_value: '11111111-2222-4333-8444-555555555555', new_value: '' },
    ],
    ['set parent to WEB-7', { field: 'parent', old_value: 'None', new_value: 'WEB-7' }],
  ])('returns “%s” for %j', (message, record) => {
    expect(textOf(record)).toBe(message);
  });
});

describe.each(['spec', 'community'] as const)('The activity of a work item on a %s server', (dialect) => {
  const setup = forEachTest(() => createSetup(dialect));

  it('is loaded with one request when the user opens it, and shown newest first', async () => {
    using page = await openPage(setup);
    await setup.whileTimePasses(
      setup.otherStore().resources.workItems.update(WEB_1.id, { state: sample.state('WEB', 'Done') }, WEB_1.project),
    );
    expect(page.model.discussion?.activity).toEqual({
      isShown: false,
      status: 'notLoaded',
      items: [],
      more: false,
    });
    expect(setup.proxy.matchingRequests(isActivityRead)).toHaveLength(0);
    await setup.whileTimePasses(page.send({ type: 'showActivity' }));
    await flushPromises();
    expect(setup.proxy.matchingRequests(isActivityRead)).toHaveLength(1);
    expect(page.model.discussion?.activity).toMatchObject({
      isShown: true,
      status: 'ready',
      more: false,
      items: [
        { userName: 'You', changeText: 'changed state from In Progress to Done', at: expect.any(String) },
        { userName: 'You', changeText: 'created the work item' },
      ],
    });
  });

  it('is hidden after the user has chosen to see only the comments', async () => {
    using page = await openPage(setup);
    await setup.whileTimePasses(page.send({ type: 'showActivity' }));
    await page.send({ type: 'hideActivity' });
    await flushPromises();
    expect(page.model.discussion?.activity).toMatchObject({ isShown: false, status: 'ready' });
  });

  it('shows an error message if the request fails, and is loaded when the user opens the section again', async () => {
    using page = await openPage(setup);
    setup.proxy.inject(isActivityRead, answerWith(403, { error: 'No' }), 1);
    await setup.whileTimePasses(page.send({ type: 'showActivity' }));
    await flushPromises();
    expect(page.model.discussion?.activity).toMatchObject({
      status: 'failed',
      problem: { message: "You don't have permission to do this (No).", retry: true },
    });
    await setup.whileTimePasses(page.send({ type: 'showActivity' }));
    await flushPromises();
    expect(page.model.discussion?.activity.status).toBe('ready');
  });
});

// Tests that work items of visible mentions are requested one at a time, and only if at least half
// of the rate limit is left.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { MentionResolver } from '../../../../src/core/mentions/mentionResolver.ts';
import { VisibleMentionLoader } from '../../../../src/core/mentions/visibleMentionLoader.ts';
import { flushPromises } from '../../../support/clock.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { until } from '../../../support/until.ts';

let mentionResolver: MentionResolver;
let stateLookup: VisibleMentionLoader;
let unusedShare = 1;
const setup = forEachTest(createSetup);
beforeEach(async () => {
  const projects = [{ id: sample.project('WEB'), identifier: 'WEB', name: 'Atlas Web' }];
  mentionResolver = new MentionResolver(
    new Store(setup.client, setup.clock),
    { read: () => projects, write: () => undefined },
    setup.clock,
  );
  unusedShare = 1;
  stateLookup = new VisibleMentionLoader(mentionResolver, () => unusedShare);
});
afterEach(async () => {
  stateLookup.dispose();
  mentionResolver.dispose();
});

const requestForItem = (identifier: string) => matchRequest('GET', `/work-items/${identifier}/`);
const requestCount = (identifier: string): number => setup.proxy.matchingRequests(requestForItem(identifier)).length;
const isLoaded = (identifier: string): boolean =>
  mentionResolver.matcher.find(identifier).every((one) => mentionResolver.resolve(one).kind === 'read');

describe('The work item of a visible mention', () => {
  it('is requested once', async () => {
    stateLookup.setVisibleMentions(mentionResolver.matcher.find('WEB-1 WEB-2 WEB-1'));
    stateLookup.setVisibleMentions(mentionResolver.matcher.find('WEB-1 WEB-2'));
    await until('both to be read', () => isLoaded('WEB-1') && isLoaded('WEB-2'));
    expect([requestCount('WEB-1'), requestCount('WEB-2')]).toEqual([1, 1]);
  });

  it('is requested after the previous response, and only if the mention is still visible', async () => {
    setup.proxy.inject(requestForItem('WEB-1'), { kind: 'hanging' });
    stateLookup.setVisibleMentions(mentionResolver.matcher.find('WEB-1 WEB-2 WEB-3'));
    await setup.proxy.waitForRequests(requestForItem('WEB-1'));
    expect(requestCount('WEB-2')).toBe(0);
    stateLookup.setVisibleMentions([]);
    stateLookup.setVisibleMentions(mentionResolver.matcher.find('WEB-4'));
    setup.proxy.removeFaults();
    await setup.whileTimePasses(until('the fourth to be read', () => isLoaded('WEB-4')));
    expect([requestCount('WEB-2'), requestCount('WEB-3')]).toEqual([0, 0]);
  });

  it('is not requested if less than half of the rate limit is left', () => {
    unusedShare = 0.4;
    stateLookup.setVisibleMentions(mentionResolver.matcher.find('WEB-1'));
    expect(setup.proxy.requests).toEqual([]);
  });

  it('is not requested after VisibleMentionLoader is disposed', async () => {
    setup.proxy.inject(requestForItem('WEB-1'), { kind: 'hanging' });
    stateLookup.setVisibleMentions(mentionResolver.matcher.find('WEB-1 WEB-2'));
    await setup.proxy.waitForRequests(requestForItem('WEB-1'));
    stateLookup.dispose();
    setup.proxy.removeFaults();
    stateLookup.setVisibleMentions(mentionResolver.matcher.find('WEB-3'));
    expect([requestCount('WEB-2'), requestCount('WEB-3')]).toEqual([0, 0]);
  });

  it('is read again if it was read more than five minutes ago, unless less than half of the rate limit is left', async () => {
    const mentions = mentionResolver.matcher.find('WEB-1');
    stateLookup.setVisibleMentions(mentions);
    await until('it to be read', () => isLoaded('WEB-1'));
    await setup.clock.advance(300_000);
    unusedShare = 0.4;
    stateLookup.setVisibleMentions(mentions);
    await flushPromises();
    const singleRead = matchRequest('GET', `/work-items/${WEB_1.id}/`);
    expect(setup.proxy.matchingRequests(singleRead)).toEqual([]);
    unusedShare = 1;
    stateLookup.setVisibleMentions(mentions);
    await setup.proxy.waitForRequests(singleRead);
    expect(requestCount('WEB-1')).toBe(1);
  });
});

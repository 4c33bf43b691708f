// Tests when the inbox shows a notification, and its text.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InboxNotifier } from '../../../../src/features/inbox/notifier.ts';
import { FakeClock } from '../../../support/clock.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { addEntry, createInbox } from './setup.ts';

let isEnabled: boolean;
let notifier: InboxNotifier;
const clock = forEachTest(() => new FakeClock());
const inbox = forEachTest(() => createInbox(clock));
const prompts = forEachTest(() => new ScriptedPrompts());
beforeEach(() => {
  isEnabled = true;
  notifier = new InboxNotifier(inbox, { prompts, clock, isEnabled: () => isEnabled });
});
afterEach(() => notifier.dispose());

describe('The notification of the inbox', () => {
  it('is shown once for all new entries, 30 seconds after the latest entry', async () => {
    addEntry(inbox, clock, 1);
    await clock.advance(29_000);
    addEntry(inbox, clock, 2);
    await clock.advance(29_000);
    expect(prompts.pending).toEqual([]);
    await clock.advance(1_000);
    const message = await prompts.message('2 work items have new changes.');
    message.select('Open Inbox');
    await clock.advance(0);
    expect(prompts.commands).toEqual([['contrail.inbox.focus']]);
  });

  it('describes the change if there is only one new entry', async () => {
    addEntry(inbox, clock, 1);
    await clock.advance(30_000);
    (await prompts.message('WEB-1 Fix login: Bruno commented: Hi')).close();
  });

  it.each<[string, () => void]>([
    ['the user has read the entry', () => inbox.mark('all', true)],
    ['the setting was changed', () => (isEnabled = false)],
    ['the session has ended', () => notifier.dispose()],
  ])('is not shown if %s before the 30 seconds have passed', async (_, change) => {
    addEntry(inbox, clock, 1);
    change();
    await clock.advance(60_000);
    expect(prompts.pending).toEqual([]);
  });

  it('is not shown if the setting turns notifications off', async () => {
    isEnabled = false;
    addEntry(inbox, clock, 1);
    await clock.advance(60_000);
    expect(prompts.pending).toEqual([]);
  });
});

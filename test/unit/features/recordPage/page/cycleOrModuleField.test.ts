// @vitest-environment jsdom
// Tests the rows of the cycle and the module in the properties column.
import { expect, it } from 'vitest';
import { model } from './modelFixture.ts';
import { type MountedPage, mount } from './pageFixture.ts';

let mounted: MountedPage;

it('The properties column shows the cycle and the module as buttons that change the value', async () => {
  mounted = await mount(
    model({
      groups: [
        { action: 'changeCycle', label: 'Cycle', value: 'Sprint 7' },
        { action: 'changeModule', label: 'Module', value: null },
      ],
    }),
  );
  expect(mounted.find('.properties [data-testid=changeCycle]').getAttribute('aria-label')).toBe('Cycle: Sprint 7');
  expect(mounted.find('[data-testid=changeModule]').textContent).toBe('None');
  await mounted.click('[data-testid=changeCycle]');
  expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'changeCycle' });
  await mounted.click('[data-testid=changeModule]');
  expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'changeModule' });
});

it('The properties column shows the cycle as text without a button if it is read-only', async () => {
  mounted = await mount(
    model({ groups: [{ action: 'changeCycle', label: 'Cycle', value: 'Sprint 7', isReadOnly: true }] }),
  );
  expect(mounted.find('.properties output[aria-label=Cycle]').textContent).toBe('Sprint 7');
  expect(mounted.root.querySelector('.properties [data-testid=changeCycle]')).toBeNull();
});

it('The properties column says in one word that a cycle is unknown, and in the tooltip how to look it up', async () => {
  mounted = await mount(model({ groups: [{ action: 'changeCycle', label: 'Cycle' }] }));
  const button = mounted.find('[data-testid=changeCycle]');
  expect(button.querySelector('.dimmed')?.textContent).toBe('Unknown');
  expect(button.getAttribute('aria-label')).toBe('Cycle: Unknown');
  expect(button.title).toBe('Not known yet. Select to look it up.');
});

it('The properties column shows that a work item is in no cycle that is not over, if only those are known', async () => {
  mounted = await mount(
    model({ groups: [{ action: 'changeCycle', label: 'Cycle', value: null, none: 'No current cycle' }] }),
  );
  const button = mounted.find('[data-testid=changeCycle]');
  expect(button.getAttribute('aria-label')).toBe('Cycle: No current cycle');
});

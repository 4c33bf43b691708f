// @vitest-environment jsdom
// Tests the display and resolution of conflicts.
import { afterEach, describe, expect, it } from 'vitest';
import { model } from './modelFixture.ts';
import { type Mounted, mount } from './pageFixture.ts';

let mounted: Mounted;
afterEach(() => mounted.unmount());

const conflicts = [
  { field: 'name', label: 'Name', comparable: false, theirs: 'Theirs', mine: 'Mine' },
  { field: 'description_html', label: 'Description', comparable: true, theirs: 'One', mine: 'Two' },
] as const;

describe('Conflicts', () => {
  it('show both versions in a live region', async () => {
    mounted = await mount(model({ conflicts }));
    expect(mounted.find('[data-testid=conflicts]').getAttribute('aria-live')).toBe('polite');
    expect(mounted.find('[data-conflict=name] dl').textContent).toBe('TheirsTheirsYoursMine');
  });

  it('are resolved by a choice for each field', async () => {
    mounted = await mount(model({ conflicts }));
    await mounted.click('[data-conflict=name] [data-testid=keep-mine]');
    expect(mounted.last()).toMatchObject({ type: 'resolve', field: 'name', keep: 'mine' });
    await mounted.click('[data-conflict=description_html] [data-testid=keep-theirs]');
    expect(mounted.last()).toMatchObject({ type: 'resolve', field: 'description_html', keep: 'theirs' });
  });

  it('have a Compare button for rich text fields only', async () => {
    mounted = await mount(model({ conflicts }));
    await mounted.click('[data-conflict=description_html] [data-testid=compare]');
    expect(mounted.last()).toMatchObject({ type: 'compare', field: 'description_html' });
    expect(mounted.root.querySelector('[data-conflict=name] [data-testid=compare]')).toBeNull();
  });

  it('leave the live region empty while no field has a conflict', async () => {
    mounted = await mount();
    await mounted.deliver({ type: 'show', model: model() });
    expect(mounted.find('[data-testid=conflicts]').childElementCount).toBe(0);
  });
});

// @vitest-environment jsdom
// Tests the display and resolution of conflicts.
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { model } from '../modelFixture.ts';
import { type MountedPage, mount } from '../pageFixture.ts';

let mounted: MountedPage;
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const conflicts = [
  { field: 'name', label: 'Title', comparable: false, theirs: 'Theirs', mine: 'Mine' },
  { field: 'description_html', label: 'Description', comparable: true, theirs: 'One', mine: 'Two' },
] as const;

describe('Conflicts', () => {
  it('are counted in a live region, and each field with a conflict shows both versions of its value', async () => {
    const message = 'Not saved: Title and Description were changed on the server. Choose which version to keep.';
    mounted = await mount(model({ conflicts, notice: { level: 'error', message, isConflict: true } }));
    const region = mounted.find('[data-testid=conflicts]');
    expect(region.getAttribute('aria-live')).toBe('polite');
    expect(region.querySelector('.banner-text')?.textContent).toBe('2 conflicts');
    expect(mounted.root.textContent).not.toContain(message);
    expect(mounted.find('.page > [data-conflict=name] .conflict-title').textContent).toContain(
      'Changed on the server: Title',
    );
    expect(mounted.find('[data-conflict=name] dl').textContent).toBe('MineMineTheirsTheirs');
    expect(
      [...mounted.root.querySelectorAll('[data-conflict=name] button')].map((button) => button.textContent),
    ).toEqual(['Use Mine', 'Use Theirs']);
    expect(mounted.root.querySelector('.top [data-conflict]')).toBeNull();
    expect(mounted.root.querySelectorAll('[data-field=description_html] [data-conflict]')).toHaveLength(1);
  });

  it('have a button that focuses the first conflict, and a button that keeps all values of the user', async () => {
    mounted = await mount(model({ conflicts }));
    await mounted.click('[data-testid=review-conflicts]');
    expect(document.activeElement).toBe(mounted.find('[data-conflict=name] [data-testid=keep-mine]'));
    await mounted.click('[data-testid=keep-all-mine]');
    expect(mounted.sent.slice(-2)).toMatchObject([
      { type: 'resolve', field: 'name', keep: 'mine' },
      { type: 'resolve', field: 'description_html', keep: 'mine' },
    ]);
  });

  it('have a visible banner only while one of them is out of view, and disable Save', async () => {
    let report: (inView: Readonly<Record<string, boolean>>) => void = () => undefined;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly #targets: HTMLElement[] = [];
        constructor(callback: (entries: readonly object[]) => void) {
          report = (inView) =>
            callback(
              this.#targets
                .filter(({ dataset }) => dataset['conflict'] !== undefined && dataset['conflict'] in inView)
                .map((target) => ({ target, isIntersecting: inView[target.dataset['conflict'] ?? ''] })),
            );
        }
        observe = (target: HTMLElement) => this.#targets.push(target);
        disconnect = () => undefined;
      },
    );
    const unsaved = model().fields.map((view) => (view.name === 'name' ? { ...view, touched: true } : view));
    mounted = await mount(model({ conflicts, fields: unsaved }));
    const region = mounted.find('[data-testid=conflicts]');
    const isBannerShown = () => region.querySelector('.banner') !== null;
    expect(isBannerShown()).toBe(true);
    await act(() => report({ name: true, description_html: true }));
    expect(isBannerShown()).toBe(false);
    expect(region.textContent).toBe('2 conflicts');
    expect(mounted.find('[data-testid=save]').getAttribute('aria-disabled')).toBe('true');
    await act(() => report({ description_html: false }));
    expect(isBannerShown()).toBe(true);
    await mounted.deliver({ type: 'show', model: model({ fields: unsaved }) });
    expect(isBannerShown()).toBe(false);
    expect(mounted.find('[data-testid=save]').getAttribute('aria-disabled')).toBe('false');
  });

  it('get the focus if the host names their field', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    mounted = await mount(model({ conflicts }));
    await mounted.deliver({ type: 'focus', where: 'description_html' });
    expect(document.activeElement).toBe(mounted.find('[data-conflict=description_html] [data-testid=keep-mine]'));
    await mounted.deliver({ type: 'focus', where: 'state' });
    expect(document.activeElement).toBe(mounted.find('#field-state'));
  });

  it('do not get the focus from a control into which the user types', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    mounted = await mount(model({ conflicts }));
    const title = mounted.find('.name-input');
    title.focus();
    await mounted.deliver({ type: 'focus', where: 'name' });
    expect(document.activeElement).toBe(title);
  });

  it('can be resolved separately for each field', async () => {
    mounted = await mount(model({ conflicts }));
    await mounted.click('[data-conflict=name] [data-testid=keep-mine]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'resolve', field: 'name', keep: 'mine' });
    await mounted.click('[data-conflict=description_html] [data-testid=keep-theirs]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'resolve', field: 'description_html', keep: 'theirs' });
  });

  it('have a Compare button for rich text fields only', async () => {
    mounted = await mount(model({ conflicts }));
    await mounted.click('[data-conflict=description_html] [data-testid=compare]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'compare', field: 'description_html' });
    expect(mounted.root.querySelector('[data-conflict=name] [data-testid=compare]')).toBeNull();
  });

  it('are counted in a live region that is empty while no field has a conflict', async () => {
    mounted = await mount();
    await mounted.deliver({ type: 'show', model: model() });
    expect(mounted.find('[data-testid=conflicts]').childElementCount).toBe(0);
  });
});

// @vitest-environment jsdom
// Tests the dialog of keyboard shortcuts, and the table that it shares with the key handlers.
import { act } from 'preact/test-utils';
import { describe, expect, it } from 'vitest';
import { isShortcut, shortcutGroups } from '../../../../src/shell/page/keys/shortcuts.ts';
import { model } from '../../features/recordPage/page/modelFixture.ts';
import { type MountedPage, mount } from '../../features/recordPage/page/pageFixture.ts';

let mounted: MountedPage;
const DIALOG = '[data-testid=shortcuts-dialog]';
const dialog = () => mounted.root.querySelector(DIALOG);
const focus = (selector: string) => act(() => mounted.find(selector).focus());

describe('The dialog of keyboard shortcuts', () => {
  it('opens on ?, and restores the focus when Escape closes it', async () => {
    mounted = await mount(model());
    await focus('#field-state');
    const questionMarkEvent = await mounted.press(mounted.find('#field-state'), '?', { shiftKey: true });
    expect(questionMarkEvent.defaultPrevented).toBe(true);
    expect(mounted.find(DIALOG).contains(document.activeElement)).toBe(true);
    let hasReachedWindow = false;
    const listener = () => {
      hasReachedWindow = true;
    };
    window.addEventListener('keydown', listener);
    await mounted.press(document.activeElement ?? document, 'Escape');
    window.removeEventListener('keydown', listener);
    expect(hasReachedWindow).toBe(false);
    expect(dialog()).toBeNull();
    expect(document.activeElement?.id).toBe('field-state');
  });

  it('opens on ? in the description before it is edited, but not in a text control', async () => {
    mounted = await mount(model());
    await mounted.press(mounted.find('#field-name'), '?');
    await mounted.press(mounted.find('[data-testid=composer] .ProseMirror'), '?');
    expect(dialog()).toBeNull();
    await mounted.press(mounted.find('[data-field=description_html] .ProseMirror'), '?');
    expect(dialog()).not.toBeNull();
  });

  it('opens when the host requests it, and has a button that closes it', async () => {
    mounted = await mount(model());
    await mounted.deliver({ type: 'showKeys' });
    expect(mounted.find(DIALOG).getAttribute('aria-modal')).toBe('true');
    expect((await mounted.press(mounted.find('[data-testid=close-keys]'), 'Tab')).defaultPrevented).toBe(true);
    await mounted.click('[data-testid=close-keys]');
    expect(dialog()).toBeNull();
  });

  it('lists all keyboard shortcuts in groups', async () => {
    mounted = await mount(model());
    await mounted.press(document.body, '?');
    const headings = [...mounted.root.querySelectorAll(`${DIALOG} h3`)].map(({ textContent }) => textContent);
    expect(headings).toEqual(['Page', 'Texts', 'Fields and Lists']);
    const rows = [...mounted.root.querySelectorAll(`${DIALOG} .key-row`)].map(({ textContent }) => textContent);
    expect(rows).toHaveLength(shortcutGroups(false).flatMap((group) => group.rows).length);
    expect(rows).toEqual(
      expect.arrayContaining(['RedoCtrl+YCtrl+Shift+Z', 'Edit the descriptionEnterE', 'Go to a work itemCtrl+K G']),
    );
  });

  it('is mentioned in the header of the page', async () => {
    mounted = await mount(model());
    expect(mounted.find('.header').textContent).toContain('Press ? to show the keyboard shortcuts');
  });
});

describe('A chord of VS Code', () => {
  it('does not type its letter into a text of the page, and reaches VS Code', async () => {
    mounted = await mount(model());
    const text = mounted.find('[data-testid=composer] .ProseMirror');
    const forwardedKeys: string[] = [];
    const listener = ({ key }: KeyboardEvent) => forwardedKeys.push(key);
    window.addEventListener('keydown', listener);
    expect((await mounted.press(text, 'g')).defaultPrevented).toBe(false);
    for (const letter of ['g', 'A']) {
      await mounted.press(text, 'k', { ctrlKey: true });
      expect((await mounted.press(text, letter)).defaultPrevented).toBe(true);
      expect((await mounted.press(text, letter)).defaultPrevented).toBe(false);
    }
    window.removeEventListener('keydown', listener);
    expect(forwardedKeys).toEqual(['g', 'k', 'g', 'g', 'k', 'A', 'A']);
  });
});

describe('Ctrl+A', () => {
  it('in a text control is left to the browser alone, because VS Code would select again after the next letter', async () => {
    mounted = await mount(model());
    const forwardedKeys: string[] = [];
    const listener = ({ key }: KeyboardEvent) => forwardedKeys.push(key);
    window.addEventListener('keydown', listener);
    const title = mounted.find('#field-name');
    expect((await mounted.press(title, 'a', { ctrlKey: true })).defaultPrevented).toBe(false);
    expect(forwardedKeys).toEqual([]);
    await mounted.press(document.body, 'a', { ctrlKey: true });
    await mounted.press(title, 'a', { ctrlKey: true, shiftKey: true });
    window.removeEventListener('keydown', listener);
    expect(forwardedKeys).toEqual(['a', 'a']);
  });
});

describe('isShortcut', () => {
  const press = (key: string, init: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key, ...init });

  it('requires exactly the modifier keys of the shortcut, and ignores Caps Lock', () => {
    expect(isShortcut(press('Z', { ctrlKey: true }), 'undo')).toBe(true);
    expect(isShortcut(press('z', { metaKey: true }), 'undo')).toBe(true);
    expect(isShortcut(press('Z', { ctrlKey: true, shiftKey: true }), 'undo')).toBe(false);
    expect(isShortcut(press('Z', { ctrlKey: true, shiftKey: true }), 'redo')).toBe(true);
    expect(isShortcut(press('z'), 'undo')).toBe(false);
    expect(isShortcut(press('Enter', { ctrlKey: true }), 'edit')).toBe(false);
    expect(isShortcut(press('s', { ctrlKey: true, altKey: true }), 'save')).toBe(false);
  });
});

describe('The keyboard shortcuts of a text', () => {
  it('turn on the formats Bold, Italic and Code', async () => {
    mounted = await mount(model({ composer: { html: '<p>half</p>', access: 'INTERNAL', sending: false } }));
    const text = mounted.find('[data-testid=composer] .ProseMirror');
    await act(() => text.focus());
    for (const key of ['b', 'i', 'e']) await mounted.press(text, key, { ctrlKey: true });
    const pressedButtons = [
      ...mounted.root.querySelectorAll<HTMLElement>('[data-testid=composer] [aria-pressed=true]'),
    ];
    expect(pressedButtons.map(({ dataset }) => dataset['tool'])).toEqual(['bold', 'italic', 'code']);
  });
});

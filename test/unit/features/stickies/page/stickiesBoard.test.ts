// @vitest-environment jsdom
// Tests what the Stickies page offers while the window is signed out, how formatted text is read and edited, and which
// parts of a sticky are visible.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Editor } from '@tiptap/core';
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StickiesPageStore } from '../../../../../src/features/stickies/page/stickiesPageStore.ts';
import { StickiesRoot } from '../../../../../src/features/stickies/page/stickiesRoot.tsx';
import type { MessageFromStickies, MessageToStickies } from '../../../../../src/shell/protocol/stickies.ts';
import { root as projectRoot } from '../../../../support/setup/paths.mjs';

const root = document.createElement('div');
document.body.append(root);
beforeAll(() => {
  // jsdom has no layout, so no element changes its size.
  globalThis.ResizeObserver ??= class implements ResizeObserver {
    disconnect = () => undefined;
    observe = () => undefined;
    unobserve = () => undefined;
  };
});
afterEach(() => render(null, root));

describe('The Stickies page in a window that uses no account', () => {
  it.each([
    [{ hasAccounts: true }, 'Switch Account…', 'This window uses none of your accounts.'],
    [{}, 'Sign In', 'Sign in to see your stickies.'],
  ] as const)(
    'has a button to switch to a stored account, or to sign in if no account is stored: %o',
    async (accounts, button, text) => {
      const sent: MessageFromStickies[] = [];
      let deliver: (message: MessageToStickies) => void = () => undefined;
      const listen = (listener: typeof deliver): void => {
        deliver = listener;
      };
      const page = new StickiesPageStore({ post: (message) => sent.push(message), listen }, '#fde68a');
      await act(() => render(h(StickiesRoot, { page }), root));
      const model = { ackSequence: 1, status: 'signedOut', stickies: [], busy: false, ...accounts } as const;
      await act(() => deliver({ type: 'show', model }));
      expect(root.querySelector('.board-empty p')?.textContent).toContain(text);
      expect(root.querySelector('.board-empty button')?.textContent).toBe(button);
      await act(() => root.querySelector<HTMLElement>('.board-empty button')?.click());
      expect(sent.at(-1)).toMatchObject({ type: 'signIn' });
    },
  );
});

describe('A sticky with formatted text', () => {
  const TEXT = '.note .ProseMirror';
  const sent: MessageFromStickies[] = [];

  function find(selector: string): HTMLElement {
    const element = root.querySelector<HTMLElement>(selector);
    if (element === null) throw new Error(`no ${selector}`);
    return element;
  }
  const isEditable = () => find(TEXT).getAttribute('contenteditable') === 'true';
  const toolCount = () => root.querySelectorAll('.note .toolbar [data-tool]').length;
  const click = (selector: string) =>
    act(() => void find(selector).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })));

  // So that no test waits for the first import.
  beforeAll(() => import('../../../../../src/shell/page/richText/richText.tsx'));

  beforeEach(async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    // jsdom has no layout, which the editor needs to find the clicked position and to scroll to the cursor.
    const rect = { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 };
    Object.assign(Range.prototype, { getClientRects: () => [rect], getBoundingClientRect: () => rect });
    Object.assign(document, { elementFromPoint: () => null });
    sent.length = 0;
    let deliver: (message: MessageToStickies) => void = () => undefined;
    const listen = (listener: typeof deliver): void => {
      deliver = listener;
    };
    const page = new StickiesPageStore({ post: (message) => sent.push(message), listen }, 'peach');
    await act(() => render(h(StickiesRoot, { page }), root));
    const sticky = { id: 's', name: 'Packing', html: '<p>For the <b>boat</b></p>', color: '', state: 'sent' } as const;
    await act(() =>
      deliver({ type: 'show', model: { ackSequence: 1, status: 'ready', busy: false, stickies: [sticky] } }),
    );
    await vi.waitFor(() => find(TEXT));
    await act(() => undefined);
  });
  afterEach(() => vi.restoreAllMocks());

  it('is read-only and has no toolbar until the user clicks the text', () => {
    expect(find(TEXT).textContent).toBe('For the boat');
    expect(isEditable()).toBe(false);
    expect(toolCount()).toBe(0);
  });

  it('becomes editable, with five tools, after a click on the text', async () => {
    await click(`${TEXT} p`);
    expect(isEditable()).toBe(true);
    expect(document.activeElement).toBe(find(TEXT));
    const tools = [...root.querySelectorAll<HTMLElement>('.note .toolbar [data-tool]')];
    expect(tools.map(({ dataset }) => dataset['tool'])).toEqual(['bold', 'italic', 'bulletList', 'taskList', 'link']);
  });

  it('becomes read-only again, with the changed text, when another part of the sticky gets the focus', async () => {
    await click(`${TEXT} p`);
    const { editor } = find(TEXT) as HTMLElement & { editor?: Editor };
    await act(() => void editor?.commands.insertContentAt(editor.state.doc.content.size - 1, ' trip'));
    await act(() => find('.note-name').focus());
    await act(() => undefined);
    expect(isEditable()).toBe(false);
    expect(toolCount()).toBe(0);
    expect(find(TEXT).textContent).toBe('For the boat trip');
    const edits = sent.filter(({ type }) => type === 'edit');
    expect(edits).toMatchObject([{ id: 's', value: '<p>For the <b>boat trip</b></p>' }]);
  });
});

it('The text of a sticky fits its height again after the page has become wider', async () => {
  const observers: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        observers.push(callback);
      }
      disconnect = () => undefined;
      observe = () => undefined;
      unobserve = () => undefined;
    },
  );
  const sizes = { width: 100, height: 60 };
  vi.spyOn(HTMLTextAreaElement.prototype, 'clientWidth', 'get').mockImplementation(() => sizes.width);
  vi.spyOn(HTMLTextAreaElement.prototype, 'clientHeight', 'get').mockReturnValue(60);
  vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get').mockImplementation(() => sizes.height);
  let deliver: (message: MessageToStickies) => void = () => undefined;
  const listen = (listener: typeof deliver): void => {
    deliver = listener;
  };
  const page = new StickiesPageStore({ post: () => undefined, listen }, 'peach');
  await act(() => render(h(StickiesRoot, { page }), root));
  const sticky = { id: 's', name: '', html: '<p>For the boat</p>', color: '', state: 'sent' } as const;
  await act(() =>
    deliver({ type: 'show', model: { ackSequence: 1, status: 'ready', busy: false, stickies: [sticky] } }),
  );
  const text = root.querySelector<HTMLElement>('.note-text');
  expect(text?.style.height).toBe('60px');
  Object.assign(sizes, { width: 200, height: 40 });
  for (const onResize of observers) onResize();
  expect(text?.style.height).toBe('40px');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('A sticky with a conflict has the buttons Use Mine and Use Theirs, like a record page', async () => {
  const sent: MessageFromStickies[] = [];
  let deliver: (message: MessageToStickies) => void = () => undefined;
  const listen = (listener: typeof deliver): void => {
    deliver = listener;
  };
  const page = new StickiesPageStore({ post: (message) => sent.push(message), listen }, 'peach');
  await act(() => render(h(StickiesRoot, { page }), root));
  const sticky = { id: 's', name: '', html: '<p>One</p>', color: '', state: 'conflict', theirs: 'Two' } as const;
  await act(() =>
    deliver({ type: 'show', model: { ackSequence: 1, status: 'ready', busy: false, stickies: [sticky] } }),
  );
  const buttons = [...root.querySelectorAll<HTMLElement>('.note-problem button')];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Use Mine', 'Use Theirs']);
  await act(() => buttons[0]?.click());
  expect(sent.at(-1)).toMatchObject({ type: 'resolve', id: 's', keep: 'mine' });
});

describe('The CSS of a sticky', () => {
  const style = document.createElement('style');
  let deliver: (message: MessageToStickies) => void = () => undefined;
  const show = async (name: string): Promise<void> => {
    const page = new StickiesPageStore(
      { post: () => undefined, listen: (listener) => void (deliver = listener) },
      'peach',
    );
    await act(() => render(h(StickiesRoot, { page }), root));
    const sticky = { id: 's', name, html: '<p>Tide tables</p>', color: '', state: 'sent' } as const;
    const model = { ackSequence: 1, status: 'ready', busy: false, stickies: [sticky] } as const;
    await act(() => deliver({ type: 'show', model }));
  };
  const styleOf = (selector: string) => {
    const element = root.querySelector<HTMLElement>(selector);
    if (element === null) throw new Error(`no ${selector}`);
    return getComputedStyle(element);
  };
  const focus = async (selector: string): Promise<void> => {
    await act(() => root.querySelector<HTMLElement>(selector)?.focus());
    // jsdom keeps computed styles until the document changes, and moving the focus does not change the document.
    root.toggleAttribute('data-changed');
  };

  beforeAll(() => {
    style.textContent = readFileSync(join(projectRoot, 'src', 'features', 'stickies', 'page', 'stickies.css'), 'utf8');
    document.head.append(style);
  });
  afterAll(() => style.remove());

  it('hides an empty name until the sticky has the focus', async () => {
    await show('');
    expect(styleOf('.note-name').opacity).toBe('0');
    await focus('.note-text');
    expect(styleOf('.note-name').opacity).not.toBe('0');
  });

  it('shows a name that is not empty', async () => {
    await show('Books');
    expect(styleOf('.note-name').opacity).not.toBe('0');
  });

  it('hides the buttons until the sticky has the focus', async () => {
    await show('Books');
    expect(styleOf('.note-actions').opacity).toBe('0');
    await focus('.note-text');
    expect(styleOf('.note-actions').opacity).not.toBe('0');
  });

  it('draws the focus ring around the whole sticky while its text or name has the focus', async () => {
    await show('Books');
    expect(styleOf('.note').outlineOffset).not.toBe('1px');
    for (const text of ['.note-text', '.note-name']) {
      await focus(text);
      expect(styleOf('.note').outlineOffset).toBe('1px');
      expect(styleOf(text).outline).toBe('0px');
    }
  });

  // jsdom does not support :focus-visible in :has(), so the test selects the rules itself.
  it.each(['vscode-dark', 'vscode-high-contrast', 'vscode-high-contrast-light'])(
    'draws the rings of the color picker in colors of the theme kind %s',
    async (themeClass) => {
      document.body.className = themeClass;
      onTestFinished(() => document.body.removeAttribute('class'));
      await show('Books');
      await act(() => root.querySelector<HTMLElement>('.note-actions button')?.click());
      const swatch = root.querySelector('.swatch');
      const lastValue = (state: string, property: string) =>
        [...(style.sheet?.cssRules ?? [])]
          .filter((rule) => rule instanceof CSSStyleRule)
          .filter(({ selectorText }) => selectorText.endsWith(`.swatch:has(${state})`))
          .filter(({ selectorText }) => swatch?.matches(selectorText.replace(/:has\(.*/, '')))
          .map((rule) => rule.style.getPropertyValue(property))
          .findLast((value) => value !== '');
      expect(lastValue(':focus-visible', 'outline-color')).toBe('var(--vscode-focusBorder)');
      expect(lastValue(':checked', 'box-shadow')).toContain('var(--vscode-foreground)');
    },
  );
});

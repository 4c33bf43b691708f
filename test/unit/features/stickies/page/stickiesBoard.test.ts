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
import type {
  MessageFromStickies,
  MessageToStickies,
  StickiesModel,
  StickyView,
} from '../../../../../src/shell/protocol/stickies.ts';
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

describe('The Stickies page', () => {
  const STICKY: StickyView = { id: 's', name: 'Packing', html: '<p>Boat</p>', color: '', state: 'sent' };

  /** Each message has the number of the edit that precedes it. */
  function withoutNumber(message: MessageFromStickies): MessageFromStickies {
    const { seq: _, ...others }: MessageFromStickies & { readonly seq?: number } = message;
    return others as MessageFromStickies;
  }

  /** Shows the page; `sent` gets its messages, without those that say that it is ready. */
  async function open(model: Partial<StickiesModel>) {
    const sent: MessageFromStickies[] = [];
    let deliver: (message: MessageToStickies) => void = () => undefined;
    const listen = (listener: typeof deliver): void => {
      deliver = listener;
    };
    const page = new StickiesPageStore({ post: (message) => sent.push(withoutNumber(message)), listen }, 'peach');
    await act(() => render(h(StickiesRoot, { page }), root));
    const show = (changes: Partial<StickiesModel>): Promise<void> =>
      act(() => {
        const shown = { ackSequence: 1, status: 'ready', busy: false, stickies: [], ...changes } as const;
        deliver({ type: 'show', model: shown });
      });
    await show(model);
    sent.length = 0;
    const buttons = (): readonly (string | null)[] =>
      [...root.querySelectorAll('button:not(.icon-button)')].map(({ textContent }) => textContent);
    const click = (label: string): Promise<void> =>
      act(() => {
        const found = [...root.querySelectorAll<HTMLElement>('button')].find(
          ({ textContent, title }) => textContent === label || title.startsWith(label),
        );
        if (found === undefined) throw new Error(`no button ${label}`);
        found.click();
      });
    const words = (selector: string): string => root.querySelector(selector)?.textContent?.trim() ?? '';
    return { sent, show, buttons, click, words };
  }

  it.each<[Partial<StickiesModel>, boolean, string]>([
    [{ status: 'loading' }, true, ''],
    [{ busy: true, stickies: [STICKY] }, true, ''],
    [{ stickies: [STICKY] }, false, ''],
    [{ status: 'failed', problem: { message: 'No network.', retry: true } }, false, 'No network.Retry'],
    [{ problem: { message: 'No network.', retry: true } }, false, 'No network.Refresh'],
    [{ problem: { message: 'Rejected.', retry: false, signIn: true } }, false, 'Rejected.Sign In Again…'],
  ])('%.90j shows whether it loads, and its problem', async (model, isLoading, problem) => {
    const { words } = await open(model);
    expect(root.querySelector('.progress, [role=progressbar]') !== null).toBe(isLoading);
    expect(words('[role=alert]')).toBe(problem);
  });

  it('says what its buttons ask for', async () => {
    const { sent, click, show } = await open({ problem: { message: 'x', retry: true, signIn: true } });
    await click('Sign In Again…');
    await click('Refresh');
    await click('Create Sticky');
    await show({ stickies: [STICKY], more: { remaining: 1200 } });
    await click('Load 1,200 More');
    await show({ stickies: [STICKY], more: {} });
    await click('Load More');
    await click('Delete Packing');
    expect(sent.map(({ type }) => type)).toEqual(['signIn', 'reload', 'create', 'more', 'more', 'remove']);
  });

  it.each<[Partial<StickyView>, string, string, readonly string[]]>([
    [{ state: 'sent' }, '', '', []],
    [{ state: 'unsent' }, 'Not saved yet', '', ['Save']],
    [{ state: 'saving' }, 'Saving…', '', []],
    [{ state: 'unsent', problem: { message: 'No network.', retry: true } }, 'Not saved yet', 'No network.', ['Retry']],
    [{ state: 'unsent', problem: { message: 'Too long.', retry: false } }, 'Not saved yet', 'Too long.', []],
    [
      { state: 'conflict', theirs: 'Train' },
      'Changed on the server too',
      'This sticky was changed on the server to:Train',
      ['Use Mine', 'Use Theirs'],
    ],
  ])(
    'says about a sticky %j what its state is, and offers what can be done',
    async (changes, state, problem, labels) => {
      const { sent, buttons, click, words } = await open({ stickies: [{ ...STICKY, ...changes }] });
      expect(words('.note-state')).toBe(state);
      expect(words('.note-problem').startsWith(problem)).toBe(true);
      expect(buttons()).toEqual(labels.toSorted((one, other) => Number(one === 'Save') - Number(other === 'Save')));
      for (const label of labels) await click(label);
      const sentTypes: Readonly<Record<string, object>> = {
        Save: { type: 'retry', id: 's' },
        Retry: { type: 'retry', id: 's' },
        'Use Mine': { type: 'resolve', id: 's', keep: 'mine' },
        'Use Theirs': { type: 'resolve', id: 's', keep: 'theirs' },
      };
      expect(sent).toEqual(labels.map((label) => sentTypes[label]));
    },
  );

  it('offers to undo a deletion, also of a sticky without a name', async () => {
    const { sent, click, words } = await open({ stickies: [{ ...STICKY, name: '', state: 'deleted' }] });
    expect(words('.note-deleted [role=status]')).toBe('“Untitled sticky” was deleted.');
    await click('Undo');
    expect(sent).toEqual([{ type: 'undoRemove', id: 's' }]);
  });

  it('shows the colors of a sticky until Escape or Enter is pressed, and sends the chosen one', async () => {
    const { sent, click } = await open({ stickies: [STICKY] });
    const inputs = () => [...root.querySelectorAll<HTMLInputElement>('.swatches input')];
    for (const key of ['Escape', 'Enter']) {
      await click('Color of Packing');
      expect(document.activeElement).toBe(inputs().find(({ checked }) => checked) ?? inputs()[0]);
      const [swatch] = root.querySelectorAll<HTMLElement>('.swatch');
      expect(swatch?.style.getPropertyValue('--swatch')).toMatch(/^#[0-9a-f]{6}$/);
      const pressed = async (name: string): Promise<boolean> => {
        const keydown = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
        await act(() => void root.querySelector('.swatches')?.dispatchEvent(keydown));
        return keydown.defaultPrevented;
      };
      expect([await pressed('a'), inputs().length > 0]).toEqual([false, true]);
      expect([await pressed(key), inputs().length]).toEqual([true, 0]);
      expect(document.activeElement?.getAttribute('title')).toBe('Color of Packing');
    }
    await click('Color of Packing');
    await act(() => inputs().at(-1)?.click());
    expect(sent).toEqual([expect.objectContaining({ type: 'edit', id: 's', field: 'background_color' })]);
    await click('Color of Packing');
    expect(inputs()).toEqual([]);
  });
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

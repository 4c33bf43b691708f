// @vitest-environment jsdom
// Tests what the Stickies page offers while the window is signed out.
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { MessageFromStickies, MessageToStickies } from '../../../src/pages/protocol/stickies.ts';
import { Board } from '../../../src/webview/stickies/board.tsx';
import { StickiesPage } from '../../../src/webview/stickies/page.ts';

const root = document.createElement('div');
document.body.append(root);
afterEach(() => render(null, root));

describe('The Stickies page of a window that is signed out', () => {
  it.each([
    [{ hasAccounts: true }, 'Switch Account…', 'This window uses none of your accounts.'],
    [{}, 'Sign In', 'Sign in to see your stickies.'],
  ] as const)('offers to switch if there are accounts, or else to sign in: %o', async (accounts, button, text) => {
    const sent: MessageFromStickies[] = [];
    let deliver: (message: MessageToStickies) => void = () => undefined;
    const listen = (listener: typeof deliver): void => {
      deliver = listener;
    };
    const page = new StickiesPage({ post: (message) => sent.push(message), listen }, '#fde68a');
    await act(() => render(h(Board, { page }), root));
    const model = { ackSequence: 1, status: 'signedOut', stickies: [], busy: false, ...accounts } as const;
    await act(() => deliver({ type: 'show', model }));
    expect(root.querySelector('.board-empty p')?.textContent).toContain(text);
    expect(root.querySelector('.board-empty button')?.textContent).toBe(button);
    await act(() => root.querySelector<HTMLElement>('.board-empty button')?.click());
    expect(sent.at(-1)).toMatchObject({ type: 'signIn' });
  });
});

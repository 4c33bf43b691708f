// Mounts a page with a fake host, and provides functions to inspect and operate it.
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { onTestFinished } from 'vitest';
import { App } from '../../../../../src/app.tsx';
import { ModelSender } from '../../../../../src/features/recordPage/slices/modelSender.ts';
import { Host } from '../../../../../src/shell/page/model/host.ts';
import { PageStore } from '../../../../../src/shell/page/model/pageStore.ts';
import type { MessageFromHost, MessageFromPage, PageModel } from '../../../../../src/shell/protocol/messages.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const NARROW_PAGE_QUERY = {
  matches: false,
  media: '',
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
};

type UpdateMessage = Extract<MessageFromHost, { readonly update: unknown }>;
/** A message of the host, in which a test can write the whole model instead of an update. */
export type HostMessage =
  | Exclude<MessageFromHost, UpdateMessage>
  | { readonly type: UpdateMessage['type']; readonly model: PageModel };

export interface MountedPage {
  readonly root: HTMLElement;
  readonly page: PageStore;
  readonly sent: MessageFromPage[];
  readonly deliver: (message: HostMessage) => Promise<void>;
  /** Delivers a message unchanged, without converting a model to an update. */
  readonly deliverExact: (message: MessageFromHost) => Promise<void>;
  readonly lastMessage: () => MessageFromPage | undefined;
  readonly find: (selector: string) => HTMLElement;
  readonly type: (selector: string, text: string) => Promise<void>;
  readonly click: (selector: string) => Promise<void>;
  readonly press: (target: EventTarget, key: string, init?: KeyboardEventInit) => Promise<KeyboardEvent>;
  readonly unmount: () => void;
}

/** Mounts a page and sends it the first model, if there is one. VS Code has stored which sections are folded. */
export async function mount(
  first?: PageModel,
  foldedSections?: readonly string[],
  now: () => number = () => NOW,
): Promise<MountedPage> {
  // jsdom has no layout, so no element changes its size or is out of sight.
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
  globalThis.ResizeObserver ??= class implements ResizeObserver {
    disconnect = () => undefined;
    observe = () => undefined;
    unobserve = () => undefined;
  };
  // jsdom has no `matchMedia`: the page is narrow, unless a test has defined this function.
  globalThis.matchMedia ??= () => Object.assign(new EventTarget(), NARROW_PAGE_QUERY);
  const root = document.createElement('div');
  document.body.append(root);
  const sent: MessageFromPage[] = [];
  let listener: (message: MessageFromHost) => void = () => undefined;
  const host = new Host({
    post: (message) => sent.push(message),
    listen: (newListener) => {
      listener = newListener;
      return () => undefined;
    },
  });
  const page = new PageStore(host, now, foldedSections);
  await act(() => render(h(App, { page }), root));
  // VS Code clones each message that the host sends to a webview.
  const receive = (message: MessageFromHost) => listener(structuredClone(message));
  const sender = new ModelSender(receive);
  const deliver = async (message: HostMessage) => {
    await act(async () => ('model' in message ? sender[message.type](message.model) : receive(message)));
  };
  if (first) await deliver({ type: 'show', model: first });
  const unmount = (): void => {
    // `act` runs the cleanup of effects at once. Later, the document may no longer exist.
    void act(() => render(null, root));
    root.remove();
  };
  // A test may mount several pages. One that stayed mounted would take the focus from the pages of later tests.
  onTestFinished(unmount);
  const find = (selector: string): HTMLElement => {
    const element = root.querySelector<HTMLElement>(selector);
    if (!element) throw new Error(`No element matches ${selector}`);
    return element;
  };
  return {
    root,
    page,
    sent,
    deliver,
    deliverExact: (message) => act(async () => receive(message)),
    find,
    lastMessage: () => sent.at(-1),
    type: (selector, text) =>
      act(() => {
        const input = find(selector) as HTMLInputElement;
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    click: (selector) => act(() => find(selector).click()),
    press: async (target, key, init = {}) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
      await act(() => {
        target.dispatchEvent(event);
      });
      return event;
    },
    unmount,
  };
}

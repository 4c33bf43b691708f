// Mounts a page with a fake host, and provides functions to inspect and operate it.
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import type { EditorModel, FromHost, FromPage } from '../../../src/pages/protocol/messages.ts';
import { ModelSender } from '../../../src/pages/slices/modelSender.ts';
import { App } from '../../../src/webview/app.tsx';
import { Host } from '../../../src/webview/host.ts';
import { PageStore } from '../../../src/webview/pageStore.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

type UpdateMessage = Extract<FromHost, { readonly update: unknown }>;
/** A message of the host, with the model in place of the update that the host makes of it. */
export type HostMessage =
  | Exclude<FromHost, UpdateMessage>
  | { readonly type: UpdateMessage['type']; readonly model: EditorModel };

export interface Mounted {
  readonly root: HTMLElement;
  readonly page: PageStore;
  readonly sent: FromPage[];
  readonly deliver: (message: HostMessage) => Promise<void>;
  /** Like `deliver`, but with the message as it is sent. */
  readonly deliverExact: (message: FromHost) => Promise<void>;
  readonly last: () => FromPage | undefined;
  readonly find: (selector: string) => HTMLElement;
  readonly type: (selector: string, text: string) => Promise<void>;
  readonly click: (selector: string) => Promise<void>;
  readonly press: (target: EventTarget, key: string, more?: KeyboardEventInit) => Promise<KeyboardEvent>;
  readonly unmount: () => void;
}

/** Mounts a page and shows it a first model, if given. */
export async function mount(first?: EditorModel): Promise<Mounted> {
  const root = document.createElement('div');
  document.body.append(root);
  const sent: FromPage[] = [];
  let listener: (message: FromHost) => void = () => undefined;
  const host = new Host({
    post: (message) => sent.push(message),
    listen: (added) => {
      listener = added;
      return () => undefined;
    },
  });
  const page = new PageStore(host, () => NOW);
  await act(() => render(h(App, { page, now: () => NOW }), root));
  // Messages of the host are cloned during transport.
  const receive = (message: FromHost) => listener(structuredClone(message));
  const sender = new ModelSender(receive);
  const deliver = async (message: HostMessage) => {
    await act(async () => ('model' in message ? sender[message.type](message.model) : receive(message)));
  };
  if (first) await deliver({ type: 'show', model: first });
  const find = (selector: string): HTMLElement => {
    const found = root.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`Nothing on the page is ${selector}`);
    return found;
  };
  return {
    root,
    page,
    sent,
    deliver,
    deliverExact: (message) => act(async () => receive(message)),
    find,
    last: () => sent.at(-1),
    type: (selector, text) =>
      act(() => {
        const input = find(selector) as HTMLInputElement;
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    click: (selector) => act(() => find(selector).click()),
    press: async (target, key, more = {}) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
      await act(() => {
        target.dispatchEvent(event);
      });
      return event;
    },
    unmount: () => {
      // Effects would otherwise be cleaned up later, when the document may no longer exist.
      void act(() => render(null, root));
      root.remove();
    },
  };
}

// Owns a page mounted against a fake host, and the words to look at it and to work it.
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import type { FieldView } from '../../../src/pages/protocol/fields.ts';
import type { EditorModel, FromHost, FromPage } from '../../../src/pages/protocol/messages.ts';
import { App } from '../../../src/webview/app.tsx';
import { Host } from '../../../src/webview/host.ts';
import { PageStore } from '../../../src/webview/pageStore.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

export function field(
  name: FieldView['name'],
  kind: FieldView['kind'],
  value: FieldView['value'],
  more: Partial<FieldView> = {},
): FieldView {
  return { name, label: name, kind, value, touched: false, optional: true, ...more };
}

const STATES = [
  { id: 's1', label: 'Todo', icon: 'unstarted', color: '#888888' },
  { id: 's2', label: 'Done', icon: 'completed', color: '#00ff00' },
];

export function model(more: Partial<EditorModel> = {}): EditorModel {
  return {
    address: 'a',
    heard: 1,
    status: 'ready',
    identifier: 'API-1',
    placeName: 'Public',
    noun: 'work item',
    isNew: false,
    actions: ['copyIdentifier', 'copyLink', 'openInBrowser'],
    discusses: true,
    fields: [
      field('name', 'text', 'A name', { label: 'Name', optional: false }),
      field('description_html', 'richText', '<p>text</p>', { label: 'Description' }),
      field('state', 'choice', 's1', { label: 'State', choices: STATES, optional: false }),
      field('labels', 'choices', ['l1'], {
        label: 'Labels',
        choices: [
          { id: 'l1', label: 'bug' },
          { id: 'l2', label: 'idea' },
        ],
      }),
      field('parent', 'item', null, { label: 'Parent', choices: [] }),
      field('target_date', 'date', null, { label: 'Due date' }),
    ],
    conflicts: [],
    unsent: false,
    saving: false,
    comments: { status: 'ready', items: [] },
    composer: { html: '', access: 'INTERNAL', sending: false },
    people: { u1: 'Ada' },
    ...more,
  };
}

/** The model with some fields' values replaced. */
export function holding(values: Partial<Record<FieldView['name'], FieldView['value']>>, more: Partial<EditorModel> = {}): EditorModel {
  const base = model(more);
  return {
    ...base,
    fields: base.fields.map((one) => ({ ...one, value: values[one.name] === undefined ? one.value : (values[one.name] ?? null) })),
  };
}

export interface Mounted {
  readonly root: HTMLElement;
  readonly page: PageStore;
  readonly said: FromPage[];
  readonly tell: (message: FromHost) => Promise<void>;
  readonly last: () => FromPage | undefined;
  readonly find: (selector: string) => HTMLElement;
  readonly type: (selector: string, text: string) => Promise<void>;
  readonly click: (selector: string) => Promise<void>;
  readonly press: (target: EventTarget, key: string, more?: KeyboardEventInit) => Promise<KeyboardEvent>;
  readonly unmount: () => void;
}

/** Mounts a page and, if given, shows it a first model. */
export async function mount(first?: EditorModel): Promise<Mounted> {
  const root = document.createElement('div');
  document.body.append(root);
  const said: FromPage[] = [];
  let hear: (message: FromHost) => void = () => undefined;
  const host = new Host({
    post: (message) => said.push(message),
    listen: (listener) => {
      hear = listener;
      return () => undefined;
    },
  });
  const page = new PageStore(host, () => NOW);
  await act(() => render(h(App, { page, now: () => NOW }), root));
  const tell = async (message: FromHost) => {
    await act(async () => hear(message));
  };
  if (first) await tell({ say: 'show', model: first });
  const find = (selector: string): HTMLElement => {
    const found = root.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`Nothing on the page is ${selector}`);
    return found;
  };
  return {
    root,
    page,
    said,
    tell,
    find,
    last: () => said.at(-1),
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
      // Effects are otherwise ended a moment later, when there may be no document any more.
      void act(() => render(null, root));
      root.remove();
    },
  };
}

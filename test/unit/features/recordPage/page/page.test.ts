// @vitest-environment jsdom
// Tests the page of a work item: its statuses, form, keys, comments and composer.
import type { Editor } from '@tiptap/core';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FieldView } from '../../../../../src/items/form/fieldProtocol.ts';
import type { PageModel } from '../../../../../src/shell/protocol/messages.ts';
import { field, model, modelWithValues } from './modelFixture.ts';
import { type MountedPage, mount } from './pageFixture.ts';

let mounted: MountedPage;
const show = async (first = model()) => {
  mounted = await mount(first);
  return mounted;
};
const advanceTime = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
const displayedName = () => (mounted.find('#field-name') as HTMLTextAreaElement).value;
/** A model whose field `name` has an unsaved edit. */
const unsavedModel = (more: Partial<PageModel> = {}) =>
  model({ fields: model().fields.map((view, index) => (index === 0 ? { ...view, touched: true } : view)), ...more });
const sentTypes = () => mounted.sent.map(({ type }) => type);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Types text at the end of a rich text. */
const insertText = (selector: string, text: string) =>
  act(() => {
    const { editor } = mounted.find(`${selector} .ProseMirror`) as HTMLElement & { editor?: Editor };
    if (!editor) throw new Error('no editor');
    editor.commands.insertContentAt(editor.state.doc.content.size - 1, text);
  });

describe('The times of the page', () => {
  it('are updated each minute by one timer, which stops while the page is hidden', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const createdAt = '2026-11-20T11:58:00Z';
    const items = ['c1', 'c2', 'c3'].map((id) => ({
      id,
      author: 'Ada',
      createdAt,
      edited: false,
      access: 'INTERNAL' as const,
      html: id,
    }));
    mounted = await mount(model({ comments: { status: 'ready', items } }), undefined, () => now);
    const shownTimes = () => [...mounted.root.querySelectorAll('.comment time')].map(({ textContent }) => textContent);
    const pass = async (minutes: number) => {
      now += minutes * 60_000;
      await advanceTime(minutes * 60_000);
    };
    expect(shownTimes()).toEqual(Array(3).fill('2 minutes ago'));
    await pass(1);
    expect(shownTimes()).toEqual(Array(3).fill('3 minutes ago'));
    expect(vi.getTimerCount()).toBe(1);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const changeVisibility = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await changeVisibility();
    expect(vi.getTimerCount()).toBe(0);
    await pass(2);
    expect(shownTimes()).toEqual(Array(3).fill('3 minutes ago'));
    hidden.mockReturnValue(false);
    await changeVisibility();
    expect(shownTimes()).toEqual(Array(3).fill('5 minutes ago'));
    expect(vi.getTimerCount()).toBe(1);
    await pass(1);
    expect(shownTimes()).toEqual(Array(3).fill('6 minutes ago'));
  });
});

describe('The page', () => {
  it('sends the message `ready` first, and shows that it is loading', async () => {
    mounted = await mount();
    expect(mounted.sent).toEqual([{ type: 'ready', seq: 1 }]);
    expect(mounted.find('[data-testid=loading]').textContent).toContain('Loading');
  });

  it('shows why a work item could not be loaded, and Retry sends a reload request', async () => {
    await show(model({ status: 'failed', problem: { message: 'No such item.', retry: true } }));
    expect(mounted.find('[role=alert]').textContent).toContain('No such item.');
    await mounted.click('[data-testid=retry]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'reload' });
  });

  it('shows why it is read-only', async () => {
    await show();
    expect(mounted.root.querySelector('[data-testid=read-only]')).toBeNull();
    await mounted.deliver({ type: 'show', model: model({ readOnlyReason: 'Read-only: you are a guest.' }) });
    expect(mounted.find('[data-testid=read-only]').textContent).toBe('Read-only: you are a guest.');
  });

  it.each([
    ['Linux x86_64', 'Save (Ctrl+S)', 'Comment (Ctrl+Enter)'],
    ['MacIntel', 'Save (⌘S)', 'Comment (⌘Enter)'],
  ])('shows the keyboard shortcuts of the platform %s in tooltips', async (platform, save, comment) => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
    await show(unsavedModel());
    await insertText('[data-testid=composer]', 'hello');
    expect(mounted.find('[data-testid=save]').title).toBe(save);
    expect(mounted.find('[data-testid=send-comment]').title).toBe(comment);
  });

  it('shows in place of a description that is not loaded that it is loading, or why it is not there and a Retry button', async () => {
    const known = model({ unloadedText: { name: 'description_html', label: 'Description' } });
    const fields = known.fields.filter(({ kind }) => kind !== 'richText');
    await show({ ...known, fields, waitingUntil: 0 });
    expect(displayedName()).toBe('A name');
    expect(mounted.root.querySelector('[data-field=description_html]')).toBeNull();
    expect(mounted.find('[data-testid=unloaded-text]').getAttribute('aria-busy')).toBe('true');
    expect(mounted.find('[data-testid=unloaded-text]').textContent).toContain('rate limit is reached');
    const problem = { message: 'The description could not be loaded. The server does not respond.', retry: true };
    await mounted.deliver({ type: 'show', model: { ...known, fields, problem } });
    expect(mounted.find('[data-testid=unloaded-text]').textContent).toContain(problem.message);
    expect(mounted.find('[data-testid=stale]').textContent).toBe('');
    await mounted.click('[data-testid=unloaded-text] [data-testid=retry]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'reload' });
  });

  it('shows that its data may be stale', async () => {
    await show(model({ problem: { message: 'From an hour ago.', retry: true } }));
    expect(mounted.find('[data-testid=stale]').textContent).toContain('From an hour ago.');
    expect(mounted.root.querySelector('[data-field=name]')).not.toBeNull();
  });

  it('shows that a draft is not saved on disk, and has a button that shows the drafts', async () => {
    await show(model({ tooLargeMessage: 'This draft is too large.' }));
    expect(mounted.find('[data-testid=stale]').textContent).toContain('This draft is too large.');
    await mounted.click('[data-testid=drafts]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'showDrafts' });
  });

  it('has a button to sign in again when the server rejects the key', async () => {
    const problem = { message: 'Authentication failed.', retry: true, signIn: true };
    await show(model({ problem }));
    expect(mounted.find('[data-testid=stale] [data-testid=sign-in]').textContent).toBe('Sign In Again…');
    await mounted.click('[data-testid=sign-in]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'signInAgain' });
    await mounted.deliver({ type: 'show', model: model({ status: 'failed', problem }) });
    await mounted.click('.failure [data-testid=sign-in]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'signInAgain' });
    await mounted.deliver({ type: 'show', model: model({ problem: { message: 'From an hour ago.', retry: true } }) });
    expect(mounted.root.querySelector('[data-testid=sign-in]')).toBeNull();
  });

  it('of another account has a Switch Account button, and focuses the requested field after the switch', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    const account = { title: 'This page belongs to another account', button: 'Switch Account' };
    const problem = { message: 'Switch to acme to show this page.', retry: false, account };
    await show(model({ status: 'failed', problem }));
    expect(mounted.find('[role=alert]').textContent).toBe(`${account.title}${problem.message}`);
    expect(mounted.find('[data-testid=switch-account]').textContent).toBe('Switch Account');
    await mounted.click('[data-testid=switch-account]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'switchAccount' });
    await mounted.deliver({ type: 'focus', where: 'name' });
    await mounted.deliver({ type: 'show', model: model() });
    expect(document.activeElement?.id).toBe('field-name');
  });

  it('removes an error that it has shown itself when the host removes the notice with the same text', async () => {
    await show();
    const message = 'Not saved. Authentication failed.';
    mounted.page.showError(message);
    await mounted.deliver({ type: 'show', model: model({ notice: { level: 'error', message } }) });
    expect(mounted.find('[data-testid=notice]').textContent).toBe(message);
    await mounted.deliver({ type: 'show', model: model() });
    expect(mounted.find('[data-testid=notice]').textContent).toBe('');
  });

  it('announces errors assertively and other notices politely', async () => {
    await show(model({ notice: { level: 'error', message: 'Refused.' } }));
    expect(mounted.find('[data-testid=notice]').getAttribute('aria-live')).toBe('assertive');
    await mounted.deliver({ type: 'show', model: model({ notice: { level: 'info', message: 'Saved.' } }) });
    expect(mounted.find('[data-testid=notice]').getAttribute('aria-live')).toBe('polite');
    expect(mounted.find('[data-testid=notice]').textContent).toBe('Saved.');
  });

  it('connects the error and the hint of a field to the control with aria-describedby', async () => {
    await show(
      model({ fields: [field('name', 'text', '', { problem: 'A name is needed.', hint: 'Short is good.' })] }),
    );
    const ids = mounted.find('#field-name').getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(ids.map((id) => mounted.find(`#${id}`).textContent)).toEqual(['A name is needed.', 'Short is good.']);
  });
});

describe('The form', () => {
  const edits = () => mounted.sent.flatMap((message) => (message.type === 'edit' ? [message.value] : []));

  it('sends the first typed letter at once, because an unsent edit is lost when the page closes', async () => {
    await show();
    await mounted.type('#field-name', 'A');
    expect(mounted.sent.slice(1)).toEqual([{ type: 'edit', seq: 2, field: 'name', value: 'A' }]);
  });

  it('sends further letters in one message when the host has handled the previous message', async () => {
    await show();
    await mounted.type('#field-name', 'A');
    await mounted.type('#field-name', 'AB');
    await mounted.type('#field-name', 'ABC');
    await mounted.deliver({ type: 'show', model: model({ ackSequence: 1 }) });
    expect(edits()).toEqual(['A']);
    await mounted.deliver({ type: 'show', model: modelWithValues({ name: 'A' }, { ackSequence: 2 }) });
    expect(edits()).toEqual(['A', 'ABC']);
    await mounted.deliver({ type: 'show', model: modelWithValues({ name: 'ABC' }, { ackSequence: 3 }) });
    expect(edits()).toEqual(['A', 'ABC']);
    expect(displayedName()).toBe('ABC');
  });

  it('delays typed text by at most 150 ms while the host is slow', async () => {
    await show();
    await mounted.type('#field-name', 'A');
    await mounted.type('#field-name', 'AB');
    await advanceTime(149);
    expect(edits()).toEqual(['A']);
    await advanceTime(1);
    expect(edits()).toEqual(['A', 'AB']);
  });

  it('sends delayed text before it responds to a flush request', async () => {
    await show();
    await mounted.type('#field-name', 'New');
    await mounted.deliver({ type: 'flush', flush: 9 });
    expect(mounted.sent.slice(1)).toEqual([
      { type: 'edit', seq: 2, field: 'name', value: 'New' },
      { type: 'flushed', seq: 3, flush: 9 },
    ]);
    await advanceTime(1000);
    expect(mounted.sent).toHaveLength(3);
  });

  it('shows a typed value until the host has handled the edit', async () => {
    await show();
    await mounted.type('#field-name', 'Mine');
    await mounted.deliver({ type: 'show', model: model({ ackSequence: 1 }) });
    expect(displayedName()).toBe('Mine');
    await advanceTime(150);
    await mounted.deliver({ type: 'show', model: model({ ackSequence: 1 }) });
    expect(displayedName()).toBe('Mine');
    await mounted.deliver({ type: 'show', model: modelWithValues({ name: 'Theirs' }, { ackSequence: 2 }) });
    expect(displayedName()).toBe('Theirs');
  });

  it('replaces all values when the host sends a reset, and does not send edits that are still buffered', async () => {
    await show();
    await mounted.type('#field-name', 'Mine');
    await insertText('[data-field=description_html]', ' more');
    await insertText('[data-testid=composer]', 'draft');
    await mounted.deliver({ type: 'reset', model: model({ ackSequence: 1 }) });
    await advanceTime(1000);
    expect(displayedName()).toBe('A name');
    expect(mounted.find('[data-field=description_html] .ProseMirror').textContent).toBe('text');
    expect(mounted.find('[data-testid=composer] .ProseMirror').textContent).toBe('');
    expect(mounted.sent.slice(1)).toEqual([{ type: 'edit', seq: 2, field: 'name', value: 'Mine' }]);
  });

  it('sends the description as HTML in the format that the server expects', async () => {
    await show();
    await insertText('[data-field=description_html]', ' more');
    await advanceTime(150);
    expect(mounted.lastMessage()).toMatchObject({ type: 'edit', field: 'description_html', value: '<p>text more</p>' });
  });

  it('shows a description that was changed on the server', async () => {
    await show();
    await mounted.deliver({ type: 'show', model: modelWithValues({ description_html: '<p>theirs</p>' }) });
    expect(mounted.find('[data-field=description_html] .ProseMirror').textContent).toBe('theirs');
    expect(sentTypes()).toEqual(['ready']);
  });

  it('sends delayed text before the save request', async () => {
    await show();
    await mounted.type('#field-name', 'New');
    await mounted.click('[data-testid=save]');
    expect(sentTypes()).toEqual(['ready', 'edit', 'save']);
  });

  it('sends delayed text of other fields before the request to revert a field', async () => {
    await show();
    await mounted.type('#field-name', 'New');
    await insertText('[data-field=description_html]', '!');
    await mounted.click('[data-field=name] [aria-label="Discard Change to Title"]');
    expect(mounted.sent.slice(2)).toMatchObject([
      { type: 'edit', field: 'description_html' },
      { type: 'revert', field: 'name' },
    ]);
  });

  it('shows the error of a failed request to the host', async () => {
    await show(unsavedModel({ unsent: true }));
    await mounted.click('[data-testid=save]');
    await mounted.deliver({ type: 'answer', to: 2, problem: 'The server is away.' });
    expect(mounted.find('[data-testid=notice]').textContent).toBe('The server is away.');
  });
});

describe('A field’s control', () => {
  it('lets the user pick a choice with the keyboard, and sends the choice at once', async () => {
    await show();
    await mounted.click('#field-state');
    const filter = mounted.find('[role=combobox][aria-controls=field-state-list]:not(button)');
    expect(document.activeElement).toBe(filter);
    await mounted.press(filter, 'ArrowDown');
    await mounted.press(filter, 'Enter');
    expect(mounted.lastMessage()).toMatchObject({ type: 'edit', field: 'state', value: 's2' });
    expect(mounted.find('#field-state').textContent).toContain('Done');
    expect(mounted.root.querySelector('[role=listbox]')).toBeNull();
  });

  it('moves in its list with the keys for it, and leaves the list with Tab', async () => {
    const choices = Array.from({ length: 12 }, (_, index) => ({ id: `c${index}`, label: `Choice ${index}` }));
    const state = field('state', 'choice', 'c0', { label: 'State', choices });
    await show(model({ fields: [field('name', 'text', 'A'), state] }));
    await mounted.click('#field-state');
    const filter = mounted.find('.picker input');
    const active = (): string => mounted.root.querySelector('.option.is-active')?.textContent ?? '';
    const moves = [
      ['ArrowDown', 'Choice 1'],
      ['PageDown', 'Choice 9'],
      ['PageDown', 'Choice 11'],
      ['ArrowUp', 'Choice 10'],
      ['PageUp', 'Choice 2'],
      ['PageUp', 'None'],
    ] as const;
    for (const [key, label] of moves) {
      const { defaultPrevented } = await mounted.press(filter, key);
      expect([key, defaultPrevented, active()]).toEqual([key, true, label]);
    }
    expect((await mounted.press(filter, 'x')).defaultPrevented).toBe(false);
    expect((await mounted.press(filter, 'Tab')).defaultPrevented).toBe(false);
    expect(mounted.root.querySelector('[role=listbox]')).toBeNull();
  });

  it('filters its choices while the user types, and closes on Escape', async () => {
    await show();
    await mounted.click('#field-state');
    await mounted.type('#field-state + .picker input, .picker input', 'do');
    expect([...mounted.root.querySelectorAll('[role=option]')].map((option) => option.textContent)).toEqual([
      'Todo',
      'Done',
    ]);
    await mounted.type('.picker input', 'don');
    expect([...mounted.root.querySelectorAll('[role=option]')].map((option) => option.textContent)).toEqual(['Done']);
    await mounted.press(mounted.find('.picker input'), 'Escape');
    expect(document.activeElement?.id).toBe('field-state');
  });

  it('shows several values as chips in the button that opens the list, which adds and removes a value', async () => {
    await show();
    expect(mounted.find('#field-labels .chip').textContent).toBe('bug');
    await mounted.click('#field-labels .chip');
    await mounted.click('[data-choice=l2]');
    expect(mounted.lastMessage()).toMatchObject({ field: 'labels', value: ['l1', 'l2'] });
    expect(mounted.find('#field-labels').textContent).toBe('bug, idea');
    await mounted.click('[data-choice=l1]');
    expect(mounted.lastMessage()).toMatchObject({ field: 'labels', value: ['l2'] });
  });

  it('requests its choices when it opens, and when they arrive picks what the user has typed and confirmed before', async () => {
    const [todo, done] = [
      { id: 's1', label: 'Todo' },
      { id: 's2', label: 'Done' },
    ];
    const modelWithState = (more: Partial<FieldView>) =>
      model({ fields: [field('name', 'text', ''), field('state', 'choice', 's1', more)] });
    await show(modelWithState({ choices: [todo], pending: 'notLoaded' }));
    expect(mounted.find('#field-state').textContent).toBe('Todo');
    await mounted.click('#field-state');
    expect(mounted.lastMessage()).toMatchObject({ type: 'offer', field: 'state' });
    await mounted.deliver({ type: 'show', model: modelWithState({ choices: [todo], pending: 'loading' }) });
    expect(mounted.root.querySelectorAll('[role=option]')).toHaveLength(0);
    expect(mounted.find('[role=listbox]').getAttribute('aria-busy')).toBe('true');
    expect(mounted.find('.picker [role=status]').textContent).toBe('Loading options…');
    expect(mounted.find('.picker .progress').getAttribute('aria-label')).toBe('Loading options');
    // Without a text, Enter picks nothing.
    await mounted.press(mounted.find('.picker input'), 'Enter');
    await mounted.type('.picker input', 'don');
    expect(document.activeElement).toBe(mounted.find('.picker input'));
    await mounted.press(mounted.find('.picker input'), 'Enter');
    await mounted.deliver({ type: 'show', model: modelWithState({ choices: [todo, done] }) });
    expect(mounted.lastMessage()).toMatchObject({ type: 'edit', field: 'state', value: 's2' });
    expect(mounted.sent.filter(({ type }) => type === 'edit' || type === 'offer')).toHaveLength(2);
  });

  it('focuses its list before the browser can handle the next key press', async () => {
    await show(model({ fields: [field('name', 'text', ''), field('state', 'choice', 's1', { choices: [] })] }));
    mounted.find('#field-state').click();
    // Microtasks run before the next event, effects that wait for a frame run later.
    for (let round = 0; round < 5; round += 1) await Promise.resolve();
    expect(document.activeElement).toBe(mounted.find('.picker input'));
  });

  it('makes the current value the active choice when the choices arrive', async () => {
    const choices = ['s1', 's2', 's3'].map((id) => ({ id, label: id }));
    const modelWithState = (more: Partial<FieldView>) =>
      model({ fields: [field('name', 'text', ''), field('state', 'choice', 's2', more)] });
    await show(modelWithState({ choices: [], pending: 'loading' }));
    expect(mounted.find('#field-state').textContent).toBe('Loading…');
    await mounted.click('#field-state');
    expect(mounted.sent.some(({ type }) => type === 'offer')).toBe(false);
    await mounted.press(mounted.find('.picker input'), 'ArrowDown');
    await mounted.deliver({ type: 'show', model: modelWithState({ choices }) });
    expect(mounted.find('.option.is-active').dataset['choice']).toBe('s2');
  });

  it('requests its choices each time it opens, and keeps the active choice when newer choices arrive', async () => {
    const choices = ['s1', 's2', 's3'].map((id) => ({ id, label: id }));
    const modelWithState = (more: Partial<FieldView>) =>
      model({ fields: [field('name', 'text', ''), field('state', 'choice', 's1', more)] });
    await show(modelWithState({ choices }));
    await mounted.click('#field-state');
    expect(mounted.lastMessage()).toMatchObject({ type: 'offer', field: 'state' });
    await mounted.press(mounted.find('.picker input'), 'ArrowDown');
    expect(mounted.find('.option.is-active').dataset['choice']).toBe('s2');
    await mounted.deliver({
      type: 'show',
      model: modelWithState({ choices: [{ id: 'new', label: 'new' }, ...choices] }),
    });
    expect(mounted.find('.option.is-active').dataset['choice']).toBe('s2');
    await mounted.press(mounted.find('.picker input'), 'Enter');
    expect(mounted.lastMessage()).toMatchObject({ type: 'edit', field: 'state', value: 's2' });
  });

  it('shows a read-only value as text, with the reason and without buttons', async () => {
    const choices = [{ id: 'p1', label: 'Unknown value' }];
    const hint = 'Can only be changed in Plane.';
    await show(
      model({
        fields: [field('name', 'text', ''), field('estimate_point', 'choice', 'p1', { choices, readOnly: true, hint })],
      }),
    );
    const output = mounted.find('#field-estimate_point');
    expect([output.tagName, output.textContent]).toEqual(['OUTPUT', 'Unknown value']);
    expect(document.getElementById(output.getAttribute('aria-describedby') ?? '')?.textContent).toBe(hint);
    expect(mounted.root.querySelectorAll('[data-field=estimate_point] button')).toHaveLength(0);
  });

  it('requests its choices again after a failed request', async () => {
    await show(
      model({
        fields: [field('name', 'text', ''), field('labels', 'choices', [], { choices: [], pending: 'failed' })],
      }),
    );
    await mounted.click('#field-labels');
    expect(mounted.lastMessage()).toMatchObject({ type: 'offer', field: 'labels' });
    expect(mounted.find('.picker-empty').textContent).toBe('The options could not be loaded.');
  });

  it('searches for a parent 200 ms after typing, and ignores results of an earlier search', async () => {
    await show();
    await mounted.click('#field-parent');
    await mounted.type('.picker input', 'a');
    await advanceTime(200);
    await mounted.type('.picker input', 'ab');
    await advanceTime(200);
    expect(mounted.sent.slice(1)).toMatchObject([
      { type: 'find', field: 'parent', text: 'a', seq: 2 },
      { type: 'find', field: 'parent', text: 'ab', seq: 3 },
    ]);
    await mounted.deliver({ type: 'answer', to: 3, choices: [{ id: 'p2', label: 'API-2 right' }] });
    await mounted.deliver({ type: 'answer', to: 2, choices: [{ id: 'p1', label: 'API-1 late' }] });
    await mounted.click('[role=option]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'edit', field: 'parent', value: 'p2' });
    expect(mounted.find('#field-parent').textContent).toContain('API-2 right');
  });

  it('sends a complete date from the calendar, but no date while the user is typing the year', async () => {
    await show();
    const calendar = '[data-field=target_date] .date-calendar';
    await mounted.type(calendar, '0002-01-01');
    expect(sentTypes()).toEqual(['ready']);
    await mounted.type(calendar, '2026-01-01');
    expect(mounted.lastMessage()).toMatchObject({ type: 'edit', field: 'target_date', value: '2026-01-01' });
    await mounted.click('[aria-label="Clear Due date"]');
    expect(mounted.lastMessage()).toMatchObject({ field: 'target_date', value: null });
  });
});

describe('The keyboard shortcuts of the page', () => {
  it('undo and redo typed text as one step', async () => {
    await show();
    await mounted.type('#field-name', 'A');
    await mounted.type('#field-name', 'AB');
    await mounted.press(document.body, 'z', { ctrlKey: true });
    expect(mounted.lastMessage()).toMatchObject({ type: 'edit', field: 'name', value: 'A name' });
    expect(displayedName()).toBe('A name');
    await mounted.press(document.body, 'y', { ctrlKey: true });
    expect(mounted.lastMessage()).toMatchObject({ field: 'name', value: 'AB' });
  });

  it('undo and redo a choice only while no text control has the focus', async () => {
    await show();
    await mounted.click('#field-labels');
    await mounted.click('[data-choice=l2]');
    await mounted.press(mounted.find('#field-name'), 'z', { ctrlKey: true });
    expect(mounted.lastMessage()).toMatchObject({ value: ['l1', 'l2'] });
    await mounted.press(document.body, 'z', { ctrlKey: true });
    expect(mounted.lastMessage()).toMatchObject({ value: ['l1'] });
    await mounted.press(document.body, 'Z', { ctrlKey: true, shiftKey: true });
    expect(mounted.lastMessage()).toMatchObject({ value: ['l1', 'l2'] });
  });

  it('are forwarded to VS Code unless the page handles them', async () => {
    await show();
    const forwardedKeys: string[] = [];
    const collectKey = ({ key }: KeyboardEvent) => forwardedKeys.push(key);
    window.addEventListener('keydown', collectKey);
    const text = mounted.find('[data-testid=composer] .ProseMirror');
    for (const key of ['z', 'y', 'b', 'i', 's', 'p']) await mounted.press(text, key, { ctrlKey: true });
    await mounted.press(document.body, 'z', { ctrlKey: true });
    await mounted.press(mounted.find('#field-name'), 'z', { ctrlKey: true });
    window.removeEventListener('keydown', collectKey);
    expect(forwardedKeys).toEqual(['s', 'p', 'z']);
  });

  it('prevent the default action of Ctrl+S in the browser, and send no message', async () => {
    await show();
    const event = await mounted.press(mounted.find('#field-name'), 's', { ctrlKey: true });
    expect(event.defaultPrevented).toBe(true);
    expect(sentTypes()).toEqual(['ready']);
  });
});

describe('The rate limit message', () => {
  const waitingUntil = new Date(2026, 10, 20, 12, 3, 20).getTime();
  const rateLimitMessage = `Plane's rate limit is reached. Continues at ${new Date(waitingUntil).toLocaleTimeString('en')}.`;

  it('is shown while the rate limit delays loading, saving, reading comments or sending a comment', async () => {
    await show(model({ status: 'loading', waitingUntil }));
    expect(mounted.find('[data-testid=loading]').textContent).toContain(rateLimitMessage);
    await mounted.deliver({ type: 'show', model: model({ saving: true, waitingUntil }) });
    expect(mounted.find('.header').textContent).toContain(rateLimitMessage);
    expect(mounted.find('[data-testid=outcome]').textContent).toBe(`Saving… ${rateLimitMessage}`);
    await mounted.deliver({ type: 'show', model: model({ comments: { status: 'loading', items: [] }, waitingUntil }) });
    expect(mounted.find('.discussion').textContent).toContain(rateLimitMessage);
    const pending = { html: '<p>a</p>', access: 'INTERNAL' } as const;
    const composer = { html: '', access: 'INTERNAL', sending: true, pending } as const;
    await mounted.deliver({ type: 'show', model: model({ composer, waitingUntil }) });
    expect(mounted.find('[data-testid=pending-comment]').textContent).toContain(rateLimitMessage);
  });

  it('is not shown while no operation is in progress', async () => {
    await show(model({ waitingUntil }));
    expect(mounted.root.textContent).not.toContain('Rate limit');
  });
});

describe('The live region', () => {
  const outcomeText = () => mounted.find('[data-testid=outcome]').textContent;
  const save = async (ackSequence: number, changesAfterSave: Partial<PageModel>) => {
    await mounted.deliver({ type: 'show', model: model({ ackSequence, saving: true }) });
    expect(outcomeText()).toBe('Saving…');
    await mounted.deliver({ type: 'show', model: model({ ackSequence, ...changesAfterSave }) });
  };

  it('reports a successful save, and is cleared when a later save fails', async () => {
    await show();
    await save(1, {});
    expect(outcomeText()).toBe('Saved');
    await save(1, { notice: { level: 'error', message: 'Not saved. It broke.' } });
    expect(outcomeText()).toBe('');
    expect(mounted.find('[data-testid=notice]').textContent).toBe('Not saved. It broke.');
    expect(mounted.find('[data-testid=notice]').contains(mounted.find('[data-testid=outcome]'))).toBe(true);
  });

  it('names the fields that were saved, with the values that were chosen', async () => {
    const withEdits = (touched: readonly string[], more: Partial<PageModel>) =>
      model({ fields: model().fields.map((view) => ({ ...view, touched: touched.includes(view.name) })), ...more });
    await show(withEdits(['state', 'labels', 'name'], {}));
    await mounted.deliver({ type: 'show', model: withEdits(['state', 'labels', 'name'], { saving: true }) });
    // The title was edited again during the save.
    await mounted.deliver({ type: 'show', model: withEdits(['name'], {}) });
    expect(outcomeText()).toBe('State Todo and Labels bug saved');
    await mounted.deliver({ type: 'show', model: withEdits(['name'], { saving: true }) });
    await mounted.deliver({ type: 'show', model: withEdits([], {}) });
    expect(outcomeText()).toBe('Title saved');
  });

  it('says what Ctrl+Z has taken back, and what Ctrl+Y has set again', async () => {
    await show();
    await act(async () => mounted.page.edit('state', 's2', false));
    await mounted.press(mounted.root, 'z', { ctrlKey: true });
    expect(outcomeText()).toBe('Undone: State Todo restored');
    await mounted.press(mounted.root, 'y', { ctrlKey: true });
    expect(outcomeText()).toBe('Redone: State Done');
    await mounted.press(mounted.root, 'z', { ctrlKey: true });
    await act(async () => mounted.page.edit('name', 'Another', true));
    await mounted.press(mounted.root, 'z', { ctrlKey: true });
    expect(outcomeText()).toBe('Undone: Title restored');
  });

  it('does not report an earlier save again when a comment could not be sent', async () => {
    await show();
    await save(1, {});
    await mounted.deliver({
      type: 'show',
      model: model({ composer: { html: '', access: 'INTERNAL', sending: true } }),
    });
    await mounted.deliver({
      type: 'show',
      model: model({ composer: { html: '<p>a</p>', access: 'INTERNAL', sending: false, problem: 'Not sent.' } }),
    });
    expect(outcomeText()).toBe('');
  });
});

describe('Saving', () => {
  it('can be canceled after one second', async () => {
    await show(unsavedModel({ saving: true }));
    await advanceTime(900);
    expect(mounted.root.querySelector('[data-testid=cancel-save]')).toBeNull();
    await advanceTime(200);
    await mounted.click('[data-testid=cancel-save]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'cancelSave' });
    expect(document.activeElement).toBe(mounted.find('[data-testid=save]'));
    await mounted.deliver({ type: 'show', model: unsavedModel({ ackSequence: 2 }) });
    expect(mounted.root.querySelector('[data-testid=cancel-save]')).toBeNull();
  });

  it('is possible only while fields are unsaved, and the page lists these fields', async () => {
    await show();
    expect(mounted.root.querySelector('[data-testid=save], [data-testid=revert]')).toBeNull();
    await mounted.deliver({ type: 'show', model: unsavedModel() });
    expect(mounted.find('[data-testid=unsaved]').textContent).toBe('Unsaved: Title');
    mounted.find('[data-testid=save]').focus();
    await mounted.click('[data-testid=revert]');
    expect(mounted.lastMessage()).toEqual({ type: 'revert', seq: 2 });
    await mounted.deliver({ type: 'reset', model: model({ ackSequence: 2 }) });
    expect(mounted.root.querySelector('[data-testid=save], [data-testid=revert]')).toBeNull();
    expect(document.activeElement).toBe(mounted.find('.identifier'));
  });

  it('is possible for an automatically saved choice only after the automatic save has failed', async () => {
    const fieldsWithState = (more: Partial<FieldView>) => [
      field('name', 'text', 'A name'),
      field('state', 'choice', 's1', {
        label: 'State',
        choices: [],
        touched: true,
        isSavedAutomatically: true,
        ...more,
      }),
    ];
    await show(model({ fields: fieldsWithState({ isSaving: true }), saving: true }));
    expect(mounted.root.querySelector('[data-testid=save]')).toBeNull();
    expect(mounted.root.querySelector('.field-mark')).toBeNull();
    await mounted.deliver({ type: 'show', model: model({ fields: fieldsWithState({}) }) });
    expect(mounted.find('[data-testid=unsaved]').textContent).toBe('Unsaved: State');
    expect(mounted.find('[data-field=state] .field-mark').title).toBe('Modified');
    expect(mounted.find('[data-field=state] .field-status').textContent).toBe('Modified');
  });

  it('can be retried after an error, with the fields of the failed request', async () => {
    const notice = { level: 'error', message: 'Not saved.', retry: ['state'] } as const;
    await show(model({ notice, problem: { message: 'Out of date.', retry: true } }));
    expect(mounted.find('[data-testid=stale]').textContent).toBe('');
    await mounted.click('[data-testid=notice] [data-testid=retry-save]');
    expect(mounted.lastMessage()).toEqual({ type: 'save', seq: 2, fields: ['state'] });
    await mounted.deliver({ type: 'show', model: model({ notice: { ...notice, retry: 'all' } }) });
    await mounted.click('[data-testid=retry-save]');
    expect(mounted.lastMessage()).toEqual({ type: 'save', seq: 3 });
  });
});

describe('The title', () => {
  it('contains no line breaks, and Enter saves only the title', async () => {
    await show();
    await mounted.type('#field-name', 'Two\n lines');
    await mounted.press(mounted.find('#field-name'), 'Enter');
    expect(mounted.sent.slice(1)).toEqual([
      { type: 'edit', seq: 2, field: 'name', value: 'Two lines' },
      { type: 'save', seq: 3, fields: ['name'] },
    ]);
  });

  it('is shown below a link to the parent work item', async () => {
    const parent = field('parent', 'item', 'p1', {
      label: 'Parent',
      choices: [{ id: 'p1', label: 'The whole', detail: 'API-9' }],
    });
    await show(model({ fields: [field('name', 'text', 'A part'), parent] }));
    expect(mounted.find('[data-testid=open-parent]').textContent).toBe('API-9 The whole');
    await mounted.click('[data-testid=open-parent]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'openParent' });
  });
});

describe('The page of a work item with comments', () => {
  const comment = {
    id: 'c',
    author: 'Bob',
    createdAt: '2026-11-20T11:00:00Z',
    edited: true,
    access: 'EXTERNAL',
    html: '',
  } as const;
  const showComment = (html: string) => show(model({ comments: { status: 'ready', items: [{ ...comment, html }] } }));

  it('shows the author, the age and the visibility of a comment, and that it was edited', async () => {
    await showComment('<p>hi</p>');
    expect(mounted.find('.comment-head').textContent).toBe('Bob 1 hour agoedited External');
    expect(mounted.find('.comment h3').textContent).toBe('Bob 1 hour ago');
  });

  it('shows no element of a comment that runs scripts, loads files or navigates', async () => {
    await showComment(
      '<p onclick="x" style="position:fixed" class="save">a</p><script>globalThis.pwned=1</script><img src="https://evil.test/p.png" onerror="globalThis.pwned=1" alt="cat"><a href="javascript:1">j</a><a href="command:x">c</a><iframe src="x"></iframe><form><input></form><svg onload="1"></svg><style>a{}</style><mention-component entity_identifier="u1"></mention-component>',
    );
    const body = mounted.find('.comment-body');
    expect(
      body.querySelector('script, img, iframe, form, input, svg, style, [onclick], [style], .save, a[href]'),
    ).toBeNull();
    expect(body.textContent).toContain('Image: cat (evil.test)');
    expect(body.textContent).toContain('@Ada');
    expect(Reflect.get(globalThis, 'pwned')).toBeUndefined();
  });

  it('asks the host to open a clicked link, and the click does not reach the document', async () => {
    await showComment('<a href="https://x.test/a">x</a>');
    const clickListener = vi.fn();
    document.addEventListener('click', clickListener);
    await mounted.click('.comment-body a');
    document.removeEventListener('click', clickListener);
    expect(mounted.lastMessage()).toMatchObject({ type: 'openLink', href: 'https://x.test/a' });
    expect(clickListener).not.toHaveBeenCalled();
  });

  it.each([
    ['the real URL', '<a href="https://x.test/a">https://good.test</a>', 'https://x.test/a'],
    [
      'the real URL instead of a title in the HTML',
      '<a href="https://x.test/a" title="https://good.test">x</a>',
      'https://x.test/a',
    ],
    [
      'the URL in punycode if a letter imitates another letter',
      '<a href="https://pl\u0430ne.so/">plane.so</a>',
      'https://xn--plne-63d.so/',
    ],
  ])('shows %s as the tooltip of a link', async (_, html, expected) => {
    await showComment(html);
    expect(mounted.find('.comment-body a').title).toBe(expected);
  });

  it('shows no tooltip for an element inside a link', async () => {
    await showComment('<a href="https://x.test/a"><span title="https://good.test">x</span></a>');
    expect(mounted.root.querySelector('.comment-body a [title]')).toBeNull();
  });

  it('shows the normalized URL as the tooltip of a link in the description', async () => {
    await show(modelWithValues({ description_html: '<p><a href="https://pl\u0430ne.so/">plane.so</a></p>' }));
    expect(mounted.find('[data-field=description_html] a').title).toBe('https://xn--plne-63d.so/');
  });

  it('sends one request for more comments when the button is clicked twice', async () => {
    await show(model({ comments: { status: 'ready', items: [], more: 3 } }));
    expect(mounted.find('[data-testid=more-comments]').textContent).toBe('Show 3 Earlier Comments');
    await mounted.click('[data-testid=more-comments]');
    await mounted.click('[data-testid=more-comments]');
    expect(sentTypes()).toEqual(['ready', 'moreComments']);
  });
});

describe('The composer', () => {
  it('sends the text and the visibility of a comment before the request to send the comment', async () => {
    await show();
    await insertText('[data-testid=composer]', 'hello');
    await mounted.click('.composer input[value=EXTERNAL]');
    expect(mounted.find('#reach-meaning').textContent).toContain('outside the workspace');
    await mounted.click('[data-testid=send-comment]');
    expect(mounted.sent.slice(-2)).toMatchObject([
      { type: 'compose', html: '<p>hello</p>', access: 'EXTERNAL' },
      { type: 'sendComment' },
    ]);
  });

  it('becomes empty while a comment is sent, keeps the focus, and accepts the next comment', async () => {
    await show();
    await insertText('[data-testid=composer]', 'hello');
    mounted.find('.composer .ProseMirror').focus();
    await mounted.press(mounted.find('.composer .ProseMirror'), 'Enter', { ctrlKey: true });
    await advanceTime(20);
    expect(mounted.lastMessage()).toMatchObject({ type: 'sendComment', seq: 3 });
    expect(mounted.find('.composer .ProseMirror').textContent).toBe('');
    expect(mounted.find('.composer .ProseMirror').getAttribute('contenteditable')).toBe('true');
    expect(document.activeElement).toBe(mounted.find('.composer .ProseMirror'));
    const pending = { html: '<p>hello</p>', access: 'INTERNAL' } as const;
    await mounted.deliver({
      type: 'show',
      model: model({ ackSequence: 3, composer: { html: '', access: 'INTERNAL', sending: true, pending, after: 3 } }),
    });
    expect(mounted.find('[data-testid=pending-comment]').textContent).toBe('Sending…hello');
    await insertText('[data-testid=composer]', 'next');
    expect(mounted.lastMessage()).toEqual({
      type: 'compose',
      seq: 4,
      html: '<p>next</p>',
      access: 'INTERNAL',
      after: 3,
    });
    await mounted.press(mounted.find('.composer .ProseMirror'), 'Enter', { ctrlKey: true });
    expect(sentTypes().filter((type) => type === 'sendComment')).toHaveLength(1);
    await mounted.deliver({
      type: 'show',
      model: model({ ackSequence: 4, composer: { html: '<p>next</p>', access: 'INTERNAL', sending: false } }),
    });
    await mounted.deliver({ type: 'answer', to: 3 });
    expect(mounted.find('.composer .ProseMirror').textContent).toBe('next');
    expect(document.activeElement).toBe(mounted.find('.composer .ProseMirror'));
  });

  it('moves the focus from the button to the text when the comment is sent', async () => {
    await show();
    await insertText('[data-testid=composer]', 'hello');
    mounted.find('[data-testid=send-comment]').focus();
    await mounted.click('[data-testid=send-comment]');
    await advanceTime(20);
    expect(document.activeElement).toBe(mounted.find('.composer .ProseMirror'));
  });

  it('inserts a comment that could not be sent above newer text, and keeps the cursor position', async () => {
    await show();
    await insertText('[data-testid=composer]', 'hello');
    mounted.find('.composer .ProseMirror').focus();
    await mounted.press(mounted.find('.composer .ProseMirror'), 'Enter', { ctrlKey: true });
    await advanceTime(20);
    await insertText('[data-testid=composer]', 'next');
    await advanceTime(200);
    const { editor: editorBefore } = mounted.find('.composer .ProseMirror') as HTMLElement & { editor?: Editor };
    editorBefore?.commands.focus('end');
    const html = '<p>hello</p><p>next</p>';
    await mounted.deliver({
      type: 'show',
      model: model({ ackSequence: 4, composer: { html, access: 'INTERNAL', sending: false, problem: 'Not sent.' } }),
    });
    await mounted.deliver({ type: 'answer', to: 3, problem: 'Not sent.' });
    const { editor } = mounted.find('.composer .ProseMirror') as HTMLElement & { editor?: Editor };
    expect(editor?.getText()).toBe('hello\n\nnext');
    expect(editor?.state.selection.from).toBe((editor?.state.doc.content.size ?? 0) - 1);
    expect(mounted.find('#composer-problem').textContent).toBe('Not sent.');
    await insertText('[data-testid=composer]', '!');
    await advanceTime(200);
    expect(mounted.lastMessage()).toEqual({
      type: 'compose',
      seq: 5,
      html: '<p>hello</p><p>next!</p>',
      access: 'INTERNAL',
    });
  });

  it('has a button that queues a comment that could not be sent, and the button keeps the focus', async () => {
    const composer = { html: '<p>hello</p>', access: 'INTERNAL', sending: false } as const;
    await show(model({ composer: { ...composer, problem: 'Not sent.', wait: 'offered' } }));
    const button = mounted.find('[data-testid=wait]');
    expect(button.textContent).toBe('Send When Connected');
    button.focus();
    await mounted.click('[data-testid=wait]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'waitToSend', wait: true });
    await mounted.deliver({
      type: 'show',
      model: model({ ackSequence: 2, composer: { ...composer, wait: 'waiting' } }),
    });
    expect(mounted.find('[data-testid=waiting]').textContent).toContain("Queued. You'll review it before it is sent.");
    expect(document.activeElement?.textContent).toBe('Keep as Draft');
    await mounted.click('[data-testid=wait]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'waitToSend', wait: false });
    await mounted.deliver({ type: 'show', model: model({ ackSequence: 3, composer }) });
    expect(mounted.root.querySelector('[data-testid=wait]')).toBeNull();
  });

  it('is cleared when its text was sent from another page', async () => {
    const composer = { html: '<p>hello</p>', access: 'INTERNAL', sending: false } as const;
    await show(model({ composer }));
    await mounted.deliver({ type: 'show', model: model({ composer: { ...composer, html: '' } }) });
    expect(mounted.find('.composer .ProseMirror').textContent).toBe('');
  });
});

describe('A control that the host asks the page to focus', () => {
  it('gets the focus', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    await show();
    await mounted.deliver({ type: 'focus', where: 'composer' });
    expect(document.activeElement).toBe(mounted.find('.composer .ProseMirror'));
    await mounted.deliver({ type: 'focus', where: 'name' });
    expect(document.activeElement?.id).toBe('field-name');
  });

  it('leaves the focus in a list that the user has opened before', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    await show();
    await mounted.click('#field-state');
    const focused = document.activeElement;
    expect(mounted.find('[role=listbox]').closest('.field')?.contains(focused)).toBe(true);
    await mounted.deliver({ type: 'focus', where: 'name' });
    expect(document.activeElement).toBe(focused);
  });

  it('gets the focus as soon as the page has the focus', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    await show();
    await mounted.deliver({ type: 'focus', where: 'name' });
    expect(document.activeElement).toBe(document.body);
    window.dispatchEvent(new Event('focus'));
    expect(document.activeElement?.id).toBe('field-name');
  });
});

describe('The page of a deleted record', () => {
  const deletion = { message: 'This work item was deleted. Your text is kept as a draft.', hasUnsentText: true };
  const fields = [field('name', 'text', 'A name', { label: 'Name', optional: false, touched: true, readOnly: true })];
  const sentActions = () => mounted.sent.flatMap((message) => (message.type === 'act' ? [message.action] : []));

  it('shows only the message about the deletion, with its actions, and no Save button', async () => {
    mounted = await mount(
      model({ deletion, fields, unsent: true, hasComments: false, notice: { level: 'error', message: 'Not saved.' } }),
    );
    expect([...mounted.root.querySelectorAll('.banner-text')].map(({ textContent }) => textContent)).toEqual([
      deletion.message,
    ]);
    for (const id of ['create-again', 'copy-unsent', 'close']) await mounted.click(`[data-testid=${id}]`);
    expect(sentActions()).toEqual(['createAgain', 'copyUnsent', 'close']);
    expect(mounted.root.querySelector('[data-testid=save]')).toBeNull();
    await mounted.click('[data-testid=revert]');
    expect(mounted.lastMessage()?.type).toBe('revert');
  });

  it('has no button that copies text if no text is unsent', async () => {
    mounted = await mount(model({ deletion: { ...deletion, hasUnsentText: false }, fields, hasComments: false }));
    expect(mounted.root.querySelector('[data-testid=copy-unsent]')).toBeNull();
  });
});

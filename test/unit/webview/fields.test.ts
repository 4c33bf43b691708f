// @vitest-environment jsdom
// Tests the controls for each kind of field, and the page of a new record.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Choice, FieldView } from '../../../src/pages/protocol/fields.ts';
import type { EditorModel } from '../../../src/pages/protocol/messages.ts';
import { field, model } from './modelFixture.ts';
import { type Mounted, mount } from './pageFixture.ts';

let mounted: Mounted;
const NAME = field('name', 'text', 'A name', { label: 'Name', optional: false });
const show = async (more: Partial<EditorModel>, ...fields: FieldView[]) => {
  mounted = await mount(model({ discusses: false, actions: [], fields: [NAME, ...fields], ...more }));
  return mounted;
};
const edits = () => mounted.sent.flatMap((one) => (one.type === 'edit' ? [[one.field, one.value]] : []));

afterEach(() => {
  mounted.unmount();
});

/** Sends what was typed. */
const flush = () => mounted.deliver({ type: 'flush', flush: 1 });

describe('A control', () => {
  it('for a number accepts any text, so that an invalid one can be corrected', async () => {
    await show({}, field('employees', 'number', '12', { problem: 'Use a number such as 12.' }));
    expect(mounted.find('#field-employees').getAttribute('inputmode')).toBe('decimal');
    await mounted.type('#field-employees', 'many');
    await flush();
    expect(edits()).toEqual([['employees', 'many']]);
  });

  it('for several lines sends them as a list', async () => {
    await show({}, field('default_value', 'lines', ['North']));
    expect((mounted.find('#field-default_value') as HTMLTextAreaElement).value).toBe('North');
    await mounted.type('#field-default_value', 'North\nSouth');
    await flush();
    expect(edits()).toEqual([['default_value', ['North', 'South']]]);
  });

  it('for JSON shows its problem, connected with aria-describedby', async () => {
    const problem = 'Line 1, column 2: a value is missing before the end.';
    await show({}, field('settings', 'json', '{', { problem }));
    const control = mounted.find('#field-settings');
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(mounted.find(`#${control.getAttribute('aria-describedby')}`).textContent).toBe(problem);
  });

  it('for rich text stays connected to its problem when that appears, changes and disappears', async () => {
    const text = (problem?: string) =>
      field('description_html', 'richText', '<p>text</p>', problem === undefined ? {} : { problem });
    const told = () => {
      const control = mounted.find('#field-description_html');
      const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
      return [control.getAttribute('aria-invalid'), ids.map((id) => mounted.find(`#${id}`).textContent)];
    };
    const leaving = 'Press Escape, then Tab to leave the text.';
    await show({}, text());
    expect(told()).toEqual(['false', [leaving]]);
    const shows = (problem?: string) =>
      mounted.deliver({ type: 'show', model: model({ discusses: false, actions: [], fields: [NAME, text(problem)] }) });
    await shows('Too long.');
    expect(told()).toEqual(['true', ['Too long.', leaving]]);
    await shows('Much too long.');
    expect(told()).toEqual(['true', ['Much too long.', leaving]]);
    await shows();
    expect(told()).toEqual(['false', [leaving]]);
  });

  it('for a flag sends its value at once when it is checked', async () => {
    await show({}, field('is_required', 'flag', false));
    await mounted.click('#field-is_required');
    expect(edits()).toEqual([['is_required', true]]);
  });

  it('for a color takes a code, a name, the color picker, and no value', async () => {
    const names = [
      { id: 'peach', label: 'Peach' },
      { id: 'light-blue', label: 'Light blue' },
    ];
    await show({}, field('background_color', 'color', '#abc', { label: 'Background', choices: names }));
    expect((mounted.find('input[type=color]') as HTMLInputElement).value).toBe('#aabbcc');
    await mounted.type('#field-background_color', '#123456');
    await flush();
    await mounted.click('[aria-label="Light blue"]');
    expect(mounted.find('[aria-label="Light blue"]').getAttribute('aria-pressed')).toBe('true');
    await mounted.type('input[type=color]', '#ff0000');
    await flush();
    await mounted.click('[title="Clear Background"]');
    expect(edits()).toEqual([
      ['background_color', '#123456'],
      ['background_color', 'light-blue'],
      ['background_color', '#ff0000'],
      ['background_color', null],
    ]);
  });

  it('for work items shows the chosen ones, each with a button to remove it', async () => {
    const choices = [{ id: 'w1', label: 'Fix login', detail: 'WEB-1' }];
    await show({}, field('work_item_ids', 'items', ['w1'], { label: 'Work items', choices }));
    expect(mounted.find('.chip').textContent).toContain('Fix login');
    await mounted.click('[title="Remove Fix login"]');
    expect(edits()).toEqual([['work_item_ids', []]]);
  });
});

describe('The search for a work item', () => {
  const WEB_16 = { id: 'w16', label: 'Short', detail: 'WEB-16' };
  const WEB_1 = { id: 'w1', label: 'A long title', detail: 'WEB-1' };
  const input = () => mounted.find('[aria-label="Search: Parent"]');
  const asked = () => mounted.sent.findLast((one) => one.type === 'find');
  /** Types, waits for the request to the host, and returns its number. */
  const search = async (text: string): Promise<number> => {
    const before = asked();
    await mounted.type('[aria-label="Search: Parent"]', text);
    await vi.waitFor(() => expect(asked()).not.toBe(before));
    const question = asked();
    return question?.seq ?? -1;
  };
  const answer = async (to: number, ...choices: Choice[]) => {
    await mounted.deliver({ type: 'answer', to, choices });
    await vi.waitFor(() => expect(mounted.root.querySelectorAll('[role=option]')).toHaveLength(choices.length));
  };

  it('ignores Enter on outdated results, and picks the first row when the answer arrives', async () => {
    await show({}, field('parent', 'item', null, { label: 'Parent', choices: [] }));
    await mounted.click('#field-parent');
    await answer(await search('WEB'), WEB_16, WEB_1);
    const to = await search('WEB-1');
    await mounted.press(input(), 'Enter');
    expect(edits()).toEqual([]);
    await mounted.deliver({ type: 'answer', to, choices: [WEB_1] });
    await vi.waitFor(() => expect(edits()).toEqual([['parent', 'w1']]));
  });

  it('picks the row that the user moved to, also during a search', async () => {
    await show({}, field('parent', 'item', null, { label: 'Parent', choices: [] }));
    await mounted.click('#field-parent');
    await answer(await search('WEB'), WEB_16, WEB_1);
    await search('WEB-');
    await mounted.press(input(), 'ArrowDown');
    await mounted.press(input(), 'Enter');
    expect(edits()).toEqual([['parent', 'w1']]);
  });
});

describe('The page of a record', () => {
  it('has no comments if its kind has none, and has the actions of its kind', async () => {
    await show({ actions: ['addEpics'] });
    expect(mounted.root.querySelector('[data-testid=composer]')).toBeNull();
    await mounted.click('[data-testid=addEpics]');
    expect(mounted.last()).toMatchObject({ type: 'act', action: 'addEpics' });
  });

  it('that is new can be created before anything is typed, and has no other actions', async () => {
    await show({ isNew: true, actions: [] });
    const create = mounted.find('[data-testid=save]');
    expect(create.textContent).toBe('Create');
    expect(mounted.root.querySelector('[title="Refresh"]')).toBeNull();
    await mounted.click('[data-testid=save]');
    expect(mounted.last()).toMatchObject({ type: 'save' });
  });

  it('has its first field as its title, whatever the name of the field', async () => {
    mounted = await mount(
      model({
        discusses: false,
        fields: [field('display_name', 'text', 'Region', { label: 'Name', optional: false })],
      }),
    );
    expect((mounted.find('.name-input') as HTMLInputElement).value).toBe('Region');
    expect(mounted.find('.name-input').getAttribute('aria-required')).toBe('true');
  });

  it('that failed to load is named by its kind', async () => {
    await show({
      status: 'failed',
      identifier: 'Customer',
      problem: { message: 'Gone.', retry: true },
    });
    expect(mounted.find('[role=alert]').textContent).toContain('Customer could not be loaded');
  });
});

// @vitest-environment jsdom
// Tests the controls for each kind of field, and the page of a new record.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { STATE_GROUPS } from '../../../../../src/contract/resources/state.ts';
import { STATE_COLORS } from '../../../../../src/contract/stateColors.ts';
import type { Choice, FieldView } from '../../../../../src/items/form/fieldProtocol.ts';
import { HEX_BY_COLOR } from '../../../../../src/shell/page/controls/colorHex.ts';
import { pickerLeft } from '../../../../../src/shell/page/controls/picker.tsx';
import type { PageModel } from '../../../../../src/shell/protocol/messages.ts';
import { root } from '../../../../support/setup/paths.mjs';
import { field, model } from './modelFixture.ts';
import { type MountedPage, mount } from './pageFixture.ts';

let mounted: MountedPage;
const NAME = field('name', 'text', 'A name', { label: 'Title', optional: false });
const show = async (more: Partial<PageModel>, ...fields: FieldView[]) => {
  mounted = await mount(model({ hasComments: false, actions: [], fields: [NAME, ...fields], ...more }));
  return mounted;
};
const sentEdits = () =>
  mounted.sent.flatMap((message) => (message.type === 'edit' ? [[message.field, message.value]] : []));

/** Makes the page send all typed text. */
const flush = () => mounted.deliver({ type: 'flush', flush: 1 });

/** Returns the color as the DOM returns it from a style. */
function rgbOf(hex = ''): string {
  return `rgb(${[1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)).join(', ')})`;
}

describe('A control', () => {
  it('for a number accepts any text, so that the user can correct an invalid number', async () => {
    await show({}, field('employees', 'number', '12', { problem: 'Use a number such as 12.' }));
    expect(mounted.find('#field-employees').getAttribute('inputmode')).toBe('decimal');
    await mounted.type('#field-employees', 'many');
    await flush();
    expect(sentEdits()).toEqual([['employees', 'many']]);
  });

  it('for a constant shows its label, and its value while the user edits the value', async () => {
    await show({}, field('stage', 'text', 'closed_won', { valueLabel: 'Closed won' }));
    const input = mounted.find('#field-stage') as HTMLInputElement;
    expect([input.value, input.title, input.placeholder]).toEqual(['Closed won', 'Closed won', 'None']);
    await act(() => input.focus());
    expect(input.value).toBe('closed_won');
    await mounted.type('#field-stage', 'closed_lost');
    await act(() => input.blur());
    expect(input.value).toBe('closed_lost');
    await flush();
    expect(sentEdits()).toEqual([['stage', 'closed_lost']]);
  });

  it('for a constant that is read-only shows its label', async () => {
    await show({}, field('stage', 'text', 'closed_won', { valueLabel: 'Closed won', readOnly: true }));
    expect(mounted.find('#field-stage').textContent).toBe('Closed won');
  });

  it('for a list of texts sends each line as an entry', async () => {
    await show({}, field('default_value', 'lines', ['North']));
    expect((mounted.find('#field-default_value') as HTMLTextAreaElement).value).toBe('North');
    await mounted.type('#field-default_value', 'North\nSouth');
    await flush();
    expect(sentEdits()).toEqual([['default_value', ['North', 'South']]]);
  });

  it('for JSON refers to its error message in aria-describedby', async () => {
    const problem = 'Line 1, column 2: a value is missing before the end.';
    await show({}, field('settings', 'json', '{', { problem }));
    const control = mounted.find('#field-settings');
    expect(control.getAttribute('aria-invalid')).toBe('true');
    expect(mounted.find(`#${control.getAttribute('aria-describedby')}`).textContent).toBe(problem);
  });

  it('for rich text updates aria-describedby when its error appears, changes and disappears', async () => {
    const richTextField = (problem?: string) =>
      field('description_html', 'richText', '<p>text</p>', problem === undefined ? {} : { problem });
    const ariaState = () => {
      const control = mounted.find('#field-description_html');
      const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
      return [control.getAttribute('aria-invalid'), ids.map((id) => mounted.find(`#${id}`).textContent)];
    };
    const leaveHint = 'Press Escape to leave the editor.';
    await show({}, richTextField());
    expect(ariaState()).toEqual([null, ['Press Enter to edit.']]);
    await mounted.press(mounted.find('#field-description_html'), 'Enter');
    expect(ariaState()).toEqual(['false', [leaveHint]]);
    const showProblem = (problem?: string) =>
      mounted.deliver({
        type: 'show',
        model: model({ hasComments: false, actions: [], fields: [NAME, richTextField(problem)] }),
      });
    await showProblem('Too long.');
    expect(ariaState()).toEqual(['true', ['Too long.', leaveHint]]);
    await showProblem('Much too long.');
    expect(ariaState()).toEqual(['true', ['Much too long.', leaveHint]]);
    await showProblem();
    expect(ariaState()).toEqual(['false', [leaveHint]]);
  });

  it('for a Boolean value sends the value at once when the user selects the checkbox', async () => {
    await show({}, field('is_required', 'flag', false));
    await mounted.click('#field-is_required');
    expect(sentEdits()).toEqual([['is_required', true]]);
  });

  it('for a color accepts a hex code, a name, the color picker, and no value', async () => {
    const names = [
      { id: 'peach', label: 'Peach' },
      { id: 'light-blue', label: 'Light blue' },
    ];
    await show({}, field('background_color', 'color', '#abc', { label: 'Background', choices: names }));
    expect((mounted.find('input[type=color]') as HTMLInputElement).value).toBe('#aabbcc');
    await mounted.type('#field-background_color', '#123456');
    await flush();
    await mounted.click('[aria-label="Light blue"]');
    const swatch = mounted.find('[aria-label="Light blue"]');
    expect(swatch.getAttribute('aria-pressed')).toBe('true');
    const hex = HEX_BY_COLOR['light-blue'];
    expect(swatch.style.background).toBe(rgbOf(hex));
    expect((mounted.find('#field-background_color') as HTMLInputElement).value).toBe('Light blue');
    await mounted.type('input[type=color]', '#ff0000');
    await flush();
    await mounted.click('[title="Clear Background"]');
    expect(sentEdits()).toEqual([
      ['background_color', '#123456'],
      ['background_color', 'light-blue'],
      ['background_color', '#ff0000'],
      ['background_color', null],
    ]);
  });

  it('for work items shows the selected work items, each with a Remove button', async () => {
    const choices = [{ id: 'w1', label: 'Fix login', detail: 'WEB-1' }];
    await show({}, field('work_item_ids', 'items', ['w1'], { label: 'Work items', choices }));
    expect(mounted.find('.chip').textContent).toContain('Fix login');
    await mounted.click('[title="Remove Fix login"]');
    expect(sentEdits()).toEqual([['work_item_ids', []]]);
  });
});

describe('A read-only field', () => {
  const readOnly = { readOnly: true } as const;

  it.each<[string, FieldView, string]>([
    ['a choice', field('state', 'choice', 's1', { choices: [{ id: 's1', label: 'Todo', icon: 'started' }] }), 'Todo'],
    ['choices', field('labels', 'choices', ['l1'], { choices: [{ id: 'l1', label: 'bug' }] }), 'bug'],
    ['a work item', field('parent', 'item', 'w1', { choices: [{ id: 'w1', label: 'Fix login' }] }), 'Fix login'],
    ['a date', field('target_date', 'date', '2026-11-22', { isDeadline: true }), 'Nov 22 · in 2 days'],
    ['a flag', field('is_required', 'flag', true), 'Yes'],
    ['a number', field('employees', 'number', '12'), '12'],
    ['a color', field('color', 'color', '#abc', { choices: [] }), '#abc'],
    ['no text', field('email', 'text', ''), 'None'],
    ['no date', field('target_date', 'date', null), 'None'],
    ['no choice', field('state', 'choice', null, { choices: [] }), 'None'],
  ])('with %s shows the value as text without a control', async (_kind, view, text) => {
    await show({}, { ...view, ...readOnly });
    const fieldElement = mounted.find(`[data-field=${view.name}]`);
    expect(fieldElement.querySelector('output')?.textContent).toBe(text);
    expect(fieldElement.querySelectorAll('button, input, textarea, select')).toHaveLength(0);
  });

  it('with a due date in the past shows the date as overdue', async () => {
    await show({}, field('target_date', 'date', '2026-11-19', { isDeadline: true, ...readOnly }));
    expect(mounted.find('#field-target_date .is-overdue').textContent).toBe('Nov 19 · 1 day overdue');
  });

  it('whose choices are not loaded shows “Loading…” instead of an id', async () => {
    await show({}, field('state', 'choice', 's1', { choices: [], pending: 'loading', ...readOnly }));
    expect(mounted.find('#field-state').textContent).toBe('Loading…');
  });

  it('that is empty and secondary is hidden, and has no button that adds it', async () => {
    await show({}, field('type', 'choice', null, { label: 'Type', choices: [], isSecondary: true, ...readOnly }));
    expect(mounted.root.querySelector('.folded-fields')).toBeNull();
    expect(mounted.root.querySelector('[data-field=type]')).toBeNull();
  });

  it('for the title accepts no typing, and Enter does not save', async () => {
    mounted = await mount(model({ fields: [{ ...NAME, ...readOnly }] }));
    const title = mounted.find('#field-name') as HTMLTextAreaElement;
    expect(title.readOnly).toBe(true);
    await mounted.press(title, 'Enter');
    expect(mounted.sent.filter(({ type }) => type === 'save')).toEqual([]);
  });
});

const css = ['controls/choiceIcon.css', 'stateColors.css']
  .map((file) => readFileSync(join(root, 'src/shell/page', file), 'utf8'))
  .join('\n');

describe('The icon of a state', () => {
  it.each(STATE_GROUPS)(
    'in the group %s has the theme color that the trees use, not the color from the server',
    async (group) => {
      const states = [{ id: 's1', label: 'A state', icon: group, color: '#ffffff' }];
      await show({}, field('state', 'choice', 's1', { label: 'State', choices: states }));
      const icon = mounted.find('#field-state .choice-icon');
      expect([icon.className, icon.getAttribute('style')]).toEqual([`choice-icon state-${group}`, null]);
      const variable = `--vscode-${STATE_COLORS[group].replaceAll('.', '-')}`;
      expect(css).toContain(`.state-${group} {\n  color: var(${variable});`);
    },
  );
});

describe('The icon of a canceled state', () => {
  it('has one diagonal line from the bottom left to the top right, like the codicon in the trees', async () => {
    const states = [{ id: 's1', label: 'A state', icon: 'cancelled' }];
    await show({}, field('state', 'choice', 's1', { label: 'State', choices: states }));
    const lines = [...mounted.root.querySelectorAll('#field-state .state-circle path')];
    expect(lines.map((line) => line.getAttribute('d'))).toEqual(['M3.8 12.2l8.4-8.4']);
  });
});

describe('The icon of a priority', () => {
  it.each([
    ['none', 0],
    ['high', 1],
  ])('%s has %i glyphs', async (value, count) => {
    const choices = [{ id: value, label: value, icon: value }];
    await show({}, field('priority', 'choice', value, { label: 'Priority', choices }));
    expect(mounted.find('#field-priority .choice-icon').children).toHaveLength(count);
  });

  it('urgent or high has the theme color of urgent rows in the trees', () => {
    expect(css).toContain('.priority-urgent,\n.priority-high {\n  color: var(--vscode-contrail-urgentForeground);');
  });
});

describe('The icon of a label', () => {
  it('has the color of the label, and is an empty ring if the label has none', async () => {
    const labels = [
      { id: 'l1', label: 'Bug', color: '#ffff00' },
      { id: 'l2', label: 'Idea', color: '' },
    ];
    await show({}, field('labels', 'choices', ['l1', 'l2'], { label: 'Labels', choices: labels }));
    const icons = [...document.querySelectorAll('#field-labels .choice-dot')];
    expect(icons.map((icon) => icon.getAttribute('style'))).toEqual(['color: rgb(255, 255, 0);', null]);
    expect(css).toContain('.choice-dot[style]::before {\n  background: currentColor;');
  });
});

describe('A description without formatting', () => {
  it('has no visible label and asks for a text while it is empty, or says that there is none', async () => {
    await show({}, field('description', 'plainText', '', { label: 'Description' }));
    expect(mounted.root.querySelector('label[for=field-description].visually-hidden')).not.toBeNull();
    expect((mounted.find('#field-description') as HTMLTextAreaElement).placeholder).toBe('Add a description…');
    mounted.unmount();
    await show({}, field('description', 'plainText', '', { label: 'Description', readOnly: true }));
    expect(mounted.find('#field-description').textContent).toBe('No description.');
  });

  it('has a visible label beside another text', async () => {
    const otherText = field('default_value', 'lines', [], { label: 'Default values' });
    await show({}, field('description', 'plainText', '', { label: 'Description' }), otherText);
    expect(mounted.find('label[for=field-description]').className).toBe('field-label');
  });
});

describe('A choice field with a placeholder', () => {
  it('shows the placeholder dimmed while it is empty, and its list has an option Default', async () => {
    const choices = [{ id: 's1', label: 'Todo' }];
    await show({ isNew: true }, field('state', 'choice', null, { label: 'State', choices, placeholder: 'Backlog' }));
    expect(mounted.find('#field-state .dimmed').textContent).toBe('Backlog');
    await mounted.click('#field-state');
    expect([...mounted.root.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual([
      'Default',
      'Todo',
    ]);
    await mounted.click('[data-choice=s1]');
    expect(mounted.find('#field-state').textContent).toBe('Todo');
  });
});

it('A choice field without a value shows the choice that its placeholder names with its icon', async () => {
  const choices = [{ id: 's1', label: 'Backlog', icon: 'backlog' }];
  await show({ isNew: true }, field('state', 'choice', null, { label: 'State', choices, placeholder: 'Backlog' }));
  expect(mounted.find('#field-state .opener-value').textContent).toBe('Backlog');
  expect(mounted.root.querySelectorAll('#field-state .opener-value .state-backlog')).toHaveLength(1);
});

it('A field for JSON shows what an empty text means, also in an existing record', async () => {
  const settings = { label: 'Settings', optional: false, placeholder: '{}' };
  await show({}, field('settings', 'json', '', settings));
  expect((mounted.find('#field-settings') as HTMLTextAreaElement).placeholder).toBe('{}');
});

it.each([
  { page: 'with space at the right', pageWidth: 800, left: 500 },
  { page: 'whose edge is beside the control', pageWidth: 710, left: 470 },
  { page: 'that is narrower than the list', pageWidth: 200, left: 2 },
])('A list of 220 px below a control from 500 to 690 px begins at $left px in a page $page', ({ pageWidth, left }) => {
  expect(pickerLeft({ left: 500, right: 690 }, 220, pageWidth)).toBe(left);
});

describe('The chips of a narrow page', () => {
  const STATES = [{ id: 's1', label: 'Todo', icon: 'unstarted' }];
  const PRIORITIES = [
    { id: 'none', label: 'None', icon: 'none' },
    { id: 'high', label: 'High', icon: 'high' },
  ];
  const PEOPLE = [
    { id: 'u1', label: 'Ada' },
    { id: 'u2', label: 'Elif' },
  ];
  const fields = (priority = 'high') => [
    field('state', 'choice', 's1', { label: 'State', choices: STATES }),
    field('assignees', 'choices', ['u1', 'u2'], { label: 'Assignees', choices: PEOPLE }),
    field('priority', 'choice', priority, { label: 'Priority', choices: PRIORITIES }),
    field('target_date', 'date', '2026-11-22', { label: 'Due date', isDeadline: true }),
    field('labels', 'choices', [], { label: 'Labels', choices: [] }),
  ];
  const chips = () => [...mounted.root.querySelectorAll('.field-chips > .chip')].map(({ textContent }) => textContent);
  const isCollapsed = () => mounted.find('.properties').classList.contains('is-collapsed');

  it('show the values that are set, and the number of the remaining fields', async () => {
    await show({}, ...fields());
    expect(chips()).toEqual([
      'State: Todo',
      'Assignees: Ada, Elif',
      'Priority: High',
      'Due date: Nov 22 · in 2 days',
      '+1 more field',
    ]);
    expect(isCollapsed()).toBe(true);
  });

  it('show the names of the labels, each after a dot of its color', async () => {
    const choices = [
      { id: 'l1', label: 'Bug', color: '#ff0000' },
      { id: 'l2', label: 'Idea', color: '' },
    ];
    const labels = field('labels', 'choices', ['l1', 'l2'], { label: 'Labels', choices });
    await show({}, ...fields().filter(({ name }) => name !== 'labels'), labels);
    expect(mounted.find('[data-chip=labels]').textContent).toBe('Labels: Bug, Idea');
    expect(mounted.root.querySelectorAll('[data-chip=labels] .choice-dot')).toHaveLength(2);
  });

  it('show state and assignees of an epic, although these fields have other names than in a work item', async () => {
    await show(
      {},
      field('state_id', 'choice', 's1', { label: 'State', choices: STATES }),
      field('assignee_ids', 'choices', ['u1', 'u2'], { label: 'Assignees', choices: PEOPLE }),
    );
    expect(chips().slice(0, 2)).toEqual(['State: Todo', 'Assignees: Ada, Elif']);
  });

  it('omit the priority “None” and count it among the remaining fields', async () => {
    await show({}, ...fields('none'));
    expect(chips()).toEqual(['State: Todo', 'Assignees: Ada, Elif', 'Due date: Nov 22 · in 2 days', '+2 more fields']);
  });

  it('end with “All fields” if each row of the column has a chip', async () => {
    await show(
      {},
      field('state', 'choice', 's1', { label: 'State', shortcut: 'S', choices: STATES }),
      field('assignees', 'choices', ['u1'], { label: 'Assignees', shortcut: 'A', choices: PEOPLE }),
    );
    expect(chips()).toEqual(['State: Todo', 'Assignees: Ada', 'All fields']);
  });

  it('open the list of choices of the field, each time the user clicks a chip', async () => {
    await show({}, ...fields());
    await mounted.click('[data-chip=state]');
    expect(mounted.find('#field-state').getAttribute('aria-expanded')).toBe('true');
    await mounted.press(document.activeElement ?? document.body, 'Escape');
    expect(mounted.find('#field-state').getAttribute('aria-expanded')).toBe('false');
    await mounted.click('[data-chip=state]');
    expect(mounted.find('#field-state').getAttribute('aria-expanded')).toBe('true');
  });

  it('show only the field of the chip that the user clicks, until the focus leaves the field', async () => {
    const shownNames = () =>
      [...mounted.root.querySelectorAll<HTMLElement>('.is-shown-alone')].map(({ dataset }) => dataset['field']);
    await show({}, ...fields());
    await mounted.click('[data-chip=target_date]');
    expect([isCollapsed(), shownNames()]).toEqual([true, ['target_date']]);
    expect(document.activeElement).toBe(mounted.find('#field-target_date'));
    await mounted.click('[data-chip=state]');
    expect([isCollapsed(), shownNames()]).toEqual([true, ['state']]);
    // A list that closes moves the focus to its button.
    await mounted.press(document.activeElement ?? document.body, 'Escape');
    expect(document.activeElement).toBe(mounted.find('#field-state'));
    expect(shownNames()).toEqual(['state']);
    mounted.find('#field-name').focus();
    await expect.poll(() => shownNames()).toEqual([]);
    expect(readFileSync(join(root, 'src/features/recordPage/page/fields/properties.css'), 'utf8')).toContain(
      '.properties.is-collapsed > :not(.is-shown-alone, .is-touched, :has(.conflict, .field-problem)) {\n    display: none;',
    );
  });

  it('count the rows that the column shows: not an empty secondary field, but the cycle', async () => {
    const type = field('type', 'choice', null, { label: 'Type', isSecondary: true, choices: [] });
    const groups = [{ action: 'changeCycle', label: 'Cycle', value: 'Sprint 7' }] as const;
    await show({ groups }, ...fields(), type);
    expect(chips().at(-1)).toBe('+2 more fields');
  });

  it('end with a button that shows and hides the column', async () => {
    await show({}, ...fields());
    const button = () => mounted.find('[data-testid=all-fields]');
    expect(button().getAttribute('aria-expanded')).toBe('false');
    await mounted.click('[data-testid=all-fields]');
    expect([button().getAttribute('aria-expanded'), isCollapsed()]).toEqual(['true', false]);
    await mounted.click('[data-testid=all-fields]');
    expect([button().getAttribute('aria-expanded'), isCollapsed()]).toEqual(['false', true]);
  });

  it('replace the column below a page width of 840 pixels, in the TypeScript code as well as in the CSS', async () => {
    const [page, column] = ['app.css', 'features/recordPage/page/fields/properties.css'].map((file) =>
      readFileSync(join(root, 'src', file), 'utf8'),
    );
    const queries = [...`${page}${column}`.matchAll(/@(?:media|container) (.*) \{/g)].map(([, query]) => query);
    expect(queries.filter((query) => query !== '(max-width: 560px)')).toEqual([
      '(min-width: 840px)',
      '(min-width: 840px)',
      '(width < 840px)',
    ]);
    expect(column).not.toContain('repeat(');
    const queriesPassedToMatch: string[] = [];
    vi.stubGlobal('matchMedia', (query: string) => {
      queriesPassedToMatch.push(query);
      return Object.assign(new EventTarget(), { matches: true });
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    await show({}, ...fields());
    expect(new Set(queriesPassedToMatch)).toEqual(new Set(['(min-width: 840px)']));
  });

  it('of a new record name the fields without a value, or what the server chooses', async () => {
    await show(
      { isNew: true },
      field('state', 'choice', null, { label: 'State', choices: STATES, placeholder: 'Backlog' }),
      ...fields('none').filter(({ name }) => name !== 'state'),
    );
    expect(chips().slice(0, 3)).toEqual(['State: Backlog', 'Assignees: Ada, Elif', 'Priority']);
    expect(isCollapsed()).toBe(true);
  });

  it('are absent on a page without fields that have chips, which always shows the column', async () => {
    await show({}, field('email', 'text', 'a@b.test'));
    expect(chips()).toEqual([]);
    expect(isCollapsed()).toBe(false);
  });
});

describe('The column of properties', () => {
  const TYPES = [{ id: 't1', label: 'Task' }];
  const addFieldLabels = () =>
    [...mounted.root.querySelectorAll('[data-add-field]')].map((button) => button.textContent);

  it('has a button for each empty secondary field, which adds the field and opens the list of choices', async () => {
    await show(
      {},
      field('type', 'choice', null, { label: 'Type', choices: TYPES, isSecondary: true }),
      field('start_date', 'date', null, { label: 'Start date', isSecondary: true }),
      field('target_date', 'date', null, { label: 'Due date' }),
    );
    expect(addFieldLabels()).toEqual(['Type', 'Start date']);
    expect(mounted.root.querySelector('#field-type')).toBeNull();
    await mounted.click('[data-add-field=type]');
    expect(addFieldLabels()).toEqual(['Start date']);
    await mounted.click('[data-choice=t1]');
    expect(sentEdits()).toEqual([['type', 't1']]);
    expect(document.activeElement?.id).toBe('field-type');
    await mounted.click('[data-add-field=start_date]');
    expect(document.activeElement?.id).toBe('field-start_date');
    expect(addFieldLabels()).toEqual([]);
  });

  it('has a button for an empty secondary field of the main column, which adds and focuses this field', async () => {
    await show(
      {},
      field('lead', 'choice', null, { label: 'Lead', choices: [] }),
      field('logo_props', 'json', '', { label: 'Logo', isSecondary: true }),
    );
    expect(addFieldLabels()).toEqual(['Logo']);
    expect(mounted.root.querySelector('#field-logo_props')).toBeNull();
    await mounted.click('[data-add-field=logo_props]');
    expect(addFieldLabels()).toEqual([]);
    expect(mounted.find('.main #field-logo_props')).toBe(document.activeElement);
  });

  it('shows a secondary field that has a value, an unsent change or an error', async () => {
    await show(
      {},
      field('type', 'choice', 't1', { choices: TYPES, isSecondary: true }),
      field('parent', 'item', null, { choices: [], isSecondary: true, touched: true }),
      field('start_date', 'date', null, { isSecondary: true, problem: 'Use a date.' }),
    );
    expect(addFieldLabels()).toEqual([]);
  });

  it.each([
    ['2026-11-15', true, 'Nov 15 · 5 days overdue', 'input is-overdue'],
    ['2026-11-19', true, 'Nov 19 · 1 day overdue', 'input is-overdue'],
    ['2026-11-20', true, 'Nov 20 · today', 'input is-soon'],
    ['2026-11-22', true, 'Nov 22 · in 2 days', 'input is-soon'],
    ['2026-11-23', true, 'Nov 23', 'input'],
    ['2026-11-15', undefined, 'Nov 15', 'input'],
    ['2027-02-01', true, 'Feb 1, 2027', 'input'],
  ])('shows the date %s (deadline: %s) as %s', async (date, isDeadline, text, classes) => {
    await show({}, field('target_date', 'date', date, isDeadline ? { isDeadline: true } : {}));
    const control = mounted.find('#field-target_date') as HTMLInputElement;
    expect([control.value, control.title, control.className]).toEqual([text, text, classes]);
  });
});

describe('A date control', () => {
  const dueDateField = (value: string | null, more: Partial<FieldView> = {}) =>
    field('target_date', 'date', value, { label: 'Due date', ...more });
  const control = () => mounted.find('#field-target_date') as HTMLInputElement;
  const calendar = () => mounted.find('[data-field=target_date] .date-calendar') as HTMLInputElement;
  /** Focuses the control and types the text, as a user does. */
  const type = async (text: string) => {
    await act(() => control().focus());
    await mounted.type('#field-target_date', text);
  };
  const blurControl = () => act(() => control().blur());

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  // The page's current day is Friday, 2026-11-20.
  it.each([
    ['fri', '2026-11-27', 'Nov 27'],
    ['+3d', '2026-11-23', 'Nov 23'],
    ['Tomorrow', '2026-11-21', 'Nov 21'],
    ['2026-12-01', '2026-12-01', 'Dec 1'],
  ])('with the text “%s” reports %s at once, and shows %s when it loses the focus', async (text, date, shown) => {
    await show({}, dueDateField(null));
    await type(text);
    expect(sentEdits()).toEqual([['target_date', date]]);
    expect([control().value, calendar().value]).toEqual([text, date]);
    await blurControl();
    expect(sentEdits()).toHaveLength(1);
    expect(control().value).toBe(shown);
  });

  it('shows the date in the form YYYY-MM-DD and selects the text when the control gets the focus', async () => {
    await show({}, dueDateField('2026-11-23'));
    await act(() => control().focus());
    expect([control().value, control().selectionStart, control().selectionEnd]).toEqual(['2026-11-23', 0, 10]);
    expect(control().placeholder).toBe('friday, +3d, 2026-11-20');
    await blurControl();
    expect(control().value).toBe('Nov 23');
    expect(sentEdits()).toEqual([]);
  });

  it('replaces a weekday that the user types by its date when the user presses Enter', async () => {
    await show({}, dueDateField(null));
    await type('fri');
    await mounted.press(control(), 'Enter');
    expect(control().value).toBe('2026-11-27');
  });

  it('reports an invalid date when the control loses the focus, and shows the text with an error', async () => {
    await show({}, dueDateField('2026-11-23'));
    await type(' soon');
    expect(sentEdits()).toEqual([]);
    await blurControl();
    expect(sentEdits()).toEqual([['target_date', 'soon']]);
    expect(control().value).toBe('soon');
    const problem = '“soon” is not a date.';
    const fields = [NAME, dueDateField('soon', { touched: true, problem })];
    await mounted.deliver({ type: 'show', model: model({ hasComments: false, actions: [], fields, ackSequence: 9 }) });
    expect([control().value, control().getAttribute('aria-invalid')]).toEqual(['soon', 'true']);
    expect(mounted.find(`#${control().getAttribute('aria-describedby')}`).textContent).toBe(problem);
  });

  it('reports an invalid date one second after the last key press, so that the draft contains the text', async () => {
    await show({}, dueDateField(null));
    await type('2026-1');
    await act(() => void vi.advanceTimersByTime(999));
    expect(sentEdits()).toEqual([]);
    await act(() => void vi.advanceTimersByTime(1));
    expect(sentEdits()).toEqual([['target_date', '2026-1']]);
    expect(control().value).toBe('2026-1');
    await mounted.type('#field-target_date', '2026-12-01');
    await blurControl();
    expect(sentEdits()).toEqual([
      ['target_date', '2026-1'],
      ['target_date', '2026-12-01'],
    ]);
  });

  it('reports null when the user deletes the text and the control loses the focus', async () => {
    await show({}, dueDateField('2026-11-23'));
    await type('');
    expect(sentEdits()).toEqual([]);
    await blurControl();
    expect(sentEdits()).toEqual([['target_date', null]]);
  });

  it('of a required field restores the date when the user deletes the text and leaves the control', async () => {
    await show({}, dueDateField('2026-11-23', { optional: false }));
    await type('');
    await blurControl();
    expect(sentEdits()).toEqual([]);
    expect(control().value).toBe('Nov 23');
  });

  it('does not report a typed date again after another user has changed the date', async () => {
    await show({}, dueDateField(null));
    await type('fri');
    const fields = [NAME, dueDateField('2026-12-24')];
    await mounted.deliver({ type: 'show', model: model({ hasComments: false, actions: [], fields, ackSequence: 9 }) });
    expect(control().value).toBe('2026-12-24');
    await blurControl();
    expect(sentEdits()).toEqual([['target_date', '2026-11-27']]);
  });

  it('accepts a date from the calendar, and gets the focus when the date is cleared', async () => {
    await show({}, dueDateField('2026-11-23'));
    expect(calendar().value).toBe('2026-11-23');
    await mounted.type('[data-field=target_date] .date-calendar', '2026-12-01');
    expect(control().value).toBe('Dec 1');
    await mounted.click('[title="Clear Due date"]');
    expect(sentEdits()).toEqual([
      ['target_date', '2026-12-01'],
      ['target_date', null],
    ]);
    expect(document.activeElement).toBe(control());
    expect(calendar().value).toBe('');
  });
});

describe('The list of labels', () => {
  const LABELS = [{ id: 'l1', label: 'bug' }];
  const filter = '[aria-label="Filter: Labels"]';
  const creations = () => mounted.sent.filter((message) => message.type === 'createChoice');
  const optionTexts = () => [...mounted.root.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);
  const openChoices = async (more: Partial<FieldView>) => {
    await show({}, field('labels', 'choices', ['l1'], { label: 'Labels', choices: LABELS, ...more }));
    await mounted.click('#field-labels');
  };

  it('creates and selects a label if the typed text matches no label', async () => {
    await openChoices({ newChoices: [{ id: 'label', label: 'Create Label “{0}”' }] });
    await mounted.type(filter, 'bu');
    expect(optionTexts()).toEqual(['bug']);
    await mounted.type(filter, ' Billing ');
    expect(optionTexts()).toEqual(['Create Label “Billing”']);
    await mounted.press(mounted.find(filter), 'ArrowDown');
    await mounted.press(mounted.find(filter), 'Enter');
    await mounted.press(mounted.find(filter), 'Enter');
    expect(creations()).toMatchObject([{ field: 'labels', newChoice: 'label', text: 'Billing' }]);
    const to = creations()[0]?.seq ?? -1;
    await mounted.deliver({ type: 'answer', to, choices: [{ id: 'l9', label: 'Billing' }] });
    await expect.poll(() => sentEdits()).toEqual([['labels', ['l1', 'l9']]]);
    await expect.poll(() => (mounted.find(filter) as HTMLInputElement).value).toBe('');
  });

  it('creates nothing on Enter until the user has moved to the option, also after the text was changed', async () => {
    await openChoices({ newChoices: [{ id: 'label', label: 'Create Label “{0}”' }] });
    const pressEnter = () => mounted.press(mounted.find(filter), 'Enter');
    await mounted.type(filter, 'ooks like');
    await pressEnter();
    expect(mounted.root.querySelector('.option.is-active')).toBeNull();
    expect(mounted.find(filter).getAttribute('aria-activedescendant')).toBeNull();
    await mounted.press(mounted.find(filter), 'ArrowDown');
    expect(mounted.find('.option.is-active').textContent).toBe('Create Label “ooks like”');
    await mounted.type(filter, 'ooks like it');
    await pressEnter();
    expect([creations(), sentEdits()]).toEqual([[], []]);
  });

  it('keeps the typed text and shows the reason if the label cannot be created', async () => {
    await openChoices({ newChoices: [{ id: 'label', label: 'Create Label “{0}”' }] });
    await mounted.type(filter, 'Billing');
    await mounted.click('[data-choice="create label"]');
    await mounted.deliver({ type: 'answer', to: creations()[0]?.seq ?? -1, choices: [], problem: 'Not for you.' });
    await expect.poll(() => mounted.find('.picker-empty').textContent).toBe('Not for you.');
    expect((mounted.find(filter) as HTMLInputElement).value).toBe('Billing');
    expect(sentEdits()).toEqual([]);
    await mounted.type(filter, 'Billin');
    expect(mounted.root.querySelector('.picker-empty')).toBeNull();
  });

  it('shows selected labels first, then the other labels by name, and keeps this order while it is open', async () => {
    const names = ['ux', 'Bug', 'area', 'docs', 'chore'];
    const choices = names.map((name) => ({ id: name, label: name }));
    await show({}, field('labels', 'choices', ['docs', 'ux'], { label: 'Labels', choices }));
    await mounted.click('#field-labels');
    const order = ['docs', 'ux', 'area', 'Bug', 'chore'];
    expect(optionTexts()).toEqual(order);
    await mounted.click('[data-choice=ux]');
    await mounted.click('[data-choice=chore]');
    expect(optionTexts()).toEqual(order);
    const checked = [...mounted.root.querySelectorAll('[role=option]')].filter((option) =>
      option.querySelector('.codicon-check'),
    );
    expect(checked.map(({ textContent }) => textContent)).toEqual(['docs', 'chore']);
  });

  it('draws 100 of 5,000 labels, more at its end and around the active label, and says their positions', async () => {
    const choices = Array.from({ length: 5_000 }, (_, index) => ({
      id: `l${index}`,
      label: `label ${10_000 + index}`,
    }));
    await openChoices({ choices });
    expect(optionTexts()).toHaveLength(100);
    expect(mounted.find('[role=option]').getAttribute('aria-setsize')).toBe('5000');
    await act(() => void mounted.find('[role=listbox]').dispatchEvent(new Event('scroll')));
    expect(optionTexts()).toHaveLength(200);
    for (let press = 0; press < 25; press += 1) await mounted.press(mounted.find(filter), 'PageDown');
    const active = mounted.find('.option.is-active');
    expect(active.getAttribute('aria-posinset')).toBe('201');
    expect(optionTexts()).toHaveLength(300);
    await mounted.type(filter, '13');
    expect(optionTexts()).toHaveLength(200);
    await mounted.type(filter, 'label 14999');
    expect(optionTexts()).toEqual(['label 14999']);
    expect(mounted.find('[role=option]').getAttribute('aria-setsize')).toBe('1');
  });

  it('has no entry that creates a label if the user may not create labels', async () => {
    await openChoices({});
    await mounted.type(filter, 'Billing');
    expect(optionTexts()).toEqual([]);
  });
});

describe('The list of users of a field with a single value', () => {
  it('is sorted by name, and its active entry is the current value', async () => {
    const choices = ['Zoe', 'bo', 'Ada (you)'].map((name) => ({ id: name, label: name }));
    await show({}, field('lead', 'choice', 'Zoe', { label: 'Lead', choices, sortsChoices: true, optional: true }));
    await mounted.click('#field-lead');
    const options = [...mounted.root.querySelectorAll('[role=option]')];
    expect(options.map(({ textContent }) => textContent)).toEqual(['None', 'Ada (you)', 'bo', 'Zoe']);
    expect(mounted.find('.option.is-active').textContent).toBe('Zoe');
  });
});

describe('The list of states', () => {
  it('keeps the order of the workflow, and its active entry is the current state', async () => {
    const choices = ['Todo', 'Doing', 'Done'].map((name) => ({ id: name, label: name }));
    await show({}, field('state', 'choice', 'Done', { label: 'State', choices, optional: false }));
    await mounted.click('#field-state');
    const options = [...mounted.root.querySelectorAll('[role=option]')];
    expect(options.map(({ textContent }) => textContent)).toEqual(['Todo', 'Doing', 'Done']);
    expect(mounted.find('.option.is-active').textContent).toBe('Done');
  });

  it('has an entry to create a state in each state group, selects the created state, and closes', async () => {
    const newChoices = [
      { id: 'started', label: 'Create State “{0}”', detail: 'Started', icon: 'started' },
      { id: 'backlog', label: 'Create State “{0}”', detail: 'Backlog', icon: 'backlog' },
    ];
    const choices = [{ id: 's1', label: 'Todo' }];
    await show({}, field('state', 'choice', 's1', { label: 'State', choices, newChoices }));
    await mounted.click('#field-state');
    await mounted.type('[aria-label="Filter: State"]', 'In $& Review');
    const options = [...mounted.root.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);
    expect(options).toEqual(['Create State “In $& Review”Started', 'Create State “In $& Review”Backlog']);
    await mounted.click('[data-choice="create backlog"]');
    const sent = mounted.sent.findLast((message) => message.type === 'createChoice');
    expect(sent).toMatchObject({ field: 'state', newChoice: 'backlog', text: 'In $& Review' });
    await mounted.deliver({ type: 'answer', to: sent?.seq ?? -1, choices: [{ id: 's9', label: 'In $& Review' }] });
    await expect.poll(() => sentEdits()).toEqual([['state', 's9']]);
    expect(mounted.root.querySelector('[role=listbox]')).toBeNull();
  });
});

describe('The search for a work item', () => {
  const WEB_16 = { id: 'w16', label: 'Short', detail: 'WEB-16' };
  const WEB_1 = { id: 'w1', label: 'A long title', detail: 'WEB-1' };
  const input = () => mounted.find('[aria-label="Search: Parent"]');
  const lastSearch = () => mounted.sent.findLast((message) => message.type === 'find');
  /** Types a search text, waits for the search request to the host, and returns the request's sequence number. */
  const search = async (text: string): Promise<number> => {
    const before = lastSearch();
    await mounted.type('[aria-label="Search: Parent"]', text);
    await expect.poll(() => lastSearch()).not.toBe(before);
    const searchRequest = lastSearch();
    return searchRequest?.seq ?? -1;
  };
  const respond = async (searchId: number, ...choices: Choice[]) => {
    await mounted.deliver({ type: 'answer', to: searchId, choices });
    await expect.poll(() => mounted.root.querySelectorAll('[role=option]')).toHaveLength(choices.length);
  };

  it('sends one request for what is typed without a pause', async () => {
    await show({}, field('parent', 'item', null, { label: 'Parent', choices: [] }));
    await mounted.click('#field-parent');
    await mounted.type('[aria-label="Search: Parent"]', 'WE');
    await mounted.type('[aria-label="Search: Parent"]', 'WEB');
    await expect.poll(() => lastSearch()).toMatchObject({ text: 'WEB' });
    expect(mounted.sent.filter(({ type }) => type === 'find')).toHaveLength(1);
  });

  it('selects the first new result, not an outdated result, if Enter is pressed before results arrive', async () => {
    await show({}, field('parent', 'item', null, { label: 'Parent', choices: [] }));
    await mounted.click('#field-parent');
    await respond(await search('WEB'), WEB_16, WEB_1);
    const searchId = await search('WEB-1');
    await mounted.press(input(), 'Enter');
    expect(sentEdits()).toEqual([]);
    await mounted.deliver({ type: 'answer', to: searchId, choices: [WEB_1] });
    await expect.poll(() => sentEdits()).toEqual([['parent', 'w1']]);
  });

  it.each([
    ['picks the first result, and leaves the focus where it is', [WEB_1], [['parent', 'w1']]],
    ['closes if there is no result', [], []],
  ])('%s if the user leaves the list after Enter and before results arrive', async (_, choices, edits) => {
    await show({}, field('parent', 'item', null, { label: 'Parent', choices: [] }));
    await mounted.click('#field-parent');
    const searchId = await search('WEB-1');
    await mounted.press(input(), 'Enter');
    await mounted.press(input(), 'Tab');
    await act(() => mounted.find('#field-name').focus());
    expect(sentEdits()).toEqual([]);
    await mounted.deliver({ type: 'answer', to: searchId, choices });
    await expect.poll(() => mounted.root.querySelector('[role=listbox]')).toBeNull();
    expect(sentEdits()).toEqual(edits);
    expect(document.activeElement?.id).toBe('field-name');
  });

  it('selects the result that the user moved to, even while a new search is in progress', async () => {
    await show({}, field('parent', 'item', null, { label: 'Parent', choices: [] }));
    await mounted.click('#field-parent');
    await respond(await search('WEB'), WEB_16, WEB_1);
    await search('WEB-');
    await mounted.press(input(), 'ArrowDown');
    await mounted.press(input(), 'Enter');
    expect(sentEdits()).toEqual([['parent', 'w1']]);
  });
});

describe('A record page', () => {
  it('shows the actions of its kind of record, and no composer if records of this kind have no comments', async () => {
    await show({ actions: ['addEpics'] });
    expect(mounted.root.querySelector('[data-testid=composer]')).toBeNull();
    await mounted.click('[data-testid=addEpics]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'addEpics' });
  });

  it.each([
    ['addEpics', 'layers', 'Epics…'],
    ['showOverview', 'graph', 'Overview'],
    ['addProjects', 'project', 'Projects…'],
    ['setLabels', 'tag', 'Labels…'],
    ['addMembers', 'person-add', 'Members…'],
    ['addTeamspaceProjects', 'project', 'Projects…'],
  ] as const)('has a button %s with the icon %s and the label %s', async (action, icon, label) => {
    await show({ actions: [action] });
    expect(mounted.find(`[data-testid=${action}] .codicon`).className.replace(/.*codicon-/, '')).toBe(icon);
    expect(mounted.find(`[data-testid=${action}]`).textContent.trim()).toBe(label);
  });

  it.each([
    ['startWork', 'Start Work'],
    ['finishWork', 'Finish Work'],
  ] as const)('has a text button beside the identifier for the action %s', async (action, text) => {
    await show({ actions: ['openInBrowser', action] });
    const button = mounted.find('.identifier + button');
    expect([button.textContent, button.dataset['testid']]).toEqual([text, action]);
    await mounted.click(`[data-testid=${action}]`);
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action });
  });

  it('cannot create a new record without a title', async () => {
    const emptyNameField = field('name', 'text', '', { label: 'Title', optional: false });
    mounted = await mount(model({ isNew: true, actions: [], hasComments: false, fields: [emptyNameField] }));
    expect(mounted.find('[data-testid=save]').getAttribute('aria-disabled')).toBe('true');
    await mounted.type('#field-name', 'A title');
    expect(mounted.find('[data-testid=save]').getAttribute('aria-disabled')).toBe('false');
    expect(mounted.root.querySelector('.field-mark')).toBeNull();
    expect(mounted.find('[data-testid=revert]').textContent).toBe('Discard Draft');
  });

  it('for a new record has no Refresh button, and its Create button sends `save` even before the user types', async () => {
    await show({ isNew: true, actions: [] });
    const createButton = mounted.find('[data-testid=save]');
    expect(createButton.textContent).toBe('Create');
    expect(mounted.root.querySelector('[title="Refresh"]')).toBeNull();
    await mounted.click('[data-testid=save]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'save' });
  });

  it('creates a new record with Ctrl+Enter in any control, once it has a title', async () => {
    const controls = [
      field('name', 'text', '', { label: 'Title', optional: false }),
      field('description_html', 'richText', '<p>text</p>'),
    ];
    mounted = await mount(model({ isNew: true, actions: [], hasComments: false, fields: controls }));
    const pressCreate = async (selector: string) => mounted.press(mounted.find(selector), 'Enter', { ctrlKey: true });
    await pressCreate('#field-name');
    expect(mounted.sent.filter(({ type }) => type === 'save')).toEqual([]);
    await mounted.type('#field-name', 'A title');
    await pressCreate('#field-description_html');
    expect(mounted.sent.filter(({ type }) => type === 'save')).toHaveLength(1);
  });

  it('for a new work item has a Create Another button, which is disabled without a title', async () => {
    const emptyNameField = field('name', 'text', '', { label: 'Name', optional: false });
    mounted = await mount(
      model({ isNew: true, newItem: { similarItems: [] }, actions: [], hasComments: false, fields: [emptyNameField] }),
    );
    const createAnotherButton = mounted.find('[data-testid=create-another]');
    expect(createAnotherButton.getAttribute('aria-disabled')).toBe('true');
    await mounted.type('#field-name', 'A title');
    expect(createAnotherButton.getAttribute('aria-disabled')).toBe('false');
    await mounted.click('[data-testid=create-another]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'save', another: true });
    mounted.unmount();
    await show({ isNew: true, actions: [] });
    expect(mounted.root.querySelector('[data-testid=create-another]')).toBeNull();
  });

  it('for a new work item shows similar work items and the last values, and sends a message for each click', async () => {
    const similar = [{ id: 'i3', identifier: 'WEB-3', name: 'Undo <b>this</b>' }];
    await show({
      isNew: true,
      actions: [],
      hasComments: false,
      newItem: { similarItems: similar, lastValues: 'High, Ada' },
    });
    const item = mounted.find('[data-testid=open-similar]');
    expect(item.textContent?.trim()).toBe('WEB-3 Undo <b>this</b>');
    await mounted.click('[data-testid=open-similar]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'openSimilar', id: 'i3' });
    expect(mounted.find('[data-testid=similar] > p').textContent).toBe('Similar work items');
    expect(mounted.find('[data-testid=use-last-values]').textContent?.trim()).toBe('Use Last Values: High, Ada');
    await mounted.click('[data-testid=use-last-values]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'useLastValues' });
    await show({ isNew: true, actions: [], hasComments: false, newItem: { similarItems: [] } });
    expect(mounted.root.querySelector('[data-testid=use-last-values]')).toBeNull();
    expect(mounted.find('[data-testid=similar]').textContent).toBe('');
  });

  it('shows its first field as the title, even if the field is not called “name”', async () => {
    mounted = await mount(
      model({
        hasComments: false,
        fields: [field('display_name', 'text', 'Region', { label: 'Name', optional: false })],
      }),
    );
    expect((mounted.find('.name-input') as HTMLInputElement).value).toBe('Region');
    expect(mounted.find('.name-input').getAttribute('aria-required')).toBe('true');
  });

  it('shows “Customer could not be loaded” if the record is a customer that could not be loaded', async () => {
    await show({
      status: 'failed',
      identifier: 'Customer',
      problem: { message: 'Gone.', retry: true },
    });
    expect(mounted.find('[role=alert]').textContent).toContain('Customer could not be loaded');
  });
});

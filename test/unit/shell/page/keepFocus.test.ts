// @vitest-environment jsdom
// Tests where the focus goes when the control that has it is removed.
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DiscussionView } from '../../../../src/shell/protocol/discussionSections.ts';
import type { PageModel } from '../../../../src/shell/protocol/messages.ts';
import { EMPTY_DISCUSSION, model, modelWithValues } from '../../features/recordPage/page/modelFixture.ts';
import { type MountedPage, mount } from '../../features/recordPage/page/pageFixture.ts';

const DISCUSSION: DiscussionView = {
  ...EMPTY_DISCUSSION,
  comments: { ...EMPTY_DISCUSSION.comments, mine: ['c1', 'c2'] },
};
const COMMENTS = ['c1', 'c2'].map((id) => ({
  id,
  author: 'Ada',
  createdAt: '2026-11-20T10:00:00Z',
  edited: false,
  access: 'INTERNAL' as const,
  html: '<p>Mine</p>',
}));

let mounted: MountedPage;
const pageModel = (items = COMMENTS, more: Partial<PageModel> = {}) =>
  model({ comments: { status: 'ready', items }, discussion: DISCUSSION, ...more });
const show = (shown: PageModel) => mounted.deliver({ type: 'show', model: shown });
/** Moves the focus to a button and clicks the button, as with the keyboard. */
const focusAndClick = async (selector: string) => {
  await act(() => mounted.find(selector).focus());
  await mounted.click(selector);
};
const answerLast = (type: string) => {
  const message = mounted.sent.findLast((sent) => sent.type === type);
  return mounted.deliver({ type: 'answer', to: message?.seq ?? -1 });
};
const isFocusIn = (selector: string) => document.activeElement?.closest(selector) !== null;

beforeEach(() => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => void vi.restoreAllMocks());

describe('The focus', () => {
  it('moves from a deleted comment to the next comment, or to the section if no comment is left', async () => {
    mounted = await mount(pageModel());
    await focusAndClick('[data-comment=c1] [data-testid=delete-comment]');
    await show(pageModel(COMMENTS.slice(1)));
    expect(isFocusIn('[data-comment=c2]')).toBe(true);
    await focusAndClick('[data-comment=c2] [data-testid=delete-comment]');
    await show(pageModel([]));
    expect(isFocusIn('[data-testid=activity]')).toBe(true);
  });

  it('moves to Edit when an edited comment is saved or the edit is canceled', async () => {
    mounted = await mount(pageModel());
    for (const [button, request] of [
      ['save-comment', 'saveComment'],
      ['cancel-comment', 'editComment'],
    ] as const) {
      await focusAndClick('[data-comment=c1] [data-testid=edit-comment]');
      await focusAndClick(`[data-comment=c1] [data-testid=${button}]`);
      await answerLast(request);
      expect(mounted.root.querySelector('[data-testid=comment-editor]')).toBeNull();
      expect(document.activeElement).toBe(mounted.find('[data-comment=c1] [data-testid=edit-comment]'));
    }
  });

  it('moves from Revert to the control of the field', async () => {
    const modelWithTouchedState = (isTouched: boolean) =>
      pageModel(COMMENTS, {
        fields: model().fields.map((view) => (view.name === 'state' ? { ...view, touched: isTouched } : view)),
      });
    mounted = await mount(modelWithTouchedState(true));
    await focusAndClick('[data-field=state] .field-status button');
    await show(modelWithTouchedState(false));
    expect(document.activeElement?.id).toBe('field-state');
  });

  it('stays in the title and in the description after a save', async () => {
    mounted = await mount(pageModel());
    for (const selector of ['#field-name', '[data-field=description_html] .ProseMirror']) {
      await act(() => mounted.find(selector).focus());
      await mounted.press(mounted.find(selector), 'Enter');
      const control = document.activeElement;
      await show(pageModel(COMMENTS, { saving: true }));
      await show(pageModel());
      expect(document.activeElement).toBe(control);
      expect(isFocusIn(selector)).toBe(true);
    }
  });

  it('is on the button of a field after the user has chosen a value with the keyboard, also after the save', async () => {
    mounted = await mount(pageModel());
    await focusAndClick('#field-state');
    const filter = mounted.find('[role=combobox][aria-controls=field-state-list]:not(button)');
    expect(document.activeElement).toBe(filter);
    await mounted.press(filter, 'ArrowDown');
    await mounted.press(filter, 'Enter');
    const button = mounted.find('#field-state');
    expect(document.activeElement).toBe(button);
    const { fields } = modelWithValues({ state: 's2' });
    await show(pageModel(COMMENTS, { fields, saving: true }));
    await show(pageModel(COMMENTS, { fields }));
    expect(button.textContent).toContain('Done');
    expect(document.activeElement).toBe(button);
  });

  it('moves to the heading if the whole page is replaced', async () => {
    mounted = await mount(pageModel());
    await act(() => mounted.find('#field-state').focus());
    await show(pageModel(COMMENTS, { status: 'loading' }));
    await show(pageModel());
    expect(document.activeElement).toBe(mounted.find('.identifier'));
  });

  it('does not move while a prompt of VS Code has the focus, and moves when the page has the focus again', async () => {
    mounted = await mount(pageModel());
    await act(() => mounted.find('[data-comment=c1] [data-testid=edit-comment]').focus());
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    await show(pageModel(COMMENTS.slice(1)));
    expect(document.activeElement).toBe(document.body);
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    window.dispatchEvent(new Event('focus'));
    expect(isFocusIn('[data-comment=c2]')).toBe(true);
  });

  it('does not move after the user has clicked outside of all controls', async () => {
    mounted = await mount(pageModel());
    const button = mounted.find('[data-comment=c1] [data-testid=edit-comment]');
    await act(() => button.focus());
    await act(async () => button.blur());
    await show(pageModel(COMMENTS.slice(1)));
    expect(document.activeElement).toBe(document.body);
  });

  it('reaches every control of the page with the Tab key, or with the arrow keys in a toolbar or group', async () => {
    mounted = await mount(pageModel());
    const unreachableControls = [
      ...mounted.root.querySelectorAll<HTMLElement>('button, a, input, textarea, [role=button]'),
    ]
      // The calendar beside an input for dates is for the pointer only.
      .filter((control) => control.tabIndex < 0 && control.getAttribute('aria-hidden') !== 'true')
      .filter((control) => control.closest('[role=toolbar]') === null && control.closest('[hidden]') === null);
    expect(unreachableControls.map(({ outerHTML }) => outerHTML)).toEqual([]);
  });
});

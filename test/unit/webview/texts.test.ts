// @vitest-environment jsdom
// Tests texts that are collapsed or exceed a limit, and the report that the page still responds.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { model, modelWithValues } from './modelFixture.ts';
import { type MountedPage, mount } from './pageFixture.ts';

const DEEPLY_NESTED = `<p>${'<b><i>'.repeat(200)}word</p>`;

let mounted: MountedPage | undefined;
afterEach(() => {
  mounted?.unmount();
  mounted = undefined;
});

describe('A collapsed text', () => {
  it('is loaded only after the user selects Show Description', async () => {
    mounted = await mount(model({ texts: 'collapsed' }));
    const field = mounted.find('[data-field=description_html]');
    expect(field.textContent).toContain(
      'The description is collapsed, because the window stopped responding when it was last shown.',
    );
    expect(field.querySelector('.ProseMirror')).toBeNull();
    await mounted.click('[data-testid=expand-texts]');
    expect(mounted.lastMessage()).toMatchObject({ type: 'expandTexts' });
    await mounted.deliver({ type: 'show', model: model({ texts: 'awaited' }) });
    expect(mounted.find('[data-field=description_html] .ProseMirror').textContent).toBe('text');
  });
});

describe('The page', () => {
  it('sends the message `textsShown` after it has rendered the texts, to report that it still responds', async () => {
    mounted = await mount(model({ texts: 'awaited' }));
    await vi.waitFor(() => expect(mounted?.lastMessage()).toMatchObject({ type: 'textsShown' }), 5_000);
  });
});

describe('A text that exceeds a limit', () => {
  it('is read-only, and shows the reason and a button that opens the browser', async () => {
    mounted = await mount(modelWithValues({ description_html: DEEPLY_NESTED }));
    const field = mounted.find('[data-field=description_html]');
    expect(field.querySelector('.ProseMirror')).toBeNull();
    expect(field.querySelector('[role=note]')?.textContent).toContain(
      'The text is too complex: HTML elements are nested more than 200 levels deep. It is read-only here. To edit it, open it in the browser.',
    );
    expect(mounted.find('#field-description_html').textContent).toBe('word');
    await mounted.click('[data-field=description_html] button');
    expect(mounted.lastMessage()).toMatchObject({ type: 'act', action: 'openInBrowser' });
  });

  it('is not sent when another field is edited', async () => {
    mounted = await mount(modelWithValues({ description_html: DEEPLY_NESTED }));
    await mounted.type('[data-field=name] input, [data-field=name] textarea', 'Another name');
    mounted.page.flush();
    const edits = mounted.sent.filter(({ type }) => type === 'edit');
    expect(edits).toMatchObject([{ field: 'name', value: 'Another name' }]);
  });
});

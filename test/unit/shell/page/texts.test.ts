// @vitest-environment jsdom
// Tests texts that exceed a limit.
import { afterEach, describe, expect, it } from 'vitest';
import { modelWithValues } from '../../features/recordPage/page/modelFixture.ts';
import { type MountedPage, mount } from '../../features/recordPage/page/pageFixture.ts';

const DEEPLY_NESTED = `<p>${'<b><i>'.repeat(200)}word</p>`;

let mounted: MountedPage | undefined;
afterEach(() => {
  mounted?.unmount();
  mounted = undefined;
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

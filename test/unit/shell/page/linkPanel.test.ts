// @vitest-environment jsdom
// Tests controls of pages that are shown only for a while: the panel of a link, and questions and notices with buttons.
import { type ComponentChild, h, options, render } from 'preact';
import { act } from 'preact/test-utils';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Confirm } from '../../../../src/shell/page/confirm.tsx';
import { HtmlEditor } from '../../../../src/shell/page/richText/htmlEditor.ts';
import { LinkPanel } from '../../../../src/shell/page/richText/linkPanel.tsx';
import { installTextCleaning } from '../../../../src/shell/page/startup/displayedText.ts';
import { applyTranslations } from '../../../../src/shell/page/startup/translations.ts';
import { UndoDeletionNotice } from '../../../../src/shell/page/undoDeletionNotice.tsx';
import { displayLanguage, setDisplayLanguage } from '../../../../src/std/displayLanguage.ts';
import { NO_CALLBACKS } from '../../richText/editorCallbacks.ts';

function show(vnode: ComponentChild): HTMLElement {
  const root = document.body.appendChild(document.createElement('div'));
  void act(() => render(vnode, root));
  onTestFinished(() => {
    render(null, root);
    root.remove();
  });
  return root;
}

function press(element: Element | null, key: string): boolean {
  const keydown = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  void act(() => void element?.dispatchEvent(keydown));
  return keydown.defaultPrevented;
}

function click(root: ParentNode, selector: string): void {
  void act(() => root.querySelector<HTMLElement>(selector)?.click());
}

describe('The panel of a link', () => {
  const LINK = '<p>a <a href="https://plane.so">link</a></p>';
  /** Opens the panel with the cursor in the last word. */
  function openPanel(html: string) {
    const acts: string[] = [];
    let reportedHtml = html;
    const container = document.body.appendChild(document.createElement('div'));
    const { editor } = new HtmlEditor(container, html, {}, () => ({
      ...NO_CALLBACKS,
      onChange: (newHtml) => {
        reportedHtml = newHtml;
      },
    }));
    onTestFinished(() => {
      editor.destroy();
      container.remove();
    });
    editor.commands.setTextSelection({ from: 3, to: 7 });
    const root = show(
      h(LinkPanel, {
        editor,
        onOpenLink: (href) => void acts.push(`open ${href}`),
        onClose: () => void acts.push('close'),
      }),
    );
    const input = root.querySelector('input');
    const type = (text: string): void => {
      if (input === null) throw new Error('The panel has no input.');
      input.value = text;
      void act(() => void input.dispatchEvent(new Event('input', { bubbles: true })));
    };
    const isDisabled = (icon: string) =>
      root.querySelector<HTMLButtonElement>(`button:has(.codicon-${icon})`)?.disabled;
    return { acts, input, type, isDisabled, root, html: () => reportedHtml };
  }

  it('changes the address when Enter is pressed, and closes', () => {
    const panel = openPanel(LINK);
    expect(panel.input?.value).toBe('https://plane.so');
    expect(['check', 'link-external', 'trash'].map(panel.isDisabled)).toEqual([false, false, false]);
    panel.type('example.com');
    expect(press(panel.input, 'Enter')).toBe(true);
    expect(panel.html()).toContain('href="https://example.com"');
    expect(panel.acts).toEqual(['close']);
  });

  it('makes a link of the selected text', () => {
    const panel = openPanel('<p>a link</p>');
    expect(['check', 'link-external', 'trash'].map(panel.isDisabled)).toEqual([true, true, true]);
    panel.type('https://example.com');
    click(panel.root, 'button:has(.codicon-check)');
    expect(panel.html()).toMatch(/^<p>a <a[^>]* href="https:\/\/example\.com"[^>]*>link<\/a><\/p>$/);
  });

  it('says that a text is no address, and does not apply it', () => {
    const panel = openPanel(LINK);
    panel.type('two words');
    expect([panel.root.textContent, panel.input?.getAttribute('aria-invalid')]).toEqual([
      'Enter a web address or an email address.',
      'true',
    ]);
    press(panel.input, 'Enter');
    expect([panel.html(), panel.acts]).toEqual([LINK, []]);
    panel.type(' ');
    expect(panel.root.textContent).toBe('');
  });

  it('opens and removes the link, and closes without a change', () => {
    const panel = openPanel(LINK);
    click(panel.root, 'button:has(.codicon-link-external)');
    expect(press(panel.input, 'Escape')).toBe(true);
    click(panel.root, 'button:has(.codicon-close)');
    expect([panel.html(), panel.acts]).toEqual([LINK, ['open https://plane.so', 'close', 'close']]);
    expect(press(panel.input, 'x')).toBe(false);
    click(panel.root, 'button:has(.codicon-trash)');
    expect(panel.html()).toBe('<p>a link</p>');
    expect(panel.acts.at(-1)).toBe('close');
  });
});

it('A question on a page has the focus on Cancel, and Escape selects it', () => {
  const answers: string[] = [];
  const root = show(
    h(Confirm, {
      question: 'Show it?',
      action: 'Show',
      onYes: () => void answers.push('yes'),
      onNo: () => void answers.push('no'),
    }),
  );
  expect(document.activeElement).toBe(root.querySelector('[data-testid=confirm-no]'));
  expect(press(root.querySelector('.confirm'), 'x')).toBe(false);
  expect(press(root.querySelector('.confirm'), 'Escape')).toBe(true);
  click(root, '[data-testid=confirm-no]');
  click(root, '[data-testid=confirm-yes]');
  expect(answers).toEqual(['no', 'no', 'yes']);
});

it.each([
  ['gets the focus that the deleted element had', false],
  ['leaves the focus where the user has moved it', true],
])('The button of a notice of a deletion %s', (_, hasOtherFocus) => {
  const other = document.body.appendChild(document.createElement('input'));
  onTestFinished(() => other.remove());
  if (hasOtherFocus) other.focus();
  const root = show(h(UndoDeletionNotice, { text: 'Deleted.', onUndo: () => undefined }));
  expect(document.activeElement).toBe(hasOtherFocus ? other : root.querySelector('button'));
});

it('A page shows texts and attributes without misleading characters, but leaves the values of inputs', () => {
  const previous = { ...options };
  onTestFinished(() => {
    delete options.vnode;
    Object.assign(options, previous);
  });
  let calls = 0;
  options.vnode = () => {
    calls += 1;
  };
  installTextCleaning();
  const evil = 'a\u202Eb';
  const root = show(h('div', { title: evil, lang: evil }, [evil, h('b', null, evil), h('input', { value: evil })]));
  expect(root.textContent).not.toContain('\u202E');
  expect(root.textContent).toMatch(/a.*b.*a.*b/);
  const [div, input] = [root.querySelector('div'), root.querySelector('input')];
  expect([div?.title.includes('\u202E'), div?.lang, input?.value]).toEqual([false, evil, evil]);
  expect(calls).toBeGreaterThan(0);
});

it('A page uses the translations that are in its HTML, if there are some', () => {
  onTestFinished(() => setDisplayLanguage({ language: 'en', messages: {} }));
  applyTranslations();
  expect(displayLanguage()).toBe('en');
  const script = document.body.appendChild(document.createElement('script'));
  script.id = 'translations';
  script.type = 'application/json';
  applyTranslations();
  expect(displayLanguage()).toBe('en');
  script.textContent = JSON.stringify({ language: 'de', messages: {} });
  applyTranslations();
  expect(displayLanguage()).toBe('de');
  script.remove();
});

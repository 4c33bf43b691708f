// @vitest-environment jsdom
// Tests the style sheets of the page as far as jsdom can compute them: it has no layout.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { root as projectRoot } from '../../../support/setup/paths.mjs';
import { field, model } from '../../features/recordPage/page/modelFixture.ts';
import { type MountedPage, mount } from '../../features/recordPage/page/pageFixture.ts';

const NAME = field('name', 'text', 'A name');
const CONFLICT = { field: 'description_html', label: 'Description', comparable: true, theirs: 'a', mine: 'b' };

let mounted: MountedPage;
const styleElement = document.createElement('style');
afterEach(() => {
  styleElement.remove();
});

async function show(file: string, ...rest: Parameters<typeof model>): Promise<void> {
  styleElement.textContent = readFileSync(join(projectRoot, 'src', file), 'utf8');
  document.head.append(styleElement);
  mounted = await mount(model(...rest));
}

const styleOf = (selector: string): CSSStyleDeclaration => getComputedStyle(mounted.find(selector));

/** The rules for the element, also those that contain variables, which jsdom does not compute. */
const rulesFor = (selector: string): string => {
  const element = mounted.find(selector);
  return [...(styleElement.sheet?.cssRules ?? [])]
    .filter((rule) => rule instanceof CSSStyleRule && element.matches(rule.selectorText.replace('::before', '')))
    .map(({ cssText }) => cssText)
    .join('\n');
};

describe('The composer', () => {
  const showPage = (...rest: Parameters<typeof model>) => show('features/comments/page/composer.css', ...rest);

  it('sticks to the bottom of the window while it is empty and has no focus', async () => {
    await showPage();
    expect(styleOf('.main > .composer')).toMatchObject({ position: 'sticky', bottom: '0px' });
    expect(getComputedStyle(document.documentElement).scrollPaddingBottom).toBe('60px');
  });

  it('keeps a distance from the bottom of the window when it gets the focus', async () => {
    await showPage();
    expect(rulesFor('.composer')).toContain('scroll-margin-bottom: 16px;');
  });

  it('is absent on the page of a record without comments', async () => {
    await showPage({ hasComments: false });
    expect(mounted.root.querySelector('.composer')).toBeNull();
  });

  it('is below the comments while it has the focus', async () => {
    await showPage();
    await act(() => mounted.find('.composer .ProseMirror').focus());
    expect(styleOf('.composer').position).toBe('relative');
  });

  it.each([
    ['a text', { html: '<p>Half a comment</p>' }],
    ['an error', { problem: 'Not sent.' }],
  ])('is below the comments while it has %s', async (_, content) => {
    await showPage({ composer: { html: '', access: 'INTERNAL', sending: false, ...content } });
    expect(styleOf('.composer').position).toBe('relative');
  });
});

describe('The page of a new work item', () => {
  const NEW = { isNew: true, actions: [], hasComments: false };

  it('has no gap between the fields and the description while there are no similar items and no last values', async () => {
    await show('features/recordPage/page/newItemOffers.css', { ...NEW, newItem: { similarItems: [] } });
    expect(styleOf('.new-item').position).toBe('absolute');
  });

  it('offers similar work items below the description, so that the description does not move', async () => {
    const similar = [{ id: 'i3', identifier: 'WEB-3', name: 'Undo this' }];
    await show('features/recordPage/page/newItemOffers.css', { ...NEW, newItem: { similarItems: similar } });
    expect(styleOf('[data-field=description_html] + .new-item').position).not.toBe('absolute');
  });

  it('has a Create button in the color of secondary buttons until the user types a title', async () => {
    await show('shell/page/button.css', { ...NEW, fields: [field('name', 'text', '')] });
    expect(mounted.find('[data-testid=save]').classList).toContain('text-button-secondary');
    await mounted.type('#field-name', 'A title');
    expect(mounted.find('[data-testid=save]').classList).not.toContain('text-button-secondary');
  });
});

it('The selected visibility of a comment has the text color of the page as background in high contrast', async () => {
  document.body.className = 'vscode-high-contrast';
  onTestFinished(() => document.body.removeAttribute('class'));
  await show('features/comments/page/composer.css', {
    composer: { html: '<p>a</p>', access: 'EXTERNAL', sending: false },
  });
  const options = [...mounted.root.querySelectorAll('.composer .reach-option')];
  expect(options.map((option) => getComputedStyle(option).background)).toEqual(['', 'var(--vscode-foreground)']);
});

it.each(['plainText', 'json'] as const)('The control of a %s field grows with its wrapped lines', async (kind) => {
  await show('shell/page/controls/textControls.css', {
    fields: [NAME, field('description', kind, 'A long text without breaks')],
  });
  expect(rulesFor('#field-description')).toMatch(/max-height: 60vh;[^}]*field-sizing: content;/);
});

it('The dot between the dates is in the gap, so that it is clipped where a date starts a line', async () => {
  await show('features/recordPage/page/header.css', {
    createdAt: '2026-11-20T10:00:00Z',
    updatedAt: '2026-11-20T11:00:00Z',
  });
  expect(rulesFor('.history')).toMatch(/gap: 0 22px;[^}]*overflow-x: clip;/);
  expect(rulesFor('.history > span + span')).toMatch(/content: "·";[^}]*left: -13px;/);
  expect(rulesFor('.history > span + span')).not.toContain('none');
});

it('The button Review is in the line of the number of conflicts, if it fits there', async () => {
  await show('features/recordPage/page/banners.css', { conflicts: [CONFLICT] });
  expect(rulesFor('[data-testid=conflicts] .banner-text')).toContain('flex-basis: auto;');
});

it.each([
  ['over the space above the text if there is no conflict', [], '-29px -4px 1px'],
  ['below the buttons of a conflict', [CONFLICT], '0px -4px 5px'],
] as const)('The toolbar of a description is %s', async (_, conflicts, margin) => {
  await show('shell/page/richText/richText.css', {
    conflicts,
    fields: [NAME, field('description_html', 'richText', '<p>a</p>')],
  });
  await mounted.press(mounted.find('[data-field=description_html] .ProseMirror'), 'Enter');
  expect(styleOf('[data-field=description_html] .toolbar').margin).toBe(margin);
});

describe('A text', () => {
  const showText = (file: string, html: string) =>
    show(file, { fields: [NAME, field('description_html', 'richText', `<p>Intro</p>${html}`)] });

  it('shows a callout with an icon', async () => {
    await showText(
      'shell/page/richText/preservedMarkup.css',
      '<div data-block-type="callout-component"><p>Note</p></div>',
    );
    expect(rulesFor('.ProseMirror [data-preserved=block]')).toMatch(/::before \{[^}]*codicon/);
  });

  it.each(['shell/page/richText/content.css', 'features/stickies/page/stickies.css'])(
    'shows quotes without background in %s',
    async (file) => {
      await showText(file, '<blockquote><p>Said</p></blockquote>');
      mounted.root.className = 'note';
      expect(rulesFor('.ProseMirror > blockquote')).not.toMatch(/background(?:-color)?: (?!none)/);
    },
  );
});

// @vitest-environment jsdom
// Tests what a page shows until its script has loaded: text of other people stays text in it.
import { afterEach, describe, expect, it } from 'vitest';
import { firstHtml } from '../../../../src/features/recordPage/firstHtml.ts';
import { field, model } from './page/modelFixture.ts';

const ALLOWED_TAGS = new Set(['DIV', 'HEADER', 'H1', 'SPAN', 'P']);
const ALLOWED_ATTRIBUTES = new Set(['class', 'dir', 'aria-busy']);

afterEach(() => document.body.replaceChildren());

describe('The first HTML of a page', () => {
  it('contains the title, and the fields that have a value or a row of their own', () => {
    document.body.innerHTML = firstHtml(model());
    expect(document.querySelector('.identifier')?.textContent).toBe('API-1');
    expect(document.querySelector('.name-text')?.textContent).toBe('A name');
    const rows = [...document.querySelectorAll('.properties > .field')];
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'StateTodo',
      'Labelsbug',
      'ParentNone',
      'Due dateNone',
    ]);
    expect([...document.querySelectorAll('.chip')].map(({ textContent }) => textContent)).toEqual(['Todo', 'bug']);
  });

  it.each([
    '</div></div><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '<style>*{display:none}</style><!--',
    '&lt;b&gt; & \u2028 \0',
  ])('contains the text of other people as text: %j', (hostile) => {
    document.body.innerHTML = firstHtml(
      model({
        identifier: hostile,
        placeName: hostile,
        fields: [
          field('name', 'text', hostile),
          field('state', 'choice', 's', { label: hostile, choices: [{ id: 's', label: hostile, color: hostile }] }),
          field('assignees', 'choices', [hostile], { label: hostile, choices: [] }),
          field('description_html', 'richText', hostile),
        ],
      }),
    );
    const elements = [...document.body.querySelectorAll('*')];
    expect(document.body.children).toHaveLength(1);
    expect(elements.filter(({ tagName }) => !ALLOWED_TAGS.has(tagName))).toEqual([]);
    const attributes = elements.flatMap((element) => element.getAttributeNames());
    expect(attributes.filter((name) => !ALLOWED_ATTRIBUTES.has(name))).toEqual([]);
    // Control characters are not shown.
    const shownText = hostile.replaceAll(/[\0\u2028]/g, '').replaceAll(/\s+/g, ' ');
    expect(document.querySelector('.name-text')?.textContent?.replaceAll(/[\u2028\s\ufffd]+/g, ' ')).toBe(shownText);
  });

  it('is empty for a page that shows no record, and for a new record', () => {
    expect(firstHtml(model({ status: 'failed', problem: { message: 'No.', retry: true } }))).toBe('');
    expect(firstHtml(model({ isNew: true }))).toBe('');
  });
});

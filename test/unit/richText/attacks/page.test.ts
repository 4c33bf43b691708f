// @vitest-environment jsdom
// Tests that a page in which every text is an attack is harmless.

import { options } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RECORD_KINDS } from '../../../../src/core/cache/address.ts';
import type { FieldKind, FieldValue } from '../../../../src/items/form/fieldProtocol.ts';
import { recordFormOf } from '../../../../src/items/form/recordForm.ts';
import { parseInert } from '../../../../src/richText/editor/markup/markup.ts';
import { pictureSource } from '../../../../src/shell/page/pictures/pictureSource.ts';
import { installTextCleaning } from '../../../../src/shell/page/startup/displayedText.ts';
import { textAttacks } from '../../../support/hostile/corpus.ts';
import { findHarmfulMarkup } from '../../../support/hostile/harm.ts';
import { misleadingNames, misleadingPattern, textPerMisleadingCharacter } from '../../../support/hostile/misleading.ts';
import { field, model } from '../../features/recordPage/page/modelFixture.ts';
import { mount } from '../../features/recordPage/page/pageFixture.ts';
import { attacks, joinedAttacks, TIMEOUT_OPTIONS } from './setup.ts';

vi.setConfig(TIMEOUT_OPTIONS);

const HOSTILE_TEXT = '<img src=x onerror=alert(1)> [x](command:x) $(alert)';

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(() => vi.unstubAllGlobals());

describe('A page whose texts are all attacks', () => {
  it('contains no harmful element or attribute', async () => {
    const names = textAttacks();
    const comments = joinedAttacks(30).map((html, index) => ({
      id: `c${index}`,
      author: names[index] ?? '',
      createdAt: '2026-11-20T10:00:00Z',
      edited: false,
      access: 'INTERNAL' as const,
      html,
    }));
    const choices = names.slice(0, 400).map((label, index) => ({ id: `l${index}`, label, color: label, icon: label }));
    const mounted = await mount(
      model({
        identifier: names[1] ?? '',
        placeName: names[2] ?? '',
        fields: [
          field('name', 'text', names[3] ?? ''),
          field('description_html', 'richText', joinedAttacks(400).join('\n')),
          field('labels', 'choices', ['l1', 'l2'], { choices }),
          field('state', 'choice', 'l3', { choices, problem: names[4] ?? '' }),
        ],
        comments: { status: 'ready', items: comments },
        people: Object.fromEntries(names.map((name, index) => [`u${index}`, name])),
      }),
    );
    expect(mounted.root.querySelectorAll('.comment')).toHaveLength(comments.length);
    expect(findHarmfulMarkup(mounted.root)).toEqual([]);
    mounted.unmount();
  });
});

describe.each(RECORD_KINDS)('The page of a record of the kind %s whose texts are all attacks', (kind) => {
  it('shows all fields of the record, and contains no harmful element or attribute', async () => {
    const names = textAttacks();
    const choices = names.slice(0, 60).map((label, index) => ({ id: `c${index}`, label, detail: label, icon: label }));
    const valueOf: Readonly<Record<FieldKind, FieldValue>> = {
      text: HOSTILE_TEXT,
      plainText: names.slice(0, 60).join('\n'),
      lines: names.slice(0, 60),
      richText: attacks.slice(0, 40).join('\n'),
      date: HOSTILE_TEXT,
      number: HOSTILE_TEXT,
      json: HOSTILE_TEXT,
      color: HOSTILE_TEXT,
      flag: true,
      choice: 'c1',
      choices: ['c1', 'c2', 'c3'],
      item: 'c4',
      items: ['c5', 'c6'],
    };
    const fields = recordFormOf(kind, false).fields.map((spec) =>
      field(spec.name, spec.kind, valueOf[spec.kind], { choices, problem: HOSTILE_TEXT, hint: HOSTILE_TEXT }),
    );
    const mounted = await mount(
      model({ identifier: HOSTILE_TEXT, placeName: HOSTILE_TEXT, hasComments: false, actions: [], fields }),
    );
    const shownFields = [...mounted.root.querySelectorAll('[data-field]')].map(
      (row) => row.getAttribute('data-field') ?? '',
    );
    expect(shownFields.toSorted()).toEqual(fields.map(({ name }) => name).toSorted());
    for (const opener of mounted.root.querySelectorAll<HTMLElement>('.opener')) await act(() => opener.click());
    expect(mounted.root.textContent).toContain(HOSTILE_TEXT);
    expect(findHarmfulMarkup(mounted.root)).toEqual([]);
  });
});

describe('A page with misleading names', () => {
  it('displays no misleading characters, and leaves the values of inputs unchanged', async () => {
    const previousOptions = { ...options };
    installTextCleaning();
    const names = [...misleadingNames(), ...textPerMisleadingCharacter()];
    const choices = names.map((label, index) => ({ id: `l${index}`, label, detail: label }));
    const mounted = await mount(
      model({
        identifier: names.join(' '),
        placeName: names.join(' '),
        fields: [
          field('name', 'text', names[0] ?? ''),
          field(
            'description_html',
            'richText',
            '<p>To <mention-component entity_identifier="u0"></mention-component></p>',
          ),
          field(
            'labels',
            'choices',
            names.map((_, index) => `l${index}`),
            { choices },
          ),
          field('state', 'choice', 'l3', { choices, problem: names.join(' ') }),
        ],
        comments: {
          status: 'ready',
          items: names.map((author, index) => ({
            id: `c${index}`,
            author,
            createdAt: '2026-11-20T10:00:00Z',
            edited: false,
            access: 'INTERNAL' as const,
            html: `<p>Text <mention-component entity_identifier="u${index}" entity_name="user_mention"></mention-component></p>`,
          })),
        },
        people: Object.fromEntries(names.map((name, index) => [`u${index}`, name])),
      }),
    );
    const displayedTexts = [...mounted.root.querySelectorAll('*')].flatMap((element) => [
      ...[...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
      ...['title', 'aria-label', 'alt', 'placeholder'].map((attribute) => element.getAttribute(attribute) ?? ''),
    ]);
    expect(mounted.root.querySelectorAll('.comment')).toHaveLength(names.length);
    expect(mounted.root.textContent).toContain('@woL');
    expect(
      displayedTexts.filter((text) => misleadingPattern({ allowsIsolates: true, allowsLineBreaks: true }).test(text)),
    ).toEqual([]);
    expect(
      [...mounted.root.querySelectorAll('input, textarea')].map((input) => (input as HTMLInputElement).value),
    ).toContain(names[0]);
    mounted.unmount();
    delete options.vnode;
    Object.assign(options, previousOptions);
  });
});

describe('A picture in an attack', () => {
  it('is never loaded unless the user requests it', () => {
    const sources = attacks.flatMap((attack) =>
      [...parseInert(attack).querySelectorAll('[src], [href]')].map(
        (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
      ),
    );
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((src) => pictureSource(src).kind === 'inline')).toEqual([]);
    expect(sources.filter((src) => pictureSource(src).kind === 'asset')).toEqual([]);
  });
});

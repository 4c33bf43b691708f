// @vitest-environment jsdom
// Owns the proof that other people's HTML is harmless wherever a page shows it: each known attack in each place.
import { getSchema } from '@tiptap/core';
import { DOMSerializer, DOMParser as PasteParser } from '@tiptap/pm/model';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pictureSource } from '../../../src/webview/attachments/pictureSource.ts';
import { sanitise } from '../../../src/webview/comments/sanitise.ts';
import { loadHtml } from '../../../src/webview/richText/document.ts';
import { richTextExtensions } from '../../../src/webview/richText/extensions.ts';
import { parseInert } from '../../../src/webview/richText/markup.ts';
import { saveBlocks } from '../../../src/webview/richText/save.ts';
import { htmlAttacks, textAttacks } from '../../support/hostile/corpus.ts';
import { harmIn } from '../../support/hostile/harm.ts';
import { field, model, mount } from './pageFixture.ts';

// Over a thousand attacks each: no test of a moment.
vi.setConfig({ testTimeout: 120_000 });

const attacks = htmlAttacks();
const schema = getSchema(richTextExtensions({ nameOf: (id) => `Name of ${id}` }));

/** Those attacks of which something harmful is left, with what it is. */
function surviving(show: (attack: string) => ParentNode): { readonly attack: string; readonly harm: readonly string[] }[] {
  return attacks.map((attack) => ({ attack, harm: harmIn(show(attack)) })).filter(({ harm }) => harm.length > 0);
}

function shown(content: Node): HTMLElement {
  const place = document.createElement('div');
  place.append(content);
  return place;
}

/** All attacks, so many in a text. */
function texts(size: number): string[] {
  return Array.from({ length: Math.ceil(attacks.length / size) }, (_, at) => attacks.slice(at * size, (at + 1) * size).join('\n'));
}

describe('the judge of harm', () => {
  it('finds some in more than four of five attacks as they come', () => {
    const found = surviving(parseInert).length;
    expect(attacks.length).toBeGreaterThan(1_000);
    expect(found / attacks.length).toBeGreaterThan(0.8);
  });
});

describe('an attack in a comment', () => {
  const OURS = ['picture-place', 'mention-chip', 'visually-hidden'];

  it('leaves nothing harmful, not even when what is shown is read once more, and cannot pass for a part of the page', () => {
    const left = attacks.map((attack) => {
      const place = shown(sanitise(attack, {}));
      const html = place.innerHTML;
      const claims = [...html.matchAll(/ (?:class|id|name|role|data-testid|data-opaque|data-kept)="([^"]*)"/g)].filter(
        ([, value = '']) => !OURS.includes(value),
      );
      return { attack, harm: [...harmIn(place), ...harmIn(parseInert(html)), ...claims.flat()] };
    });
    expect(left.filter(({ harm }) => harm.length > 0)).toEqual([]);
  });

  it('is of no help to the others', () => {
    for (const text of texts(40)) expect(harmIn(shown(sanitise(text, {})))).toEqual([]);
  });
});

describe('an attack in a description', () => {
  const parser = PasteParser.fromSchema(schema);
  const pasted = (html: string): ParentNode => parseInert(saveBlocks(parser.parse(parseInert(html)).children));

  it('stands in the live text as nothing harmful', () => {
    const serializer = DOMSerializer.fromSchema(schema);
    expect(surviving((attack) => shown(serializer.serializeFragment(loadHtml(attack, schema).doc.content)))).toEqual([]);
  });

  it('is pasted without what is harmful, so that it is not passed on', () => {
    expect(surviving(pasted)).toEqual([]);
  });

  it('that is pasted as something of ours is cleaned, too', () => {
    const disguised = (attack: string, tag: string, name: string): string => {
      const element = document.createElement(tag);
      element.setAttribute(name, attack);
      element.dataset['carrier'] = tag === 'span' ? 'inline' : 'block';
      element.dataset['tag'] = 'script';
      element.textContent = 'x';
      return element.outerHTML;
    };
    // Of what is kept only the first start tag counts, so there each attack is one by itself.
    const all = [
      ...texts(20).map((attack) => disguised(attack, 'div', 'data-opaque')),
      ...texts(20).map((attack) => disguised(attack, 'span', 'data-opaque')),
      ...attacks.map((attack, at) => disguised(attack, ['span', 'div', 'p'][at % 3] ?? '', 'data-kept')),
    ];
    expect(harmIn(pasted(all.join(''))).filter(isActive)).toEqual([]);
  });
});

/** What would run, or load, wherever it is shown; of pictures, drawings and styles the cleaner leaves more, which a page of ours never shows. */
function isActive(harm: string): boolean {
  const runs = /^<(?:script|i?frame|object|embed|base|meta|link|applet)>|^<\S+ on/i;
  return (
    runs.test(harm) ||
    /^<(?!img|image|video|audio|source|track)\S+ [\w:-]+="[\s\p{Cc}]*(?:javascript|vbscript|command|data:text)/iu.test(harm)
  );
}

describe('a page full of attacks', () => {
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

  it('holds nothing harmful', async () => {
    const names = textAttacks();
    const comments = texts(30).map((html, at) => ({
      id: `c${at}`,
      author: names[at] ?? '',
      createdAt: '2026-11-20T10:00:00Z',
      edited: false,
      access: 'INTERNAL' as const,
      html,
    }));
    const choices = names.slice(0, 400).map((label, at) => ({ id: `l${at}`, label, color: label, icon: label }));
    const mounted = await mount(
      model({
        identifier: names[1] ?? '',
        placeName: names[2] ?? '',
        fields: [
          field('name', 'text', names[3] ?? ''),
          field('description_html', 'richText', texts(400).join('\n')),
          field('labels', 'choices', ['l1', 'l2'], { choices }),
          field('state', 'choice', 'l3', { choices, problem: names[4] ?? '' }),
        ],
        comments: { status: 'ready', items: comments },
        people: Object.fromEntries(names.map((name, at) => [`u${at}`, name])),
      }),
    );
    expect(mounted.root.querySelectorAll('.comment')).toHaveLength(comments.length);
    expect(harmIn(mounted.root)).toEqual([]);
    mounted.unmount();
  });
});

describe('a picture', () => {
  it('is shown at once only where the text itself holds a picture that is no document', () => {
    const sources = attacks.flatMap((attack) =>
      [...parseInert(attack).querySelectorAll('[src], [href]')].map((one) => one.getAttribute('src') ?? one.getAttribute('href') ?? ''),
    );
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((src) => pictureSource(src).kind === 'inline')).toEqual([]);
    expect(sources.filter((src) => pictureSource(src).kind === 'asset')).toEqual([]);
  });
});

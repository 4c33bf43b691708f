// Tests that merging keeps the text that was typed in two windows with the same draft.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommentDraft, Draft } from '../../../../src/core/drafts/draft.ts';
import { mergeDrafts } from '../../../../src/core/drafts/draftMerge.ts';

const comment = (text: string): CommentDraft => ({ text, access: 'INTERNAL', externalId: 'e1' });
const draft = (parts: Partial<Draft> = {}): Draft => ({
  version: 1,
  title: 'WEB-1 Fix login',
  touched: {},
  base: {},
  at: 1,
  ...parts,
});

const textArbitrary = fc.option(fc.constantFrom('one', 'two'), { nil: undefined });
const draftArbitrary = fc.record({
  name: textArbitrary,
  priority: textArbitrary,
  composer: textArbitrary,
  palette: textArbitrary,
  code: textArbitrary,
  edit: textArbitrary,
  subItem: textArbitrary,
  description: textArbitrary,
  link: textArbitrary,
});
type DraftTexts = typeof draftArbitrary extends fc.Arbitrary<infer T> ? T : never;

function draftWith({ name, priority, composer, palette, code, edit, subItem, description, link }: DraftTexts): Draft {
  const touched = { ...(name === undefined ? {} : { name }), ...(priority === undefined ? {} : { priority }) };
  return draft({
    touched,
    base: Object.fromEntries(Object.keys(touched).map((field) => [field, `${field} before`])),
    ...(composer === undefined ? {} : { composer: comment(composer) }),
    ...(palette === undefined ? {} : { palette: comment(palette) }),
    ...(code === undefined ? {} : { code: { 'src/a.ts': comment(code) } }),
    ...(edit === undefined ? {} : { edits: { c1: { html: edit, base: 'before' } } }),
    ...(subItem === undefined ? {} : { subItem: { name: subItem, externalId: 'e1' } }),
    ...(description === undefined ? {} : { description: { markdown: description } }),
    ...(link === undefined ? {} : { links: { new: { url: link } } }),
  });
}

function textsOf(content: Draft): DraftTexts {
  return {
    name: content.touched['name'] as DraftTexts['name'],
    priority: content.touched['priority'] as DraftTexts['priority'],
    composer: content.composer?.text as DraftTexts['composer'],
    palette: content.palette?.text as DraftTexts['palette'],
    code: content.code?.['src/a.ts']?.text as DraftTexts['code'],
    edit: content.edits?.['c1']?.html as DraftTexts['edit'],
    subItem: content.subItem?.name as DraftTexts['subItem'],
    description: content.description?.markdown as DraftTexts['description'],
    link: content.links?.['new']?.url as DraftTexts['link'],
  };
}

describe('mergeDrafts', () => {
  it('keeps the changes of both windows, and uses the parameter `mine` for parts that both have changed', () => {
    fc.assert(
      fc.property(draftArbitrary, draftArbitrary, draftArbitrary, (before, mine, theirs) => {
        const merged = textsOf(mergeDrafts(draftWith(before), draftWith(mine), draftWith(theirs)));
        for (const part of Object.keys(merged) as (keyof DraftTexts)[]) {
          expect(merged[part], part).toBe(mine[part] === before[part] ? theirs[part] : mine[part]);
        }
      }),
    );
  });

  it('keeps the base value of each field', () => {
    const mine = draft({ touched: { name: 'Mine' }, base: { name: 'Told' } });
    const theirs = draft({ touched: { priority: 'high' }, base: { priority: 'none' }, at: 7 });
    expect(mergeDrafts(undefined, mine, theirs)).toEqual(
      draft({ touched: { name: 'Mine', priority: 'high' }, base: { name: 'Told', priority: 'none' }, at: 7 }),
    );
  });

  it('keeps the fingerprints of the sent values of each touched field', () => {
    const mine = draft({ touched: { name: 'Mine' }, sent: { name: ['a'] } });
    const theirs = draft({ touched: { priority: 'high' }, sent: { priority: ['b'], state: ['c'] } });
    expect(mergeDrafts(undefined, mine, theirs).sent).toEqual({ name: ['a'], priority: ['b'] });
  });

  it('removes the parts that one window has sent or discarded', () => {
    const before = draft({ touched: { name: 'Both' }, base: { name: 'Told' }, composer: comment('Sent elsewhere') });
    expect(mergeDrafts(before, before, undefined)).toEqual(draft());
    expect(mergeDrafts(before, { ...before, composer: undefined }, before)).not.toHaveProperty('composer');
  });

  it('treats an absent part and a part that is undefined equally', () => {
    const before = draft({ touched: { name: 'A' } });
    expect(
      mergeDrafts(before, { ...before, composer: undefined, newRecord: undefined }, draft({ touched: { name: 'B' } }))
        .touched,
    ).toEqual({
      name: 'B',
    });
  });
});

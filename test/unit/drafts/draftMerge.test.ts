// Tests that two windows with one draft lose nothing that was typed in either.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommentDraft, Draft } from '../../../src/drafts/draft.ts';
import { mergeDrafts } from '../../../src/drafts/draftMerge.ts';

const comment = (text: string): CommentDraft => ({ text, access: 'INTERNAL', externalId: 'e1' });
const draft = (parts: Partial<Draft> = {}): Draft => ({
  version: 1,
  title: 'WEB-1 Fix login',
  touched: {},
  base: {},
  at: 1,
  ...parts,
});

const someText = fc.option(fc.constantFrom('one', 'two'), { nil: undefined });
const someDraft = fc.record({
  name: someText,
  priority: someText,
  composer: someText,
  palette: someText,
  code: someText,
  edit: someText,
});
type Some = typeof someDraft extends fc.Arbitrary<infer T> ? T : never;

function drafted({ name, priority, composer, palette, code, edit }: Some): Draft {
  const touched = { ...(name === undefined ? {} : { name }), ...(priority === undefined ? {} : { priority }) };
  return draft({
    touched,
    base: Object.fromEntries(Object.keys(touched).map((field) => [field, `${field} before`])),
    ...(composer === undefined ? {} : { composer: comment(composer) }),
    ...(palette === undefined ? {} : { palette: comment(palette) }),
    ...(code === undefined ? {} : { code: { 'src/a.ts': comment(code) } }),
    ...(edit === undefined ? {} : { edits: { c1: { html: edit, base: 'before' } } }),
  });
}

function textsOf(one: Draft): Some {
  return {
    name: one.touched['name'] as Some['name'],
    priority: one.touched['priority'] as Some['priority'],
    composer: one.composer?.text as Some['composer'],
    palette: one.palette?.text as Some['palette'],
    code: one.code?.['src/a.ts']?.text as Some['code'],
    edit: one.edits?.['c1']?.html as Some['edit'],
  };
}

describe('mergeDrafts', () => {
  it('returns what either window changed, part by part, and its own version where both did', () => {
    fc.assert(
      fc.property(someDraft, someDraft, someDraft, (before, mine, theirs) => {
        const merged = textsOf(mergeDrafts(drafted(before), drafted(mine), drafted(theirs)));
        for (const part of Object.keys(merged) as (keyof Some)[]) {
          expect(merged[part], part).toBe(mine[part] === before[part] ? theirs[part] : mine[part]);
        }
      }),
    );
  });

  it('keeps the base of each field', () => {
    const mine = draft({ touched: { name: 'Mine' }, base: { name: 'Told' } });
    const theirs = draft({ touched: { priority: 'high' }, base: { priority: 'none' }, at: 7 });
    expect(mergeDrafts(undefined, mine, theirs)).toEqual(
      draft({ touched: { name: 'Mine', priority: 'high' }, base: { name: 'Told', priority: 'none' }, at: 7 }),
    );
  });

  it('keeps for each field what was sent without a response', () => {
    const mine = draft({ touched: { name: 'Mine' }, sent: { name: ['a'] } });
    const theirs = draft({ touched: { priority: 'high' }, sent: { priority: ['b'], state: ['c'] } });
    expect(mergeDrafts(undefined, mine, theirs).sent).toEqual({ name: ['a'], priority: ['b'] });
  });

  it('removes what one of them sent or discarded', () => {
    const before = draft({ touched: { name: 'Both' }, base: { name: 'Told' }, composer: comment('Sent elsewhere') });
    expect(mergeDrafts(before, before, undefined)).toEqual(draft());
    expect(mergeDrafts(before, { ...before, composer: undefined }, before)).not.toHaveProperty('composer');
  });

  it('treats absent and undefined as equal', () => {
    const before = draft({ touched: { name: 'A' } });
    expect(
      mergeDrafts(before, { ...before, composer: undefined, making: undefined }, draft({ touched: { name: 'B' } }))
        .touched,
    ).toEqual({
      name: 'B',
    });
  });
});

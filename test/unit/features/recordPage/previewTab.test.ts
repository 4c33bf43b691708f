// Tests which tab the next click on a row reuses, and what a double click is.
import { beforeEach, describe, expect, it } from 'vitest';
import { DOUBLE_CLICK_MS, PreviewTab } from '../../../../src/features/recordPage/previewTab.ts';

let now = 0;
let preview: PreviewTab<{ readonly name: string }>;
const [one, other] = [{ name: 'one' }, { name: 'other' }];

beforeEach(() => {
  now = 0;
  preview = new PreviewTab({ now: () => now });
});

describe('PreviewTab', () => {
  it('refers only to the latest tab, and to no tab after the user keeps that tab open', () => {
    preview.set(one);
    expect([preview.is(one), preview.is(other)]).toEqual([true, false]);
    preview.set(other);
    expect([preview.is(one), preview.is(other)]).toEqual([false, true]);
    preview.keepOpen(other);
    expect(preview.is(other)).toBe(false);
  });

  it('refers to the same tab after the user selects Keep Open for another tab', () => {
    preview.set(one);
    preview.keepOpen(other);
    expect(preview.is(one)).toBe(true);
  });

  it('reports a double click if the same row is clicked twice in a short time', () => {
    expect(preview.click('a')).toBe(false);
    now += DOUBLE_CLICK_MS;
    expect(preview.click('a')).toBe(true);
  });

  it('reports no double click for another row or after a pause', () => {
    preview.click('a');
    expect(preview.click('b')).toBe(false);
    now += DOUBLE_CLICK_MS + 1;
    expect(preview.click('b')).toBe(false);
    expect([preview.isLastClick('a'), preview.isLastClick('b')]).toEqual([false, true]);
  });
});

// Tests the color of a new label.
import { describe, expect, it } from 'vitest';
import { newLabelColor } from '../../../../src/core/cache/newLabelColor.ts';

describe('The color of a new label', () => {
  it('differs from the colors of the other labels until every color is used, and is then the least used color', () => {
    const labels: { color: string }[] = [];
    for (let count = 0; count < 8; count += 1) labels.push({ color: newLabelColor(labels).toUpperCase() });
    expect(new Set(labels.map(({ color }) => color)).size).toBe(8);
    expect(newLabelColor([...labels, { color: labels[0]?.color ?? '' }])).toBe(labels[1]?.color.toLowerCase());
  });

  it('ignores labels without a color', () => {
    expect(newLabelColor([{ color: null }, {}])).toBe(newLabelColor([]));
  });
});

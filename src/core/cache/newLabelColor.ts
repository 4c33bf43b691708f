// Chooses the color of a new label.

/** Colors that are easy to distinguish. Each has a contrast of at least 3:1 on white and on dark backgrounds. */
const COLORS = ['#3a7bd5', '#c2571a', '#2f8f4e', '#9b59d0', '#d0437c', '#0e8a8a', '#8a7a1f', '#6b7280'] as const;

/** Returns the first color that no other label has; if all colors are used, the color that the fewest labels have. */
export function newLabelColor(labels: readonly { readonly color?: string | null | undefined }[]): string {
  const countUses = (color: string): number => labels.filter((label) => label.color?.toLowerCase() === color).length;
  return COLORS.reduce((best, color) => (countUses(color) < countUses(best) ? color : best));
}

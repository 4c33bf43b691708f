// Orders records so that each parent comes before its children. Pure.

interface Child {
  readonly id: string;
  readonly parent: string | null;
}

/**
 * Returns the records with each parent before its children, otherwise in the given order. Records whose parents form a
 * loop, which servers do not prevent, are at the end.
 */
export function parentsFirst<T extends Child>(records: readonly T[]): T[] {
  const ids = new Set(records.map(({ id }) => id));
  const placedIds = new Set<string>();
  const orderedRecords: T[] = [];
  let remaining = [...records];
  for (;;) {
    const isReady = ({ parent }: T): boolean => parent === null || !ids.has(parent) || placedIds.has(parent);
    const ready = remaining.filter(isReady);
    if (ready.length === 0) return [...orderedRecords, ...remaining];
    orderedRecords.push(...ready);
    for (const { id } of ready) placedIds.add(id);
    remaining = remaining.filter(({ id }) => !placedIds.has(id));
  }
}

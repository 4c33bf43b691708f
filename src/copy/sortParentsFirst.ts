// Orders records so that each parent comes before its children. Pure.

interface RecordWithParent {
  readonly id: string;
  readonly parent: string | null;
}

/**
 * Returns the records with each parent before its children, otherwise in the given order. Records whose ancestors form
 * a loop, which servers do not prevent, are at the end.
 */
export function sortParentsFirst<T extends RecordWithParent>(records: readonly T[]): T[] {
  const ids = new Set(records.map(({ id }) => id));
  const placedIds = new Set<string>();
  const orderedRecords: T[] = [];
  let remainingRecords = [...records];
  for (;;) {
    const isReady = ({ parent }: T): boolean => parent === null || !ids.has(parent) || placedIds.has(parent);
    const readyRecords = remainingRecords.filter(isReady);
    if (readyRecords.length === 0) return [...orderedRecords, ...remainingRecords];
    for (const record of readyRecords) {
      orderedRecords.push(record);
      placedIds.add(record.id);
    }
    remainingRecords = remainingRecords.filter(({ id }) => !placedIds.has(id));
  }
}

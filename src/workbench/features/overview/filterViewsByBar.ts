// Filters the tree views by a bar of an overview, so that they show only its work items.
import type { RecordAddress } from '../../../cache/address.ts';
import type { BarFilter } from '../../../pages/protocol/overview.ts';
import { NO_FILTER, withValues } from '../../../tree/filter/filter.ts';
import type { Views } from '../tree/views.ts';

/** Replaces the filter of the views, and expands the row of the record that the overview is about. */
export async function filterViewsByBar(
  views: Pick<Views, 'choose' | 'reveal'>,
  address: RecordAddress,
  { field, value }: BarFilter,
): Promise<void> {
  await views.choose({ filter: withValues(NO_FILTER, field, [value]) });
  await views.reveal(address, { focus: true, expand: true });
}

// A hook that manages whether the input for a new sub-item is shown.
import { useMemo, useState } from 'preact/hooks';
import type { SubItemsView } from '../../../shell/protocol/subItems.ts';

export interface SubItemInputState {
  readonly isOpen: boolean;
  /** Whether the user has opened the input, which then takes the focus. */
  readonly isOpenedByUser: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** The function `open` while the section Sub-items is hidden, otherwise undefined. */
  readonly openIfHidden: (() => void) | undefined;
}

/** Manages the input for a new sub-item. It is shown if the user has opened it, or if a draft of a sub-item exists. */
export function useSubItemInput(subItems: SubItemsView | undefined): SubItemInputState {
  const [isOpenedByUser, setOpen] = useState(false);
  const hasDraft = subItems !== undefined && (subItems.draft !== '' || subItems.progress !== undefined);
  const isOpen = isOpenedByUser || hasDraft;
  const isHidden = subItems !== undefined && subItems.items.length === 0 && !isOpen;
  return useMemo(() => {
    const open = () => setOpen(true);
    return {
      isOpen,
      isOpenedByUser,
      open,
      close: () => setOpen(false),
      openIfHidden: isHidden ? open : undefined,
    };
  }, [isOpen, isOpenedByUser, isHidden]);
}

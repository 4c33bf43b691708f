// Calculates how far the circle in the icon of a started state is filled, so that these icons differ.

/**
 * Returns how many quarters of the circle in the icon of a started state are filled: the later the state comes among
 * the started states, the more. `states` are in the order of the project. Returns 2 if the state is not in the list.
 */
export function filledQuarters(
  id: string | undefined,
  states: readonly { readonly id: string; readonly group?: string | null | undefined }[],
): 1 | 2 | 3 {
  const startedStates = states.filter(({ group }) => group === 'started');
  const index = startedStates.findIndex((state) => state.id === id);
  if (index === -1) return 2;
  const share = (index + 1) / (startedStates.length + 1);
  if (share < 0.375) return 1;
  return share > 0.625 ? 3 : 2;
}

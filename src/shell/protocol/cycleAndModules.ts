// The cycle and the modules of a work item as its page shows them. Quick edits change the cycle and the modules.
export interface CycleOrModuleRow {
  /** The action that changes the cycle or the modules. */
  readonly action: 'changeCycle' | 'changeModule';
  readonly label: string;
  /** The name of the cycle, or the names of the modules. Null if the work item is in none, absent if unknown. */
  readonly value?: string | null;
  /** What stands in place of the value if it is null, for example that the cycles that are over are not known. */
  readonly none?: string;
  readonly isReadOnly?: true;
}

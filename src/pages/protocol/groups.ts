// The cycle and the modules of a work item's page, which quick edits change.
export interface GroupView {
  /** The action that changes it. */
  readonly action: 'changeCycle' | 'changeModule';
  readonly label: string;
  /** The name of the cycle or module. Null if the work item is in none, absent if this is unknown. */
  readonly value?: string | null;
  readonly isReadOnly?: true;
}

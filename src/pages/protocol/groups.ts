// The cycle and the modules as a work item's page shows them. Quick edits change them.
export interface GroupView {
  /** The action that changes the cycle or the modules. */
  readonly action: 'changeCycle' | 'changeModule';
  readonly label: string;
  /** The name of the cycle or module. Null if the work item is in none, absent if this is unknown. */
  readonly value?: string | null;
  readonly isReadOnly?: true;
}

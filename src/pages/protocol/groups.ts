// The cycle and the modules of a work item's page, which quick edits change.
export interface GroupView {
  /** The action that changes it. */
  readonly action: 'changeCycle' | 'changeModule';
  readonly label: string;
  /** The name; null if the work item is in none; absent if that is not known. */
  readonly value?: string | null;
  readonly isReadOnly?: true;
}

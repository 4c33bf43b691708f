// The change that a tool call would make. The user can confirm it before it is sent.

/** A change that the user confirms before `send` is called. */
export interface PlannedWrite {
  /** A question, for example `Change WEB-7?`. */
  readonly title: string;
  /** What is changed: values before and after, or the text to send, as plain text. */
  readonly lines: readonly string[];
  /** Whether people outside of the workspace can see the result. */
  readonly isExternal: boolean;
  /** Identifies the change with its values before and after, to find out whether the user has confirmed this change. */
  readonly changeKey: string;
  /** Sends the change. Resolves with the result for the model, which has the values that are now on the server. */
  send(): Promise<string>;
}

/** The change that a tool call would make, or the result of the call if there is nothing to change. */
export type WritePlan = PlannedWrite | { readonly result: string };

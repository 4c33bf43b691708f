// Defines the error whose message a language model reads.

/**
 * Thrown when a tool does nothing. The message tells the model, in English, what is wrong and what to do instead. Text
 * from the server in the message must be the result of `quoteName`.
 */
export class ToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolProblem';
  }
}

export const NO_CURRENT_ITEM_TEXT = 'There is no current work item.';

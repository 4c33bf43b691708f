// Defines the error whose message a language model reads.

/**
 * Thrown when a tool does nothing. The message is English text for the model: what is wrong, and what to do instead. It
 * contains text from the server only as `quoteName` returns it.
 */
export class ToolProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolProblem';
  }
}

// Defines the error whose message a language model reads.

/**
 * Why a tool did nothing. The message is English text for the model: what is wrong and what to do instead. Text from
 * the server is in it only as `quoted` returns it.
 */
export class ToolProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolProblem';
  }
}

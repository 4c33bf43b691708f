// Owns the types of the two files of undici that the wire loads by their deep paths, which have none of their own.

declare module 'undici/lib/dispatcher/agent.js' {
  class Agent {
    constructor(options: Readonly<Record<string, unknown>>);
    destroy(): Promise<void>;
  }
  export = Agent;
}

declare module 'undici/lib/api/api-request.js' {
  interface Answer {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly body: AsyncIterable<Uint8Array> & { text(): Promise<string> };
  }
  /** A method of a dispatcher: called with the agent as `this`. */
  function request(this: unknown, options: Readonly<Record<string, unknown>>): Promise<Answer>;
  export = request;
}

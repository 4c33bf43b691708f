// Declares the types of the files inside undici that network/undici.ts imports.

declare module 'undici/lib/dispatcher/agent.js' {
  class Agent {
    constructor(options: Readonly<Record<string, unknown>>);
    /** Resolves when all requests in flight have ended. */
    close(): Promise<void>;
    destroy(): Promise<void>;
  }
  export = Agent;
}

declare module 'undici/lib/dispatcher/client.js' {
  class Client {
    constructor(origin: string, options: Readonly<Record<string, unknown>>);
    destroy(): Promise<void>;
  }
  export = Client;
}

declare module 'undici/lib/api/api-request.js' {
  interface ResponseData {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly body: AsyncIterable<Uint8Array> & { text(): Promise<string> };
  }
  /** A method of a dispatcher. Must be called with the agent as `this`. */
  function request(this: unknown, options: Readonly<Record<string, unknown>>): Promise<ResponseData>;
  export = request;
}

declare module 'undici/lib/api/api-connect.js' {
  import type { Socket } from 'node:net';

  interface ConnectData {
    readonly statusCode: number;
    readonly socket: Socket;
  }
  /** A method of a dispatcher. Must be called with the client as `this`. */
  function connect(this: unknown, options: Readonly<Record<string, unknown>>): Promise<ConnectData>;
  export = connect;
}

declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';

  namespace buildConnector {
    interface Target {
      /** Host name with the port, unless the port is the default of the scheme. */
      readonly host: string;
      /** Host name without the port. An IPv6 address has no brackets. */
      readonly hostname: string;
      readonly protocol: string;
      readonly port: string;
      readonly servername?: string | undefined;
      /** An open connection over which TLS is started. */
      readonly httpSocket?: Socket;
    }
    type Connector = (target: Target, done: (error: unknown, socket?: Socket | null) => void) => void;
  }
  function buildConnector(options: Readonly<Record<string, unknown>>): buildConnector.Connector;
  export = buildConnector;
}

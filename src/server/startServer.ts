// Starts the server on a TCP port, and stops it.
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createRequestHandler, type RequestHandler, type RequestHandlerOptions } from './createRequestHandler.ts';
import { openDatabase } from './database/databaseFile.ts';

export interface ServerOptions extends RequestHandlerOptions {
  /** The path of the database, or `:memory:` for a database that is lost on close. */
  readonly data: string;
  /** The port to listen on; 0 for any free port. */
  readonly port: number;
  /** The address to listen on; by default 127.0.0.1. */
  readonly host?: string;
  /** Whether no other code uses this thread, so that faster classes may replace the global Request and Response. */
  readonly runsInOwnThread?: boolean;
}

export interface RunningServer extends Omit<RequestHandler, 'handleRequest' | 'close'> {
  /** The origin of the server, without a slash at the end. */
  readonly baseUrl: string;
  /** Closes open connections and the database. Further calls do nothing. */
  stop(): Promise<void>;
}

/**
 * Starts the server. Rejects if the database cannot be opened or the port is in use. No file or socket stays open in
 * this case.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { handleRequest, close, workspace, apiKey, accessToken, otherKey } = createRequestHandler(
    openDatabase(options.data),
    options,
  );
  try {
    // In a shared thread, for example VS Code's extension host, other code uses the global Request and Response, so
    // they must not be replaced.
    const listener = getRequestListener(handleRequest, { overrideGlobalObjects: options.runsInOwnThread ?? false });
    const server = createServer((request, response) => void listener(request, response));
    const baseUrl = await listen(server, options.port, options.host ?? '127.0.0.1');
    let stopPromise: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopPromise ??= closeServer(server).then(close);
      return stopPromise;
    };
    return { baseUrl, workspace, apiKey, accessToken, otherKey, stop };
  } catch (error) {
    close();
    throw error;
  }
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      const actualPort = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

// Runs the server on a socket, from start to stop.
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type OpenOptions, openServer } from './openServer.ts';

export interface ServerOptions extends OpenOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** The loopback address by default. */
  readonly host?: string;
  /** Whether nothing else runs in this thread. The global Request and Response are then replaced by faster ones. */
  readonly ownsThread?: boolean;
}

export interface RunningServer {
  /** Origin, without a slash at the end. */
  readonly baseUrl: string;
  /** Slug of the workspace. */
  readonly workspace: string;
  readonly apiKey: string;
  readonly accessToken: string | undefined;
  /** Closes open connections and the database. Further calls do nothing. */
  stop(): Promise<void>;
}

/** Starts the server. Rejects if the database cannot be opened or the port is in use; then nothing is left open. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { answer, close, workspace, apiKey, accessToken } = openServer(options);
  try {
    // In a shared thread, such as VS Code's extension host, other code uses the global Request and Response, so they
    // stay.
    const listener = getRequestListener(answer, { overrideGlobalObjects: options.ownsThread ?? false });
    const server = createServer((request, response) => void listener(request, response));
    const baseUrl = await listening(server, options.port, options.host ?? '127.0.0.1');
    let stopped: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopped ??= closed(server).then(close);
      return stopped;
    };
    return { baseUrl, workspace, apiKey, accessToken, stop };
  } catch (error) {
    close();
    throw error;
  }
}

function listening(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      const open = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${open}`);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

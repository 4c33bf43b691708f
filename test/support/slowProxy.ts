// A TCP proxy on 127.0.0.1 that simulates a slow network: delays, small chunks, lost connections.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface SlowProxyOptions {
  /** The target port on this machine. */
  readonly port: number;
  /** The delay of each chunk in milliseconds, in both directions. */
  readonly latencyMs: number;
  /** The maximum size of a chunk. */
  readonly chunkBytes: number;
  /** Whether the proxy closes the nth connection (from 1) in the middle of the response. */
  readonly dropsConnection?: (connection: number) => boolean;
}

export interface SlowProxy extends AsyncDisposable {
  readonly port: number;
  /** The number of connections so far. */
  readonly connectionCount: number;
}

/** Forwards the data in chunks, each with a delay. */
async function forward(
  from: Socket,
  to: Socket,
  { latencyMs, chunkBytes }: SlowProxyOptions,
  onChunk: () => void,
): Promise<void> {
  for await (const data of from as AsyncIterable<Buffer>) {
    for (let offset = 0; offset < data.length; offset += chunkBytes) {
      await pause(latencyMs);
      if (to.destroyed) return;
      to.write(data.subarray(offset, offset + chunkBytes));
      onChunk();
    }
  }
  to.end();
}

export async function openSlowProxy(options: SlowProxyOptions): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  const counts = { connections: 0 };
  const proxy = createServer((client) => {
    counts.connections += 1;
    const isDropped = options.dropsConnection?.(counts.connections) ?? false;
    const server = connect(options.port, '127.0.0.1');
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', end).on('close', end);
    }
    forward(client, server, options, () => undefined).catch(end);
    // After two chunks in this direction, the TLS handshake is complete and the server has handled the request.
    let chunks = 0;
    forward(server, client, options, () => {
      chunks += 1;
      if (isDropped && chunks > 2) end();
    }).catch(end);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    get connectionCount() {
      return counts.connections;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

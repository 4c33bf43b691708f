// A slow and unreliable proxy: relays bytes on the loopback, with delays, in small pieces and with
// lost connections.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface SlowProxyOptions {
  /** The target port on this machine. */
  readonly port: number;
  /** The delay of each piece in milliseconds, in both directions. */
  readonly latencyMs: number;
  /** The maximum size of a piece. */
  readonly pieceBytes: number;
  /** Whether the connection with this number (from 1) is lost in the middle of the answer. */
  readonly loses?: (connection: number) => boolean;
}

export interface SlowProxy extends AsyncDisposable {
  readonly port: number;
  /** The number of connections so far. */
  readonly count: number;
}

/** Relays the pieces one after the other, each with a delay. */
async function carry(
  from: Socket,
  to: Socket,
  { latencyMs, pieceBytes }: SlowProxyOptions,
  onPiece: () => void,
): Promise<void> {
  for await (const part of from as AsyncIterable<Buffer>) {
    for (let at = 0; at < part.length; at += pieceBytes) {
      await pause(latencyMs);
      if (to.destroyed) return;
      to.write(part.subarray(at, at + pieceBytes));
      onPiece();
    }
  }
  to.end();
}

export async function openSlowProxy(options: SlowProxyOptions): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  const counts = { connections: 0 };
  const proxy = createServer((near) => {
    counts.connections += 1;
    const isLost = options.loses?.(counts.connections) ?? false;
    const far = connect(options.port, '127.0.0.1');
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', end).on('close', end);
    }
    carry(near, far, options, () => undefined).catch(end);
    // The first pieces of the answer are relayed: by then the TLS handshake is complete and the server has carried out
    // the request.
    let pieces = 0;
    carry(far, near, options, () => {
      pieces += 1;
      if (isLost && pieces > 2) end();
    }).catch(end);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    get count() {
      return counts.connections;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

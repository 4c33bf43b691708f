// The globals of Node that the code uses. esbuild injects them into the bundle for the web.
export { Buffer } from 'buffer';
export * as process from './process.ts';

export function setImmediate(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    port1.close();
    run();
  });
  port1.start();
  port2.postMessage(undefined);
}

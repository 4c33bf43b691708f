// Runs the MCP server as a process: reads requests from stdin, and writes responses to stdout and the log to stderr.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultNetworkConfiguration } from '../../client/network/network.ts';
import { parseEnvironmentAccount } from '../../core/session/accounts/environmentAccount.ts';
import {
  isMcpHttpAllowed,
  readAccountVariables,
  readMcpWrite,
  readNetworkVariables,
  readWritesPerMinute,
} from '../../core/session/environment.ts';
import { CLOUD_API } from '../../core/session/server/webAddress.ts';
import { systemClock } from '../../std/clock.ts';
import { displayText } from '../../std/displayName.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import type { Logger } from '../../std/logger.ts';
import { ModelTexts } from '../modelTexts.ts';
import { UnansweredWrites } from '../unansweredWrites.ts';
import { WRITES_PER_MINUTE, WriteLimit } from '../writes/writeLimit.ts';
import { McpConnection } from './connection.ts';
import { EnvironmentSession } from './environmentSession.ts';
import { LineReader } from './rpc.ts';
import { McpTools } from './tools.ts';

const USAGE = `MCP server for a Plane workspace. A client starts it, and talks to it over standard input and output.

Environment variables:
  PLANE_API_KEY                   API key. Required.
  PLANE_WORKSPACE_SLUG            Workspace: acme in https://app.plane.so/acme/. Required.
  PLANE_BASE_URL                  Server. Default: ${CLOUD_API}
  CONTRAIL_MCP_ALLOW_HTTP         The same address again, if it uses http in a private network that you trust.
  CONTRAIL_MCP_WRITE              1 allows changes. By default, the program only reads.
  CONTRAIL_MCP_WRITES_PER_MINUTE  Changes that are allowed in a minute. Default: ${WRITES_PER_MINUTE}

  --version  Show the version.
  --help     Show this help.
`;

function main([option]: readonly string[]): void {
  // npm starts the program by a link in another folder.
  const version = versionOf(dirname(realpathSync(process.argv[1] ?? '.')));
  if (option === '--help') return void process.stdout.write(USAGE);
  if (option === '--version') return void process.stdout.write(`${version}\n`);
  // A user at a terminal would wait for an answer.
  if (process.stdin.isTTY) process.stderr.write(USAGE);
  serve(version);
}

function serve(contrailVersion: string): void {
  const clock = systemClock;
  const variables = readAccountVariables();
  const redactKey = (text: string): string => variables.key?.removeFrom(text) ?? text;
  const logger: Logger = {
    write: (level, message, facts = {}) => {
      if (level !== 'debug')
        process.stderr.write(`${displayText(redactKey(`[${level}] ${message} ${JSON.stringify(facts)}`))}\n`);
    },
  };
  const session = new EnvironmentSession({
    account: parseEnvironmentAccount(variables, isMcpHttpAllowed),
    isHttpAllowed: isMcpHttpAllowed,
    clock,
    logger,
    openTransport: async (origin) => {
      const { createTransport } = await import('../../client/transport.ts');
      const { NODE_EXTRA_CA_CERTS: extra, ...environment } = readNetworkVariables();
      const { proxy } = defaultNetworkConfiguration;
      const network = {
        ...defaultNetworkConfiguration,
        proxy: { ...proxy, environment },
        trust: { includesSystem: true, files: [], extraFile: extra },
      };
      return createTransport({ network: () => network, signedInOrigin: origin });
    },
  });
  const tools = new McpTools({
    session,
    mayWrite: readMcpWrite(),
    writeLimit: new WriteLimit(clock, readWritesPerMinute(WRITES_PER_MINUTE)),
    externalIds: new UnansweredWrites(clock, randomUUID),
    texts: new ModelTexts(),
    clock,
    logger,
  });
  const connection = new McpConnection({
    tools,
    contrailVersion,
    logger,
    send: (message) => process.stdout.write(`${redactKey(JSON.stringify(message))}\n`),
  });
  const lines = new LineReader();
  const stop = (): void => {
    process.stdin.pause();
    const closePromise = connection.close().then(() => session.close());
    closePromise.catch((error: unknown) => logger.write('error', 'closing failed', { detail: errorMessage(error) }));
  };
  process.stdin.on('data', (chunk: Buffer) => {
    for (const line of lines.readLines(chunk)) connection.receive(line);
  });
  process.stdin.once('end', stop);
  // An error of stdout means that the client has ended, so no response can be sent.
  process.stdout.once('error', stop);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** Returns the version in package.json, which is next to the folder of the bundle, or three folders above that of this file. */
function versionOf(folder: string): string {
  const file = ['..', '../../..'].map((up) => join(folder, up, 'package.json')).find((path) => existsSync(path));
  const manifest: { readonly version?: unknown } = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
  return typeof manifest.version === 'string' ? manifest.version : '0';
}

main(process.argv.slice(2));

// Parses the server's command line, and defines its usage text.
import { parseArgs } from 'node:util';
import { type Dialect, parseDialect } from './http/dialect.ts';
import { PEOPLE } from './sample/people.ts';
import { parseSeed, type Seed } from './sample/seed.ts';

export const USAGE = `Serves a workspace on this machine.

  --port <n>        Port to listen on. Default: any free port.
  --data <file>     File to store the workspace in. Default: in memory only.
  --seed <data>     Initial data of an empty workspace: sample (default), empty or scale:<n>.
  --rate <n>        Requests per minute for each credential. Default: 60. 0 means no limit.
  --token <scopes>  Create an access token with these scopes, separated by spaces.
  --dialect <name>  spec (default), or community to respond like open-source servers.
  --other <user>    Create an API key of another user of the sample, for example bruno.
  --json            Print the address and the credentials as one line of JSON.
  --help            Show this help.
`;

export interface CommandLine {
  readonly port: number;
  readonly data: string;
  readonly seed: Seed;
  readonly rate: number;
  readonly tokenScopes: readonly string[] | undefined;
  readonly dialect: Dialect;
  readonly otherUser: string | undefined;
  readonly json: boolean;
  readonly help: boolean;
}

/** Parses the arguments after the script's path. For invalid arguments, returns one sentence for the user as `problem`. */
export function parseCommandLine(args: readonly string[]): CommandLine | { readonly problem: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      options: {
        port: { type: 'string', default: '0' },
        data: { type: 'string', default: ':memory:' },
        seed: { type: 'string', default: 'sample' },
        rate: { type: 'string', default: '60' },
        token: { type: 'string' },
        dialect: { type: 'string', default: 'spec' },
        other: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const port = parseWholeNumber(values.port, 65_535);
    if (port === undefined) return { problem: `--port must be a whole number from 0 to 65535, not "${values.port}".` };
    const rate = parseWholeNumber(values.rate, 1_000_000);
    if (rate === undefined)
      return { problem: `--rate must be a whole number from 0 to 1000000, not "${values.rate}".` };
    const seed = parseSeed(values.seed);
    if (seed === undefined)
      return { problem: `--seed must be sample, empty or scale:<n> up to 1000000, not "${values.seed}".` };
    const dialect = parseDialect(values.dialect);
    if (dialect === undefined) return { problem: `--dialect must be spec or community, not "${values.dialect}".` };
    if (values.data === '') return { problem: '--data must be the path of a file.' };
    const tokenScopes = values.token?.split(/\s+/).filter((scope) => scope !== '');
    const { data, json, help, other: otherUser } = values;
    if (otherUser !== undefined && !PEOPLE.some(({ key }) => key === otherUser))
      return { problem: `--other must be ${PEOPLE.map(({ key }) => key).join(', ')}, not "${otherUser}".` };
    return { port, data, seed, rate, tokenScopes, dialect, otherUser, json, help };
  } catch (error) {
    if (error instanceof TypeError) return { problem: error.message.replaceAll('\n', ' ') };
    throw error;
  }
}

function parseWholeNumber(text: string, max: number): number | undefined {
  return /^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}

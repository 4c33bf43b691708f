// Parses the server's command line, and defines its usage text.
import { parseArgs } from 'node:util';
import { type Dialect, parseDialect } from './dialect.ts';
import { parseSeed, type Seed } from './sample/seed.ts';

export const USAGE = `Serves a workspace on this machine.

  --port <n>       Port to listen on; any free one by default
  --data <file>    Where to keep the workspace; by default it is gone afterwards
  --seed <what>    What an empty workspace begins with: sample (the default), empty or scale:<n>
  --rate <n>       Requests in any minute for each credential, 60 by default; 0 for no limit
  --token <scopes> Also make an access token with these scopes, parted by spaces
  --dialect <name> spec (the default), or community: as open-source servers answer
  --json           Say where and how in one line of JSON
  --help           Show this
`;

export interface CommandLine {
  readonly port: number;
  readonly data: string;
  readonly seed: Seed;
  readonly rate: number;
  readonly tokenScopes: readonly string[] | undefined;
  readonly dialect: Dialect;
  readonly json: boolean;
  readonly help: boolean;
}

/** Parses the arguments after the program's name. Returns `wrong`, one sentence for the user, if they are invalid. */
export function readCommandLine(args: readonly string[]): CommandLine | { readonly wrong: string } {
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
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const port = wholeNumber(values.port, 65_535);
    if (port === undefined) return { wrong: `--port takes a whole number from 0 to 65535, not "${values.port}".` };
    const rate = wholeNumber(values.rate, 1_000_000);
    if (rate === undefined) return { wrong: `--rate takes a whole number from 0 to 1000000, not "${values.rate}".` };
    const seed = parseSeed(values.seed);
    if (seed === undefined)
      return { wrong: `--seed takes sample, empty or scale:<n> up to 1000000, not "${values.seed}".` };
    const dialect = parseDialect(values.dialect);
    if (dialect === undefined) return { wrong: `--dialect takes spec or community, not "${values.dialect}".` };
    if (values.data === '') return { wrong: '--data takes the path of a file.' };
    const tokenScopes = values.token?.split(/\s+/).filter((scope) => scope !== '');
    return { port, data: values.data, seed, rate, tokenScopes, dialect, json: values.json, help: values.help };
  } catch (error) {
    if (error instanceof TypeError) return { wrong: error.message.replaceAll('\n', ' ') };
    throw error;
  }
}

function wholeNumber(text: string, largest: number): number | undefined {
  return /^\d{1,9}$/.test(text) && Number(text) <= largest ? Number(text) : undefined;
}

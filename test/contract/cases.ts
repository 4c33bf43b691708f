// Creates the cases of the contract suite: what every row must do, from the row and its example.
import { expect } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import type { OperationName } from '../../src/contract/operations.ts';
import { envelope } from '../../src/contract/page.ts';
import { forUnknown, isMetered } from '../../src/server/dialect.ts';
import { filled, parametersOf, unknownIdFor } from './address.ts';
import { examples } from './examples.ts';
import {
  allowanceIn,
  expectComplaint,
  expectRefusal,
  expectSuccess,
  expectWrongKey,
  requireOwnServer,
} from './judge.ts';
import { type Answer, ask, type Door, type Setup } from './setup.ts';
import { walkCases } from './walk.ts';
import { recordsIn, type World } from './world.ts';
import { fieldsOf, isRequired, type Wrong, wrongValues } from './wrongValues.ts';

/** One requirement for one row. */
export interface Case {
  /** What the row does, as the predicate of a sentence. */
  readonly says: string;
  /** Rejects with Unheld if the requirement cannot be tested here, with any other error if it is not met. */
  readonly hold: (world: World) => Promise<void>;
}

/** Returns every case of a row. */
export function casesOf(name: OperationName, row: Operation): Case[] {
  return [
    {
      says: 'answers a valid request with its status and a body that matches its schema',
      hold: (world) => right(world, name, row),
    },
    ...credentialCases(name, row),
    ...unknownIdCases(name, row),
    ...requiredCases(name, row),
    ...wrongCases(name, row),
    ...walkCases(name, row),
  ];
}

async function right(world: World, name: OperationName, row: Operation): Promise<void> {
  const example = examples[name];
  const params = await world.rightParams(name);
  if (row.returns.shape === 'page') await world.fill(name, params, 1);
  const body = await world.body(name, params);
  await example.before?.(world, params, body);
  const query = await example.query?.(world, params);
  const answer = await world.ask(name, params, { body, ...(query === undefined ? {} : { query }) });
  expectSuccess(world.setup, name, row, answer);
  expectShape(name, row, answer);
  const { ownServer } = world.setup;
  if (ownServer === undefined) return;
  if (!isMetered(ownServer.dialect, row.path)) {
    expect(allowanceIn(answer)).toEqual({ remaining: null, reset: null, retryAfter: null });
    return;
  }
  expect(Number(allowanceIn(answer).remaining)).toBeGreaterThan(0);
  expect(Number(allowanceIn(answer).reset)).toBeGreaterThan(ownServer.now() / 1000);
}

function expectShape(name: OperationName, { returns }: Operation, { status, headers, body }: Answer): void {
  if (returns.shape === 'nothing' || status === 204) return;
  if (returns.shape === 'redirect') {
    expect(headers.get('Location')).toMatch(/^https?:\/\//);
  } else if (returns.shape === 'one' || returns.shape === 'maybe') {
    returns.schema.parse(body);
  } else {
    if (returns.shape === 'page' && !Array.isArray(body)) envelope.parse(body);
    const records = recordsIn(body);
    if (examples[name].mayBeEmpty !== true) expect(records).not.toHaveLength(0);
    for (const record of records) returns.schema.parse(record);
  }
}

function credentialCases(name: OperationName, row: Operation): Case[] {
  const { scope } = row;
  const without = (world: World, credential: Door['credential']): Promise<Answer> =>
    askUsual(world, name, row, world.setup, credential);
  return [
    {
      says: 'answers 401 without credentials',
      hold: async (world) => {
        expectRefusal(world.setup, await without(world, {}), 401, {
          detail: 'Authentication credentials were not provided.',
        });
      },
    },
    {
      says: 'rejects a wrong key',
      hold: async (world) => expectWrongKey(world.setup, await without(world, { 'X-API-Key': 'plane_api_wrong' })),
    },
    {
      says: 'rejects an expired key',
      hold: async (world) => {
        const { expired } = requireOwnServer(world.setup, 'an expired key');
        expectWrongKey(world.setup, await askUsual(world, name, row, expired));
      },
    },
    ...(scope === null
      ? []
      : [
          {
            says: 'rejects a token without its scope, and names the scope',
            hold: async (world: World): Promise<void> => {
              const { narrow, dialect } = requireOwnServer(world.setup, 'a token without scopes');
              const answer = await askUsual(world, name, row, narrow);
              const detail = `The access token does not have the scope ${scope}.`;
              if (dialect === 'spec') expectRefusal(world.setup, answer, 403, { detail });
              else expectRefusal(world.setup, answer, 401, { detail: 'Authentication credentials were not provided.' });
            },
          },
        ]),
    { says: 'answers 429 when the rate limit is spent', hold: (world) => spent(world, name, row) },
  ];
}

/** Open-source servers only report how long to wait, and do not count requests for stickies. */
async function spent(world: World, name: OperationName, row: Operation): Promise<void> {
  const ownServer = requireOwnServer(world.setup, 'a spent window');
  const answer = await askUsual(world, name, row, ownServer.spent);
  if (!isMetered(ownServer.dialect, row.path)) {
    expect(answer.status).not.toBe(429);
    return;
  }
  expectRefusal(world.setup, answer, 429, { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' });
  const reset = String(Math.ceil(ownServer.now() / 1000) + 60);
  const limits = ownServer.dialect === 'spec' ? { remaining: '0', reset } : { remaining: null, reset: null };
  expect(allowanceIn(answer)).toEqual({ retryAfter: '60', ...limits });
}

/** Sends a request that would be valid, to another door or with another credential. */
async function askUsual(
  world: World,
  name: OperationName,
  { method, path }: Operation,
  door: Door,
  credential = door.credential,
): Promise<Answer> {
  const { params, body } = await world.usual(name);
  return ask(door, method, filled(path, params), { body, credential });
}

function unknownIdCases(name: OperationName, row: Operation): Case[] {
  const to = async (world: World, changes: Readonly<Record<string, string>>): Promise<Answer> => {
    const { params, body } = await world.usual(name);
    const query = await examples[name].query?.(world, params);
    return ask(world.setup, row.method, filled(row.path, { ...params, ...changes }), {
      body,
      ...(query === undefined ? {} : { query }),
    });
  };
  const workspace: Case = {
    says: 'rejects an unknown workspace',
    hold: async (world) => {
      const answer = await to(world, { workspace_slug: 'nowhere-of-ours' });
      expectUnknown(world.setup, name, row, 'workspace_slug', answer);
    },
  };
  return [
    ...(row.path.includes('{workspace_slug}') ? [workspace] : []),
    ...parametersOf(row.path).map((parameter) => ({
      says: `rejects an unknown ${parameter}`,
      hold: async (world: World): Promise<void> => {
        const answer = await to(world, { [parameter]: unknownIdFor(parameter) });
        expectUnknown(world.setup, name, row, parameter, answer);
      },
    })),
  ];
}

/**
 * Expects the answer to a path parameter that names nothing: a rejection, except where the local server in the
 * open-source dialect answers otherwise.
 */
function expectUnknown(setup: Setup, name: OperationName, row: Operation, parameter: string, answer: Answer): void {
  const isCommunity = setup.ownServer?.dialect === 'community';
  const expected = isCommunity ? forUnknown('community', name, parameter) : 'refused';
  if (expected === 'ignored') expectSuccess(setup, name, row, answer);
  else if (expected === 'empty') expect([answer.status, countIn(answer.body)]).toEqual([200, 0]);
  else if (parameter === 'workspace_slug' || parameter === 'identifier' || (isCommunity && parameter === 'project_id'))
    expectRefusal(setup, answer, 403, { detail: 'You do not have permission to perform this action.' });
  else if (isCommunity && parameter === 'sticky_id') expectRefusal(setup, answer, 404, { detail: 'Not found.' });
  else expectRefusal(setup, answer, 404, { error: 'The requested resource does not exist.' });
}

/** Returns the number of records in any form of list: in an envelope, bare, or by kind. */
function countIn(body: unknown): number {
  const lists = Array.isArray(body) ? [body] : Object.values(body as object).filter((value) => Array.isArray(value));
  return lists.flat().length;
}

function requiredCases(name: OperationName, row: Operation): Case[] {
  const required = (schema: unknown): string[] =>
    fieldsOf(schema).flatMap(([field, one]) => (isRequired(one) ? [field] : []));
  const complaint = (field: string) => ({ [field]: ['This field is required.'] });
  return [
    ...required(row.body).map((field) => ({
      says: `requires ${field} in the body`,
      hold: async (world: World): Promise<void> => {
        const { params, body } = await world.usual(name);
        const { [field]: _, ...rest } = body ?? {};
        expectRefusal(world.setup, await world.ask(name, params, { body: rest }), 400, complaint(field));
      },
    })),
    ...required(row.query).map((field) => ({
      says: `requires ${field} in the query`,
      hold: async (world: World): Promise<void> => {
        const { params } = await world.usual(name);
        const { [field]: _, ...rest } = (await examples[name].query?.(world, params)) ?? {};
        const answer = await world.ask(name, params, { query: rest });
        const isTaken = examples[name].communityAccepts?.without?.includes(field) === true;
        if (isTaken && world.setup.ownServer?.dialect === 'community') expectSuccess(world.setup, name, row, answer);
        else expectRefusal(world.setup, answer, 400, complaint(field));
      },
    })),
  ];
}

function wrongCases(name: OperationName, row: Operation): Case[] {
  return fieldsOf(row.body).flatMap(([field, schema]) =>
    wrongValues(schema).map((wrong) => ({
      says: `reports ${field} when it is ${shortened(wrong)}`,
      hold: (world: World) => wrongField(world, name, row, field, wrong),
    })),
  );
}

async function wrongField(
  world: World,
  name: OperationName,
  row: Operation,
  field: string,
  wrong: Wrong,
): Promise<void> {
  const { setup } = world;
  const { params, body } = await world.usual(name);
  const answer = await world.ask(name, params, { body: { ...body, [field]: wrong.value } });
  const unknownId = wrong.kind === 'unknownId' ? examples[name].unknownIds?.[field] : undefined;
  const community = setup.ownServer?.dialect === 'community';
  const isTaken =
    community &&
    (unknownId === 'unheeded by community' || examples[name].communityAccepts?.wrong?.(field, wrong) === true);
  if (unknownId === 'unheeded' || isTaken) expectSuccess(setup, name, row, answer);
  else if (unknownId === 'absent')
    expectRefusal(setup, answer, 404, { error: 'The requested resource does not exist.' });
  else
    expectComplaint(
      setup,
      answer,
      unknownId === 'unnamed, but by community' && !community ? 'non_field_errors' : field,
    );
}

function shortened({ kind, value }: Wrong): string {
  if (kind === 'unknownId') return 'an id of nothing';
  if (kind === 'instant') return 'an instant';
  const text = JSON.stringify(value);
  return text.length > 40 ? `a text of ${text.length - 2} characters` : text;
}

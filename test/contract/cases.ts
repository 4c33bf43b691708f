// Creates the cases of the contract suite for each operation, from the table and an example.
import { expect } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import type { OperationName } from '../../src/contract/operations.ts';
import { envelope } from '../../src/contract/page.ts';
import { countsAgainstRateLimit, responseToUnknownId } from '../../src/server/http/dialect.ts';
import { examples } from './examples.ts';
import {
  expectCredentialRejection,
  expectFieldError,
  expectRejection,
  expectSuccess,
  rateLimitHeadersOf,
  requireOwnServer,
} from './expectRejection.ts';
import { factCasesOf } from './factCases.ts';
import { fieldsOf, type InvalidValue, invalidValues, isRequired } from './invalidValues.ts';
import { pagingCases } from './pagingCases.ts';
import { parametersOf, pathWithParams, unknownIdFor } from './pathParameters.ts';
import { type ApiResponse, type Endpoint, type Setup, sendApiRequest } from './setup.ts';
import { recordsIn, type TestWorkspace } from './testWorkspace.ts';

/** A test case: one requirement for one operation. */
export interface Case {
  /** The requirement as a test title, for example `requires name in the body`. */
  readonly caseTitle: string;
  /**
   * Rejects with NotTestedError if the requirement cannot be tested on this server, and with any other error if it is
   * not met.
   */
  readonly verify: (testWorkspace: TestWorkspace) => Promise<void>;
}

/** Returns the test cases of an operation: a valid request, wrong credentials, unknown ids and invalid values. */
export function casesOf(name: OperationName, operation: Operation): Case[] {
  return [
    {
      caseTitle: 'responds to a valid request with its success status and a body that matches its schema',
      verify: (testWorkspace) => checkValidRequest(testWorkspace, name, operation),
    },
    ...credentialCases(name, operation),
    ...unknownIdCases(name, operation),
    ...requiredFieldCases(name, operation),
    ...invalidValueCases(name, operation),
    ...pagingCases(name, operation),
    ...factCasesOf(name),
  ];
}

async function checkValidRequest(
  testWorkspace: TestWorkspace,
  name: OperationName,
  operation: Operation,
): Promise<void> {
  const example = examples[name];
  const params = await testWorkspace.validParams(name);
  if (operation.returns.shape === 'page') await testWorkspace.fillList(name, params, 1);
  const body = await testWorkspace.body(name, params);
  await example.before?.(testWorkspace, params, body);
  const query = await example.query?.(testWorkspace, params);
  const response = await testWorkspace.sendUnchecked(name, params, { body, ...(query === undefined ? {} : { query }) });
  expectSuccess(testWorkspace.setup, name, operation, response);
  expectContent(name, operation, response);
  const { ownServer } = testWorkspace.setup;
  if (ownServer === undefined) return;
  if (!countsAgainstRateLimit(ownServer.dialect, operation.path)) {
    expect(rateLimitHeadersOf(response)).toEqual({ remaining: null, reset: null, retryAfter: null });
    return;
  }
  expect(Number(rateLimitHeadersOf(response).remaining)).toBeGreaterThan(0);
  expect(Number(rateLimitHeadersOf(response).reset)).toBeGreaterThan(ownServer.now() / 1000);
}

function expectContent(name: OperationName, { returns }: Operation, { status, headers, body }: ApiResponse): void {
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

function credentialCases(name: OperationName, operation: Operation): Case[] {
  const { scope } = operation;
  const requestWithCredential = (
    testWorkspace: TestWorkspace,
    credential: Endpoint['credential'],
  ): Promise<ApiResponse> => sendValidRequest(testWorkspace, name, operation, testWorkspace.setup, credential);
  return [
    {
      caseTitle: 'responds with 401 without a credential',
      verify: async (testWorkspace) => {
        expectRejection(testWorkspace.setup, await requestWithCredential(testWorkspace, {}), 401, {
          detail: 'Authentication credentials were not provided.',
        });
      },
    },
    {
      caseTitle: 'rejects an invalid API key',
      verify: async (testWorkspace) =>
        expectCredentialRejection(
          testWorkspace.setup,
          await requestWithCredential(testWorkspace, { 'X-API-Key': 'plane_api_wrong' }),
        ),
    },
    {
      caseTitle: 'rejects an expired API key',
      verify: async (testWorkspace) => {
        const { expiredKeyEndpoint } = requireOwnServer(testWorkspace.setup, 'an expired key');
        expectCredentialRejection(
          testWorkspace.setup,
          await sendValidRequest(testWorkspace, name, operation, expiredKeyEndpoint),
        );
      },
    },
    ...(scope === null
      ? []
      : [
          {
            caseTitle: 'rejects an access token without the required scope, and names the scope',
            verify: async (testWorkspace: TestWorkspace): Promise<void> => {
              const ownServer = requireOwnServer(testWorkspace.setup, 'a token without scopes');
              const response = await sendValidRequest(testWorkspace, name, operation, ownServer.noScopeEndpoint);
              const detail = `The access token does not have the scope ${scope}.`;
              if (ownServer.dialect === 'spec') expectRejection(testWorkspace.setup, response, 403, { detail });
              else
                expectRejection(testWorkspace.setup, response, 401, {
                  detail: 'Authentication credentials were not provided.',
                });
            },
          },
        ]),
    {
      caseTitle: 'responds with 429 when the rate limit is reached',
      verify: (testWorkspace) => checkRateLimit(testWorkspace, name, operation),
    },
  ];
}

/**
 * Expects a 429. Open-source servers send only the header `Retry-After`, and do not count requests for stickies against
 * the rate limit.
 */
async function checkRateLimit(testWorkspace: TestWorkspace, name: OperationName, operation: Operation): Promise<void> {
  const ownServer = requireOwnServer(testWorkspace.setup, 'a used-up rate limit');
  const response = await sendValidRequest(testWorkspace, name, operation, ownServer.rateLimitedEndpoint);
  if (!countsAgainstRateLimit(ownServer.dialect, operation.path)) {
    expect(response.status).not.toBe(429);
    return;
  }
  expectRejection(testWorkspace.setup, response, 429, { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' });
  const reset = String(Math.ceil(ownServer.now() / 1000) + 60);
  const expectedHeaders = ownServer.dialect === 'spec' ? { remaining: '0', reset } : { remaining: null, reset: null };
  expect(rateLimitHeadersOf(response)).toEqual({ retryAfter: '60', ...expectedHeaders });
}

/** Sends a valid request to another endpoint or with another credential. */
async function sendValidRequest(
  testWorkspace: TestWorkspace,
  name: OperationName,
  { method, path }: Operation,
  endpoint: Endpoint,
  credential = endpoint.credential,
): Promise<ApiResponse> {
  const { params, body } = await testWorkspace.validRequest(name);
  return sendApiRequest(endpoint, method, pathWithParams(path, params), { body, credential });
}

function unknownIdCases(name: OperationName, operation: Operation): Case[] {
  const requestWithParams = async (
    testWorkspace: TestWorkspace,
    changes: Readonly<Record<string, string>>,
  ): Promise<ApiResponse> => {
    const { params, body } = await testWorkspace.validRequest(name);
    const query = await examples[name].query?.(testWorkspace, params);
    return sendApiRequest(
      testWorkspace.setup,
      operation.method,
      pathWithParams(operation.path, { ...params, ...changes }),
      {
        body,
        ...(query === undefined ? {} : { query }),
      },
    );
  };
  const unknownWorkspaceCase: Case = {
    caseTitle: 'rejects an unknown workspace',
    verify: async (testWorkspace) => {
      const response = await requestWithParams(testWorkspace, { workspace_slug: 'nowhere-of-ours' });
      expectUnknownIdResponse(testWorkspace.setup, name, operation, 'workspace_slug', response);
    },
  };
  return [
    ...(operation.path.includes('{workspace_slug}') ? [unknownWorkspaceCase] : []),
    ...parametersOf(operation.path).map((parameter) => ({
      caseTitle: `rejects an unknown ${parameter}`,
      verify: async (testWorkspace: TestWorkspace): Promise<void> => {
        const response = await requestWithParams(testWorkspace, { [parameter]: unknownIdFor(parameter) });
        expectUnknownIdResponse(testWorkspace.setup, name, operation, parameter, response);
      },
    })),
  ];
}

/**
 * Expects the response for a path parameter that names no existing record: a rejection, except where the open-source
 * dialect sends an empty list or ignores the parameter.
 */
function expectUnknownIdResponse(
  setup: Setup,
  name: OperationName,
  operation: Operation,
  parameter: string,
  response: ApiResponse,
): void {
  const isCommunity = setup.ownServer?.dialect === 'community';
  const isForbiddenProject = isCommunity && parameter === 'project_id' && name !== 'getProject';
  const expectedOutcome = isCommunity ? responseToUnknownId('community', name, parameter) : 'refused';
  if (expectedOutcome === 'ignored') expectSuccess(setup, name, operation, response);
  else if (expectedOutcome === 'empty') expect([response.status, countRecordsIn(response.body)]).toEqual([200, 0]);
  else if (parameter === 'workspace_slug' || parameter === 'identifier' || isForbiddenProject)
    expectRejection(setup, response, 403, { detail: 'You do not have permission to perform this action.' });
  else if (isCommunity && parameter === 'sticky_id') expectRejection(setup, response, 404, { detail: 'Not found.' });
  else expectRejection(setup, response, 404, { error: 'The requested resource does not exist.' });
}

/** Returns the number of records in a list: an array, or an object with one or more arrays, for example an envelope. */
function countRecordsIn(body: unknown): number {
  const lists = Array.isArray(body) ? [body] : Object.values(body as object).filter((value) => Array.isArray(value));
  return lists.flat().length;
}

function requiredFieldCases(name: OperationName, operation: Operation): Case[] {
  const requiredFields = (schema: unknown): string[] =>
    fieldsOf(schema).flatMap(([field, fieldSchema]) => (isRequired(fieldSchema) ? [field] : []));
  const missingFieldErrors = (field: string) => ({ [field]: ['This field is required.'] });
  return [
    ...requiredFields(operation.body).map((field) => ({
      caseTitle: `requires ${field} in the body`,
      verify: async (testWorkspace: TestWorkspace): Promise<void> => {
        const { params, body } = await testWorkspace.validRequest(name);
        const { [field]: _, ...rest } = body ?? {};
        expectRejection(
          testWorkspace.setup,
          await testWorkspace.sendUnchecked(name, params, { body: rest }),
          400,
          missingFieldErrors(field),
        );
      },
    })),
    ...requiredFields(operation.query).map((field) => ({
      caseTitle: `requires ${field} in the query`,
      verify: async (testWorkspace: TestWorkspace): Promise<void> => {
        const { params } = await testWorkspace.validRequest(name);
        const { [field]: _, ...rest } = (await examples[name].query?.(testWorkspace, params)) ?? {};
        const response = await testWorkspace.sendUnchecked(name, params, { query: rest });
        const isAcceptedByCommunity =
          examples[name].communityAccepts?.optionalQueryParameters?.includes(field) === true;
        if (isAcceptedByCommunity && testWorkspace.setup.ownServer?.dialect === 'community')
          expectSuccess(testWorkspace.setup, name, operation, response);
        else expectRejection(testWorkspace.setup, response, 400, missingFieldErrors(field));
      },
    })),
  ];
}

function invalidValueCases(name: OperationName, operation: Operation): Case[] {
  return fieldsOf(operation.body).flatMap(([field, schema]) =>
    invalidValues(schema).map((invalidValue) => ({
      caseTitle: `names ${field} in the error if it is ${describeValue(invalidValue)}`,
      verify: (testWorkspace: TestWorkspace) => checkInvalidValue(testWorkspace, name, operation, field, invalidValue),
    })),
  );
}

async function checkInvalidValue(
  testWorkspace: TestWorkspace,
  name: OperationName,
  operation: Operation,
  field: string,
  invalidValue: InvalidValue,
): Promise<void> {
  const { setup } = testWorkspace;
  const { params, body } = await testWorkspace.validRequest(name);
  const response = await testWorkspace.sendUnchecked(name, params, { body: { ...body, [field]: invalidValue.value } });
  const unknownIdOutcome = invalidValue.kind === 'unknownId' ? examples[name].unknownIds?.[field] : undefined;
  const isCommunity = setup.ownServer?.dialect === 'community';
  const isAcceptedByCommunity =
    isCommunity &&
    (unknownIdOutcome === 'ignoredByCommunity' ||
      examples[name].communityAccepts?.isValueAccepted?.(field, invalidValue) === true);
  if (unknownIdOutcome === 'ignored' || isAcceptedByCommunity) expectSuccess(setup, name, operation, response);
  else if (unknownIdOutcome === 'notFound')
    expectRejection(setup, response, 404, { error: 'The requested resource does not exist.' });
  else
    expectFieldError(
      setup,
      response,
      unknownIdOutcome === 'namedOnlyByCommunity' && !isCommunity
        ? 'non_field_errors'
        : unknownIdOutcome === 'notNamedByCommunity' && isCommunity
          ? 'error'
          : field,
    );
}

/** Returns a description of the value for test titles. */
function describeValue({ kind, value }: InvalidValue): string {
  if (kind === 'unknownId') return 'the id of an unknown record';
  if (kind === 'instant') return 'a timestamp';
  const json = JSON.stringify(value);
  return json.length > 40 ? `a text of ${json.length - 2} characters` : json;
}

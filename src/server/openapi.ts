// Generates the OpenAPI 3.1 description of the server from the table of operations.
import * as z from 'zod';
import type { Operation } from '../contract/operation.ts';
import { operationEntries } from '../contract/operations.ts';
import { STATUS } from '../contract/status.ts';
import { shapeOf } from './http/shape.ts';

type Json = Record<string, unknown>;

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token with the scopes that the operation needs.',
  },
};
const COMMON_QUERY = ['fields', 'expand'];
const PAGE_QUERY = ['per_page', 'cursor'];

/** Returns the description of the operations for which `serves` returns true. `origin` is the origin of the server. */
export function describeApi(origin: string, serves: (operation: Operation) => boolean): Json {
  const paths: Record<string, Json> = {};
  for (const [name, operation] of operationEntries) {
    if (!serves(operation)) continue;
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(name, operation),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Contrail local workspace',
      version: '1',
      description: 'The Plane REST API v1, served on this machine.',
    },
    servers: [{ url: origin }],
    components: { securitySchemes: SECURITY_SCHEMES },
    paths,
  };
}

function describeOperation(name: string, operation: Operation): Json {
  return {
    operationId: name,
    summary: operation.summary,
    ...(operation.remark === undefined ? {} : { description: operation.remark }),
    'x-edition': operation.edition,
    security: [{ apiKey: [] }, { accessToken: operation.scope === null ? [] : [operation.scope] }],
    parameters: [...pathParameters(operation), ...queryParameters(operation)],
    ...(operation.body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonContent(schemaOf(operation.body)) } }),
    responses: {
      [String(operation.success)]: describeSuccess(operation),
      default: { description: 'An error with a message.', content: jsonContent({ type: 'object' }) },
    },
  };
}

function pathParameters(operation: Operation): Json[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(operation: Operation): Json[] {
  const required = operation.query === undefined ? [] : schemaOf(operation.query)['required'];
  const names = [
    ...Object.keys(shapeOf(operation.query)),
    ...(operation.method === 'GET' && 'schema' in operation.returns ? COMMON_QUERY : []),
    ...(operation.returns.shape === 'page' ? PAGE_QUERY : []),
  ];
  return names.map((name) => ({
    name,
    in: 'query',
    required: Array.isArray(required) && required.includes(name),
    schema: { type: name === 'per_page' ? 'integer' : 'string' },
  }));
}

function describeSuccess({ returns, success }: Operation): Json {
  if (returns.shape === 'redirect')
    return {
      description: 'A redirect to a URL that is requested without the credential.',
      headers: { Location: { schema: { type: 'string' } } },
    };
  if (!('schema' in returns) || success === STATUS.noContent) return { description: 'Done.' };
  const recordSchema = schemaOf(returns.schema);
  if (returns.shape === 'array')
    return { description: 'All records.', content: jsonContent({ type: 'array', items: recordSchema }) };
  if (returns.shape === 'page')
    return { description: 'One page of the list.', content: jsonContent(envelopeOf(recordSchema)) };
  return { description: 'The record.', content: jsonContent(recordSchema) };
}

function envelopeOf(recordSchema: Json): Json {
  const [string, boolean, integer] = [{ type: 'string' }, { type: 'boolean' }, { type: 'integer' }];
  const properties = {
    next_cursor: string,
    prev_cursor: string,
    next_page_results: boolean,
    prev_page_results: boolean,
    count: integer,
    total_pages: integer,
    total_results: integer,
    extra_stats: {},
    results: { type: 'array', items: recordSchema },
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } });

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

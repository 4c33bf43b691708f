// Describes the server for other programs: OpenAPI 3.1, generated from the table of operations.
import * as z from 'zod';
import type { Operation } from '../contract/operation.ts';
import { operationEntries } from '../contract/operations.ts';
import { STATUS } from '../contract/status.ts';
import { shapeOf } from './shape.ts';

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

/** Returns the description of every row that is served, with the server's origin. */
export function describeApi(origin: string, serves: (row: Operation) => boolean): Json {
  const paths: Record<string, Json> = {};
  for (const [name, row] of operationEntries) {
    if (!serves(row)) continue;
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: describeOperation(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Contrail, local service',
      version: '1',
      description: 'The Plane REST API v1, served on this machine.',
    },
    servers: [{ url: origin }],
    components: { securitySchemes: SECURITY_SCHEMES },
    paths,
  };
}

function describeOperation(name: string, row: Operation): Json {
  return {
    operationId: name,
    summary: row.summary,
    ...(row.remark === undefined ? {} : { description: row.remark }),
    'x-edition': row.edition,
    security: [{ apiKey: [] }, { accessToken: row.scope === null ? [] : [row.scope] }],
    parameters: [...pathParameters(row), ...queryParameters(row)],
    ...(row.body === undefined ? {} : { requestBody: { required: true, content: json(schemaOf(row.body)) } }),
    responses: {
      [String(row.success)]: describeSuccess(row),
      default: { description: 'A refusal, which says what is wrong.', content: json({ type: 'object' }) },
    },
  };
}

function pathParameters(row: Operation): Json[] {
  return [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(row: Operation): Json[] {
  const required = row.query === undefined ? [] : schemaOf(row.query)['required'];
  const names = [
    ...Object.keys(shapeOf(row.query)),
    ...(row.method === 'GET' && 'schema' in row.returns ? COMMON_QUERY : []),
    ...(row.returns.shape === 'page' ? PAGE_QUERY : []),
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
      description: 'Another address, to be asked without the credential.',
      headers: { Location: { schema: { type: 'string' } } },
    };
  if (!('schema' in returns) || success === STATUS.noContent) return { description: 'Done.' };
  const one = schemaOf(returns.schema);
  if (returns.shape === 'array') return { description: 'All of them.', content: json({ type: 'array', items: one }) };
  if (returns.shape === 'page') return { description: 'A page of them.', content: json(envelopeOf(one)) };
  return { description: 'The record.', content: json(one) };
}

function envelopeOf(one: Json): Json {
  const [text, truth, number] = [{ type: 'string' }, { type: 'boolean' }, { type: 'integer' }];
  const properties = {
    next_cursor: text,
    prev_cursor: text,
    next_page_results: truth,
    prev_page_results: truth,
    count: number,
    total_pages: number,
    total_results: number,
    extra_stats: {},
    results: { type: 'array', items: one },
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

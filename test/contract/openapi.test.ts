// Tests that the OpenAPI description contains exactly the rows of the table that the server serves.
import { expect, it } from 'vitest';
import { operationEntries } from '../../src/contract/operations.ts';
import { startTestServer } from '../support/testServer.ts';

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: unknown;
  readonly responses: Record<string, unknown>;
  readonly security: readonly Record<string, readonly string[]>[];
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Described>>;
}

async function described(dialect: 'spec' | 'community'): Promise<Document> {
  const server = await startTestServer({ dialect });
  const answer = await server.ask('GET', '/api/v1/openapi.json', { headers: {} });
  expect(answer.status).toBe(200);
  const document = (await answer.json()) as Document;
  await server.stop();
  return document;
}

it('The OpenAPI description contains each row with its parameters, body, answer and scope', async () => {
  const { openapi, paths } = await described('spec');
  expect(openapi).toBe('3.1.0');
  for (const [name, row] of operationEntries) {
    const one = paths[row.path]?.[row.method.toLowerCase()];
    expect(one?.operationId).toBe(name);
    const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(one?.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)).toEqual(
      inPath,
    );
    expect(one?.requestBody !== undefined).toBe(row.body !== undefined);
    expect(Object.keys(one?.responses ?? {})).toEqual([String(row.success), 'default']);
    expect(one?.security).toContainEqual({ accessToken: row.scope === null ? [] : [row.scope] });
  }
  expect(Object.values(paths).flatMap((path) => Object.keys(path))).toHaveLength(operationEntries.length);
});

it('The OpenAPI description contains the required fields of a body', async () => {
  const { paths } = await described('spec');
  expect(JSON.stringify(paths['/api/v1/workspaces/{workspace_slug}/projects/']?.['post']?.requestBody)).toContain(
    '"required":["name","identifier"]',
  );
});

it('The OpenAPI description omits operations that are not served', async () => {
  const { paths } = await described('community');
  const served = operationEntries.filter(([, row]) => row.edition === 'all').length;
  expect(Object.values(paths).flatMap((path) => Object.keys(path))).toHaveLength(served);
});

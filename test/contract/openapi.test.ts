// Tests that the OpenAPI description contains exactly the operations that the server supports.
import { expect, it } from 'vitest';
import { operationEntries } from '../../src/contract/operations.ts';
import { startTestServer } from '../support/testServer.ts';

interface OperationDescription {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: unknown;
  readonly responses: Record<string, unknown>;
  readonly security: readonly Record<string, readonly string[]>[];
}
interface ApiDescription {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, OperationDescription>>;
}

async function fetchDescription(dialect: 'spec' | 'community'): Promise<ApiDescription> {
  const server = await startTestServer({ dialect });
  const response = await server.ask('GET', '/api/v1/openapi.json', { headers: {} });
  expect(response.status).toBe(200);
  const description = (await response.json()) as ApiDescription;
  await server.stop();
  return description;
}

it('The OpenAPI description contains each operation with its parameters, body, responses and scope', async () => {
  const { openapi, paths } = await fetchDescription('spec');
  expect(openapi).toBe('3.1.0');
  for (const [name, operation] of operationEntries) {
    const describedOperation = paths[operation.path]?.[operation.method.toLowerCase()];
    expect(describedOperation?.operationId).toBe(name);
    const pathParameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(
      describedOperation?.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
    ).toEqual(pathParameters);
    expect(describedOperation?.requestBody !== undefined).toBe(operation.body !== undefined);
    expect(Object.keys(describedOperation?.responses ?? {})).toEqual([String(operation.success), 'default']);
    expect(describedOperation?.security).toContainEqual({
      accessToken: operation.scope === null ? [] : [operation.scope],
    });
  }
  expect(Object.values(paths).flatMap((path) => Object.keys(path))).toHaveLength(operationEntries.length);
});

it('The OpenAPI description names the required fields of a request body', async () => {
  const { paths } = await fetchDescription('spec');
  expect(JSON.stringify(paths['/api/v1/workspaces/{workspace_slug}/projects/']?.['post']?.requestBody)).toContain(
    '"required":["name","identifier"]',
  );
});

it('The OpenAPI description omits operations that the dialect does not support', async () => {
  const { paths } = await fetchDescription('community');
  const supportedCount = operationEntries.filter(([, operation]) => operation.edition === 'all').length;
  expect(Object.values(paths).flatMap((path) => Object.keys(path))).toHaveLength(supportedCount);
});

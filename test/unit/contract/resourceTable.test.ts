// Tests that the table of operations has the CRUD operations of every kind of record.
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Output } from '../../../src/contract/operation.ts';
import { type OperationName, type Operations, operations } from '../../../src/contract/operations.ts';
import type { Page } from '../../../src/contract/page.ts';
import {
  type ResourceKind,
  type ResourceResponses,
  type ResourceRow,
  resourceTable,
} from '../../../src/contract/resourceTable.ts';

type OperationOutput<N extends OperationName> = Output<Operations[N]>;
type Names<K extends ResourceKind> = ResourceRow<K>['operationNames'];
/** Maps each kind to `true` if its list and create operations return the same type as get, else to the kind. */
type KindsWithEqualTypes = {
  [K in ResourceKind]: [OperationOutput<Names<K>['list']>, OperationOutput<Names<K>['create']>] extends [
    Page<ResourceResponses[K]>,
    ResourceResponses[K],
  ]
    ? true
    : K;
}[ResourceKind];

const rows = Object.entries(resourceTable) as [ResourceKind, ResourceRow<ResourceKind>][];

describe.each(rows)('The resource table, for a %s,', (_, { id, within, operationNames }) => {
  const pathOf = (name: OperationName) => operations[name].path;

  it('has five operations: two for the collection and three for a record', () => {
    const collection = pathOf(operationNames.list);
    expect(pathOf(operationNames.create)).toBe(collection);
    for (const name of [operationNames.get, operationNames.update, operationNames.remove])
      expect(pathOf(name)).toBe(`${collection}{${id}}/`);
    const { list, create, get, update, remove } = operationNames;
    const methods = [list, create, get, update, remove].map((name) => operations[name].method);
    expect(methods).toEqual(['GET', 'POST', 'GET', 'PATCH', 'DELETE']);
  });

  it('contains the names of all ids in the path of a record', () => {
    const parameterNames = [...pathOf(operationNames.get).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(parameterNames).toEqual(['workspace_slug', ...(within === undefined ? [] : [within]), id]);
  });
});

it('No two operations in the resource table have the same path and method', () => {
  const methodsAndPaths = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(methodsAndPaths).size).toBe(methodsAndPaths.length);
});

it('The list and create operations of a resource return the same type of record as the get operation', () => {
  expectTypeOf<KindsWithEqualTypes>().toEqualTypeOf<true>();
});

// Creates cases for behavior that the table of operations does not describe: a second relation of the same work items,
// and what servers accept for a deleted work item. Real servers may behave as either dialect of the local server.
import { expect } from 'vitest';
import type { OperationName } from '../../src/contract/operations.ts';
import type { Case } from './cases.ts';
import type { Params } from './example.ts';
import type { ApiResponse } from './setup.ts';
import { recordsIn, type TestWorkspace } from './testWorkspace.ts';

/** The operations that open-source servers perform for a deleted work item, and those that find no work item. */
const FOR_DELETED_ITEMS = {
  createComment: { body: { comment_html: '<p>Too late</p>' }, list: 'listComments' },
  createLink: { body: { url: 'https://contrail.example/too-late' }, list: 'listLinks' },
  createAttachment: { body: { name: 'late.txt', type: 'text/plain', size: 1 }, list: undefined },
  updateWorkItem: { body: { name: 'Too late' }, list: undefined },
} as const satisfies Partial<
  Record<OperationName, { readonly body: object; readonly list: OperationName | undefined }>
>;

export function factCasesOf(name: OperationName): readonly Case[] {
  if (name === 'createRelation') return relationCases;
  if (!isForDeletedItem(name)) return [];
  const { body, list } = FOR_DELETED_ITEMS[name];
  return [
    {
      caseTitle:
        list === undefined ? 'finds no deleted work item' : 'rejects a deleted work item, or lists what it stored',
      verify: async (testWorkspace) => {
        const params = await deletedItemParams(testWorkspace);
        const response = await testWorkspace.sendUnchecked(name, params, { body });
        const isCommunity = testWorkspace.setup.ownServer?.dialect === 'community';
        if (testWorkspace.setup.ownServer !== undefined)
          expect(response.status).toBe(isCommunity && list !== undefined ? 201 : 404);
        if (list === undefined) expect(response.status).toBe(404);
        else if (response.status < 300)
          expect(idsIn(await testWorkspace.send(list, params))).toContain(testWorkspace.idInResponse(response));
      },
    },
  ];
}

const relationCases: readonly Case[] = [
  {
    caseTitle: 'has the work item in the response if and only if it stores a second type for the same work items',
    verify: async (testWorkspace) => {
      const params = await testWorkspace.params('createRelation', 'innermost');
      const other = await testWorkspace.createRecord('createWorkItem');
      const relate = (relation_type: string): Promise<ApiResponse> =>
        testWorkspace.send('createRelation', params, { body: { relation_type, issues: [other] } });
      expect(idsIn(await relate('blocked_by'))).toEqual([other]);
      const added = idsIn(await relate('duplicate'));
      const { ownServer } = testWorkspace.setup;
      if (ownServer !== undefined) expect(added).toEqual(ownServer.dialect === 'community' ? [] : [other]);
      const { body } = await testWorkspace.send('listRelations', params);
      const listed = (type: string): unknown[] => relatedIds((body as Record<string, unknown>)[type]);
      expect(listed('duplicate')).toEqual(added);
      expect(listed('blocked_by')).toEqual(added.length === 0 ? [other] : []);
    },
  },
  {
    caseTitle: 'takes a deleted work item and lists it, or rejects it',
    verify: async (testWorkspace) => {
      const params = await testWorkspace.params('createRelation', 'innermost');
      const { work_item_id: deleted } = await deletedItemParams(testWorkspace);
      const body = { relation_type: 'relates_to', issues: [deleted] };
      const response = await testWorkspace.sendUnchecked('createRelation', params, { body });
      const { ownServer } = testWorkspace.setup;
      if (ownServer !== undefined) expect(response.status).toBe(ownServer.dialect === 'community' ? 201 : 400);
      if (response.status >= 300) return;
      const { body: relations } = await testWorkspace.send('listRelations', params);
      expect(relatedIds((relations as Record<string, unknown>)['relates_to'])).toEqual([deleted]);
    },
  },
];

function isForDeletedItem(name: OperationName): name is keyof typeof FOR_DELETED_ITEMS {
  return Object.hasOwn(FOR_DELETED_ITEMS, name);
}

async function deletedItemParams(testWorkspace: TestWorkspace): Promise<Params> {
  const params = await testWorkspace.params('deleteWorkItem', 'innermost');
  await testWorkspace.send('deleteWorkItem', params);
  return params;
}

function idsIn({ body }: ApiResponse): unknown[] {
  return recordsIn(body).map(({ id }) => id);
}

/** Returns the ids of related work items: servers send either the ids, or objects with them. */
function relatedIds(related: unknown): unknown[] {
  return (related as unknown[]).map((one) => (typeof one === 'string' ? one : (one as { issue_id: unknown }).issue_id));
}

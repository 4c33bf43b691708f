// Tests parsing of successful responses.
import { describe, expect, it } from 'vitest';
import { parseResponse } from '../../../src/client/responses/parseResponse.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { operations } from '../../../src/contract/operations.ts';

const deleteOperation = operations.deleteLabel;
const parseBody = (row: Operation, body: string, headers: Record<string, string> = {}, status = 200) =>
  parseResponse(row, { status, headers, body });
const parseErrorDetail = (row: Operation, body: string) => {
  const result = parseBody(row, body);
  return result.ok ? 'read' : result.detail;
};

describe('A successful response', () => {
  it('is parsed as one record, a page, or undefined', () => {
    expect(parseBody(operations.getCurrentUser, '{"id":"u"}')).toMatchObject({ ok: true, value: { id: 'u' } });
    expect(parseBody(operations.listStates, '{"results":[{"id":"s","name":"Todo"}]}')).toMatchObject({
      ok: true,
      value: { results: [{ id: 's' }] },
    });
    expect(parseBody(operations.listProjectMembers, '[{"id":"u"}]')).toMatchObject({
      ok: true,
      value: { results: [{ id: 'u' }] },
    });
    expect(parseBody(deleteOperation, '', {}, 204)).toMatchObject({ ok: true, value: undefined });
    expect(parseBody(deleteOperation, '{"deleted":true}')).toMatchObject({ ok: true, value: undefined });
  });

  it('is parsed even if it starts with a byte order mark', () => {
    expect(parseBody(operations.getCurrentUser, '\uFEFF{"id":"u"}')).toMatchObject({ ok: true });
  });

  it('is invalid when its body is empty, truncated, or does not match the schema', () => {
    expect(parseErrorDetail(operations.getCurrentUser, '')).toEqual('empty response');
    expect(parseErrorDetail(operations.listStates, ' ')).toEqual('empty response');
    expect(parseErrorDetail(operations.getCurrentUser, '{"id":"u"')).toEqual('not JSON');
    expect(parseErrorDetail(operations.listStates, '{"states":[]}')).toEqual('not a list');
  });

  it('to a DELETE is invalid when the body is not JSON', () => {
    expect(parseErrorDetail(deleteOperation, 'gone')).toEqual('not JSON');
    expect(parseErrorDetail(deleteOperation, '{"deleted":')).toEqual('not JSON');
  });

  it('is reported as invalid with the name of the invalid field', () => {
    expect(parseErrorDetail(operations.getCurrentUser, '{"id":7}')).toMatch(/^id: /);
  });
});

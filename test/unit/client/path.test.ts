// Owns the proof that addresses are filled in safely.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/client/apiError.ts';
import { normalizeBaseUrl } from '../../../src/client/baseUrl.ts';
import { fillPath, queryText } from '../../../src/client/path.ts';

function unfitFields(act: () => unknown): unknown {
  try {
    return act();
  } catch (thrown) {
    return thrown instanceof ApiError && thrown.fault.kind === 'invalidRequest' ? thrown.fault.fields : thrown;
  }
}

describe('a path', () => {
  it('is filled with encoded segments', () => {
    expect(fillPath('/api/v1/workspaces/{slug}/x/{id}/', { slug: 'our team', id: 'a/b?c#d%2e' })).toBe(
      '/api/v1/workspaces/our%20team/x/a%2Fb%3Fc%23d%252e/',
    );
  });

  it('always ends in a slash', () => {
    expect(fillPath('/x/{id}', { id: '1' })).toBe('/x/1/');
  });

  it.each(['', '.', '..', undefined, 7, '\uD800'])('refuses %j as a segment and names it', (value) => {
    expect(unfitFields(() => fillPath('/x/{project_id}/', { project_id: value }))).toEqual({
      project_id: expect.any(String),
    });
  });
});

describe('a query', () => {
  it('joins lists by commas and leaves out what is undefined', () => {
    const text = queryText({ per_page: 100, expand: ['state', 'labels'], cursor: undefined, search: 'a b&c' });
    expect(Object.fromEntries(new URLSearchParams(text))).toEqual({
      per_page: '100',
      expand: 'state,labels',
      search: 'a b&c',
    });
  });

  it('is nothing at all where nothing is asked', () => {
    expect(queryText({})).toBe('');
    expect(queryText({ cursor: undefined })).toBe('');
  });
});

describe('a base address', () => {
  it.each([
    ['https://api.plane.so', 'https://api.plane.so'],
    [' https://Plane.Test:8443// ', 'https://plane.test:8443'],
    ['https://plane.test/api', 'https://plane.test'],
    ['https://plane.test/api/v1/', 'https://plane.test'],
    ['http://localhost:8000/plane/api/v1?x=1#y', 'http://localhost:8000/plane'],
    ['https://plane.test/rapi', 'https://plane.test/rapi'],
  ])('%s becomes %s', (given, kept) => {
    expect(normalizeBaseUrl(given)).toBe(kept);
  });

  it.each(['', 'plane.test', 'ftp://plane.test', 'javascript:alert(1)', 'https://me:pass@plane.test'])(
    '%j is refused',
    (given) => {
      expect(unfitFields(() => normalizeBaseUrl(given))).toEqual({ base_url: expect.any(String) });
    },
  );
});

// Tests that paths, queries and base URLs are built safely.
import { describe, expect, it } from 'vitest';
import { fillPath, queryText } from '../../../../src/client/api/path.ts';
import { ApiError } from '../../../../src/client/apiError.ts';
import { normalizeBaseUrl } from '../../../../src/client/baseUrl.ts';

function invalidFieldsOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (thrown) {
    return thrown instanceof ApiError && thrown.fault.kind === 'invalidRequest' ? thrown.fault.fields : thrown;
  }
}

describe('fillPath', () => {
  it('replaces parameters with encoded values', () => {
    expect(fillPath('/api/v1/workspaces/{slug}/x/{id}/', { slug: 'our team', id: 'a/b?c#d%2e' })).toBe(
      '/api/v1/workspaces/our%20team/x/a%2Fb%3Fc%23d%252e/',
    );
  });

  it('returns a path that ends with a slash', () => {
    expect(fillPath('/x/{id}', { id: '1' })).toBe('/x/1/');
  });

  it.each(['', '.', '..', undefined, 7, '\uD800'])(
    'rejects the value %j and reports the name of the parameter',
    (value) => {
      expect(invalidFieldsOf(() => fillPath('/x/{project_id}/', { project_id: value }))).toEqual({
        project_id: expect.any(String),
      });
    },
  );
});

describe('queryText', () => {
  it('joins lists with commas and omits undefined values', () => {
    const text = queryText({ per_page: 100, expand: ['state', 'labels'], cursor: undefined, search: 'a b&c' });
    expect(Object.fromEntries(new URLSearchParams(text))).toEqual({
      per_page: '100',
      expand: 'state,labels',
      search: 'a b&c',
    });
  });

  it('returns an empty string without parameters', () => {
    expect(queryText({})).toBe('');
    expect(queryText({ cursor: undefined })).toBe('');
  });
});

describe('normalizeBaseUrl', () => {
  it.each([
    ['https://api.plane.so', 'https://api.plane.so'],
    [' https://Plane.Test:8443// ', 'https://plane.test:8443'],
    ['https://plane.test/api', 'https://plane.test'],
    ['https://plane.test/api/v1/', 'https://plane.test'],
    ['http://localhost:8000/plane/api/v1?x=1#y', 'http://localhost:8000/plane'],
    ['https://plane.test/rapi', 'https://plane.test/rapi'],
  ])('returns for %s the base URL %s', (text, baseUrl) => {
    expect(normalizeBaseUrl(text)).toBe(baseUrl);
  });

  it.each(['', 'plane.test', 'ftp://plane.test', 'javascript:alert(1)', 'https://me:pass@plane.test'])(
    'rejects %j',
    (text) => {
      expect(invalidFieldsOf(() => normalizeBaseUrl(text))).toEqual({ base_url: expect.any(String) });
    },
  );
});

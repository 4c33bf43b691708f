// Tests the URLs, upload forms and errors of the object store.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/client/apiError.ts';
import { multipartForm } from '../../../src/client/files/multipart.ts';
import { objectStoreFault, objectStoreUrl } from '../../../src/client/files/objectStore.ts';

describe('The URL of an object store', () => {
  it.each([
    [
      'is changed to https behind a proxy that terminates TLS',
      'http://plane.test/uploads',
      'https://plane.test',
      'https://plane.test/uploads',
    ],
    [
      'is changed to https with its port',
      'http://plane.test:8443/u?s=1',
      'https://plane.test:8443/x',
      'https://plane.test:8443/u?s=1',
    ],
    ['is never changed to http', 'https://plane.test/uploads', 'http://plane.test', 'https://plane.test/uploads'],
    [
      'is unchanged if it has another host',
      'https://minio.test:9000/u',
      'https://plane.test',
      'https://minio.test:9000/u',
    ],
    [
      'is unchanged when the server uses http',
      'http://localhost:9000/u',
      'http://127.0.0.1',
      'http://localhost:9000/u',
    ],
    [
      'is unchanged if its host is localhost',
      'http://localhost:9000/u',
      'https://plane.test',
      'http://localhost:9000/u',
    ],
    [
      'is unchanged if its host is 127.0.0.1',
      'http://127.0.0.1:4000/u',
      'http://127.0.0.1:4000',
      'http://127.0.0.1:4000/u',
    ],
    ['may be relative to the URL of the server', '/uploads', 'https://plane.test', 'https://plane.test/uploads'],
  ])('%s', (_, address, baseUrl, expected) => {
    expect(objectStoreUrl(address, baseUrl).href).toBe(expected);
  });

  it.each(['http://minio.test:9000/u', 'http://plane.test:9000/u', 'http://localhost.evil.test/u'])(
    'is rejected when it uses http and the server uses https: %s',
    (address) => {
      const { host } = new URL(address);
      expect(() => objectStoreUrl(address, 'https://plane.test')).toThrow(
        expect.objectContaining({ fault: { kind: 'network', reason: 'insecure', host, detail: '' } }),
      );
    },
  );

  it.each(['file:///etc/passwd', 'data:text/plain,x', 'ftp://store.test/', 'http://['])(
    'is rejected when it is not an http(s) URL: %s',
    (address) => {
      expect(() => objectStoreUrl(address, 'https://plane.test')).toThrow(ApiError);
    },
  );
});

describe('multipartForm', () => {
  it('returns a form with all fields in order and the file at the end, and escapes the names', () => {
    const { head, tail, contentType } = multipartForm(
      { policy: 'p', 'a"b\r\n': 'ü' },
      { name: 'x"\r\ny.txt', type: 'text/plain\r\nX: 1' },
      'B',
    );
    expect(contentType).toBe('multipart/form-data; boundary=B');
    expect(Buffer.concat([head, Buffer.from('DATA'), tail]).toString()).toBe(
      [
        '--B\r\nContent-Disposition: form-data; name="policy"\r\n\r\np\r\n',
        '--B\r\nContent-Disposition: form-data; name="a%22b%0D%0A"\r\n\r\nü\r\n',
        '--B\r\nContent-Disposition: form-data; name="file"; filename="x%22%0D%0Ay.txt"\r\nContent-Type: text/plainX: 1\r\n\r\n',
        'DATA\r\n--B--\r\n',
      ].join(''),
    );
  });
});

describe('A response of the object store', () => {
  const url = new URL('https://store.test/u');
  const fault = (status: number, body = '', headers = {}) => objectStoreFault({ status, headers, body }, url);

  it('is a success when its status is 2xx', () => {
    for (const status of [200, 201, 204]) expect(fault(status)).toBeUndefined();
  });

  it('becomes a fault with the message in the response, and is never reported as a rejected key', () => {
    const xml = (code: string, message: string) =>
      `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
    expect(fault(403, xml('ExpiredToken', 'The provided token has expired.'))).toEqual({
      kind: 'rejected',
      status: 403,
      detail: 'The provided token has expired.',
      fields: {},
    });
    expect(fault(400, xml('EntityTooLarge', 'Too &lt;large&gt; &amp; refused &unknown;'))).toMatchObject({
      detail: 'Too <large> & refused &unknown;',
    });
    expect(fault(401, xml('AccessDenied', ''))).toMatchObject({ kind: 'rejected', detail: 'AccessDenied' });
    expect(fault(400, '{"error":"no"}')).toMatchObject({ detail: 'no' });
    expect(fault(413)).toMatchObject({ kind: 'rejected', detail: 'Content Too Large' });
  });

  it('is a server error when its status is 5xx, and a redirect is not followed', () => {
    expect(fault(503, '<Error><Code>SlowDown</Code></Error>')).toEqual({
      kind: 'serverError',
      status: 503,
      detail: 'SlowDown',
    });
    expect(fault(307, '', { location: 'https://x.test' })).toMatchObject({
      kind: 'network',
      reason: 'redirected',
      host: 'store.test',
    });
    expect(fault(101)).toMatchObject({ kind: 'invalidResponse' });
  });
});

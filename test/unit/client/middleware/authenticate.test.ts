// Tests that a credential is sent only to its own origin.
import { describe, expect, it } from 'vitest';
import type { Credential } from '../../../../src/client/credential.ts';
import { authenticate } from '../../../../src/client/middleware/authenticate.ts';
import { Secret } from '../../../../src/std/secret.ts';
import { controlledSend, createGetCall, faultFrom } from '../calls.ts';

function createMiddleware(credential: Partial<Credential> & { text?: string } = {}, baseUrl = 'https://plane.test') {
  const { send, sentCalls: sent } = controlledSend();
  const { text = 'plane_api_abc', ...otherProperties } = credential;
  const middleware = authenticate(
    { kind: 'key', secret: new Secret(text), origin: 'https://plane.test', ...otherProperties },
    baseUrl,
  );
  return { sendCall: middleware(send), sent };
}

describe('authenticate', () => {
  it('sends a key in X-API-Key and a token in Authorization', () => {
    const keyMiddleware = createMiddleware();
    void keyMiddleware.sendCall(createGetCall({ headers: { accept: 'application/json' } }));
    expect(keyMiddleware.sent[0]?.call.headers).toEqual({ accept: 'application/json', 'x-api-key': 'plane_api_abc' });
    const tokenMiddleware = createMiddleware({ kind: 'token' });
    void tokenMiddleware.sendCall(createGetCall());
    expect(tokenMiddleware.sent[0]?.call.headers).toEqual({ authorization: 'Bearer plane_api_abc' });
  });

  it.each([
    'https://evil.test',
    'http://plane.test',
    'https://plane.test:8443',
    'https://plane.test.evil.test',
    'https://plane.test@evil.test',
  ])('sends nothing to another origin: %s', async (baseUrl) => {
    const { sendCall, sent } = createMiddleware({}, baseUrl);
    expect(await faultFrom(sendCall(createGetCall()))).toMatchObject({ kind: 'unauthorized', status: 0 });
    expect(sent).toHaveLength(0);
  });

  it('sends nothing if the request path changes the origin of the URL', async () => {
    const { sendCall, sent } = createMiddleware();
    expect(await faultFrom(sendCall(createGetCall({ target: '.evil.test/api/' })))).toMatchObject({
      kind: 'unauthorized',
    });
    expect(sent).toHaveLength(0);
  });

  it.each(['', 'with space', 'line\nbreak', 'ключ'])(
    'rejects the key %j with an error that does not contain the key',
    async (text) => {
      const { sendCall, sent } = createMiddleware({ text });
      const fault = await faultFrom(sendCall(createGetCall()));
      expect(fault).toMatchObject({ kind: 'unauthorized', status: 0 });
      if (text !== '') expect(JSON.stringify(fault)).not.toContain(text);
      expect(sent).toHaveLength(0);
    },
  );
});

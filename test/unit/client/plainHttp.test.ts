// Tests to which servers a key may be sent without encryption.
import { describe, expect, it } from 'vitest';
import { authenticate } from '../../../src/client/middleware/authenticate.ts';
import { httpReach, mayReceiveKey } from '../../../src/client/plainHttp.ts';
import { Secret } from '../../../src/std/secret.ts';
import { controlledSend, createGetCall, faultFrom } from './calls.ts';

describe('A host', () => {
  it.each([
    ['localhost', 'thisMachine'],
    ['127.0.0.1', 'thisMachine'],
    ['127.8.8.8', 'thisMachine'],
    ['[::1]', 'thisMachine'],
    ['10.0.0.1', 'privateNetwork'],
    ['172.16.0.1', 'privateNetwork'],
    ['172.31.255.255', 'privateNetwork'],
    ['192.168.178.20', 'privateNetwork'],
    ['169.254.10.20', 'privateNetwork'],
    ['100.64.0.1', 'privateNetwork'],
    ['100.101.102.103', 'privateNetwork'],
    ['100.127.255.254', 'privateNetwork'],
    ['[fd12:3456::1]', 'privateNetwork'],
    ['[fc00::1]', 'privateNetwork'],
    ['[fe80::1]', 'privateNetwork'],
    ['[febf::1]', 'privateNetwork'],
    ['plane', 'privateNetwork'],
    ['nas-2', 'privateNetwork'],
    ['plane.local', 'privateNetwork'],
    ['plane.office.lan', 'privateNetwork'],
    ['PLANE.Internal', 'privateNetwork'],
    ['plane.home.arpa', 'privateNetwork'],
    ['nas.tail1234.ts.net', 'privateNetwork'],
    ['plane.example.com', 'public'],
    ['172.15.0.1', 'public'],
    ['172.32.0.1', 'public'],
    ['192.169.0.1', 'public'],
    ['100.63.255.255', 'public'],
    ['100.128.0.1', 'public'],
    ['11.0.0.1', 'public'],
    ['8.8.8.8', 'public'],
    ['0.0.0.0', 'public'],
    ['[::]', 'public'],
    ['[::ffff:192.168.1.1]', 'public'],
    ['[2001:db8::1]', 'public'],
    ['[fec0::1]', 'public'],
    ['10.0.0.1.nip.io', 'public'],
    ['192.168.1.1.example.com', 'public'],
    ['localhost.example.com', 'public'],
    ['plane.local.example.com', 'public'],
    ['plane.notlocal', 'public'],
    ['home.arpa.example', 'public'],
    ['evilts.net', 'public'],
    ['plane.arpa', 'public'],
    ['plane.', 'public'],
    ['plane.local.', 'public'],
  ] as const)('%s is %s, whatever DNS says', (host, reach) => {
    expect(httpReach(new URL(`http://${host}/`))).toBe(reach);
    const mayBeChosen = reach !== 'public';
    expect(mayReceiveKey(`http://${host}:8000/api`, () => true)).toBe(mayBeChosen);
    expect(mayReceiveKey(`http://${host}:8000/api`, () => false)).toBe(reach === 'thisMachine');
    expect(mayReceiveKey(`https://${host}/`, () => false)).toBe(true);
  });
});

describe('A client', () => {
  const sendTo = (origin: string, allowed: readonly string[]) => {
    const { send, sentCalls } = controlledSend();
    const credential = { kind: 'key', secret: new Secret('plane_api_abc'), origin } as const;
    const call = authenticate(credential, origin, (one) => allowed.includes(one))(send)(createGetCall());
    return { call, sentCalls };
  };

  it.each([
    ['http://192.168.1.2:8000', [], 'no choice'],
    ['http://192.168.1.2:8000', ['http://192.168.1.2', 'https://192.168.1.2:8000'], 'a choice for another origin'],
    ['http://plane.example.com', ['http://plane.example.com'], 'a choice for a public name'],
  ])('sends no key to %s with %j: %s', async (origin, allowed) => {
    const { call, sentCalls } = sendTo(origin, allowed);
    expect(await faultFrom(call)).toEqual({
      kind: 'network',
      reason: 'insecure',
      host: new URL(origin).host,
      detail: '',
    });
    expect(sentCalls).toEqual([]);
  });

  it('sends the key to a server in a private network for which the user has chosen http', () => {
    const { sentCalls } = sendTo('http://192.168.1.2:8000', ['http://192.168.1.2:8000']);
    expect(sentCalls[0]?.call.headers).toEqual({ 'x-api-key': 'plane_api_abc' });
  });
});

// Tests the conversion of network errors to faults.
import { describe, expect, it } from 'vitest';
import { networkFault } from '../../../src/client/networkError.ts';

const errorWithCode = (code: string, properties: object = {}): Error =>
  Object.assign(new Error('says plane_api_secret'), { code, ...properties });

describe('networkFault', () => {
  it.each([
    ['ENOTFOUND', 'name'],
    ['EAI_AGAIN', 'name'],
    ['ECONNREFUSED', 'refused'],
    ['EHOSTUNREACH', 'refused'],
    ['UND_ERR_CONNECT_TIMEOUT', 'refused'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'refused'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'clientCertificate'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'clientCertificate'],
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'clientCertificate'],
    ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', 'clientCertificate'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'refused'],
    ['ECONNRESET', 'lost'],
    ['UND_ERR_SOCKET', 'lost'],
    ['EPIPE', 'lost'],
  ])('maps %s to %s', (code, reason) => {
    expect(networkFault(errorWithCode(code), 'plane.test')).toEqual({
      kind: 'network',
      reason,
      host: 'plane.test',
      detail: code,
    });
  });

  it('returns the host of a failed or unsupported proxy, or the name of an invalid setting', () => {
    const proxy = errorWithCode('ERR_PROXY', { proxy: 'proxy.test:3128', detail: '407' });
    expect(networkFault(proxy, 'plane.test')).toEqual({
      kind: 'network',
      reason: 'proxy',
      host: 'proxy.test:3128',
      detail: '407',
    });
    const unsupportedProxyError = errorWithCode('ERR_UNSUPPORTED_PROXY', {
      proxy: 'socks://proxy.test:1080',
      detail: 'system',
    });
    expect(networkFault(unsupportedProxyError, 'plane.test')).toEqual({
      kind: 'network',
      reason: 'unsupportedProxy',
      host: 'socks://proxy.test:1080',
      detail: 'system',
    });
    const settingError = errorWithCode('ERR_SETTING', { setting: 'http.proxy', problem: { kind: 'noAddress' } });
    expect(networkFault(settingError, 'plane.test')).toEqual({
      kind: 'network',
      reason: 'setting',
      host: 'plane.test',
      detail: 'http.proxy: the value is not an address',
    });
  });

  it('uses the code of the cause of an error', () => {
    expect(networkFault(new TypeError('failed', { cause: errorWithCode('ENOTFOUND') }), 'h')).toMatchObject({
      reason: 'name',
      detail: 'ENOTFOUND',
    });
  });

  it('uses the codes of all errors in an AggregateError', () => {
    const aggregateError = new AggregateError([
      errorWithCode('ECONNRESET'),
      errorWithCode('ECONNREFUSED', { syscall: 'connect' }),
    ]);
    expect(networkFault(aggregateError, 'h')).toMatchObject({ reason: 'refused' });
  });

  it('returns the reason `refused` for a timeout while connecting, and `lost` for a timeout afterwards', () => {
    expect(networkFault(errorWithCode('ETIMEDOUT', { syscall: 'connect' }), 'h')).toMatchObject({ reason: 'refused' });
    expect(networkFault(errorWithCode('ETIMEDOUT', { syscall: 'read' }), 'h')).toMatchObject({ reason: 'lost' });
    expect(networkFault(errorWithCode('ECONNRESET', { syscall: 'connect' }), 'h')).toMatchObject({ reason: 'refused' });
    expect(networkFault(errorWithCode('ECONNRESET', { syscall: 'read' }), 'h')).toMatchObject({ reason: 'lost' });
  });

  it('returns invalidResponse for a response that is too large or not HTTP', () => {
    expect(networkFault(errorWithCode('UND_ERR_RES_EXCEEDED_MAX_SIZE'), 'h').kind).toBe('invalidResponse');
    expect(networkFault(errorWithCode('HPE_INVALID_CONSTANT'), 'h').kind).toBe('invalidResponse');
  });

  it('accepts a thrown value that is not an Error, and an Error that is its own cause', () => {
    const circularError: { code?: string; cause?: unknown } = {};
    circularError.cause = circularError;
    for (const thrown of [undefined, null, 'text', 7, {}, circularError]) {
      expect(networkFault(thrown, 'h')).toEqual({ kind: 'network', reason: 'lost', host: 'h', detail: '' });
    }
  });

  it('never returns the message of the error', () => {
    expect(JSON.stringify(networkFault(errorWithCode('ECONNRESET'), 'h'))).not.toContain('secret');
  });
});

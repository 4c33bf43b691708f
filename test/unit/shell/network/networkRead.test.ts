// Tests how settings and environment variables are converted to the network configuration.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNetworkConfiguration } from '../../../../src/shell/network/readNetwork.ts';

const EMPTY_ENVIRONMENT = {
  HTTPS_PROXY: undefined,
  HTTP_PROXY: undefined,
  ALL_PROXY: undefined,
  NO_PROXY: undefined,
  NODE_EXTRA_CA_CERTS: undefined,
};

function read(
  settings: Readonly<Record<string, unknown>>,
  environment: Partial<Record<keyof typeof EMPTY_ENVIRONMENT, string>> = {},
) {
  return readNetworkConfiguration((id) => settings[id], { ...EMPTY_ENVIRONMENT, ...environment });
}

const SETTING_IDS = [
  'http.proxy',
  'http.proxySupport',
  'http.noProxy',
  'http.proxyAuthorization',
  'http.proxyStrictSSL',
  'http.systemCertificates',
  'contrail.tls.certificateAuthorities',
  'contrail.tls.clientCertificates',
];

describe('readNetworkConfiguration', () => {
  it('returns no proxy and the system’s certificates if nothing is set', () => {
    expect(read({})).toEqual({
      proxy: {
        isEnabled: true,
        address: '',
        exceptions: [],
        authorization: undefined,
        verifiesCertificate: true,
        environment: { HTTPS_PROXY: undefined, HTTP_PROXY: undefined, ALL_PROXY: undefined, NO_PROXY: undefined },
      },
      trust: { includesSystem: true, files: [], extraFile: undefined },
      clientCertificates: {},
    });
  });

  it('returns the values of the settings and environment variables', () => {
    const settings = {
      'http.proxy': ' http://proxy.test:3128 ',
      'http.proxySupport': 'off',
      'http.noProxy': ['one.test', ' ', 7],
      'http.proxyAuthorization': 'Basic x',
      'http.proxyStrictSSL': false,
      'http.systemCertificates': false,
      'contrail.tls.certificateAuthorities': ['/ca.pem'],
      'contrail.tls.clientCertificates': {
        'https://plane.test/some/page': { certificate: '/c.pem', key: '/k.pem' },
        'https://other.test:8443': { pfx: '/c.pfx' },
        'https://half.test': { certificate: '/c.pem' },
        'no address': { pfx: '/c.pfx' },
      },
    };
    expect(read(settings, { NODE_EXTRA_CA_CERTS: '/extra.pem', NO_PROXY: 'two.test' })).toMatchObject({
      proxy: {
        isEnabled: false,
        address: 'http://proxy.test:3128',
        exceptions: ['one.test'],
        authorization: 'Basic x',
        verifiesCertificate: false,
        environment: { NO_PROXY: 'two.test' },
      },
      trust: { includesSystem: false, files: ['/ca.pem'], extraFile: '/extra.pem' },
      clientCertificates: {
        'https://plane.test': { certificate: '/c.pem', key: '/k.pem' },
        'https://other.test:8443': { pfx: '/c.pfx' },
      },
    });
  });

  it('returns the default value of a setting whose value has the wrong type', () => {
    const wrongValue = fc.oneof(
      fc.integer(),
      fc.constant(null),
      fc.constant({}),
      fc.constant([]),
      fc.constant(''),
      fc.constant([[1], {}]),
    );
    fc.assert(
      fc.property(fc.record(Object.fromEntries(SETTING_IDS.map((id) => [id, wrongValue]))), (settings) => {
        expect(read(settings)).toEqual(read({}));
      }),
    );
  });
});

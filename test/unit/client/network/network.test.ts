// Tests what holds for the network before settings and variables are read.
import { expect, it } from 'vitest';
import { defaultNetworkConfiguration } from '../../../../src/client/network/network.ts';

it('By default, the certificate of a proxy is verified, and a proxy that is set is used', () => {
  expect(defaultNetworkConfiguration.proxy).toMatchObject({ verifiesCertificate: true, isEnabled: true, address: '' });
});

// Owns the shape of what is said about the network: proxies, certificates and who may see which. Data, read at the edge
// and handed down.

/** The proxy variables of an environment, whatever their case. */
export interface ProxyEnvironment {
  readonly HTTPS_PROXY: string | undefined;
  readonly HTTP_PROXY: string | undefined;
  readonly ALL_PROXY: string | undefined;
  readonly NO_PROXY: string | undefined;
}

export interface ProxySettings {
  /** `http.proxySupport`: false where it is `off`. Then nothing goes through a proxy. */
  readonly isUsed: boolean;
  /** `http.proxy`; '' for none. It comes before the environment. */
  readonly address: string;
  /** `http.noProxy`. Where there is any, `NO_PROXY` is not heeded, as in VS Code. */
  readonly exceptions: readonly string[];
  /** `http.proxyAuthorization`: the whole header. It comes before the name and password in the proxy's address. */
  readonly authorization: string | undefined;
  /** `http.proxyStrictSSL`. False takes any certificate of the proxy itself, and changes nothing for servers. */
  readonly isVerified: boolean;
  readonly environment: ProxyEnvironment;
}

/** Files in PEM, or both in one PKCS#12 file. None may have a passphrase. */
export type ClientCertificate = { readonly certificate: string; readonly key: string } | { readonly pfx: string };

export interface Network {
  readonly proxy: ProxySettings;
  readonly trust: {
    /** `http.systemCertificates`. */
    readonly system: boolean;
    /** Files of certificate authorities in PEM. One that cannot be used is a fault. */
    readonly files: readonly string[];
    /** `NODE_EXTRA_CA_CERTS`. A file that cannot be used is passed over, as Node does. */
    readonly extra: string | undefined;
  };
  /** By origin. */
  readonly clientCertificates: Readonly<Record<string, ClientCertificate>>;
}

/** Nothing set: no proxy, and the certificates that Node trusts by itself. */
export const plainNetwork: Network = {
  proxy: {
    isUsed: true,
    address: '',
    exceptions: [],
    authorization: undefined,
    isVerified: true,
    environment: { HTTPS_PROXY: undefined, HTTP_PROXY: undefined, ALL_PROXY: undefined, NO_PROXY: undefined },
  },
  trust: { system: false, files: [], extra: undefined },
  clientCertificates: {},
};

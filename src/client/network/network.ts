// Defines the network configuration: proxies, certificates, and their origins. Plain data.

/** The proxy variables of an environment, whatever their case. */
export interface ProxyEnvironment {
  readonly HTTPS_PROXY: string | undefined;
  readonly HTTP_PROXY: string | undefined;
  readonly ALL_PROXY: string | undefined;
  readonly NO_PROXY: string | undefined;
}

export interface ProxySettings {
  /** `http.proxySupport`: false when it is `off`. Then no proxy is used. */
  readonly isUsed: boolean;
  /** `http.proxy`; '' for none. Takes precedence over the environment. */
  readonly address: string;
  /** `http.noProxy`. When it is not empty, `NO_PROXY` is ignored, as in VS Code. */
  readonly exceptions: readonly string[];
  /**
   * `http.proxyAuthorization`: the whole header. Takes precedence over the name and password in the proxy's address.
   */
  readonly authorization: string | undefined;
  /** `http.proxyStrictSSL`. False accepts any certificate of the proxy itself, and changes nothing for servers. */
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
    /** PEM files of certificate authorities. One that cannot be used is a fault. */
    readonly files: readonly string[];
    /** `NODE_EXTRA_CA_CERTS`. A file that cannot be used is ignored, as in Node. */
    readonly extra: string | undefined;
  };
  /** By origin. */
  readonly clientCertificates: Readonly<Record<string, ClientCertificate>>;
}

/** No configuration: no proxy, and the certificates that Node trusts by default. */
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

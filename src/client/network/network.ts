// Defines the network configuration: proxies, trusted authorities and client certificates.

/** The environment variables for proxies. They may be written in upper or lower case. */
export interface ProxyEnvironment {
  readonly HTTPS_PROXY: string | undefined;
  readonly HTTP_PROXY: string | undefined;
  readonly ALL_PROXY: string | undefined;
  readonly NO_PROXY: string | undefined;
}

export interface ProxySettings {
  /** Whether a proxy may be used: false when `http.proxySupport` is `off`. */
  readonly isEnabled: boolean;
  /** `http.proxy`, or '' if it is not set. Takes precedence over the environment. */
  readonly address: string;
  /** `http.noProxy`. If the setting is not empty, `NO_PROXY` is ignored, as in VS Code. */
  readonly exceptions: readonly string[];
  /**
   * `http.proxyAuthorization`, the whole `Proxy-Authorization` header. Takes precedence over the user name and password
   * in the URL of the proxy.
   */
  readonly authorization: string | undefined;
  /**
   * `http.proxyStrictSSL`. If false, any certificate of the proxy is accepted; the certificates of servers are still
   * verified.
   */
  readonly verifiesCertificate: boolean;
  readonly environment: ProxyEnvironment;
}

/**
 * Paths of a certificate and its key as PEM files, or of a PKCS#12 file that contains both. The files must not have a
 * passphrase.
 */
export type ClientCertificate = { readonly certificate: string; readonly key: string } | { readonly pfx: string };

export interface NetworkConfiguration {
  readonly proxy: ProxySettings;
  readonly trust: {
    /** `http.systemCertificates`. */
    readonly includesSystem: boolean;
    /** Paths of PEM files with certificate authorities. If a file cannot be used, no connection is opened. */
    readonly files: readonly string[];
    /** `NODE_EXTRA_CA_CERTS`. A file that cannot be used is ignored, as in Node. */
    readonly extraFile: string | undefined;
  };
  /** Client certificates by the origin of the server. */
  readonly clientCertificates: Readonly<Record<string, ClientCertificate>>;
}

/** The default configuration: no proxy, and the certificates that Node trusts. */
export const defaultNetworkConfiguration: NetworkConfiguration = {
  proxy: {
    isEnabled: true,
    address: '',
    exceptions: [],
    authorization: undefined,
    verifiesCertificate: true,
    environment: { HTTPS_PROXY: undefined, HTTP_PROXY: undefined, ALL_PROXY: undefined, NO_PROXY: undefined },
  },
  trust: { includesSystem: false, files: [], extraFile: undefined },
  clientCertificates: {},
};

// Explains a connection error in the connection report.
import * as l10n from '@vscode/l10n';
import type { Fault } from '../../client/apiError.ts';
import { formatError } from '../../shell/faults/formatError.ts';

/** Returns the error and advice on it, without the text of the server's response, which could contain secrets. */
export function errorLines(fault: Fault): string[] {
  switch (fault.kind) {
    case 'network':
      return [formatError(fault), ...networkAdvice(fault.reason, fault.detail)];
    case 'unauthorized':
    case 'outdated':
    case 'timeout':
    case 'rateLimited':
      return [formatError(fault)];
    case 'intercepted':
      return [
        l10n.t('Something in front of Plane answered (status {0}).', fault.status),
        l10n.t(
          'A proxy, a sign-in page, a bot check or a network that requires a sign-in may answer instead of Plane. Ask its administrator to let requests to `/api/v1/` pass.',
        ),
      ];
    case 'rejected':
    case 'serverError':
    case 'invalidResponse':
      return [l10n.t('The server responded with status {0}, which is not expected from a Plane server.', fault.status)];
    case 'notFound':
      return [
        l10n.t(
          'The server responded that the address was not found. Check the address of the server and its base path.',
        ),
      ];
    default:
      return [l10n.t('The request could not be sent.')];
  }
}

function networkAdvice(reason: Extract<Fault, { kind: 'network' }>['reason'], detail: string): string[] {
  return {
    name: [
      l10n.t(
        'If only a proxy can resolve host names, set `http.proxy`, or `HTTPS_PROXY` in the environment of VS Code.',
      ),
    ],
    refused: [
      l10n.t(
        'Check the port, and whether a firewall or VPN blocks the connection. If a proxy is required, set `http.proxy`.',
      ),
    ],
    proxy:
      detail === '407'
        ? [
            l10n.t(
              'Add the user name and password to the address of the proxy (`http://name:password@proxy:port`), or set `http.proxyAuthorization` to the whole header. Basic authentication is supported; Negotiate, Kerberos and NTLM are not.',
            ),
          ]
        : [
            l10n.t(
              'Check `http.proxy`, the proxy variables of the environment or the proxy settings of the system, and which hosts the proxy allows.',
            ),
          ],
    unsupportedProxy: [l10n.t('Contrail does not connect directly instead, because that would bypass the proxy.')],
    certificate: [
      l10n.t(
        'Get the certificate of the authority that issued it (a company that inspects TLS has its own). Add its file to `contrail.tls.certificateAuthorities` or `NODE_EXTRA_CA_CERTS`, or add it to the certificate store of the system.',
      ),
    ],
    clientCertificate: [l10n.t('Set the certificate and key for this server in `contrail.tls.clientCertificates`.')],
    lost: [
      l10n.t('Try again. If this happens every time, a firewall, a proxy or a load balancer may close connections.'),
    ],
    browser: [
      l10n.t(
        'A browser sends requests only to servers that allow it. In the proxy in front of Plane, add a rule for `/api/v1/` that allows the origin `https://*.vscode-cdn.net` without credentials, and exposes the headers `X-RateLimit-Remaining`, `X-RateLimit-Reset` and `Retry-After`. Plane itself allows only the origins in `CORS_ALLOWED_ORIGINS`.',
      ),
      l10n.t('VS Code on the desktop has no such limit.'),
    ],
    redirected: [l10n.t('Sign in at the address that the server redirects to.')],
    insecure: [l10n.t('Use an https address.')],
    setting: [l10n.t('Correct the setting. Until then, Contrail does not connect to the server.')],
  }[reason];
}

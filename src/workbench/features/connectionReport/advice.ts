// Suggests what to do about a connection error in the connection report. Pure.
import * as l10n from '@vscode/l10n';
import type { Fault } from '../../../client/apiError.ts';
import { formatError } from '../../ui/formatError.ts';

/** Leaves out the server's own text, which could repeat anything, including secrets. */
export function faultLines(fault: Fault): string[] {
  switch (fault.kind) {
    case 'network':
      return [formatError(fault), ...advice(fault.reason, fault.detail)];
    case 'unauthorized':
    case 'timeout':
    case 'rateLimited':
      return [formatError(fault)];
    case 'rejected':
    case 'serverError':
    case 'invalidResponse':
      return [l10n.t('The server answered with status {0}, and not as Plane does.', fault.status)];
    case 'notFound':
      return [
        l10n.t('The server answered that there is no such address. Check the address of the server and its base path.'),
      ];
    default:
      return [l10n.t('It could not be asked.')];
  }
}

function advice(reason: Extract<Fault, { kind: 'network' }>['reason'], detail: string): string[] {
  switch (reason) {
    case 'name':
      return [
        l10n.t(
          'Where names are resolved by a proxy only, set `http.proxy`, or `HTTPS_PROXY` in the environment that VS Code is started in.',
        ),
      ];
    case 'refused':
      return [
        l10n.t(
          'Check the port, and whether a firewall or VPN stands between. Where only a proxy gets out, set `http.proxy`.',
        ),
      ];
    case 'proxy':
      return detail === '407'
        ? [
            l10n.t(
              'Write name and password into the address (`http://name:password@proxy:port`), or the whole header into `http.proxyAuthorization`. Basic is spoken; Negotiate, Kerberos and NTLM are not.',
            ),
          ]
        : [
            l10n.t(
              'Check `http.proxy`, or the proxy variables of the environment, and which hosts the proxy lets through.',
            ),
          ];
    case 'certificate':
      return [
        l10n.t(
          'Ask for the certificate of the authority that issued it (a company that looks into TLS has one of its own), and name its file in `contrail.tls.certificateAuthorities` or in `NODE_EXTRA_CA_CERTS`, or put it into the store of the system.',
        ),
      ];
    case 'clientCertificate':
      return [l10n.t('Name certificate and key for this server in `contrail.tls.clientCertificates`.')];
    case 'lost':
      return [
        l10n.t(
          'Try again. If it stays so, something on the way (a firewall, a proxy, a load balancer) ends connections.',
        ),
      ];
    case 'redirected':
      return [l10n.t('Sign in at the address to which it leads.')];
    case 'insecure':
      return [l10n.t('Use an https address.')];
    case 'setting':
      return [l10n.t('Correct the setting: Contrail goes no way that was not meant.')];
    default:
      return reason satisfies never;
  }
}

// Suggests what to do about a connection error in the connection report. Pure.
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
      return [`The server answered with status ${fault.status}, and not as Plane does.`];
    case 'notFound':
      return ['The server answered that there is no such address. Check the address of the server and its base path.'];
    default:
      return ['It could not be asked.'];
  }
}

function advice(reason: Extract<Fault, { kind: 'network' }>['reason'], detail: string): string[] {
  switch (reason) {
    case 'name':
      return [
        'Where names are resolved by a proxy only, set `http.proxy`, or `HTTPS_PROXY` in the environment that VS Code is started in.',
      ];
    case 'refused':
      return [
        'Check the port, and whether a firewall or VPN stands between. Where only a proxy gets out, set `http.proxy`.',
      ];
    case 'proxy':
      return detail === '407'
        ? [
            'Write name and password into the address (`http://name:password@proxy:port`), or the whole header into `http.proxyAuthorization`. Basic is spoken; Negotiate, Kerberos and NTLM are not.',
          ]
        : ['Check `http.proxy`, or the proxy variables of the environment, and which hosts the proxy lets through.'];
    case 'certificate':
      return [
        'Ask for the certificate of the authority that issued it (a company that looks into TLS has one of its own), and name its file in `contrail.tls.certificateAuthorities` or in `NODE_EXTRA_CA_CERTS`, or put it into the store of the system.',
      ];
    case 'clientCertificate':
      return ['Name certificate and key for this server in `contrail.tls.clientCertificates`.'];
    case 'lost':
      return [
        'Try again. If it stays so, something on the way (a firewall, a proxy, a load balancer) ends connections.',
      ];
    case 'redirected':
      return ['Sign in at the address to which it leads.'];
    case 'insecure':
      return ['Use an https address.'];
    case 'setting':
      return ['Correct the setting: Contrail goes no way that was not meant.'];
    default:
      return reason satisfies never;
  }
}

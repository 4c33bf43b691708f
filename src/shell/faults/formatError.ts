// Converts the error of a request to a message for the user.
import * as l10n from '@vscode/l10n';
import { type Fault, isForbidden, isNotInPlan, type NetworkErrorReason } from '../../client/apiError.ts';
import { NOT_TLS_CODE } from '../../client/networkError.ts';
import { rateLimitMessage } from '../../core/session/rateLimit.ts';
import { OLDEST_VERSION } from '../../core/session/server/instance.ts';
import { formatBytes } from '../../std/formatBytes.ts';
import { withPeriod } from '../../std/formatText.ts';
import { byKind } from '../../std/objects/byKind.ts';
import { plural } from '../../std/plural.ts';
import { proxySourceText } from '../network/proxySourceText.ts';

/** Returns the message that the server rejects the key of an account. `account` is the name of the account. */
export function rejectedKeyText(account: string): string {
  return l10n.t('Authentication failed. The key or token of {0} may be mistyped, expired or revoked.', account);
}

/** Returns one or two sentences, each of which ends with a period. */
export function formatError(fault: Fault): string {
  return byKind(fault, {
    network: networkText,
    timeout: (fault) => timeoutText(Math.round(fault.afterMs / 1000)),
    cancelled: () => l10n.t('Canceled.'),
    unauthorized: () => l10n.t('Authentication failed. The key or token may be mistyped, expired or revoked.'),
    rejected: rejectedText,
    notFound: (fault) =>
      fault.isRouteMissing
        ? l10n.t('This server does not support this feature.')
        : fault.isProject === true
          ? l10n.t('The project was deleted, or you have not joined it.')
          : l10n.t('It does not exist, or you have no access to it.'),
    rateLimited: (fault) => rateLimitMessage(fault.until),
    intercepted: (fault) =>
      withDetail(fault.title, l10n.t('Something in front of Plane answered (status {0}).', fault.status), (title) =>
        l10n.t('Something in front of Plane answered: “{0}”.', title),
      ),
    outdated: (fault) =>
      fault.version === ''
        ? l10n.t('This version of Plane is too old: Contrail needs {0} or newer.', OLDEST_VERSION)
        : l10n.t('Plane {0} is too old: Contrail needs {1} or newer.', fault.version.replace(/^v/, ''), OLDEST_VERSION),
    serverError: (fault) =>
      withDetail(fault.detail, l10n.t('The server failed (status {0}).', fault.status), (detail) =>
        l10n.t('The server failed (status {0}): {1}.', fault.status, detail),
      ),
    invalidResponse: (fault) =>
      withDetail(fault.detail, l10n.t("The server's response could not be read."), (detail) =>
        l10n.t("The server's response could not be read ({0}).", detail),
      ),
    invalidRequest: (fault) =>
      Object.entries(fault.fields)
        .map(([field, rule]) => l10n.t('{0}: {1}', field, withPeriod(rule)))
        .join(' '),
  });
}

/** Returns the cause in about three words, without a period, for places with little space. */
export function faultCause(fault: Fault): string {
  return byKind(fault, {
    network: ({ reason }) => NETWORK_CAUSES[reason](),
    timeout: () => l10n.t('no response'),
    cancelled: () => l10n.t('canceled'),
    unauthorized: () => l10n.t('authentication failed'),
    rejected: (fault) => {
      if (isNotInPlan(fault)) return l10n.t('not in plan');
      return isForbidden(fault) ? l10n.t('not allowed') : l10n.t('server refused it');
    },
    notFound: ({ isRouteMissing }) => (isRouteMissing ? l10n.t('not supported') : l10n.t('not found')),
    rateLimited: () => l10n.t('rate limit reached'),
    intercepted: () => l10n.t('something else answered'),
    outdated: () => l10n.t('server too old'),
    serverError: () => l10n.t('server error'),
    invalidResponse: () => l10n.t('unreadable answer'),
    invalidRequest: () => l10n.t('value not accepted'),
  });
}

const NETWORK_CAUSES: Readonly<Record<NetworkErrorReason, () => string>> = {
  name: () => l10n.t('server not found'),
  refused: () => l10n.t('not reachable'),
  setting: () => l10n.t('invalid setting'),
  proxy: () => l10n.t('proxy error'),
  unsupportedProxy: () => l10n.t('unsupported proxy'),
  certificate: () => l10n.t('certificate not trusted'),
  clientCertificate: () => l10n.t('client certificate required'),
  lost: () => l10n.t('connection lost'),
  browser: () => l10n.t('not reachable'),
  redirected: () => l10n.t('server redirects'),
  insecure: () => l10n.t('not encrypted'),
};

function timeoutText(seconds: number): string {
  return plural(seconds, {
    one: l10n.t('The server did not respond within {0} second.', seconds),
    other: l10n.t('The server did not respond within {0} seconds.', seconds),
  });
}

function networkText({ reason, host, detail }: Extract<Fault, { kind: 'network' }>): string {
  return {
    name: l10n.t('The server {0} was not found. Check the address and your connection.', host),
    refused: refusedText(host, detail),
    setting: withDetail(
      detail,
      l10n.t('Nothing was sent to {0} because a setting is invalid. See the log for details.', host),
      (text) => l10n.t('Nothing was sent to {0} because a setting is invalid: {1}.', host, text),
    ),
    proxy: proxyText(host, detail),
    unsupportedProxy: l10n.t(
      'Nothing was sent because Contrail supports only HTTP and HTTPS proxies, not {0} (set by {1}). Set an HTTP proxy in http.proxy, or add the server to http.noProxy to connect directly.',
      host,
      proxySourceText(detail),
    ),
    certificate: certificateText(host, detail),
    clientCertificate: withDetail(
      detail,
      l10n.t('{0} requires a client certificate. Set it in contrail.tls.clientCertificates.', host),
      (text) =>
        l10n.t('{0} requires a client certificate ({1}). Set it in contrail.tls.clientCertificates.', host, text),
    ),
    lost: l10n.t('The connection to {0} was lost before a response arrived.', host),
    browser: l10n.t(
      '{0} does not respond, or does not let web pages in. In that case, its administrator must allow the origin of this page (CORS).',
      host,
    ),
    redirected: withDetail(
      detail,
      l10n.t(
        'Something in front of Plane answered: {0} redirects to another address, and the key or token is not sent there.',
        host,
      ),
      (text) =>
        l10n.t(
          'Something in front of Plane answered: {0} redirects to another address ({1}), and the key or token is not sent there.',
          host,
          text,
        ),
    ),
    insecure: l10n.t('{0} uses HTTP, so others on the network could read your data. Nothing was sent.', host),
  }[reason];
}

/** `detail` is an error code. */
function refusedText(host: string, detail: string): string {
  if (detail === NOT_TLS_CODE) return l10n.t('The server {0} does not use HTTPS on this port.', host);
  return detail.startsWith('ERR_SSL_')
    ? l10n.t('The server {0} opened no HTTPS connection ({1}).', host, detail)
    : l10n.t('The server {0} does not respond.', host);
}

/** `detail` is an error code. */
function certificateText(host: string, detail: string): string {
  if (detail === 'CERT_HAS_EXPIRED') return l10n.t('The certificate of {0} has expired.', host);
  if (detail === 'ERR_TLS_CERT_ALTNAME_INVALID') return l10n.t('The certificate of {0} is for another host.', host);
  return withDetail(detail, l10n.t('The certificate of {0} is not trusted.', host), (text) =>
    l10n.t(
      'The certificate of {0} is not trusted ({1}). If you trust its issuer, add the certificate of the issuer to contrail.tls.certificateAuthorities.',
      host,
      text,
    ),
  );
}

/** `detail` is the HTTP status of the proxy's response, or an error code. */
function proxyText(host: string, detail: string): string {
  if (detail === '407') return l10n.t('The proxy {0} requires a user name and password (status 407).', host);
  if (/^\d+$/.test(detail)) return l10n.t('The proxy {0} rejected the request (status {1}).', host, detail);
  return withDetail(detail, l10n.t('The proxy {0} could not be reached.', host), (text) =>
    l10n.t('The proxy {0} could not be reached ({1}).', host, text),
  );
}

function rejectedText(fault: Extract<Fault, { kind: 'rejected' }>): string {
  const serverText = Object.values(fault.fields)[0] ?? fault.detail;
  switch (fault.status) {
    case 402:
      return l10n.t('The plan of this workspace does not include this feature.');
    case 403:
      return fault.isProjectMissingOrForbidden === true
        ? l10n.t('The project was deleted, or you have not joined it.')
        : withDetail(fault.detail, l10n.t("You don't have permission to do this."), (detail) =>
            l10n.t("You don't have permission to do this ({0}).", detail),
          );
    case 409:
      return withDetail(serverText, l10n.t('Plane already has one with these values.'), (detail) =>
        l10n.t('Plane already has one with these values ({0}).', detail),
      );
    case 413:
      return fault.maxBytes === undefined
        ? l10n.t('This is too large for the server.')
        : l10n.t('The file is too large. The server accepts files up to {0}.', formatBytes(fault.maxBytes));
    default:
      return withDetail(serverText, l10n.t('The server rejected this.'), (detail) =>
        l10n.t('The server rejected this ({0}).', detail),
      );
  }
}

/** Returns `detailed(detail)`, or `without` if `detail` is empty. */
function withDetail(detail: string, without: string, detailed: (detail: string) => string): string {
  const text = detail.trim().replace(/\.$/, '');
  return text === '' ? without : detailed(text);
}

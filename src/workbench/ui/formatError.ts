// Turns a fault into a message for the user. No other module does.
import * as l10n from '@vscode/l10n';
import type { Fault } from '../../client/apiError.ts';
import { formatBytes } from '../../std/formatBytes.ts';

/** Returns one or two sentences, each with a period. */
export function formatError(fault: Fault): string {
  switch (fault.kind) {
    case 'network':
      return unreachedWords(fault);
    case 'timeout':
      return l10n.t('The service did not answer within {0} seconds.', Math.round(fault.afterMs / 1000));
    case 'cancelled':
      return l10n.t('Cancelled.');
    case 'unauthorized':
      return l10n.t('Authentication failed. The key or token may be mistyped, expired or revoked.');
    case 'rejected':
      return refusedWords(fault);
    case 'notFound':
      return fault.route
        ? l10n.t('This server does not offer that.')
        : l10n.t('It does not exist, or you may not see it.');
    case 'rateLimited':
      return l10n.t('The service takes no more requests until {0}.', new Date(fault.until).toLocaleTimeString());
    case 'serverError':
      return l10n.t('The service failed (status {0}){1}.', fault.status, detailWords(fault.detail));
    case 'invalidResponse':
      return l10n.t("The service's answer could not be read{0}.", detailWords(fault.detail));
    case 'invalidRequest':
      return Object.entries(fault.fields)
        .map(([field, rule]) => `${field}: ${rule}.`)
        .join(' ');
    default:
      return fault satisfies never;
  }
}

function unreachedWords({ reason, host, detail }: Extract<Fault, { kind: 'network' }>): string {
  switch (reason) {
    case 'name':
      return l10n.t('No server called {0} was found. Check the address, and whether you are online.', host);
    case 'refused':
      return l10n.t('Nothing answers at {0}.', host);
    case 'setting':
      return l10n.t('A setting cannot be used, so nothing was sent to {0}{1}.', host, detailWords(detail));
    case 'proxy':
      return proxyWords(host, detail);
    case 'certificate':
      return l10n.t('The certificate of {0} is not trusted{1}.', host, detailWords(detail));
    case 'clientCertificate':
      return l10n.t(
        '{0} asks for a client certificate that it knows{1}. Name it in contrail.tls.clientCertificates.',
        host,
        detailWords(detail),
      );
    case 'lost':
      return l10n.t('The connection to {0} broke before an answer came.', host);
    case 'redirected':
      return l10n.t('{0} sends its visitors elsewhere{1}, and the key does not go along.', host, detailWords(detail));
    case 'insecure':
      return l10n.t(
        '{0} is reached over http only, where anybody on the way could read along, so nothing was sent there.',
        host,
      );
    default:
      return reason satisfies never;
  }
}

function proxyWords(host: string, detail: string): string {
  if (detail === '407') return l10n.t('The proxy {0} wants a name and password{1}.', host, detailWords(detail));
  if (/^\d+$/.test(detail))
    return `The proxy ${host} lets no request through${detailWords(l10n.t('status {0}', detail))}.`;
  return l10n.t('The proxy {0} cannot be reached{1}.', host, detailWords(detail));
}

function refusedWords(fault: Extract<Fault, { kind: 'rejected' }>): string {
  const said = Object.values(fault.fields)[0] ?? fault.detail;
  switch (fault.status) {
    case 402:
      return l10n.t('The plan of this workspace does not include that.');
    case 403:
      return fault.isProjectOutOfReach === true
        ? l10n.t('The project was deleted, or you are not a member of it.')
        : l10n.t('You are not allowed to do that{0}.', detailWords(fault.detail));
    case 409:
      return l10n.t('There is one already{0}.', detailWords(said));
    case 413:
      return fault.largest === undefined
        ? l10n.t('That is too large for the service.')
        : l10n.t('That is too large for the service: it takes files up to {0}.', formatBytes(fault.largest));
    default:
      return l10n.t('The service refused{0}.', detailWords(said));
  }
}

function detailWords(detail: string): string {
  const text = detail.trim().replace(/\.$/, '');
  return text === '' ? '' : ` (${text})`;
}

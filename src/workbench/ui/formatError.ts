// Turns a fault into a message for the user. No other module does.
import type { Fault } from '../../client/apiError.ts';
import { formatBytes } from '../../std/formatBytes.ts';

/** Returns one or two sentences, each with a period. */
export function formatError(fault: Fault): string {
  switch (fault.kind) {
    case 'network':
      return unreachedWords(fault);
    case 'timeout':
      return `The service did not answer within ${Math.round(fault.afterMs / 1000)} seconds.`;
    case 'cancelled':
      return 'Cancelled.';
    case 'unauthorized':
      return 'Authentication failed. The key or token may be mistyped, expired or revoked.';
    case 'rejected':
      return refusedWords(fault);
    case 'notFound':
      return fault.route ? 'This server does not offer that.' : 'It does not exist, or you may not see it.';
    case 'rateLimited':
      return `The service takes no more requests until ${new Date(fault.until).toLocaleTimeString()}.`;
    case 'serverError':
      return `The service failed (status ${fault.status})${detailWords(fault.detail)}.`;
    case 'invalidResponse':
      return `The service's answer could not be read${detailWords(fault.detail)}.`;
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
      return `No server called ${host} was found. Check the address, and whether you are online.`;
    case 'refused':
      return `Nothing answers at ${host}.`;
    case 'setting':
      return `A setting cannot be used, so nothing was sent to ${host}${detailWords(detail)}.`;
    case 'proxy':
      return proxyWords(host, detail);
    case 'certificate':
      return `The certificate of ${host} is not trusted${detailWords(detail)}.`;
    case 'clientCertificate':
      return `${host} asks for a client certificate that it knows${detailWords(detail)}. Name it in contrail.tls.clientCertificates.`;
    case 'lost':
      return `The connection to ${host} broke before an answer came.`;
    case 'redirected':
      return `${host} sends its visitors elsewhere${detailWords(detail)}, and the key does not go along.`;
    case 'insecure':
      return `${host} is reached over http only, where anybody on the way could read along, so nothing was sent there.`;
    default:
      return reason satisfies never;
  }
}

function proxyWords(host: string, detail: string): string {
  if (detail === '407') return `The proxy ${host} wants a name and password${detailWords(detail)}.`;
  if (/^\d+$/.test(detail)) return `The proxy ${host} lets no request through${detailWords(`status ${detail}`)}.`;
  return `The proxy ${host} cannot be reached${detailWords(detail)}.`;
}

function refusedWords(fault: Extract<Fault, { kind: 'rejected' }>): string {
  const said = Object.values(fault.fields)[0] ?? fault.detail;
  switch (fault.status) {
    case 402:
      return 'The plan of this workspace does not include that.';
    case 403:
      return fault.isProjectOutOfReach === true
        ? 'The project was deleted, or you are not a member of it.'
        : `You are not allowed to do that${detailWords(fault.detail)}.`;
    case 409:
      return `There is one already${detailWords(said)}.`;
    case 413:
      return fault.largest === undefined
        ? 'That is too large for the service.'
        : `That is too large for the service: it takes files up to ${formatBytes(fault.largest)}.`;
    default:
      return `The service refused${detailWords(said)}.`;
  }
}

function detailWords(detail: string): string {
  const text = detail.trim().replace(/\.$/, '');
  return text === '' ? '' : ` (${text})`;
}

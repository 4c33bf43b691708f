// Converts network errors of undici and Node to faults. Pure.
import type { Fault, NetworkErrorReason } from './apiError.ts';
import { settingProblemText } from './settingProblem.ts';

interface RawError {
  readonly code: string;
  readonly syscall: string | undefined;
}

const HOST_NOT_FOUND_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'EAI_FAIL']);
/** Error codes that occur only before the request was sent. */
const REFUSED_CODES = new Set([
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENETDOWN',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'EPROTO',
]);
/**
 * If an error with one of these codes occurs while connecting, nothing was sent. If it occurs later, the response was
 * lost.
 */
const CONNECTING_CODES = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);
const CERTIFICATE_ERROR_CODE =
  /^(?:CERT_|ERR_TLS_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|CRL_)/;
/** TLS alerts that a server sends during or shortly after the handshake if it rejects the client certificate. */
const CLIENT_CERTIFICATE_ALERT =
  /^ERR_SSL_.*_ALERT_(?:CERTIFICATE_|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|NO_CERTIFICATE)/;
/** Error codes for a response that cannot be parsed or is too large. */
const INVALID_RESPONSE_CODE = /^(?:HPE_|UND_ERR_RES_EXCEEDED_MAX_SIZE$)/;
/** Error codes that `network/connectErrors.ts` sets. */
const CONTRAIL_CODES = new Set(['ERR_PROXY', 'ERR_UNSUPPORTED_PROXY', 'ERR_SETTING']);
/** Set where `fetch` rejects, in `web/fetchTransport.ts`. */
const BROWSER_CODE = 'ERR_BROWSER';
/** The detail of the fault if the first bytes that the server of an https URL sent are not TLS. */
export const NOT_TLS_CODE = 'ERR_SSL_WRONG_VERSION_NUMBER';
const MAX_CAUSE_DEPTH = 5;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Returns the error code. undici sets no code if the first byte of the response is already not HTTP. */
function errorCodeOf(error: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof error['code'] === 'string') return error['code'];
  return error['name'] === 'HTTPParserError' ? 'HPE_INVALID' : undefined;
}

function textProperty(thrown: unknown, key: 'proxy' | 'detail'): string {
  const text = isObject(thrown) ? thrown[key] : undefined;
  return typeof text === 'string' ? text : '';
}

/** Returns the thrown error and all nested errors that have a code, the outermost first. */
function rawErrorsIn(thrown: unknown, depth = 0): RawError[] {
  if (!isObject(thrown) || depth > MAX_CAUSE_DEPTH) return [];
  const code = errorCodeOf(thrown);
  const syscall = typeof thrown['syscall'] === 'string' ? thrown['syscall'] : undefined;
  const nestedErrors = Array.isArray(thrown['errors']) ? thrown['errors'] : [];
  return [
    ...(code === undefined ? [] : [{ code, syscall }]),
    ...rawErrorsIn(thrown['cause'], depth + 1),
    ...nestedErrors.flatMap((nested) => rawErrorsIn(nested, depth + 1)),
  ];
}

function reasonOf({ code, syscall }: RawError): NetworkErrorReason {
  if (code === BROWSER_CODE) return 'browser';
  if (HOST_NOT_FOUND_CODES.has(code)) return 'name';
  if (CERTIFICATE_ERROR_CODE.test(code)) return 'certificate';
  if (CLIENT_CERTIFICATE_ALERT.test(code)) return 'clientCertificate';
  if (REFUSED_CODES.has(code) || code.startsWith('ERR_SSL_')) return 'refused';
  if (code === 'ECONNRESET' && syscall === 'connect') return 'refused';
  if (CONNECTING_CODES.has(code) && (syscall === undefined || syscall === 'connect')) return 'refused';
  return 'lost';
}

/**
 * Returns the fault for an error that the transport threw. `host` is the host of the request. The detail of the fault
 * is an error code or text from `settingProblemText`; for an error of a proxy, the fault has the host and the detail of
 * this error instead.
 */
export function networkFault(thrown: unknown, host: string): Fault {
  const rawErrors = rawErrorsIn(thrown);
  const contrailCode = rawErrors.find(({ code }) => CONTRAIL_CODES.has(code))?.code;
  if (contrailCode === 'ERR_PROXY' || contrailCode === 'ERR_UNSUPPORTED_PROXY') {
    const reason = contrailCode === 'ERR_PROXY' ? 'proxy' : 'unsupportedProxy';
    return { kind: 'network', reason, host: textProperty(thrown, 'proxy'), detail: textProperty(thrown, 'detail') };
  }
  if (contrailCode === 'ERR_SETTING')
    return { kind: 'network', reason: 'setting', host, detail: settingProblemText(thrown) };
  const invalidResponse = rawErrors.find((rawError) => INVALID_RESPONSE_CODE.test(rawError.code));
  if (invalidResponse !== undefined) return { kind: 'invalidResponse', status: 0, detail: invalidResponse.code };
  const mostSpecificError = rawErrors.find((rawError) => reasonOf(rawError) !== 'lost') ?? rawErrors[0];
  return {
    kind: 'network',
    reason: mostSpecificError === undefined ? 'lost' : reasonOf(mostSpecificError),
    host,
    detail: mostSpecificError?.code ?? '',
  };
}

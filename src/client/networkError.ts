// Maps raw network errors to faults. Pure.
import type { Fault, NetworkErrorReason } from './apiError.ts';
import { settingProblemText } from './settingProblem.ts';

interface RawError {
  readonly code: string;
  readonly syscall: string | undefined;
}

const NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'EAI_FAIL']);
/** Codes that occur only before anything was sent. */
const REFUSED = new Set([
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENETDOWN',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'EPROTO',
]);
/** Before anything was sent only while connecting; on an open connection, the response is lost. */
const REFUSED_WHEN_CONNECTING = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);
const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|CRL_)/;
/** The server sends these during the handshake, or right after it. */
const CLIENT_CERTIFICATE =
  /^ERR_SSL_.*_ALERT_(?:CERTIFICATE_|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|NO_CERTIFICATE)/;
/** There was a response, but it cannot be read. */
const UNREADABLE = /^(?:HPE_|UND_ERR_RES_EXCEEDED_MAX_SIZE$)/;
const DEPTH = 5;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** undici's parser sets no code for a response that is not HTTP from its first byte. */
function codeOf(error: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof error['code'] === 'string') return error['code'];
  return error['name'] === 'HTTPParserError' ? 'HPE_INVALID' : undefined;
}

function textIn(thrown: unknown, key: 'proxy' | 'detail'): string {
  const text = isRecord(thrown) ? thrown[key] : undefined;
  return typeof text === 'string' ? text : '';
}

/** Returns every error with a code in a thrown value, the outermost first. */
function codesIn(thrown: unknown, depth = 0): RawError[] {
  if (!isRecord(thrown) || depth > DEPTH) return [];
  const code = codeOf(thrown);
  const syscall = typeof thrown['syscall'] === 'string' ? thrown['syscall'] : undefined;
  const parts = Array.isArray(thrown['errors']) ? thrown['errors'] : [];
  return [
    ...(code === undefined ? [] : [{ code, syscall }]),
    ...codesIn(thrown['cause'], depth + 1),
    ...parts.flatMap((one) => codesIn(one, depth + 1)),
  ];
}

function reasonOf({ code, syscall }: RawError): NetworkErrorReason {
  if (NAME.has(code)) return 'name';
  if (CERTIFICATE.test(code)) return 'certificate';
  if (CLIENT_CERTIFICATE.test(code)) return 'clientCertificate';
  if (REFUSED.has(code) || code.startsWith('ERR_SSL_')) return 'refused';
  if (code === 'ECONNRESET' && syscall === 'connect') return 'refused';
  if (REFUSED_WHEN_CONNECTING.has(code) && (syscall === undefined || syscall === 'connect')) return 'refused';
  return 'lost';
}

/**
 * Returns the fault for what the wire threw. `host` is the host of the request; an error of a proxy names the proxy's
 * own host. The detail is an error code, never a message.
 */
export function networkFault(thrown: unknown, host: string): Fault {
  const codes = codesIn(thrown);
  const ours = codes.find(({ code }) => code === 'ERR_PROXY' || code === 'ERR_SETTING')?.code;
  if (ours === 'ERR_PROXY')
    return { kind: 'network', reason: 'proxy', host: textIn(thrown, 'proxy'), detail: textIn(thrown, 'detail') };
  if (ours === 'ERR_SETTING') return { kind: 'network', reason: 'setting', host, detail: settingProblemText(thrown) };
  const unreadable = codes.find((one) => UNREADABLE.test(one.code));
  if (unreadable !== undefined) return { kind: 'invalidResponse', status: 0, detail: unreadable.code };
  const telling = codes.find((one) => reasonOf(one) !== 'lost') ?? codes[0];
  return {
    kind: 'network',
    reason: telling === undefined ? 'lost' : reasonOf(telling),
    host,
    detail: telling?.code ?? '',
  };
}

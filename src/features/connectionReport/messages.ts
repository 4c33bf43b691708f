// Formats the connection report: the result of each step, or its error with advice.
import * as l10n from '@vscode/l10n';
import type { CertificateSummary, RouteWithoutSecrets, TlsSummary } from '../../client/network/inspect.ts';
import type { ResolverProblem } from '../../client/network/resolver.ts';
import type { ProxySource } from '../../client/network/route.ts';
import { needsHttpChoice } from '../../client/plainHttp.ts';
import type { ConnectionReportData, ConnectionStepResult } from '../../core/session/connection.ts';
import { displayLanguage, formatCount } from '../../std/displayLanguage.ts';
import { errorLines } from './advice.ts';

/** The version of each program, by name. */
export type Versions = Readonly<Record<string, string>>;

interface Section {
  readonly title: string;
  readonly state: 'ok' | 'warning' | 'failed' | 'notChecked';
  readonly lines: readonly string[];
}

/** A smaller clock difference is not reported: `Date` headers have whole seconds, and a response takes time. */
const CLOCK_TOLERANCE_MS = 3000;

/** Returns text from the server on one line, without Markdown characters. */
function toPlainInlineText(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N} .,:()@/+_-]/gu, ' ')
    .slice(0, 80)
    .trim();
}

function headingText({ title, state }: Section): string {
  return {
    ok: l10n.t('{0}: OK', title),
    warning: l10n.t('{0}: Warning', title),
    failed: l10n.t('{0}: Failed', title),
    notChecked: l10n.t('{0}: Not checked', title),
  }[state];
}

function notCheckedSection(title: string): Section {
  return { title, state: 'notChecked', lines: [l10n.t('This was not checked, because an earlier step failed.')] };
}

function dateText(at: number): string {
  return Number.isNaN(at) ? l10n.t('an unknown date') : new Date(at).toISOString().slice(0, 10);
}

/** Returns the median and the minimum of durations in milliseconds. */
function summarizeTimes(times: readonly number[]): { readonly medianMs: number; readonly minimumMs: number } {
  const sortedTimes = [...times].sort((entry, other) => entry - other);
  return {
    medianMs: Math.round(sortedTimes[Math.floor(sortedTimes.length / 2)] ?? 0),
    minimumMs: Math.round(sortedTimes[0] ?? 0),
  };
}

function durationText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 120) return unitText(seconds, 'second');
  return seconds < 7200 ? unitText(Math.round(seconds / 60), 'minute') : unitText(Math.round(seconds / 3600), 'hour');
}

function unitText(count: number, unit: 'second' | 'minute' | 'hour'): string {
  return new Intl.NumberFormat(displayLanguage(), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

function createSection<T>(
  title: string,
  step: ConnectionStepResult<T>,
  toLines: (value: T) => Omit<Section, 'title'> | string[],
): Section {
  if (step === undefined) return notCheckedSection(title);
  if ('fault' in step) return { title, state: 'failed', lines: errorLines(step.fault) };
  const result = toLines(step.found);
  return Array.isArray(result) ? { title, state: 'ok', lines: result } : { title, ...result };
}

function proxyLine(origin: string, source: ProxySource): string {
  switch (source) {
    case 'system':
      return l10n.t(
        "The connection uses the proxy {0}. VS Code's proxy resolver found it in the system settings or with a PAC script.",
        origin,
      );
    case 'resolver':
      return l10n.t("The connection uses the proxy {0}, which VS Code's proxy resolver returned.", origin);
    default:
      return l10n.t('The connection uses the proxy {0}, set by `{1}`.', origin, source);
  }
}

function resolverProblemText(problem: ResolverProblem): string {
  return {
    unavailable: l10n.t(
      "The system settings and PAC scripts are not used because this version of VS Code doesn't offer its proxy resolver to extensions.",
    ),
    failed: l10n.t("The system settings and PAC scripts are not used because VS Code's proxy resolver failed."),
    timeout: l10n.t(
      "The system settings and PAC scripts are not used because VS Code's proxy resolver did not respond in time.",
    ),
  }[problem];
}

function routeLines(route: RouteWithoutSecrets): Omit<Section, 'title'> | string[] {
  if (route.kind === 'proxy') {
    return [
      proxyLine(route.origin, route.source),
      route.hasCredentials
        ? l10n.t('A user name and password are sent to the proxy (not shown here).')
        : l10n.t('No user name and password are set for the proxy.'),
    ];
  }
  switch (route.reason) {
    case 'exception':
      return [l10n.t('No proxy: `{0}` excludes this server ({1}).', route.source, route.exception)];
    case 'off':
      return [l10n.t('No proxy: `http.proxySupport` is off.')];
    case 'thisMachine':
      return [l10n.t('No proxy: the server is on this machine.')];
    case 'resolver':
      return [
        l10n.t(
          "No proxy: neither `http.proxy` nor the environment sets one, and VS Code's proxy resolver (system settings or PAC script) returned none.",
        ),
      ];
    case 'noAnswer': {
      const noProxyLine = l10n.t('No proxy: neither `http.proxy` nor the environment sets one.');
      const lines = [noProxyLine, resolverProblemText(route.problem)];
      return route.problem === 'unavailable' ? lines : { state: 'warning', lines };
    }
    default:
      return route satisfies never;
  }
}

function certificateLines({ subject, issuer, validFrom, validUntil }: CertificateSummary): string[] {
  return [
    l10n.t(
      'Issued to {0} by {1}, valid from {2} to {3}.',
      toPlainInlineText(subject),
      toPlainInlineText(issuer),
      dateText(validFrom),
      dateText(validUntil),
    ),
  ];
}

function sourceText(from: NonNullable<TlsSummary['trustedBy']>): string {
  if (typeof from !== 'string') return `${toPlainInlineText(from.file)} (\`contrail.tls.certificateAuthorities\`)`;
  return {
    node: l10n.t('certificates that come with VS Code'),
    system: l10n.t('certificate store of the system'),
    NODE_EXTRA_CA_CERTS: '`NODE_EXTRA_CA_CERTS`',
  }[from];
}

function tlsLines({ protocol, certificate, trustedBy, sendsClientCertificate }: TlsSummary): string[] {
  return [
    `${toPlainInlineText(protocol)}.`,
    ...(certificate === undefined ? [] : certificateLines(certificate)),
    trustedBy === undefined
      ? l10n.t('The certificate is trusted.')
      : l10n.t('The certificate is trusted. Source of the authority: {0}.', sourceText(trustedBy)),
    ...(sendsClientCertificate ? [l10n.t('A client certificate is sent.')] : []),
  ];
}

function authorityLines({ authorities }: ConnectionReportData): string[] {
  if (authorities.length === 0) return [];
  const authorityTexts = authorities.map(
    ({ from, count, problem }) =>
      `${sourceText(from)}: ${formatCount(count)}${problem === undefined ? '' : ` (${toPlainInlineText(problem)})`}`,
  );
  return [l10n.t('Certificate authorities: {0}.', authorityTexts.join('; '))];
}

function plainHttpLines({ baseUrl, isHttpAllowed }: ConnectionReportData): Omit<Section, 'title'> {
  if (!needsHttpChoice(baseUrl)) return { state: 'ok', lines: [l10n.t('Not used: the server is on this machine.')] };
  return {
    state: 'warning',
    lines: [
      l10n.t('Not encrypted: others on the network can read and change what is sent, including the key or token.'),
      isHttpAllowed
        ? l10n.t('You chose HTTP for this server when you signed in. Signing out revokes this.')
        : l10n.t('No key or token is sent to this server unless you choose HTTP when you sign in.'),
    ],
  };
}

function tlsSection(facts: ConnectionReportData): Section {
  const title = l10n.t('Encryption (TLS)');
  if (facts.tls === undefined && facts.connectTimesMs !== undefined && 'found' in facts.connectTimesMs)
    return { title, ...plainHttpLines(facts) };
  const baseSection = createSection(title, facts.tls, tlsLines);
  const untrustedCertificateLines =
    facts.untrustedCertificate === undefined ? [] : certificateLines(facts.untrustedCertificate);
  const wrongDateLines =
    facts.untrustedCertificate !== undefined &&
    (facts.at < facts.untrustedCertificate.validFrom || facts.at > facts.untrustedCertificate.validUntil)
      ? [
          l10n.t(
            'The date on this machine is {0}. The certificate is not valid on this date, or the clock is wrong.',
            dateText(facts.at),
          ),
        ]
      : [];
  return {
    ...baseSection,
    lines: [...baseSection.lines, ...untrustedCertificateLines, ...wrongDateLines, ...authorityLines(facts)],
  };
}

function median(numbers: readonly number[]): number | undefined {
  return [...numbers].sort((entry, other) => entry - other)[Math.floor(numbers.length / 2)];
}

function clockSection({ responseMeasurements: measurements, instance }: ConnectionReportData): Section {
  const title = l10n.t('Clock');
  if (instance === undefined || 'fault' in instance) return notCheckedSection(title);
  const serverClockAheadMs = median(measurements.flatMap((response) => response.clockAheadMs ?? []));
  if (serverClockAheadMs === undefined)
    return { title, state: 'warning', lines: [l10n.t('The server does not report its time.')] };
  if (Math.abs(serverClockAheadMs) <= CLOCK_TOLERANCE_MS) {
    const seconds = unitText(CLOCK_TOLERANCE_MS / 1000, 'second');
    return {
      title,
      state: 'ok',
      lines: [l10n.t("This machine's clock agrees with the server's to within {0}.", seconds)],
    };
  }
  const lines = [
    serverClockAheadMs > 0
      ? l10n.t("This machine's clock is {0} behind the server's.", durationText(serverClockAheadMs))
      : l10n.t("This machine's clock is {0} ahead of the server's.", durationText(serverClockAheadMs)),
    l10n.t(
      "Correct the clock of this machine. Contrail uses it to check certificates and to show relative times. Rate limit waits use the server's clock.",
    ),
  ];
  return { title, state: 'warning', lines };
}

function serverSection(facts: ConnectionReportData): Section {
  return createSection(l10n.t('Server'), facts.instance, ({ edition, version }) => {
    const { medianMs, minimumMs } = summarizeTimes(facts.responseMeasurements.map(({ durationMs }) => durationMs));
    const { unsupportedOperations } = facts;
    const nothingUnsupportedLines = facts.isSignedIn ? [l10n.t('No unsupported operations found so far.')] : [];
    const commonLines = [
      l10n.t(
        'Response time: {0} ms (median of {1}, minimum {2} ms).',
        medianMs,
        facts.responseMeasurements.length,
        minimumMs,
      ),
      ...(unsupportedOperations.length === 0
        ? nothingUnsupportedLines
        : [
            l10n.t(
              'Unsupported operations ({0}): {1}.',
              unsupportedOperations.length,
              unsupportedOperations.join(', '),
            ),
          ]),
    ];
    if (edition === undefined && version === undefined) {
      const status = facts.responseMeasurements[0]?.status ?? 0;
      return {
        state: 'warning',
        lines: [
          l10n.t('The server does not report its version and edition (status {0} for `/api/instances/`).', status),
          ...commonLines,
        ],
      };
    }
    const unknownText = l10n.t({ message: 'unknown', comment: ['A version or an edition'] });
    return [
      l10n.t('Plane version: {0}. Edition: {1}.', version ?? unknownText, edition ?? unknownText),
      ...commonLines,
    ];
  });
}

function accountSection(facts: ConnectionReportData): Section {
  const title = l10n.t('Authentication and rate limit');
  if (!facts.isSignedIn) {
    const lines = [l10n.t('You are not signed in to this server, so no key or token was sent.')];
    return { title, state: 'notChecked', lines };
  }
  return createSection(title, facts.accountRequestCount, () => [
    l10n.t('The server accepted the key or token.'),
    l10n.t('Contrail sends at most {0} requests a minute.', facts.requestsPerMinute ?? 60),
    remainingText(facts),
  ]);
}

function remainingText({ responseMeasurements: measurements }: ConnectionReportData): string {
  const { remaining, resetsInMs: resetsIn } =
    measurements.findLast((response) => response.remaining !== undefined) ?? {};
  if (remaining === undefined) return l10n.t('The server does not report how many requests remain.');
  return resetsIn === undefined
    ? l10n.t('Remaining requests as reported by the server: {0}.', remaining)
    : l10n.t(
        'Remaining requests as reported by the server: {0}. The rate limit resets in {1}.',
        remaining,
        durationText(resetsIn),
      );
}

function connectedText(): string {
  return l10n.t('Connected to the server.');
}

function connectionText(times: readonly number[]): string {
  if (times.length === 0) return connectedText();
  const { medianMs, minimumMs } = summarizeTimes(times);
  return l10n.t('Connected in {0} ms (median of {1}, minimum {2} ms).', medianMs, times.length, minimumMs);
}

function formatSection(entry: Section): string {
  return [`## ${headingText(entry)}`, '', ...entry.lines.map((line) => `- ${line}`), ''].join('\n');
}

/** Returns the report as Markdown, without keys, passwords, account names and data of the workspace. */
export function connectionReportText(facts: ConnectionReportData, versions: Versions): string {
  const { host, pathname, protocol } = new URL(facts.baseUrl);
  const path = pathname === '/' ? [] : [l10n.t('Base path {0}.', pathname)];
  const isProxied = facts.route !== undefined && 'found' in facts.route && facts.route.found.kind === 'proxy';
  const sections = [
    createSection(l10n.t('Proxy'), facts.route, routeLines),
    createSection(isProxied ? l10n.t('Proxy host name') : l10n.t('Host name'), facts.addresses, (addresses) => [
      l10n.t('The host name resolves to {0}.', addresses.map(toPlainInlineText).join(', ')),
      ...(isProxied ? [l10n.t('The proxy resolves the host name of the server.')] : []),
    ]),
    createSection(l10n.t('Connection'), facts.connectTimesMs, (times) => [connectionText(times)]),
    tlsSection(facts),
    clockSection(facts),
    serverSection(facts),
    accountSection(facts),
  ];
  const failed = sections.find(({ state }) => state === 'failed');
  const outcome = failed === undefined ? connectedText() : l10n.t('The check failed at “{0}”.', failed.title);
  return [
    `# ${l10n.t('Contrail: Connection Report')}`,
    '',
    [`${protocol}//${host}.`, ...path, outcome].join(' '),
    '',
    l10n.t(
      'Created on {0} UTC with {1}. This report contains no key, token or password and no data of the workspace.',
      new Date(facts.at).toISOString().slice(0, 16).replace('T', ' '),
      Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', '),
    ),
    '',
    ...sections.map(formatSection),
  ].join('\n');
}

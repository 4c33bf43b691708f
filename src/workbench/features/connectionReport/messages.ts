// The text of the connection report: the result of each step, or its error and what to do. Pure.
import * as l10n from '@vscode/l10n';
import type { SeenCertificate, SeenRoute, SeenTls } from '../../../client/network/inspect.ts';
import type { ConnectionFacts, ConnectionStep } from '../../../session/connection.ts';
import { faultLines } from './advice.ts';

/** Names and versions of the running software. */
export type Versions = Readonly<Record<string, string>>;

interface Section {
  readonly title: string;
  readonly state: 'ok' | 'look' | 'failed' | 'open';
  readonly lines: readonly string[];
}

const STATES: Readonly<Record<Section['state'], string>> = {
  ok: 'OK',
  look: 'worth a look',
  failed: 'FAILED',
  open: 'not reached',
};
const NOT_REACHED = 'This could not be looked at, because a step before it failed.';
/** Tolerance: dates in headers have whole seconds, and a response takes time to arrive. */
const CLOCKS_AGREE_MS = 3000;

/** Returns text from the server on one line, without Markdown characters. */
function said(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N} .,:()@/+_-]/gu, ' ')
    .slice(0, 80)
    .trim();
}

function dateText(at: number): string {
  return Number.isNaN(at) ? l10n.t('an unknown date') : new Date(at).toISOString().slice(0, 10);
}

function milliseconds(times: readonly number[]): string {
  const sorted = [...times].sort((one, other) => one - other);
  const [least = 0, median = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
  return l10n.t('{0} ms in the middle of {1}, {2} ms at best', Math.round(median), times.length, Math.round(least));
}

function durationText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
}

function section<T>(
  title: string,
  step: ConnectionStep<T>,
  found: (value: T) => Omit<Section, 'title'> | string[],
): Section {
  if (step === undefined) return { title, state: 'open', lines: [NOT_REACHED] };
  if ('fault' in step) return { title, state: 'failed', lines: faultLines(step.fault) };
  const told = found(step.found);
  return Array.isArray(told) ? { title, state: 'ok', lines: told } : { title, ...told };
}

function routeLines(route: SeenRoute): string[] {
  if (route.kind === 'proxy') {
    const signs = route.signs
      ? l10n.t('A name and password are sent to it (not shown here).')
      : l10n.t('No name and password are set for it.');
    return [l10n.t('Through {0}, because of `{1}`. {2}', route.origin, route.source, signs)];
  }
  switch (route.because) {
    case 'exception':
      return [l10n.t('None: `{0}` names this server ({1}).', route.source, route.exception)];
    case 'off':
      return [l10n.t('None: `http.proxySupport` is off.')];
    case 'thisMachine':
      return [l10n.t('None: the server is this machine.')];
    case 'none':
      return [
        l10n.t(
          'None: neither `http.proxy` nor the environment names one. The proxy of the system and its scripts (PAC) are not read.',
        ),
      ];
    default:
      return route satisfies never;
  }
}

function certificateLines({ subject, issuer, from, until }: SeenCertificate): string[] {
  return [
    l10n.t(
      'Issued to {0} by {1}, valid from {2} until {3}.',
      said(subject),
      said(issuer),
      dateText(from),
      dateText(until),
    ),
  ];
}

const PLACES = {
  node: 'the authorities that come with VS Code',
  system: 'the store of this system',
  NODE_EXTRA_CA_CERTS: '`NODE_EXTRA_CA_CERTS`',
};

function placeText(from: SeenTls['vouchedBy']): string {
  if (from === undefined) return l10n.t('one of the authorities that are trusted');
  return typeof from === 'string' ? PLACES[from] : `${said(from.file)} (\`contrail.tls.certificateAuthorities\`)`;
}

function tlsLines({ protocol, certificate, vouchedBy, showsClientCertificate }: SeenTls): string[] {
  return [
    `${said(protocol)}.`,
    ...(certificate === undefined ? [] : certificateLines(certificate)),
    l10n.t('Trusted because of {0}.', placeText(vouchedBy)),
    ...(showsClientCertificate ? [l10n.t('A client certificate is shown to it.')] : []),
  ];
}

function authorityLines({ authorities }: ConnectionFacts): string[] {
  if (authorities.length === 0) return [];
  const each = authorities.map(
    ({ from, count, trouble }) => `${placeText(from)}: ${count}${trouble === undefined ? '' : ` (${said(trouble)})`}`,
  );
  return [l10n.t('Authorities that are asked: {0}.', each.join('; '))];
}

function tlsSection(facts: ConnectionFacts): Section {
  const title = l10n.t('Encryption (TLS)');
  if (facts.tls === undefined && facts.connections !== undefined && 'found' in facts.connections) {
    return {
      title,
      state: 'ok',
      lines: [l10n.t('None: the server is asked over http, which is allowed on this machine only.')],
    };
  }
  const base = section(title, facts.tls, tlsLines);
  const shown = facts.untrusted === undefined ? [] : certificateLines(facts.untrusted);
  const wrongTime =
    facts.untrusted !== undefined && (facts.at < facts.untrusted.from || facts.at > facts.untrusted.until)
      ? [
          l10n.t(
            "This machine's clock says {0}: the certificate has run out, or the clock is wrong.",
            dateText(facts.at),
          ),
        ]
      : [];
  return { ...base, lines: [...base.lines, ...shown, ...wrongTime, ...authorityLines(facts)] };
}

function median(numbers: readonly number[]): number | undefined {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
}

function clockSection({ vitals, instance }: ConnectionFacts): Section {
  const title = l10n.t('Clock');
  if (instance === undefined || 'fault' in instance) return { title, state: 'open', lines: [NOT_REACHED] };
  const ahead = median(vitals.flatMap((one) => one.ahead ?? []));
  if (ahead === undefined) return { title, state: 'look', lines: [l10n.t('The server does not say what time it is.')] };
  if (Math.abs(ahead) <= CLOCKS_AGREE_MS)
    return { title, state: 'ok', lines: [l10n.t('This machine and the server agree, as far as whole seconds tell.')] };
  const lines = [
    `This machine's clock is ${durationText(ahead)} ${ahead > 0 ? 'behind' : l10n.t('ahead of')} the server's.`,
    l10n.t('Contrail waits by the server’s clock, but certificates and ages are judged by this one: set it right.'),
  ];
  return { title, state: 'look', lines };
}

function serverSection(facts: ConnectionFacts): Section {
  return section(l10n.t('Server'), facts.instance, ({ edition, version }) => {
    const times = l10n.t('Answers took {0}.', milliseconds(facts.vitals.map(({ ms }) => ms)));
    const lacks =
      facts.unsupported.length === 0
        ? facts.isSignedIn
          ? [l10n.t('No operation has been found to be missing so far.')]
          : []
        : [
            l10n.t(
              '{0} operations were found to be missing: {1}.',
              facts.unsupported.length,
              facts.unsupported.join(', '),
            ),
          ];
    if (edition === undefined && version === undefined) {
      const status = facts.vitals[0]?.status ?? 0;
      return {
        state: 'look',
        lines: [
          l10n.t('It does not say which edition of Plane it is (status {0} for `/api/instances/`).', status),
          times,
          ...lacks,
        ],
      };
    }
    return [`Plane ${version ?? l10n.t('of unknown version')}, edition ${edition ?? 'unknown'}.`, times, ...lacks];
  });
}

function accountSection(facts: ConnectionFacts): Section {
  const title = l10n.t('Key and limit');
  if (!facts.isSignedIn)
    return { title, state: 'open', lines: [l10n.t('Nobody is signed in there, so no key was sent.')] };
  return section(title, facts.account, () => {
    const told = facts.vitals.filter(({ remaining }) => remaining !== undefined).at(-1);
    const limit = l10n.t('At most {0} requests in any minute are sent.', facts.limit ?? 60);
    if (told === undefined)
      return [l10n.t('The key is accepted.'), limit, l10n.t('The server does not say how many are left.')];
    const reset = told.resetsIn === undefined ? '' : l10n.t(', and counts anew in {0}', durationText(told.resetsIn));
    return [
      l10n.t('The key is accepted.'),
      limit,
      l10n.t('The server says that {0} are left{1}.', told.remaining ?? '', reset),
    ];
  });
}

function sectionText({ title, state, lines }: Section): string {
  return [`## ${title}: ${STATES[state]}`, '', ...lines.map((line) => `- ${line}`), ''].join('\n');
}

/** Returns Markdown. It contains no key, no password, no account name and no data of the workspace. */
export function reportText(facts: ConnectionFacts, versions: Versions): string {
  const { host, pathname, protocol } = new URL(facts.baseUrl);
  const path = pathname === '/' ? '' : l10n.t(' Base path {0}.', pathname);
  const isProxied = facts.route !== undefined && 'found' in facts.route && facts.route.found.kind === 'proxy';
  const sections = [
    section(l10n.t('Proxy'), facts.route, routeLines),
    section(isProxied ? l10n.t('Name of the proxy') : l10n.t('Name'), facts.addresses, (addresses) => [
      l10n.t('Resolves to {0}.', addresses.map(said).join(', ')),
      ...(isProxied ? [l10n.t('The name of the server is resolved by the proxy.')] : []),
    ]),
    section(l10n.t('Connection'), facts.connections, (times) => [
      times.length === 0 ? l10n.t('The server is reached.') : l10n.t('Ready after {0}.', milliseconds(times)),
    ]),
    tlsSection(facts),
    clockSection(facts),
    serverSection(facts),
    accountSection(facts),
  ];
  const failed = sections.find(({ state }) => state === 'failed');
  const outcome = failed === undefined ? l10n.t('The server is reached.') : l10n.t('It ends at “{0}”.', failed.title);
  return [
    l10n.t('# Contrail: Connection Report'),
    '',
    `${protocol}//${host}.${path} ${outcome}`,
    '',
    l10n.t(
      'Made on {0} UTC with {1}. No key, no password and nothing of the workspace is in it.',
      new Date(facts.at).toISOString().slice(0, 16).replace('T', ' '),
      Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', '),
    ),
    '',
    ...sections.map(sectionText),
  ].join('\n');
}

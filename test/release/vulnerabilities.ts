// Finds the vulnerabilities of bundled packages in the output of `npm audit --json`.

/** A finding about a package, or the name of the package that it depends on. */
type Cause = string | { readonly title: string; readonly url: string };

export interface AuditReport {
  readonly auditReportVersion?: number;
  readonly message?: string;
  readonly vulnerabilities?: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly severity: string;
        readonly via: readonly Cause[];
        /** The folders of the package, such as `node_modules/zod`. */
        readonly nodes: readonly string[];
      }
    >
  >;
}

/**
 * Returns a line for each vulnerability of a package in one of the folders. A package that is only affected by a
 * vulnerability of another one is left out: the other one is reported if it is bundled.
 * @throws if npm got no answer, or the report has another version than 2
 */
export function vulnerabilitiesIn(report: AuditReport, folders: readonly string[]): string[] {
  if (report.auditReportVersion !== 2 || report.vulnerabilities === undefined)
    throw new Error(`npm audit gave no report: ${report.message ?? JSON.stringify(report).slice(0, 200)}`);
  return Object.values(report.vulnerabilities)
    .filter(({ nodes }) => nodes.some((node) => folders.includes(node)))
    .flatMap(({ name, severity, via }) =>
      via.flatMap((cause) => (typeof cause === 'string' ? [] : `${name} (${severity}): ${cause.title} ${cause.url}`)),
    );
}

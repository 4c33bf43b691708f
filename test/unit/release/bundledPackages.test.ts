// Tests that the bill of materials and the audit are limited to the packages that have code in a bundle.
import { describe, expect, it } from 'vitest';
import { bundledFolders } from '../../release/bundledPackages.ts';
import { bundledSbom, type Sbom } from '../../release/sbom.ts';
import { vulnerabilitiesIn } from '../../release/vulnerabilities.ts';

describe('bundledFolders', () => {
  const output = { bytes: 10, imports: [], exports: [] };

  it('returns the innermost folder of each package that has code in an output', () => {
    const inputs = {
      'src/extension.ts': { bytesInOutput: 10 },
      'node_modules/zod/v4/core.js': { bytesInOutput: 10 },
      'node_modules/zod/v4/unused.js': { bytesInOutput: 0 },
      'node_modules/unused/index.js': { bytesInOutput: 0 },
      'node_modules/@tiptap/core/node_modules/@scope/inner/index.js': { bytesInOutput: 10 },
    };
    expect(bundledFolders({ outputs: { 'dist/a.cjs': { ...output, inputs } } })).toEqual([
      'node_modules/@tiptap/core/node_modules/@scope/inner',
      'node_modules/@vscode/codicons',
      'node_modules/zod',
    ]);
  });
});

describe('bundledSbom', () => {
  const component = (name: string, version: string) => ({
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
    properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
  });
  const installed: Sbom = {
    bomFormat: 'CycloneDX',
    metadata: {
      component: { ...component('folder', '0.2.0'), 'bom-ref': 'contrail@0.2.0', type: 'library', properties: [] },
    },
    components: [component('zod', '4.0.0'), component('entities', '4.5.0'), component('entities', '8.1.0')],
    dependencies: [
      { ref: 'contrail@0.2.0', dependsOn: ['zod@4.0.0', 'entities@8.1.0', 'vitest@4.0.0'] },
      { ref: 'vitest@4.0.0', dependsOn: ['zod@4.0.0'] },
      { ref: 'zod@4.0.0', dependsOn: ['entities@4.5.0'] },
    ],
  };
  const sbom = bundledSbom(installed, (one) => ['zod@4.0.0', 'entities@8.1.0'].includes(one));

  it('keeps the bundled versions and the dependencies between them', () => {
    expect(sbom.components.map((one) => one['bom-ref'])).toEqual(['zod@4.0.0', 'entities@8.1.0']);
    expect(sbom.dependencies).toEqual([
      { ref: 'contrail@0.2.0', dependsOn: ['zod@4.0.0', 'entities@8.1.0'] },
      { ref: 'zod@4.0.0', dependsOn: [] },
    ]);
  });

  it('names the product and not the folder, and calls nothing a development dependency', () => {
    expect(sbom.metadata.component).toMatchObject({
      name: 'contrail',
      type: 'application',
      // An npm package of this name is other software.
      purl: 'pkg:generic/contrail@0.2.0',
    });
    expect(JSON.stringify(sbom)).not.toContain('development');
  });
});

describe('vulnerabilitiesIn', () => {
  const cause = { title: 'Reads too much', url: 'https://advisories.example/1' };
  const report = {
    auditReportVersion: 2,
    vulnerabilities: {
      undici: { name: 'undici', severity: 'high', via: [cause], nodes: ['node_modules/undici'] },
      vitest: { name: 'vitest', severity: 'critical', via: [cause, 'vite'], nodes: ['node_modules/vitest'] },
      hono: { name: 'hono', severity: 'low', via: ['undici'], nodes: ['node_modules/hono'] },
    },
  };

  it('lists those of bundled packages, without packages that are only affected by others', () => {
    expect(vulnerabilitiesIn(report, ['node_modules/undici', 'node_modules/hono'])).toEqual([
      'undici (high): Reads too much https://advisories.example/1',
    ]);
  });

  it('does not count another copy of the package as bundled', () => {
    expect(vulnerabilitiesIn(report, ['node_modules/jsdom/node_modules/undici'])).toEqual([]);
  });

  it('throws if npm got no answer, instead of reporting that nothing is wrong', () => {
    expect(() => vulnerabilitiesIn({ message: '405 Method Not Allowed' }, [])).toThrow(
      'npm audit gave no report: 405 Method Not Allowed',
    );
  });
});

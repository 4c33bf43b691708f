// Loaded before Playwright in tests in Firefox: Playwright sends a command that Firefox 153 does not have, and then
// opens no page. It would set the color scheme of pages, on which no test in Firefox depends.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const UNKNOWN_COMMAND = /await this\.[\w.]+\.send\("emulation\.setMediaFeaturesOverride", \{[^]*?\}\);/g;

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('/playwright-core/lib/coreBundle.js')) return nextLoad(url, context);
    const source = readFileSync(new URL(url), 'utf8').replaceAll(UNKNOWN_COMMAND, '');
    return { format: 'commonjs', source, shortCircuit: true };
  },
});

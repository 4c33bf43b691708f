// The parts of undici that Contrail uses, imported by their paths inside the package.
//
// `import … from 'undici'` is not possible: when it is loaded, it puts an agent of its own into the process-wide
// dispatcher slot that the `fetch` of the extension host and of all other extensions reads. The package has no other
// entry for an agent, and no option against it.
export { default as connect } from 'undici/lib/api/api-connect.js';
export { default as request } from 'undici/lib/api/api-request.js';
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';

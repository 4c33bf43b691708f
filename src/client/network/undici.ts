// Imports the parts of undici that Contrail uses by their paths inside the package.
//
// `import … from 'undici'` must not be used: it sets the process-wide dispatcher, which the `fetch` of the extension
// host and of all other extensions uses. The package has no option to prevent this, and no other entry point that
// exports the agent.
export { default as connect } from 'undici/lib/api/api-connect.js';
export { default as request } from 'undici/lib/api/api-request.js';
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';

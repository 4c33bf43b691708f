// The reference for the server: a program with one Hono route that returns the content of a file.
// Arguments: the path of the route, and the path of the file.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const [path = '/', file = ''] = process.argv.slice(2);
const content = readFileSync(file, 'utf8');
const app = new Hono().get(path, (context) => context.body(content, 200, { 'content-type': 'application/json' }));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(`http://127.0.0.1:${port}`));

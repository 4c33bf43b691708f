// Stores files: uploads with a signed policy, downloads from a signed address.
// Both expire after an hour.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../std/clock.ts';
import type { Database } from '../database/store.ts';

export const OBJECTS_PATH = '/uploads';
/** How long a policy and an address are valid. */
const EXPIRY_SECONDS = 3600;
const BUCKET = 'uploads';
const ALGORITHM = 'AWS4-HMAC-SHA256';

/** An error of the object store. Becomes a response in XML, as from real object stores. */
export class ObjectRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface StoredObject {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Policy {
  readonly expiration: string;
  readonly conditions: readonly unknown[];
}

/** Stores the bytes of files in the database. A signature replaces the API key. */
export class Objects {
  readonly #store: Database;
  readonly #clock: Clock;
  /** In memory only: what was signed before a restart is rejected after it. */
  readonly #secret = randomBytes(32).toString('hex');

  constructor(store: Database, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns where to upload a file of at most `largest` bytes, and the form fields that precede it, in order. */
  offer(origin: string, key: string, type: string, largest: number): { url: string; fields: Record<string, string> } {
    const now = this.#clock.now();
    const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const fields = {
      'Content-Type': type,
      key,
      'x-amz-algorithm': ALGORITHM,
      'x-amz-credential': `contrail/${stamp.slice(0, 8)}/local/s3/aws4_request`,
      'x-amz-date': stamp,
    };
    const policy: Policy = {
      expiration: new Date(now + EXPIRY_SECONDS * 1000).toISOString(),
      conditions: [
        { bucket: BUCKET },
        ['content-length-range', 1, largest],
        ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
      ],
    };
    const text = Buffer.from(JSON.stringify(policy)).toString('base64');
    return { url: origin + OBJECTS_PATH, fields: { ...fields, policy: text, 'x-amz-signature': this.#sign(text) } };
  }

  /** Stores the file of a form. Rejects with an ObjectRefusal if its policy does not allow the file. */
  async accept(form: FormData): Promise<void> {
    const entries = [...form.entries()];
    const file = entries.at(-1);
    if (file?.[0] !== 'file' || !(file[1] instanceof Blob)) {
      throw new ObjectRefusal(
        400,
        'InvalidArgument',
        'POST requires exactly one file upload per request, as the last part.',
      );
    }
    const fields = new Map(entries.slice(0, -1).map(([name, value]) => [name, typeof value === 'string' ? value : '']));
    const policy = fields.get('policy') ?? '';
    if (!this.#isSigned(policy, fields.get('x-amz-signature'))) throw denied('The signature does not match.');
    const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as Policy;
    if (Date.parse(expiration) <= this.#clock.now()) throw denied('Invalid according to Policy: Policy expired.');
    for (const condition of conditions) checkCondition(condition, fields, file[1].size);
    const bytes = new Uint8Array(await file[1].arrayBuffer());
    const sql = 'INSERT INTO object VALUES (?1, ?2, ?3) ON CONFLICT (key) DO UPDATE SET type = ?2, bytes = ?3';
    this.#store.rows(sql, fields.get('key') ?? '', fields.get('Content-Type') ?? '', bytes);
  }

  /** Returns the signed address of a file. It needs no credential. */
  addressOf(origin: string, key: string): string {
    const path = `${OBJECTS_PATH}/${key.split('/').map(encodeURIComponent).join('/')}`;
    const until = String(Math.floor(this.#clock.now() / 1000) + EXPIRY_SECONDS);
    return `${origin}${path}?Expires=${until}&Signature=${this.#sign(`${path} ${until}`)}`;
  }

  /**
   * Returns the file at a signed address. `path` is the path as it was signed.
   * @throws ObjectRefusal if the signature does not match or has expired.
   */
  fetch(path: string, until: string | undefined, signature: string | undefined): StoredObject {
    if (until === undefined || !this.#isSigned(`${path} ${until}`, signature))
      throw denied('The signature does not match.');
    if (Number(until) * 1000 <= this.#clock.now()) throw denied('Request has expired');
    const key = path
      .slice(OBJECTS_PATH.length + 1)
      .split('/')
      .map(decodeURIComponent)
      .join('/');
    const row = this.#store.rows('SELECT type, bytes FROM object WHERE key = ?', key)[0];
    const bytes = row?.['bytes'];
    if (!(bytes instanceof Uint8Array)) throw new ObjectRefusal(404, 'NoSuchKey', 'The specified key does not exist.');
    return { type: String(row?.['type']), bytes: new Uint8Array(bytes) };
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex');
  }

  #isSigned(text: string, signature: string | undefined): boolean {
    const right = Buffer.from(this.#sign(text));
    const given = Buffer.from(signature ?? '');
    return given.length === right.length && timingSafeEqual(given, right);
  }
}

function denied(message: string): ObjectRefusal {
  return new ObjectRefusal(403, 'AccessDenied', message);
}

function checkCondition(condition: unknown, fields: ReadonlyMap<string, string>, size: number): void {
  if (Array.isArray(condition)) {
    const [, smallest, largest] = condition.map(Number);
    if (size > (largest ?? 0))
      throw new ObjectRefusal(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
    if (size < (smallest ?? 0))
      throw new ObjectRefusal(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
    return;
  }
  for (const [name, value] of Object.entries(condition as Record<string, string>)) {
    if (name !== 'bucket' && fields.get(name) !== value)
      throw denied(`Invalid according to Policy: Policy Condition failed: ["eq", "$${name}"]`);
  }
}

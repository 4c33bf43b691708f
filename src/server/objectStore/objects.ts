// Stores files: uploads need a signed policy, downloads a signed URL.
// Policies and URLs expire after an hour.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../std/clock.ts';
import type { Database } from '../database/database.ts';

export const OBJECTS_PATH = '/uploads';
/** How long an upload policy or a signed URL is valid, in seconds. */
const EXPIRY_SECONDS = 3600;
const BUCKET = 'uploads';
const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Thrown to reject a request to the object store. The response is XML, as from real object stores. */
export class ObjectStoreError extends Error {
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

interface UploadPolicy {
  readonly expiration: string;
  readonly conditions: readonly unknown[];
}

/** Stores the bytes of files in the database. Requests are authorized by a signature instead of an API key. */
export class ObjectStore {
  readonly #store: Database;
  readonly #clock: Clock;
  /** Generated at each start, so signatures are invalid after a restart. */
  readonly #secret = randomBytes(32).toString('hex');

  constructor(store: Database, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns the URL for uploading a file of at most `maxBytes` bytes, and the form fields that precede the file. */
  signUpload(
    origin: string,
    key: string,
    type: string,
    maxBytes: number,
  ): { url: string; fields: Record<string, string> } {
    const now = this.#clock.now();
    const timestamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const fields = {
      'Content-Type': type,
      key,
      'x-amz-algorithm': ALGORITHM,
      'x-amz-credential': `contrail/${timestamp.slice(0, 8)}/local/s3/aws4_request`,
      'x-amz-date': timestamp,
    };
    const policy: UploadPolicy = {
      expiration: new Date(now + EXPIRY_SECONDS * 1000).toISOString(),
      conditions: [
        { bucket: BUCKET },
        ['content-length-range', 1, maxBytes],
        ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
      ],
    };
    const encodedPolicy = Buffer.from(JSON.stringify(policy)).toString('base64');
    return {
      url: origin + OBJECTS_PATH,
      fields: { ...fields, policy: encodedPolicy, 'x-amz-signature': this.#sign(encodedPolicy) },
    };
  }

  /** Stores the uploaded file of the form. Rejects with an ObjectStoreError if the form's policy does not permit this. */
  async storeUpload(form: FormData): Promise<void> {
    const entries = [...form.entries()];
    const file = entries.at(-1);
    if (file?.[0] !== 'file' || !(file[1] instanceof Blob)) {
      throw new ObjectStoreError(
        400,
        'InvalidArgument',
        'POST requires exactly one file upload per request, as the last part.',
      );
    }
    const fields = new Map(entries.slice(0, -1).map(([name, value]) => [name, typeof value === 'string' ? value : '']));
    const policy = fields.get('policy') ?? '';
    if (!this.#isSigned(policy, fields.get('x-amz-signature'))) throw accessDenied('The signature does not match.');
    const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as UploadPolicy;
    if (Date.parse(expiration) <= this.#clock.now()) throw accessDenied('Invalid according to Policy: Policy expired.');
    for (const condition of conditions) checkCondition(condition, fields, file[1].size);
    const bytes = new Uint8Array(await file[1].arrayBuffer());
    const sql = 'INSERT INTO object VALUES (?1, ?2, ?3) ON CONFLICT (key) DO UPDATE SET type = ?2, bytes = ?3';
    this.#store.rows(sql, fields.get('key') ?? '', fields.get('Content-Type') ?? '', bytes);
  }

  /** Returns a signed URL for downloading a file without a credential. */
  signedUrl(origin: string, key: string): string {
    const path = `${OBJECTS_PATH}/${key.split('/').map(encodeURIComponent).join('/')}`;
    const expires = String(Math.floor(this.#clock.now() / 1000) + EXPIRY_SECONDS);
    return `${origin}${path}?Expires=${expires}&Signature=${this.#sign(`${path} ${expires}`)}`;
  }

  /**
   * Returns the file at a signed URL. `path` is the path of the URL, still percent-encoded.
   * @throws ObjectStoreError if the signature does not match or has expired.
   */
  readWithSignature(path: string, expires: string | undefined, signature: string | undefined): StoredObject {
    if (expires === undefined || !this.#isSigned(`${path} ${expires}`, signature))
      throw accessDenied('The signature does not match.');
    if (Number(expires) * 1000 <= this.#clock.now()) throw accessDenied('Request has expired');
    const key = path
      .slice(OBJECTS_PATH.length + 1)
      .split('/')
      .map(decodeURIComponent)
      .join('/');
    const row = this.#store.rows('SELECT type, bytes FROM object WHERE key = ?', key)[0];
    const bytes = row?.['bytes'];
    if (!(bytes instanceof Uint8Array))
      throw new ObjectStoreError(404, 'NoSuchKey', 'The specified key does not exist.');
    return { type: String(row?.['type']), bytes: new Uint8Array(bytes) };
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex');
  }

  #isSigned(text: string, signature: string | undefined): boolean {
    const expectedSignature = Buffer.from(this.#sign(text));
    const actualSignature = Buffer.from(signature ?? '');
    return actualSignature.length === expectedSignature.length && timingSafeEqual(actualSignature, expectedSignature);
  }
}

function accessDenied(message: string): ObjectStoreError {
  return new ObjectStoreError(403, 'AccessDenied', message);
}

function checkCondition(condition: unknown, fields: ReadonlyMap<string, string>, size: number): void {
  if (Array.isArray(condition)) {
    const [, minBytes, maxBytes] = condition.map(Number);
    if (size > (maxBytes ?? 0))
      throw new ObjectStoreError(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
    if (size < (minBytes ?? 0))
      throw new ObjectStoreError(
        400,
        'EntityTooSmall',
        'Your proposed upload is smaller than the minimum allowed size',
      );
    return;
  }
  for (const [name, value] of Object.entries(condition as Record<string, string>)) {
    if (name !== 'bucket' && fields.get(name) !== value)
      throw accessDenied(`Invalid according to Policy: Policy Condition failed: ["eq", "$${name}"]`);
  }
}

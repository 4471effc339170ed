import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { emptyResponse, type HttpRequest, type HttpResponse } from '../exchange.ts';
import { isUnchanged } from '../rest/conditions.ts';
import { policyFor } from './page-policy.ts';

/** A page or file that does not change while the service runs. */
export interface Asset {
  readonly type: string;
  readonly body: () => Promise<string | Buffer> | string | Buffer;
  /** Named by its content: it never changes, and costs no points. */
  readonly isImmutable?: boolean;
  /** Its scripts insert styles at run time. */
  readonly insertsStyles?: boolean;
  /** Shown instead to browsers. */
  readonly forPeople?: Asset;
}

interface PreparedAsset {
  readonly type: string;
  readonly etag: string;
  readonly policy: string | undefined;
  /** Each encoding is made at the first request that accepts it. */
  bodyIn(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

type Encoding = 'br' | 'gzip' | 'identity';

const encoders: Record<Encoding, (body: Buffer) => Promise<Uint8Array<ArrayBuffer>>> = {
  // Quality 5 is as fast as gzip and a fifth smaller; the default, 11, takes half a minute here.
  br: async (body) =>
    new Uint8Array(
      await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    ),
  gzip: async (body) => new Uint8Array(await promisify(gzip)(body)),
  identity: async (body) => new Uint8Array(body),
};

/** Serves assets: each is rendered at its first request, and revalidated by its ETag. */
export function createAssetServer(): (asset: Asset, request: HttpRequest) => Promise<HttpResponse> {
  const prepared = new WeakMap<Asset, Promise<PreparedAsset>>();
  return async (asset, request) => {
    const ready = prepared.get(asset) ?? prepare(asset);
    prepared.set(asset, ready);
    const { type, etag, policy, bodyIn } = await ready.catch((error: unknown) => {
      prepared.delete(asset);
      throw error;
    });
    const encoding = chooseEncoding(request.header('accept-encoding'));
    const headers = {
      'content-type': type,
      'cache-control': asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag,
      vary: 'Accept, Accept-Encoding',
      ...(policy ? { 'content-security-policy': policy } : {}),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    if (isUnchanged(request.header('if-none-match'), etag)) {
      return emptyResponse(304, headers);
    }
    return { status: 200, headers, body: await bodyIn(encoding) };
  };
}

async function prepare({ type, body, insertsStyles }: Asset): Promise<PreparedAsset> {
  const identity = Buffer.from(await body());
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
  const bodies = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    type,
    etag,
    policy: type.startsWith('text/html')
      ? policyFor(identity.toString(), insertsStyles)
      : undefined,
    bodyIn(encoding) {
      const encoded = bodies.get(encoding) ?? encoders[encoding](identity);
      bodies.set(encoding, encoded);
      return encoded;
    },
  };
}

function chooseEncoding(header: string | null): Encoding {
  const encodings = (header ?? '').split(',').map((name) => name.trim().toLowerCase());
  if (encodings.includes('br')) return 'br';
  return encodings.includes('gzip') ? 'gzip' : 'identity';
}

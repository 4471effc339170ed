import { accessToken, forgetToken } from './session.ts';

/** The answer of the REST API to a file. */
export interface Uploaded {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Without any progress for so long, the connection is lost. */
const stalledMs = 60_000;

/** Sends a file; unlike fetch, a request of this kind says how much of it has left. */
export async function upload(
  path: string,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<Uploaded> {
  const first = await send(path, file, onProgress);
  if (first.status !== 401 || !(await accessToken())) return first;
  forgetToken();
  return send(path, file, onProgress);
}

async function send(
  path: string,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<Uploaded> {
  const token = await accessToken();
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.responseType = 'json';
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
  request.setRequestHeader('content-type', 'application/octet-stream');
  return new Promise((resolve, reject) => {
    let timer = setTimeout(() => request.abort(), stalledMs);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), stalledMs);
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      if (request.status > 0) resolve({ status: request.status, body: request.response ?? {} });
      else reject(new Error('The file did not arrive. Nothing was stored. Try again.'));
    };
    request.send(file);
  });
}

import { authorizedFetch } from './client.ts';

/** Saves what an address of the REST API answers as a file, by the name that the service gives it. */
export async function download(path: string): Promise<void> {
  const response = await authorizedFetch(path);
  if (!response.ok) {
    const { detail } = await response.json().catch(() => ({}));
    throw new Error(detail ?? 'The file could not be made. Try again.');
  }
  const disposition = response.headers.get('content-disposition') ?? '';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = /filename="?([^";]+)/.exec(disposition)?.[1] ?? 'questions';
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

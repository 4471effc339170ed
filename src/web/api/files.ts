import { authorizedFetch } from './client.ts';

/** So long a file that was handed to the browser stays in memory, in milliseconds. */
const keepFor = 60_000;
const lookMs = 50;

/** Downloads a file of the API, which needs the token of the session and so cannot be a plain link. */
export async function download(path: string, name: string): Promise<void> {
  const link = document.createElement('a');
  link.href = addressOf(await read(path));
  link.download = name;
  link.click();
}

/** Opens an HTML file of the API in a tab of its own, ready to print. */
export async function print(path: string): Promise<void> {
  // Opened at once: browsers stop windows that nobody asked for.
  const tab = window.open('', '_blank');
  try {
    const address = addressOf(await read(path));
    if (!tab) throw new Error('The browser stopped the new tab. Allow pop-ups of this page.');
    tab.location.href = address;
    whenLoaded(tab, address, () => tab.print());
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** Listeners of a window do not outlive its first, empty page: so the page is looked at until it is there. */
function whenLoaded(tab: Window, address: string, act: () => void, waitedMs = 0): void {
  if (tab.closed || waitedMs > keepFor) return;
  if (tab.location.href === address && tab.document.readyState === 'complete') act();
  else setTimeout(() => whenLoaded(tab, address, act, waitedMs + lookMs), lookMs);
}

async function read(path: string): Promise<Blob> {
  const response = await authorizedFetch(path);
  if (response.ok) return response.blob();
  const { detail } = await response.json().catch(() => ({}));
  throw new Error(detail ?? `The service answered ${response.status}. Try again.`);
}

function addressOf(file: Blob): string {
  const address = URL.createObjectURL(file);
  setTimeout(() => URL.revokeObjectURL(address), keepFor);
  return address;
}

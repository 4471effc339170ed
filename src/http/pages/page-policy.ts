import { createHash } from 'node:crypto';

/**
 * The Content-Security-Policy of a page: scripts and styles from this origin, and those inside it by their hash.
 * Where a page inserts styles at run time, any style is allowed.
 */
export function policyFor(html: string, insertsStyles = false): string {
  const styles = insertsStyles ? ["'unsafe-inline'"] : hashesOf(html, 'style');
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashesOf(html, 'script')].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashesOf(html: string, element: 'script' | 'style'): string[] {
  const texts = html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'));
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  return [...texts].map(([, text = '']) => `'sha256-${hash(text)}'`);
}

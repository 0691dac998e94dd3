/** Where a request came from, as its owner would recognise it. */
export interface Requester {
  /** The client address. */
  readonly address: string
  /** Browser and system by their names, such as `Firefox on Linux`. */
  readonly browser: string
}

/** The first match counts: browsers name the ones they descend from too. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b|^undici\b/, 'a Node program'],
  [/^python-requests\/|^python-httpx\/|^aiohttp\/|^Python/, 'a Python program'],
  [/^Go-http-client\//, 'a Go program'],
]

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const MAX_LENGTH = 1_000

/** Browser and system of a `User-Agent` header by names of this table, never by words of the sender. */
export function nameBrowser(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH)
  const browser = findName(browsers, text) ?? 'an unknown browser'
  const system = findName(systems, text)
  return system === undefined ? browser : `${browser} on ${system}`
}

const findName = (table: typeof browsers, text: string): string | undefined => table.find(([sign]) => sign.test(text))?.[1]

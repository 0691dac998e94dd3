import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A file that public pages load, the same for every client. */
export interface PageAsset {
  /** Below `/assets/`; it names the content, so that a browser keeps the file for ever. */
  readonly file: string
  /** Media type. */
  readonly type: string
  readonly content: string | Buffer
}

/** Style sheets, each joined of files in `styles/`, so that a page loads one or two. */
const sheets = {
  'public.css': ['tokens', 'fonts', 'base', 'ui', 'public'],
  'checkout.css': ['checkout'],
  'invoice.css': ['checkout', 'invoice'],
  'links.css': ['links'],
  'refund.css': ['checkout', 'links', 'refund'],
  'escrow.css': ['checkout', 'links', 'table', 'escrow'],
  'identity.css': ['links', 'table', 'identity'],
  'docs.css': ['docs/shell', 'docs/search', 'docs/prose', 'docs/code', 'docs/tables', 'docs/reference', 'docs/narrow'],
  'start.css': ['start'],
} as const

/** Scripts, each one file with all that it imports, written from `scripts/` by `npm run docs`. */
const scripts = ['language.js', 'checkout.js', 'live.js', 'account-link.js', 'reputation.js', 'start.js', 'docs.js'] as const

const fonts = {
  'inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'jetbrains-mono.woff2': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
} as const

/** The name of a style sheet, for the head of a page. */
export type SheetName = keyof typeof sheets
/** The name of a script, for the head of a page. */
export type ScriptName = (typeof scripts)[number]
type AssetName = SheetName | ScriptName | keyof typeof fonts | 'icon.svg'

const HASH_CHARACTERS = 16
const { resolve } = createRequire(import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const assets = new Map<string, PageAsset>()
const add = (name: AssetName, { type, content }: Omit<PageAsset, 'file'>): void =>
  void assets.set(name, { file: hashedName(name, content), type, content })

for (const [name, file] of Object.entries(fonts) as [keyof typeof fonts, string][])
  add(name, { type: 'font/woff2', content: readFileSync(resolve(file)) })
add('icon.svg', { type: 'image/svg+xml', content: read('./parts/icon.svg') })
for (const [name, parts] of Object.entries(sheets) as [SheetName, readonly string[]][])
  add(name, { type: 'text/css; charset=utf-8', content: withHashes(parts.map((part) => read(`./styles/${part}.css`)).join('\n')) })
for (const name of scripts) add(name, { type: 'text/javascript; charset=utf-8', content: read(`./generated/scripts/${name}`) })

/** Every file that public pages load. */
export const pageAssets: readonly PageAsset[] = [...assets.values()]

/** The address of a file that pages load. */
export const assetUrl = (name: AssetName): string => `/assets/${assets.get(name)?.file ?? name}`

/** A style sheet whose addresses of fonts name their content. */
export function withHashes(css: string): string {
  return css.replaceAll(/\/assets\/([\w-]+\.woff2)/g, (_address, name: string) => `/assets/${assets.get(name)?.file ?? name}`)
}

/** `public.css` → `public.1c9f0b6e2a7d4c35.css`. */
function hashedName(name: string, content: string | Buffer): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_CHARACTERS)
  return name.replace(/(?=\.\w+$)/, `.${hash}`)
}

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'

/** A file that public pages load, the same for every client while the process runs. */
export interface PageAsset {
  /** Below `/assets/`. */
  readonly name: string
  /** Media type. */
  readonly type: string
  readonly content: string | Buffer
}

/** Style sheets, each joined of files in `styles/`, so that a page loads one or two. */
const sheets = {
  'public.css': ['tokens', 'fonts', 'base', 'ui', 'public'],
  'checkout.css': ['checkout'],
  'links.css': ['links'],
  'escrow.css': ['checkout', 'links', 'escrow'],
  'docs.css': ['docs/shell', 'docs/search', 'docs/prose', 'docs/code', 'docs/tables', 'docs/reference', 'docs/narrow'],
  'start.css': ['start'],
} as const

/** Entry modules in `scripts/`; the browser finds the others beside them, by the names they are imported by. */
const entries = ['language.ts', 'checkout.ts', 'escrow.ts', 'account-link.ts', 'start.ts', 'docs/theme.ts', 'docs/docs.ts'] as const

const fonts = {
  'inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'jetbrains-mono.woff2': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
} as const

/** The name of a style sheet or script, for the head of a page. */
export type AssetName = keyof typeof sheets | (typeof entries)[number]

const { resolve } = createRequire(import.meta.url)
const modules = readdirSync(new URL('./scripts/', import.meta.url), { encoding: 'utf8', recursive: true }).filter((name) =>
  /^(?:[a-z-]+\/)?[a-z-]+\.ts$/.test(name),
)
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Every file that public pages load. Scripts are our TypeScript without its types: nothing is compiled or bundled. */
export const pageAssets: readonly PageAsset[] = [
  ...Object.entries(sheets).map(([name, parts]) => ({
    name,
    type: 'text/css; charset=utf-8',
    content: parts.map((part) => read(`./styles/${part}.css`)).join('\n'),
  })),
  ...modules.map((name) => ({ name, type: 'text/javascript; charset=utf-8', content: stripTypeScriptTypes(read(`./scripts/${name}`)) })),
  ...Object.entries(fonts).map(([name, file]) => ({ name, type: 'font/woff2', content: readFileSync(resolve(file)) })),
]

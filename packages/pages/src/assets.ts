import { readFileSync } from 'node:fs'
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
  'docs.css': ['docs/shell', 'docs/search', 'docs/prose', 'docs/code', 'docs/tables', 'docs/reference', 'docs/narrow'],
} as const

/** Modules in `scripts/`; the browser finds those that a module imports by the same names. */
const scripts = [
  'language.ts',
  'docs/choice.ts',
  'docs/code-tabs.ts',
  'docs/copy.ts',
  'docs/docs.ts',
  'docs/filter.ts',
  'docs/rank.ts',
  'docs/reading.ts',
  'docs/search-box.ts',
  'docs/search-results.ts',
  'docs/theme.ts',
] as const

const fonts = {
  'inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'jetbrains-mono.woff2': '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
} as const

/** The name of a style sheet or script, for the head of a page. */
export type AssetName = keyof typeof sheets | (typeof scripts)[number]

const { resolve } = createRequire(import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Every file that public pages load. Scripts are our TypeScript without its types: nothing is compiled or bundled. */
export const pageAssets: readonly PageAsset[] = [
  ...Object.entries(sheets).map(([name, parts]) => ({
    name,
    type: 'text/css; charset=utf-8',
    content: parts.map((part) => read(`./styles/${part}.css`)).join('\n'),
  })),
  ...scripts.map((name) => ({ name, type: 'text/javascript; charset=utf-8', content: stripTypeScriptTypes(read(`./scripts/${name}`)) })),
  ...Object.entries(fonts).map(([name, file]) => ({ name, type: 'font/woff2', content: readFileSync(resolve(file)) })),
]

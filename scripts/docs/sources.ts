import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The checkout. */
export const root = join(import.meta.dirname, '../..')

/** A source file of this repository. */
export interface Source {
  /** Relative to the checkout, with slashes. */
  readonly path: string
  readonly text: string
}

/** Matching source files without tests, in order of path. */
export const findSources = (pattern: string): Source[] =>
  findTests(pattern).filter(({ path }) => !path.endsWith('.test.ts') && !path.includes('/test-'))

/** Matching source files with tests. */
export function findTests(pattern: string): Source[] {
  return globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') })
    .map((path) => path.replaceAll(sep, '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** The exports of a source file. */
export async function load({ path }: Source): Promise<Record<string, unknown>> {
  // The namespace object of a module is a record of its exports.
  return (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>
}

/** The docstring directly above a declaration, as one line without its tags; empty without one. */
export function docstringBefore(text: string, declaration: string): string {
  const end = text.indexOf(declaration)
  const start = text.lastIndexOf('/**', end)
  if (end < 0 || start < 0) return ''
  const [comment = '', between = ''] = text.slice(start + 3, end).split('*/')
  if (between.trim() !== '') return ''
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trim())
  return lines.join(' ').split(' @')[0]?.replace(/\s+/g, ' ').trim() ?? ''
}

import { describe, expect, test } from 'vitest'
import { findPaths, read } from './sources.ts'

const paths = [...findPaths('{apps,packages,scripts,tests,docs}/**/*.{ts,mjs,json,sol,patch}'), ...findPaths('*.{ts,mjs,json}')]
const FILE = /`(?<file>[\w./-]+\.(?:ts|mjs|json|sol|patch))`/g

/** The files of a text that do not exist. */
const missing = (text: string): string[] =>
  [...text.matchAll(FILE)]
    .map(({ groups }) => groups?.['file'] ?? '')
    .filter((name) => !paths.some((file) => `/${file}`.endsWith(`/${name}`)))

test('the page of chain readings names only existing tests', () => expect(missing(read('docs/chain-readings.md'))).toEqual([]))

describe.each(findPaths('docs/adr/*.md'))('%s', (path) => {
  test('names only existing files under "Enforced by"', () => {
    const [, enforcers = ''] = read(path).split('\n## Enforced by\n')
    expect(missing(enforcers)).toEqual([])
  })
})

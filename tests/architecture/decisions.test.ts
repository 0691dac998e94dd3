import { describe, expect, test } from 'vitest'
import { findPaths, read } from './sources.ts'

const paths = [...findPaths('{apps,packages,scripts,tests,docs}/**/*.{ts,mjs,json,sol,patch}'), ...findPaths('*.{ts,mjs,json}')]
const FILE = /`(?<file>[\w./-]+\.(?:ts|mjs|json|sol|patch))`/g

describe.each(findPaths('docs/adr/*.md'))('%s', (path) => {
  test('names only existing files under "Enforced by"', () => {
    const [, enforcers = ''] = read(path).split('\n## Enforced by\n')
    const named = [...enforcers.matchAll(FILE)].map(({ groups }) => groups?.['file'] ?? '')
    expect(named.filter((name) => !paths.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([])
  })
})

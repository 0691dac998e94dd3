import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeBuild, openCheckout } from './open-checkout.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checkout-'))
  git('init', '--quiet')
  writeFileSync(join(root, '.gitignore'), '.cache/\n')
  commitPackage('first')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const git = (...parameters: string[]) =>
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...parameters], {
    cwd: root,
    encoding: 'utf8',
  }).trim()
const log = (): void => {}

/** Commits a package.json with this text. Returns the name of the commit. */
function commitPackage(text: string): string {
  writeFileSync(join(root, 'package.json'), text)
  git('add', '.')
  git('commit', '--quiet', '--message', text)
  return git('rev-parse', 'HEAD')
}

test('another commit is checked out beside this one, and found again with its own sources', () => {
  const first = git('rev-parse', 'HEAD')
  commitPackage('second')
  const { folder, commit } = openCheckout(root, { name: first, log })
  expect(commit).toBe(first.slice(0, 8))
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('first')
  writeFileSync(join(folder, 'package.json'), 'changed')
  expect(openCheckout(root, { name: first.slice(0, 7), log })).toEqual({ folder, commit })
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('first')
  expect(readFileSync(join(root, 'package.json'), 'utf8')).toBe('second')
})

test('a part of the bench that the commit lacks is that of this build', () => {
  const first = git('rev-parse', 'HEAD')
  const write = (text: string) => {
    mkdirSync(join(root, 'bench/reading'), { recursive: true })
    writeFileSync(join(root, 'bench/reading/bench.ts'), text)
  }
  write('new')
  const read = (name: string) => readFileSync(join(openCheckout(root, { name, log }).folder, 'bench/reading/bench.ts'), 'utf8')
  expect(read(first)).toBe('new')
  write('newer')
  expect(read(first)).toBe('newer')
  commitPackage('second')
  write('newest')
  expect(read('HEAD')).toBe('newer')
})

test('a checkout that was deleted is made again', () => {
  const { folder } = openCheckout(root, { name: 'HEAD', log })
  rmSync(folder, { recursive: true })
  expect(openCheckout(root, { name: 'HEAD', log }).folder).toBe(folder)
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('first')
})

test('an unknown commit is refused', () => {
  expect(() => openCheckout(root, { name: 'dee40013', log })).toThrow('dee40013')
})

test('a build is described by its commit and by changes outside the generated documents', () => {
  const commit = git('rev-parse', 'HEAD').slice(0, 8)
  expect(describeBuild(root)).toBe(commit)
  writeFileSync(join(root, 'package.json'), 'changed')
  expect(describeBuild(root)).toBe(`${commit} with changes`)
})

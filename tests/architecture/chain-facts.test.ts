import { existsSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { findChainConstants } from './chain-constants.ts'
import { read, root } from './sources.ts'

/** A row of docs/chain-facts.md; facts that are no constants have no pattern. */
interface FactRow {
  readonly fact: string
  readonly pattern: string | undefined
  readonly value: string
  readonly places: readonly string[]
  readonly source: string
  readonly seen: string
  readonly run: string
}

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** The rows of all tables, whose columns their heads name. */
function readRows(page: string): FactRow[] {
  let head: readonly string[] = []
  return page.split('\n').flatMap((line) => {
    if (!line.startsWith('| ')) return []
    const cells = line.slice(2, -2).split(' | ')
    if (cells[0] === 'fact') head = cells
    if (cells[0] === 'fact' || cells[0] === '---') return []
    const cell = (name: string): string => cells[head.indexOf(name)] ?? ''
    const [pattern] = quoted(cell('constant'))
    const [fact, value, source, seen, run] = ['fact', 'value', 'source', 'seen', 'run'].map(cell)
    return [
      {
        fact: fact ?? '',
        value: value ?? '',
        source: source ?? '',
        seen: seen ?? '',
        run: run ?? '',
        pattern,
        places: quoted(cell('used in')),
      },
    ]
  })
}

const rows = readRows(read('docs/chain-facts.md'))
const constants = await findChainConstants()
const asPath = (dotted: string): string => dotted.replaceAll('.', '/')
const matching = (pattern: string) => constants.filter(({ path }) => matchesGlob(asPath(path), asPath(pattern)))

test('Every constant of a chain has one row in the page of facts', () => {
  const patterns = rows.flatMap(({ pattern }) => pattern ?? [])
  const counted = constants.map(({ path }) => ({ path, rows: patterns.filter((one) => matchesGlob(asPath(path), asPath(one))).length }))
  expect(counted.filter((one) => one.rows !== 1)).toEqual([])
})

test('Every row of a constant has the values of the code', () => {
  const differing = rows.flatMap(({ pattern, value }) => {
    if (pattern === undefined) return []
    const inCode = [...new Set(matching(pattern).map((constant) => constant.value))]
    const inPage = quoted(value)
    return inCode.join() === inPage.join() ? [] : [{ pattern, inCode, inPage }]
  })
  expect(differing).toEqual([])
})

test('Every row names an existing place, a source, a day and whether it was run', () => {
  const runs = /^(?:yes|no|regtest|devnet|local)$/
  const faulty = rows.filter(
    ({ places, source, seen, run, value }) =>
      places.length === 0 ||
      !places.every((path) => existsSync(join(root, path))) ||
      !source ||
      !value ||
      !/^20\d\d(?:-\d\d-\d\d)?$/.test(seen) ||
      !runs.test(run),
  )
  expect(faulty).toEqual([])
})
